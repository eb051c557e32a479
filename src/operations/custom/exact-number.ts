import { type Amount, amountText } from "../../model/amount.js";
import { jsonNumber } from "../../wire/json.js";

/** A number that a JSON body keeps with all its digits. `exactNumber("125.00")` makes one. */
export interface ExactNumber {
  readonly rawJSON: string;
}

/**
 * Turns decimal text or a Decimal into an exact JSON number and keeps its scale. Use it in a schema's `transform`.
 *
 * @throws TypeError if it is not an amount.
 */
export const exactNumber = (amount: Amount): ExactNumber => jsonNumber(amountText(amount, "exactNumber: it"));
