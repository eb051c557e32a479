import type { OnceSnapshot } from "../entry.js";
import { demand } from "../errors.js";
import type { KnownRecords, OnceRecord, RequestOfKey } from "../record.js";
import { factsOf, sameFacts } from "./authorization.js";
import { asSeen } from "./decide.js";
import { DIFFERENT_FACTS, type OnceAuthorization } from "./request.js";
import { moved, replaced } from "./transition.js";

/** Who corrects a request and why, with the facts of the new request's authorization. */
export interface OnceCorrection {
  readonly by: string;
  readonly why: string;
  readonly authorization: OnceAuthorization;
}

/** Replaces the request of a key that cannot be captured. @throws OnceDecisionError if the correction is refused. */
export function corrected(
  known: KnownRecords,
  seen: Pick<OnceSnapshot, "key" | "version" | "seenAt">,
  given: RequestOfKey,
  { by, why }: Pick<OnceCorrection, "by" | "why">,
): OnceRecord {
  const { now, others } = known;
  const own = asSeen(known, seen);
  const { key, state, mayBeCaptured, token, isErased, authorizationId } = own;
  demand(!isErased, `${key} is erased: it cannot be corrected any more`);
  demand(token === undefined, `${key} is held by a worker: take a new snapshot when it is done`);
  const decideFirst = `${key} is ${state} and may be captured: look up what became of it, and decide that first`;
  demand(!mayBeCaptured && state !== "captured", decideFirst);
  const facts = given.authorizationId === authorizationId ? factsOf(others) : undefined;
  demand(facts === undefined || sameFacts(facts, given.request), `${key}: ${DIFFERENT_FACTS}`);
  const next = replaced(own, given, { at: now, as: "corrected", by, why });
  return moved({ ...next, reason: `corrected by ${by}: ${why}` }, "queued", now, { isMarked: true, dueAt: now });
}
