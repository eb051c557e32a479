/** What a person is asked about the balance of a key's authorization. */

import { Exact } from "../../model/amount.js";
import type { OnceRecord } from "../record.js";
import { isUnfinished } from "./authorization.js";
import { isSumCertain, isTooMuch, type Keys, leftBelowAmount, type Shown, sumsOf } from "./shown.js";
import { factsFor } from "./transition.js";

/** The cases of the question, in its order. A capture of more than was authorized is none of them. */
const casesOf = (keys: Keys): readonly Shown[] =>
  isTooMuch(keys) ? ["not_captured", "pending", "other"] : ["captured", "not_captured", "pending", "other"];

/** The number of a case in the question. */
export function caseNumber(keys: Keys, shown: Shown): number {
  const cases = casesOf(keys);
  return (cases.includes(shown) ? cases.indexOf(shown) : cases.indexOf("other")) + 1;
}

export function balanceQuestion(keys: Keys): string {
  const { transactionId, orderId, currencyCode } = keys.own.request;
  const authorization = `authorization ${transactionId}${orderId === undefined ? "" : ` of order ${orderId}`}`;
  const { withThis } = sumsOf(keys);
  const tooMuch = `With this key, ${withThis} of ${factsFor(keys).authorizedAmount} ${currencyCode} would be captured: its amount is probably too large. `;
  const question = isSumCertain(keys) ? figuresQuestion : transactionsQuestion;
  return (isTooMuch(keys) ? tooMuch : "") + question(keys, authorization);
}

function figuresQuestion(keys: Keys, authorization: string): string {
  const { currencyCode } = keys.own.request;
  const { without, withThis } = sumsOf(keys);
  const correction = correctionOf(keys);
  const unless = isTooMuch(keys) ? ", unless the service accepts more than was authorized" : "";
  const sentences: Readonly<Record<Shown, string>> = {
    captured: `If ${withThis} ${currencyCode} is finalized and nothing is pending, the capture was made.`,
    not_captured: `If ${without} ${currencyCode} is finalized and nothing is pending, the capture was not made${correction && `: ${correction}`}.`,
    pending: "If something is pending, look again later.",
    other: `In any other case, somebody else captured too, or this capture was made twice${unless}: find out which before you decide.`,
  };
  const cases = casesOf(keys).map((shown, index) => ` (${index + 1}) ${sentences[shown]}`);
  return (
    `Look up the finalized and the pending amount of ${authorization} in the back office; add what was refunded to the finalized amount, unless it was captured by mistake.${waitOf(keys.own)}` +
    cases.join("") +
    ` (${cases.length + 1}) If the back office does not know the authorization, the request names a wrong one: correct it, with a balance of 0 and 0.`
  );
}

/** The sum of the other keys proves nothing, so that no figures decide. */
function transactionsQuestion(keys: Keys, authorization: string): string {
  const { own, others } = keys;
  const { totalAmount, currencyCode } = own.request;
  const ahead = others.find(isUnfinished);
  const why = ahead === undefined ? "a person decided about another key of it" : `${ahead.key} of it is not finished`;
  const balance = isTooMuch(keys) ? " and the balance" : "";
  const once = ahead === undefined ? "" : ` once ${ahead.key} is closed`;
  const isNoneCaptured = new Exact(sumsOf(keys).without).isZero();
  const onceDenied = isNoneCaptured ? once : " once the captured keys that name it are decided not_captured";
  const correction = correctionOf(keys);
  return (
    `Look up the transactions of ${authorization} in the back office: its sums prove nothing, because ${why}.${waitOf(own)}` +
    ` If a capture of ${totalAmount} ${currencyCode} is there that no other key has, decide captured, with its transactionId${balance}.` +
    ` If there is none and nothing is pending, ${correction && `${correction}${once}, or `}decide not_captured, with the balance that you see.` +
    ` If the back office does not know the authorization, the request names a wrong one: correct it${onceDenied}, with a balance of 0 and 0.` +
    " In any other case, find out first what was captured."
  );
}

/** What to do about an amount that was too large to be captured; empty if it was not. */
function correctionOf(keys: Keys): string {
  const left = leftBelowAmount(keys);
  if (isTooMuch(keys) || left === undefined) return isTooMuch(keys) ? "correct its amount" : "";
  return `correct its amount, because only ${left} ${keys.own.request.currencyCode} is left`;
}

function waitOf({ mayBeCaptured, mayArriveUntil }: OnceRecord): string {
  const until = new Date(mayArriveUntil).toISOString();
  return mayBeCaptured ? ` Do this after ${until}: until then, the request may still arrive.` : "";
}
