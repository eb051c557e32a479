/** What a look-up has read of a key's authorization: evidence for a person, and never a verdict. */

import { Exact, scaleOf, sumOf } from "../../model/amount.js";
import { isFinalizedOnce } from "../../model/payment-method.js";
import type { OnceLookedUp } from "../entry.js";
import type { OnceRecord } from "../record.js";
import { caseNumber } from "./question.js";
import { sameEffect } from "./same.js";
import { type Figures, isTooMuch, type Keys, shownBy } from "./shown.js";
import { factsFor, type Terms } from "./transition.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What a look-up reads may be as old. */
const LAG_MS = 5 * MINUTE;

/** When the balance of a key is read next; undefined if it is not read. */
export function lookUpAt(record: OnceRecord): number | undefined {
  const { state, waitsFor, mayBeCaptured, isErased, stateSince, lastSentAt = 0, lookUpTriedAt } = record;
  const isRead = mayBeCaptured && !isErased && state !== "captured" && (waitsFor === "person" || state === "pending");
  if (!isRead) return undefined;
  return lookUpTriedAt === undefined ? Math.max(stateSince, lastSentAt) + MINUTE : lookUpTriedAt + HOUR;
}

/**
 * The record with what was read; undefined if the key was sent again or changed while it was read.
 *
 * @param earlier - The record before the reading began, at the time `at`.
 * @param read - Undefined if the reading failed.
 */
export function withLookUp(
  own: OnceRecord,
  earlier: OnceRecord,
  read: Figures | undefined,
  at: number,
): OnceRecord | undefined {
  const isUnsent = own.attempts === earlier.attempts && own.lastSentAt === earlier.lastSentAt;
  const isSamePlace = own.authorizationId === earlier.authorizationId && own.factsAt === earlier.factsAt;
  if (!isUnsent || !isSamePlace || !sameEffect(own.request, earlier.request) || lookUpAt(own) === undefined) {
    return undefined;
  }
  const tried = { ...own, lookUpTriedAt: at };
  if (read === undefined) return tried;
  const { lookedUp: last, mayArriveUntil } = own;
  // Equal figures from before an attempt has surely arrived say nothing about it.
  const isSameAgain = last !== undefined && last.since > mayArriveUntil + LAG_MS && areEqual(last, read);
  return { ...tried, lookedUp: { ...read, since: isSameAgain ? last.since : at, at } };
}

const areEqual = (a: Figures, b: Figures) =>
  new Exact(a.finalized).eq(b.finalized) && new Exact(a.pending).eq(b.pending);

/** What the look-up has shown, as a part of the question; empty if nothing was read. */
export function lookUpSentence(keys: Keys): string {
  const { lookedUp, request } = keys.own;
  if (lookedUp === undefined) return "";
  const { finalized, pending, since, at } = lookedUp;
  const { totalAmount, currencyCode } = request;
  const shown = (figure: string) => `${sumOf([figure, new Exact(0).toFixed(scaleOf(totalAmount))])} ${currencyCode}`;
  const left = new Exact(pending).isZero() ? "nothing" : shown(pending);
  const [from, to] = [since, at].map((time) => new Date(time).toISOString());
  const found = shownBy(keys, lookedUp);
  const which = found === undefined ? "" : `: if nothing was refunded, this is case (${caseNumber(keys, found)})`;
  return ` The look-up has shown ${shown(finalized)} finalized and ${left} pending from ${from} to ${to}${which}.`;
}

/** Why a look-up does not support a decision; undefined if it does. */
export function faultOfLookUp(
  keys: Keys,
  given: OnceLookedUp,
  as: "captured" | "not_captured",
  { personAfterMs }: Pick<Terms, "personAfterMs">,
): string | undefined {
  const { lookedUp, mayArriveUntil } = keys.own;
  if (lookedUp === undefined || !isDeepEqual(lookedUp, given)) {
    return "the look-up has changed since this snapshot: take a new one";
  }
  const found = shownBy(keys, given);
  if (found === undefined) {
    return "a look-up decides nothing here, because another key of the authorization is unfinished or was decided by a person: look up its transactions in the back office";
  }
  const isShown = as === "captured" ? found === "captured" && !isTooMuch(keys) : found === "not_captured";
  if (!isShown)
    return `the look-up does not show that it is ${as}: it is case (${caseNumber(keys, found)}) of its advice`;
  if (as === "captured") return undefined;
  const span = isFinalizedOnce(factsFor(keys).paymentMethod) ? LAG_MS : personAfterMs;
  const { since, at } = given;
  if (since > mayArriveUntil + LAG_MS && at - since >= span) return undefined;
  const from = new Date(mayArriveUntil + LAG_MS).toISOString();
  return `the look-up has not shown these figures for long enough: the first of the equal reads must come after ${from}, and the last one ${span / MINUTE} minutes later`;
}

const isDeepEqual = (a: OnceLookedUp, b: OnceLookedUp) =>
  a.finalized === b.finalized && a.pending === b.pending && a.since === b.since && a.at === b.at;
