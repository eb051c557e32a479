import { type Amount, amountText } from "../../model/amount.js";
import { jsonNumber } from "../../wire/json.js";

/** A number with all its digits, which goes into a JSON body as it is: `exactNumber("125.00")` makes one. */
export interface ExactNumber {
  readonly rawJSON: string;
}

/**
 * Makes decimal text, a Decimal or a number an exact JSON number, its scale kept: for a schema's `transform`.
 *
 * @throws TypeError when it is no amount.
 */
export const exactNumber = (amount: Amount): ExactNumber => jsonNumber(amountText(amount, "exactNumber: it"));
