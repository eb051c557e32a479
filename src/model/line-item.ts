import * as z from "zod/mini";
import type { Amount } from "./amount.js";
import { amount, anyText, openObject, text } from "./schema.js";

/**
 * A purchased item, a discount or a fee. Further keys are passed through untouched.
 * Only the line's total is demanded, since the total of an order must equal the sum of its lines. The service's
 * contract shows none of the lengths: `assumedLimits: false` waives them.
 */
export interface LineItem {
  /** 1-50 characters, unique in the order. */
  readonly id?: string | undefined;
  /** 1-50 characters. */
  readonly articleNumber?: string | undefined;
  /** 1-255 characters; 50 for invoices. */
  readonly name?: string | undefined;
  /** 1-255 characters. */
  readonly description?: string | undefined;
  readonly productUrl?: string | undefined;
  /** May be fractional. */
  readonly quantity?: Amount | undefined;
  readonly unitMeasure?: string | undefined;
  /** Price of one unit, without tax. */
  readonly unitAmountExcludingTax?: Amount | undefined;
  /** Percent: `25` for 25 %. */
  readonly taxPercent?: Amount | undefined;
  /** The tax in `totalLineAmount`. */
  readonly totalLineTaxAmount?: Amount | undefined;
  /** Tax included. The order's `totalAmount` is the sum of these; zero and negative ones are fine (discounts). */
  readonly totalLineAmount: Amount;
  readonly lineItemGroupKey?: string | undefined;
  /** Passed through as it is. */
  readonly components?: unknown;
  /** Passed through as it is. */
  readonly travelData?: unknown;
  readonly [key: string]: unknown;
}

const limited = (max: number) => z.optional(text(1, max, "limits"));

/** @internal */
export const lineItemSchema = openObject({
  id: limited(50),
  articleNumber: limited(50),
  name: limited(255),
  description: limited(255),
  productUrl: z.optional(anyText()),
  quantity: z.optional(amount()),
  unitMeasure: z.optional(anyText()),
  unitAmountExcludingTax: z.optional(amount()),
  taxPercent: z.optional(amount()),
  totalLineTaxAmount: z.optional(amount()),
  totalLineAmount: amount("lineItemTotal"),
  lineItemGroupKey: z.optional(anyText()),
  components: z.optional(z.unknown()),
  travelData: z.optional(z.unknown()),
});

/** The fields of a line that travel as JSON numbers. */
export const lineItemAmounts: ReadonlySet<string> = new Set([
  "quantity",
  "unitAmountExcludingTax",
  "taxPercent",
  "totalLineTaxAmount",
  "totalLineAmount",
]);
