/** Stores what a person decides. Nothing is sent here. */

import type { Finalization } from "../../index.js";
import { readField, readFields } from "../../model/fields.js";
import * as is from "../../model/is.js";
import type { ResolvedOnceOptions } from "../options.js";
import type { OnceRecord } from "../record.js";
import { ADOPTION_FIELDS, adopted, adoptedRequest, madeBy, type OnceAdoption } from "../rules/adopt.js";
import { demandBlocked, sentBlocked } from "../rules/blocked.js";
import { CORRECTION_FIELDS, corrected, type OnceCorrection } from "../rules/correct.js";
import {
  DECISION_FIELDS,
  decided,
  type OnceByPerson,
  type OnceDecision,
  type OnceVersion,
  versionRule,
} from "../rules/decisions.js";
import { MISPLACED_FACTS, requestOf } from "../rules/request.js";
import { withdrawn, withdrawnRequest } from "../rules/withdraw.js";
import { read } from "../stores/document.js";
import type { OncePlace } from "../stores/store.js";
import type { Worker } from "./worker.js";

type Options<Tx> = Pick<ResolvedOnceOptions<Tx>, "payments" | "keyAsInvoiceId" | "store" | "terms">;

/** Decides about a key, and then marks the blocked keys that the decision names. */
export async function decide<Tx>(
  options: Options<Tx>,
  worker: Worker<Tx>,
  given: OnceVersion,
  decision: OnceDecision,
): Promise<OnceRecord> {
  const seen = readField("seen", given, versionRule);
  const told = readFields("decide", decision, DECISION_FIELDS) as OnceDecision;
  const sendBlocked = told.sendBlocked ?? [];
  const record = await worker.change(await placeOf(options, seen), (known) => {
    demandBlocked(known, seen.key, sendBlocked);
    return decided(known, seen, told, options.terms);
  });
  for (const each of sendBlocked) {
    await worker.change(await placeOf(options, each), (known) => sentBlocked(known, each, told));
  }
  return record;
}

export async function correct<Tx>(
  options: Options<Tx>,
  worker: Worker<Tx>,
  given: OnceVersion,
  finalization: Finalization,
  correction: OnceCorrection,
): Promise<OnceRecord> {
  const seen = readField("seen", given, versionRule);
  const told = readFields("correct", correction, CORRECTION_FIELDS, MISPLACED_FACTS) as OnceCorrection;
  const request = requestOf(options, seen.key, finalization, told.authorization);
  return await worker.change(await placeOf(options, seen), (known) =>
    corrected(known, seen, told, request, options.terms),
  );
}

export async function adopt<Tx>(
  options: Options<Tx>,
  worker: Worker<Tx>,
  key: string,
  finalization: Finalization,
  adoption: OnceAdoption,
): Promise<OnceRecord> {
  const told = readFields("adopt", adoption, ADOPTION_FIELDS, MISPLACED_FACTS) as OnceAdoption;
  const given = adoptedRequest(options, key, finalization, told.authorization);
  const hasPassed = told.at?.getTime() <= Date.now(); // though the store's clock may be late
  return await worker.change(given, (known) => {
    return adopted(known, given, hasPassed ? madeBy(told, known.now) : told, options.terms);
  });
}

export async function withdraw<Tx>(worker: Worker<Tx>, key: string, byPerson: OnceByPerson): Promise<OnceRecord> {
  const told = readFields("withdraw", byPerson, { by: is.storableText, why: is.storableText }) as OnceByPerson;
  const given = withdrawnRequest(key);
  return await worker.change(given, (known) => withdrawn(known, given, told));
}

async function placeOf<Tx>({ store }: Options<Tx>, { key }: OnceVersion): Promise<OncePlace> {
  const found = await store.find(key);
  return { key, authorizationId: found === undefined ? "" : read(found.document, store).authorizationId };
}
