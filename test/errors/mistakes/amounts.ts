/** Mistakes in amounts. No amount is ever rounded or guessed. */
import { Decimal, exactNumber, fromMinorUnits, lineItem, orderTotal } from "merchant-payments";
import { clientResponding, finalization, order } from "../../support/client.js";
import type { Mistake } from "./mistake.js";

const { payments } = clientResponding("");
const line = { name: "Tea", quantity: "3", unitAmountExcludingTax: "19.99", taxPercent: "12" };

const finalizing = (totalAmount: unknown) => () =>
  payments.finalize({ ...finalization, totalAmount: totalAmount as string });
const inYen = () => payments.createOrder({ ...order, totalAmount: "125.50", currencyCode: "JPY" });

export const amountMistakes: readonly Mistake[] = [
  [
    "minor units as a bigint",
    finalizing(12_500n),
    "finalize: nothing was sent, the input has a fault:\n  - totalAmount must be decimal text, a number or a Decimal, not a bigint: if it counts minor units, convert it with fromMinorUnits(value, decimals)",
  ],
  [
    "a sum of numbers",
    finalizing(0.1 + 0.2),
    'finalize: nothing was sent, the input has a fault:\n  - totalAmount must be exact, and this number is not: compute it with Decimal from the first step, or give decimal text like "125.00"; converting the number keeps its error',
  ],
  [
    "a number that is none",
    finalizing(Number("125,00")),
    "finalize: nothing was sent, the input has a fault:\n  - totalAmount must be finite: JSON has no NaN and no Infinity",
  ],
  [
    "a comma instead of the point",
    finalizing("125,00"),
    'finalize: nothing was sent, the input has a fault:\n  - totalAmount must be decimal text like "125.00": digits and one point only, without leading zeros',
  ],
  [
    "blanks between the thousands",
    finalizing("1 250.00"),
    'finalize: nothing was sent, the input has a fault:\n  - totalAmount must be decimal text like "125.00": digits and one point only, without leading zeros',
  ],
  [
    "the currency in the amount",
    finalizing("125.00 SEK"),
    'finalize: nothing was sent, the input has a fault:\n  - totalAmount must be decimal text like "125.00": digits and one point only, without leading zeros',
  ],
  [
    "empty text from a form",
    finalizing(""),
    'finalize: nothing was sent, the input has a fault:\n  - totalAmount must be decimal text like "125.00": digits and one point only, without leading zeros',
  ],
  [
    "no amount, because a column was null",
    finalizing(null),
    'finalize: nothing was sent, the input has a fault:\n  - totalAmount is required: add it, as decimal text like "125.00"',
  ],
  [
    "an object with amount and currency",
    finalizing({ amount: "125.00", currency: "SEK" }),
    'finalize: nothing was sent, the input has a fault:\n  - totalAmount must be an amount: decimal text like "125.00", a number or a Decimal',
  ],
  [
    "a Decimal of NaN",
    finalizing(new Decimal(Number.NaN)),
    "finalize: nothing was sent, the input has a fault:\n  - totalAmount must be a finite Decimal of at most 40 digits",
  ],
  [
    "an amount of zero",
    finalizing("0.00"),
    `finalize: nothing was sent, the input has a fault:\n  - totalAmount must be greater than 0: the amount that is to be paid or captured (if the service accepts this, waive: ["positiveTotal"] turns the rule off)`,
  ],
  [
    "a negative amount, for a refund",
    finalizing("-125.00"),
    "finalize: nothing was sent, the input has a fault:\n  - totalAmount must be greater than 0: the amount that is to be paid or captured",
  ],
  [
    "three decimals, after a division",
    finalizing("41.667"),
    `finalize: nothing was sent, the input has a fault:\n  - totalAmount must have at most 2 decimals: round it, or give options.authorization.currencyCode if the currency has 3 (if the service accepts this, waive: ["amountDecimals"] turns the rule off)`,
  ],
  [
    "decimals in yen",
    inYen,
    `createOrder: nothing was sent, the input has a fault:\n  - totalAmount must have no decimals in JPY: round it (if the service accepts this, waive: ["amountDecimals"] turns the rule off)`,
  ],
  [
    "minor units without the number of decimals",
    () => fromMinorUnits(12_500n, undefined as never),
    "fromMinorUnits: decimals must be 0 to 20: 2 where 12500 means 125.00, 0 where it means 12500",
  ],
  [
    "minor units with a fraction",
    () => fromMinorUnits(125.5, 2),
    "fromMinorUnits: units must be a whole number: a bigint, text, or a number up to 2^53 - 1",
  ],
  [
    "a line without a rounding",
    () => lineItem(line, undefined as never),
    "lineItem: rounding must be one of decimal.js's modes, Decimal.ROUND_HALF_UP for instance",
  ],
  [
    "a line's quantity in words",
    () => lineItem({ ...line, quantity: "three" }, { rounding: 4, decimals: 2 }),
    'quantity must be decimal text like "125.00": digits and one point only, without leading zeros',
  ],
  [
    "the total of lines that have no totals",
    () => orderTotal([line as never]),
    'lineItems[0].totalLineAmount is required: add it, as decimal text like "125.00"',
  ],
  [
    "an exact number of something else",
    () => exactNumber("125 SEK"),
    'exactNumber: it must be decimal text like "125.00": digits and one point only, without leading zeros',
  ],
];
