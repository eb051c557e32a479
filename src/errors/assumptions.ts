/**
 * Lists the rules that can be turned off. Most are absent from the service's published contract.
 *
 * They are checked, because breaking one is nearly always a mistake. To turn one off, name it in the client option
 * `waive`. The fake of the service takes the same names.
 *
 * - `amountDecimals`: `totalAmount` has at most the decimals that ISO 4217 gives its currency: 2 for most, 0 for JPY,
 *   KRW and 15 others, 3 for KWD and 6 others, 4 for CLF and UYW. A currency that is not known has 2. Zeros beyond them
 *   are dropped.
 * - `positiveTotal`: `totalAmount` is not zero. A negative one is never accepted.
 * - `purchaseReferenceLength`: `purchaseReference` has exactly 30 characters. Waived: at most 30.
 * - `lineTotals`: every line has a `totalLineAmount`, and they add up to `totalAmount`.
 * - `lineTextLengths`: the texts of a line have the lengths that `LineItem` shows.
 * - `uniqueLineIds`: no two lines have the same `id`.
 * - `partyLengths`: the lengths of names in `billTo` and `shipTo`.
 * - `countryCode`: `countryCode` has 2 or 3 letters.
 * - `emailAddress`: `emailAddress` looks like one.
 * - `salesLocation`: `salesLocationId` is for card payments only.
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
