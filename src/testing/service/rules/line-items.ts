import { add, compare } from "./amounts.js";
import { fieldOf, type ReceivedFields } from "./received-values.js";
import { fieldError } from "./status-catalogue.js";
import type { Waived } from "./waived.js";

/** A line item in the fake's state. */
export interface FakeLineItem extends ReceivedFields {
  /** Undefined only in a fake that waives `lineTotals`. */
  readonly totalLineAmount: string | undefined;
}

/**
 * A line item of a finalization must be one of the order's: with the same id, or the same article number if it has no
 * id. A line item with neither cannot be compared.
 */
export function strangerError(lineItems: readonly FakeLineItem[], ordered: readonly FakeLineItem[]) {
  for (const [index, line] of lineItems.entries()) {
    const name = ["id", "articleNumber"].find((each) => fieldOf(line, each) !== undefined);
    if (name === undefined) continue;
    const value = String(fieldOf(line, name));
    if (ordered.some((other) => String(fieldOf(other, name)) === value)) continue;
    const field = `lineItems[${index}].${name === "id" ? "Id" : "ArticleNumber"}`;
    return fieldError("Predicate", field, "is on no line of the order");
  }
  return undefined;
}

/** Line items must add up to the total, unless there are none. */
export function sumError(lineItems: readonly FakeLineItem[], totalAmount: string, waived: Waived) {
  const sum = lineItems.reduce((total, line) => add(total, line.totalLineAmount ?? "0"), "0");
  if (waived.has("lineTotals") || lineItems.length === 0 || compare(sum, totalAmount) === 0) return undefined;
  return fieldError("Predicate", "totalAmount", `must equal the sum of the line items, ${sum}`);
}
