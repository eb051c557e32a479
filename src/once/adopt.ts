import { Exact } from "../model/amount.js";
import { isUnfinished, sameFacts, trustedFacts } from "./authorization.js";
import type { OnceByPerson } from "./decisions.js";
import { demand } from "./errors.js";
import type { Fields } from "./input.js";
import type { OnceRecord } from "./record.js";
import type { OnceAuthorization } from "./request.js";
import type { OnceKnown } from "./store.js";
import { type Asked, fresh, moved, noted, pauseAfter, type Terms } from "./transition.js";

/** A capture that was made before the store existed. */
export interface OnceAdoption extends OnceByPerson {
  readonly authorization: OnceAuthorization;
  /** The capture's own transaction, and its settlement batch. */
  readonly transactionId?: string | null | undefined;
  readonly batchId?: string | null | undefined;
  /** Whether the merchant's books have it. Otherwise the sweep books it. */
  readonly isBooked: boolean;
  /** When it was captured. */
  readonly at: Date;
}

export const ADOPTION_FIELDS: Readonly<Record<keyof OnceAdoption, Fields[string]>> = {
  by: "text",
  why: "text",
  authorization: "object",
  transactionId: "text",
  batchId: "text",
  isBooked: "boolean",
  at: "date",
};

/** Enters a capture that was made before the store existed. @throws OnceDecisionError */
export function adopted(
  { own, now, others }: OnceKnown,
  asked: Asked,
  adoption: OnceAdoption,
  token: string,
  terms: Terms,
): OnceRecord {
  if (own?.lastToken === token) return own;
  const { by, why, isBooked, at } = adoption;
  const [transactionId, batchId] = [adoption.transactionId ?? undefined, adoption.batchId ?? undefined];
  const { key, request } = asked;
  demand(by && why, "say by whom and why");
  demand(own === undefined, `${key} exists: decide about it instead`);
  demand(at?.getTime() <= now, "at must be the Date when it was captured");
  demand(isBooked !== undefined && isBooked !== null, "say with isBooked whether it is in your books");
  const isSameCapture = ({ finalization }: OnceRecord) => finalization.transactionId === transactionId;
  const same = transactionId === undefined ? undefined : others.find(isSameCapture);
  demand(same === undefined, `${key}: ${same?.key} is the capture ${transactionId}`);
  const isSameAmount = (each: OnceRecord) =>
    isUnfinished(each) && new Exact(each.request.totalAmount).eq(request.totalAmount);
  const open = others.find(isSameAmount);
  demand(
    open === undefined,
    `${key}: ${open?.key} of the same amount is not finished, and may be this capture: decide it first`,
  );
  const facts = trustedFacts(others);
  demand(
    facts === undefined || sameFacts(facts, request),
    `${key}: its facts differ from those of its authorization's other keys`,
  );
  const flags = { isFromPerson: true, isSent: true, isBooked, finalization: { transactionId, batchId } };
  const entered = noted({ ...fresh(asked, now), ...flags }, { at: now, by, why });
  const dueAt = isBooked ? undefined : now + pauseAfter(0, terms); // the sweep books it
  return { ...moved(entered, "captured", now, { dueAt }), stateSince: at.getTime() };
}
