/**
 * Lists the rules that can be turned off. They are ours, but for what the contract says of some.
 *
 * They are checked, because breaking one is nearly always a mistake. To turn one off, name it in the client option
 * `waive`. The fake of the service takes the same names.
 *
 * - `amountDecimals`: A total has at most the decimals that ISO 4217 gives its currency. An unknown currency has 2.
 * - `positiveTotal`: A total is not zero. A negative one is always invalid.
 * - `purchaseReferenceLength` (contract): `purchaseReference` has exactly 30 characters. If waived, at most 30.
 * - `lineTotals` (contract; ours in a finalization): Each line item has a `totalLineAmount`, and these add up to the total.
 * - `lineTextLengths`: The texts of a line item are not too long.
 * - `uniqueLineIds`: No two line items have the same `id`.
 * - `partyLengths`: Names in `billTo` and `shipTo` are not too long.
 * - `countryCode`: A country code has 2 or 3 letters.
 * - `emailAddress`: An `emailAddress` looks like an email address.
 * - `salesLocation` (contract; ours for `other`): Only an order paid by card or `other` has a `salesLocationId`.
 */
export const assumptions = Object.freeze([
  "amountDecimals",
  "positiveTotal",
  "purchaseReferenceLength",
  "lineTotals",
  "lineTextLengths",
  "uniqueLineIds",
  "partyLengths",
  "countryCode",
  "emailAddress",
  "salesLocation",
] as const);

/** One of {@link assumptions}. */
export type Assumption = (typeof assumptions)[number];
