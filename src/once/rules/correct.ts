/** A person's correction of a key's request, or of its facts. Pure functions over a record. */

import { object } from "../../model/is.js";
import type { OnceLookedUp } from "../entry.js";
import { demand } from "../errors.js";
import type { KnownRecords, OnceRecord, RequestOfKey } from "../record.js";
import { sameFacts, trustedFacts } from "./authorization.js";
import { demandNotYetCaptured, type OnceBalance, readBalance } from "./balance.js";
import { asSeen, demandNothingArrives, type OnceByPerson, type OnceVersion, SIGNED } from "./decisions.js";
import type { OnceAuthorization } from "./request.js";
import { sameWords } from "./same.js";
import { moved, replaced, type Terms } from "./transition.js";

export const CORRECTION_FIELDS = { ...SIGNED, authorization: object() };

/** Who corrects a request and why, and what is known of its authorization. */
export interface OnceCorrection extends OnceByPerson {
  /** The facts of the new request's authorization. */
  readonly authorization: OnceAuthorization;
  /**
   * The balance of the old request's authorization. Required if the key's `mayBeCaptured` is true, unless only the facts
   * change.
   */
  readonly balance?: OnceBalance | OnceLookedUp | null | undefined;
}

/** Replaces a key's request, or corrects its facts. @throws OnceDecisionError if the correction is invalid. */
export function corrected(
  { own, now, others }: KnownRecords,
  seen: OnceVersion,
  correction: OnceCorrection,
  given: RequestOfKey,
  terms: Pick<Terms, "personAfterMs">,
): OnceRecord {
  const { by, why } = correction;
  const balance = readBalance(correction.balance);
  const current = asSeen(own, seen, correction);
  const { key, state, mayBeCaptured, request } = current;
  demand(!current.isErased, `${key} is erased: it cannot be corrected any more`);
  demand(current.token === undefined, `${key} is held by a worker: take a new snapshot when the worker is done`);
  const decision = { decidedAt: now, dueAt: now, reason: `corrected by ${by}: ${why}` };
  const next = replaced(current, given, { at: now, by, why, balance: balance?.kept });
  const demandBalance = () => demandNotYetCaptured({ own: current, others }, balance, terms);
  const isFactsAlone = sameWords(request, given.request) && !sameFacts(request, given.request);
  const other = others.find((each) => each.state === "sending" || each.state === "captured" || each.mayBeCaptured);
  if (isFactsAlone && other === undefined) {
    const { isSent, repeats, rejections, finalization, response, reason } = current;
    const same = { ...next, isSent, repeats, rejections, finalization, response, reason };
    const undecided = `${key}: a correction of the facts alone decides nothing about the money: leave out balance`;
    demand(balance === undefined || isSendable(current), undecided);
    if (!isSendable(current)) return same;
    if (balance !== undefined) demandBalance();
    return moved(same, "retryable", now, decision);
  }
  const isAgreed = !isFactsAlone || sameFacts(given.request, trustedFacts(others) ?? given.request);
  const otherFacts = `${key}: its paymentMethod, authorizedAmount and currencyCode must be those of ${other?.key}, of the same authorization. If those are wrong, correct ${other?.key} first`;
  demand(isAgreed, otherFacts);
  const notNow = `${key} is ${state}, so that its request cannot be corrected: look up what became of it, and decide that first`;
  demand(state !== "pending" && state !== "captured", notNow);
  demandNothingArrives(current, seen, now);
  if (mayBeCaptured || balance !== undefined) demandBalance();
  return moved(next, "retryable", now, decision);
}

const isSendable = ({ state, mayBeCaptured }: OnceRecord) =>
  !mayBeCaptured && ["blocked", "retryable", "rejected", "not_captured", "parked"].includes(state);
