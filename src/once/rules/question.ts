/** What a person is asked about the balance of a key's authorization. */

import type { OnceRecord } from "../record.js";
import { isUnfinished } from "./authorization.js";
import { isSumCertain, isTooMuch, type Keys, type Shown, sumsOf } from "./shown.js";
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
  const { transactionId, orderId } = keys.own.request;
  const authorization = `authorization ${transactionId}${orderId === undefined ? "" : ` of order ${orderId}`}`;
  return isSumCertain(keys) ? figuresQuestion(keys, authorization) : transactionsQuestion(keys, authorization);
}

function figuresQuestion(keys: Keys, authorization: string): string {
  const { currencyCode } = keys.own.request;
  const { without, withThis } = sumsOf(keys);
  const tooMuch = `With this key, ${withThis} of ${factsFor(keys).authorizedAmount} ${currencyCode} would be captured: its amount is probably too large. `;
  const correction = isTooMuch(keys) ? ": correct its amount" : "";
  const sentences: Readonly<Record<Shown, string>> = {
    captured: `If ${withThis} ${currencyCode} is finalized and nothing is pending, the capture was made.`,
    not_captured: `If ${without} ${currencyCode} is finalized and nothing is pending, the capture was not made${correction}.`,
    pending: "If something is pending, look again later.",
    other:
      "In any other case, somebody else captured too, or this capture was made twice: find out which before you decide.",
  };
  const cases = casesOf(keys).map((shown, index) => ` (${index + 1}) ${sentences[shown]}`);
  return (
    (isTooMuch(keys) ? tooMuch : "") +
    `Look up the finalized and the pending amount of ${authorization} in the back office; add what was refunded to the finalized amount.${waitOf(keys.own)}` +
    cases.join("") +
    ` (${cases.length + 1}) If the back office does not know the authorization, the request names a wrong one: correct it, with a balance of 0 and 0.`
  );
}

/** The sum of the other keys proves nothing, so that no figures decide. */
function transactionsQuestion({ own, others }: Keys, authorization: string): string {
  const { totalAmount, currencyCode } = own.request;
  const ahead = others.find(isUnfinished);
  const why = ahead === undefined ? "a person decided about another key of it" : `${ahead.key} of it is not finished`;
  return (
    `Look up the transactions of ${authorization} in the back office: its sums prove nothing, because ${why}.${waitOf(own)}` +
    ` If a capture of ${totalAmount} ${currencyCode} is there that no other key has, decide captured, with its transactionId.` +
    " If there is none and nothing is pending, decide not_captured, with the balance that you see." +
    " In any other case, find out first what was captured."
  );
}

function waitOf({ mayBeCaptured, mayArriveUntil }: OnceRecord): string {
  const until = new Date(mayArriveUntil).toISOString();
  return mayBeCaptured ? ` Do this after ${until}: until then, the request may still arrive.` : "";
}
