import { add, compare, subtract, zero } from "./amounts.js";
import type { Waived } from "./currencies.js";
import { fieldOf, type ReceivedFields } from "./received-values.js";
import { fieldError } from "./status-catalogue.js";

/** A line item in the fake's state. */
export interface FakeLineItem extends ReceivedFields {
  /** Undefined only in a fake that waives `lineTotals`. */
  readonly totalLineAmount: string | undefined;
}

/**
 * A line item of a finalization must be one of the order's: with the same id, or the same article number if it has no
 * id. A line item with neither cannot be compared. With what was finalized before, it must not exceed its amount.
 *
 * @param earlier - The line items of the order's finalizations until now.
 */
export function lineError(
  lineItems: readonly FakeLineItem[],
  ordered: readonly FakeLineItem[],
  earlier: readonly FakeLineItem[],
) {
  const lines = identified(lineItems);
  const stranger = lines.find(({ isSame }) => !ordered.some(isSame));
  if (stranger) return fieldError("Predicate", stranger.field, "is on no line of the order");
  for (const { field, isSame } of lines) {
    const whole = sumOf(ordered.filter(isSame));
    const before = sumOf(earlier.filter(isSame));
    const now = sumOf(lineItems.filter(isSame));
    const left = subtract(whole, before);
    const isDiscount = compare(whole, zero) < 0;
    const isExceeded = isDiscount ? compare(now, left) < 0 : compare(now, left) > 0;
    if (earlier.some(isSame) && isExceeded) {
      return fieldError("Predicate", field, `was finalized before, ${before} of its ${whole}`);
    }
  }
  return undefined;
}

/** The line items that have an id or an article number, with the name of that field, and how to find the same ones. */
function identified(lineItems: readonly FakeLineItem[]) {
  return lineItems.flatMap((line, index) => {
    const name = ["id", "articleNumber"].find((each) => fieldOf(line, each) !== undefined);
    if (name === undefined) return [];
    const identityOf = (each: FakeLineItem) => String(fieldOf(each, name));
    const field = `lineItems[${index}].${name === "id" ? "Id" : "ArticleNumber"}`;
    return [{ field, isSame: (other: FakeLineItem) => identityOf(other) === identityOf(line) }];
  });
}

const sumOf = (lineItems: readonly FakeLineItem[]) =>
  lineItems.reduce((total, { totalLineAmount }) => add(total, totalLineAmount ?? zero), zero);

/** Line items must add up to the total, unless there are none. */
export function sumError(lineItems: readonly FakeLineItem[], totalAmount: string, waived: Waived) {
  const sum = sumOf(lineItems);
  if (waived.has("lineTotals") || lineItems.length === 0 || compare(sum, totalAmount) === 0) return undefined;
  return fieldError("Predicate", "totalAmount", `must equal the sum of the line items, ${sum}`);
}
