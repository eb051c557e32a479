/** What the back office must show, by the responses to the captures. */
import { Decimal } from "../../index.js";
import { amountIn } from "../amounts.js";
import type { CheckAuthorization } from "../options.js";
import { nameOf } from "./authorization-name.js";
import { type Balance, takenOf } from "./balance.js";

/** A capture that the service accepted, and what its response showed. */
export interface AcceptedCapture {
  readonly amount: string;
  readonly balance: Balance | undefined;
}

/** What the service accepted of an authorization, in turn. */
export interface Shown {
  readonly authorization: CheckAuthorization;
  readonly accepted: readonly AcceptedCapture[];
}

/** Says what the back office must show of an authorization. */
export function shownText({ authorization, accepted }: Shown): string {
  const { purpose, currencyCode } = authorization;
  const made = accepted.filter((_, index) => isAnother(accepted, index, purpose) === true).map(({ amount }) => amount);
  const perhaps = accepted.find((_, index) => isAnother(accepted, index, purpose) === undefined);
  const word = purpose === "full" ? "invoice" : "capture";
  const total = amountIn(currencyCode, Decimal.sum(0, ...made));
  const many = `${made.length} ${word}s, ${total} ${currencyCode} in all: ${made.join(", ")}`;
  const texts = [
    made.length === 0 ? `no ${word}` : made.length === 1 ? `one ${word} of ${total} ${currencyCode}` : many,
  ];
  if (perhaps !== undefined) texts.push(`perhaps another one of ${perhaps.amount}: write down how many`);
  const after = purpose === "refunded" ? " after your refund" : "";
  return `${nameOf(authorization)}: ${texts.join(", and ")}${after}`;
}

/** Whether a success is another capture by its figures; undefined if they do not show it. */
function isAnother(accepted: readonly AcceptedCapture[], index: number, purpose: CheckAuthorization["purpose"]) {
  const [before, after] = [accepted[index - 1], accepted[index]].map((each) => each?.balance);
  if (index === 0) return true;
  if (before === undefined || after === undefined) return undefined;
  if (takenOf(after).gt(takenOf(before))) return true;
  return purpose === "parts" ? undefined : false; // a part is no repeat of the one before
}
