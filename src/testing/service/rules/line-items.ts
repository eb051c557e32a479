import { add, compare } from "./amounts.js";
import type { PlainObject } from "./received-values.js";
import { type FakeFieldError, fieldError } from "./status-catalogue.js";

/** A line item in the fake's state. */
export interface FakeLineItem extends PlainObject {
  readonly totalLineAmount: string;
}

/** Line items must add up to the total that they stand for, unless there are none. */
export function sumError(lineItems: readonly FakeLineItem[], totalAmount: string): FakeFieldError | undefined {
  const sum = lineItems.map((line) => line.totalLineAmount).reduce(add, "0");
  if (lineItems.length === 0 || compare(sum, totalAmount) === 0) return undefined;
  return fieldError("INVALID_SUM", "totalAmount", `must equal the sum of the line items, ${sum}`);
}
