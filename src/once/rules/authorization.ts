/** Facts and sums over the keys of one authorization. */

import { Exact, sumOf } from "../../model/amount.js";
import { lettersOf } from "../../model/currency.js";
import { isFinalizedOnce } from "../../model/payment-method.js";
import type { OnceHistoryEntry, StoredFacts, StoredFinalization, StoredRequest } from "../entry.js";
import type { OnceRecord } from "../record.js";

/** Whether the next key of the same authorization has to wait for this one. */
export function isUnfinished({ state, mayBeCaptured }: OnceRecord): boolean {
  if (state === "retryable" || state === "blocked") return mayBeCaptured;
  return ["sending", "unknown", "pending", "parked", "conflict"].includes(state);
}

/** Whether the key's facts count for its authorization. An unsent key may name somebody else's transaction. */
export const isTrusted = ({ state, mayBeCaptured, isSent }: OnceRecord) =>
  state === "sending" || state === "captured" || (mayBeCaptured && isSent);

/** The authorization's facts: the newest if a correction made them differ; undefined if no key is trusted. */
export function trustedFacts(records: readonly OnceRecord[]): StoredFacts | undefined {
  const [newest] = records.filter(isTrusted).sort((one, other) => other.factsAt - one.factsAt);
  return newest?.request;
}

export function sameFacts(one: StoredFacts, other: StoredFacts): boolean {
  const isSameAmount = new Exact(one.authorizedAmount).eq(other.authorizedAmount);
  const isSameCurrency = lettersOf(one.currencyCode) === lettersOf(other.currencyCode);
  return one.paymentMethod === other.paymentMethod && isSameAmount && isSameCurrency;
}

/**
 * The sum that the other keys have captured. A key in `conflict` counts as captured. A person's decision in the sum, or a
 * balance that differed from it, makes it uncertain.
 */
export function capturedBy(others: readonly OnceRecord[]) {
  const captured = others.filter(({ state }) => state === "captured" || state === "conflict");
  const finalizedBefore = sumOf(captured.map(({ request }) => request.totalAmount));
  const isFinalizedBeforeCertain = !captured.some(isDecided) && !others.some(hasDiffered);
  return { finalizedBefore, isFinalizedBeforeCertain };
}

/** Whether a person has decided about the key. `sendBlocked` decides nothing about it, but that it may be sent. */
function isDecided({ history, lastSentAt = -1 }: OnceRecord): boolean {
  const isSendBlocked = ({ state, at, balance, request }: OnceHistoryEntry) =>
    state === "blocked" && at <= lastSentAt && balance === undefined && request === undefined;
  return history.some((each) => each.by !== undefined && !isSendBlocked(each));
}

/** Whether a person, and not the service, said that the key was captured. */
export function isCapturedByPerson({ state, history, lastSentAt = -1 }: OnceRecord): boolean {
  const decided = history.filter(({ by, at }) => by !== undefined && at > lastSentAt);
  return state === "captured" && decided.some((each) => each.state !== "captured");
}

/** Whether a person's balance has differed since the key belongs to this authorization. */
export function hasDiffered({ history, request }: OnceRecord): boolean {
  const isOfAnother = (past?: StoredRequest) => past !== undefined && past.transactionId !== request.transactionId;
  const since = history.findLastIndex((each) => isOfAnother(each.request)) + 1;
  return history.slice(since).some(({ balance }) => balance?.differs !== undefined);
}

/** Text without blanks around it; undefined if there is none. */
export const trimmed = (text: string | null | undefined) => text?.trim() || undefined;

/** The id of the key's own capture. Some services repeat the id of the authorization, which identifies no capture. */
export function captureIdOf({ request, finalization }: CaptureOfRecord): string | undefined {
  const transactionId = trimmed(finalization.transactionId);
  return transactionId === request.transactionId ? undefined : transactionId;
}

/** The other key that is captured, or may be, as the same capture. A closed key may keep an id by mistake. */
export function sameCaptureOf(own: CaptureOfRecord, others: readonly OnceRecord[]): OnceRecord | undefined {
  const captureId = captureIdOf(own);
  if (captureId === undefined) return undefined;
  return others.find((each) => (each.state === "captured" || isUnfinished(each)) && captureIdOf(each) === captureId);
}

interface CaptureOfRecord {
  readonly request: Pick<StoredRequest, "transactionId">;
  readonly finalization: Pick<StoredFinalization, "transactionId">;
}

/** Whether the other keys' sum is still that of this key's reservation: its balance is compared with that sum. */
export function isUndisturbed(own: OnceRecord, others: readonly OnceRecord[]): boolean {
  return new Exact(capturedBy(others).finalizedBefore).eq(own.finalizedBefore);
}

/** The key after which nothing is left to capture, if only the service's own responses say so. */
export function capturedInFullBy(others: readonly OnceRecord[], { paymentMethod }: StoredFacts) {
  if (!capturedBy(others).isFinalizedBeforeCertain) return undefined;
  const isLast = ({ state, finalization: { transactionId, canFinalizeAgain } }: OnceRecord) =>
    state === "captured" &&
    transactionId !== undefined &&
    (isFinalizedOnce(paymentMethod) || canFinalizeAgain === false);
  return others.find(isLast);
}

/** Says why nothing more can be captured once this key has captured. */
export function whyNoMore({ key, request }: OnceRecord, { paymentMethod }: StoredFacts): string {
  const captured = `${key} has captured ${request.totalAmount} of this authorization`;
  if (paymentMethod === "card") return `${captured}, and a card is captured once`;
  if (isFinalizedOnce(paymentMethod)) return `${captured}, and what ${paymentMethod} pays is captured in full only`;
  return `${captured}, and the service accepts no further capture`;
}

/** Whether a response showed more money on the authorization than the facts say: sending it again could then capture twice. */
export function isMoreShown(records: readonly OnceRecord[], { authorizedAmount }: StoredFacts): boolean {
  const responses = records.flatMap(({ finalization, history }) => {
    return [finalization, ...history.map(({ late }) => late?.finalization ?? {})];
  });
  return responses.some(({ totalAmountFinalized, totalAmountPendingFinalization, amountRemainingForFinalize }) => {
    const shown = [totalAmountFinalized, totalAmountPendingFinalization, amountRemainingForFinalize];
    return new Exact(sumOf(shown.filter((figure) => figure !== undefined))).gt(authorizedAmount);
  });
}
