/** Stores what a person decides. Nothing is sent here. */

import type { Finalization } from "../../index.js";
import { demandFields } from "../input.js";
import type { ResolvedOnceOptions } from "../options.js";
import type { KnownRecords, OnceRecord } from "../record.js";
import { demandBlocked, sentBlocked } from "../rules/blocked.js";
import {
  CORRECTION_FIELDS,
  corrected,
  DECISION_FIELDS,
  decided,
  type OnceCorrection,
  type OnceDecision,
  type OnceVersion,
  versionOf,
} from "../rules/decisions.js";
import { MISPLACED_FACTS, requestOf } from "../rules/request.js";
import { read } from "../stores/document.js";
import type { Worker } from "./worker.js";

type Options<Tx> = Pick<ResolvedOnceOptions<Tx>, "payments" | "keyAsInvoiceId" | "store" | "terms">;

/** Decides about a key, and then marks the blocked keys that the decision names. */
export async function decide<Tx>(
  options: Options<Tx>,
  worker: Worker<Tx>,
  given: OnceVersion,
  decision: OnceDecision,
): Promise<OnceRecord> {
  const seen = versionOf(given);
  const told = demandFields("decide", decision, DECISION_FIELDS);
  const sendBlocked = (told.sendBlocked ?? []).map(versionOf);
  const record = await change(options, worker, seen, (known) => {
    demandBlocked(known, seen.key, sendBlocked);
    return decided(known, seen, told, options.terms);
  });
  for (const each of sendBlocked) await change(options, worker, each, (known) => sentBlocked(known, each, told));
  return record;
}

export function correct<Tx>(
  options: Options<Tx>,
  worker: Worker<Tx>,
  given: OnceVersion,
  finalization: Finalization,
  correction: OnceCorrection,
): Promise<OnceRecord> {
  const seen = versionOf(given);
  const told = demandFields("correct", correction, CORRECTION_FIELDS, { elsewhere: MISPLACED_FACTS });
  const request = requestOf(options, seen.key, finalization, told.authorization);
  return change(options, worker, seen, (known) => corrected(known, seen, told, request, options.terms));
}

async function change<Tx>(
  { store }: Options<Tx>,
  worker: Worker<Tx>,
  { key }: OnceVersion,
  next: (known: KnownRecords) => OnceRecord,
): Promise<OnceRecord> {
  const found = await store.find(key);
  const { authorizationId = "" } = found === undefined ? {} : read(found.document);
  return worker.change({ key, authorizationId }, next);
}
