import * as z from "zod/mini";
import type { Amount } from "./amount.js";
import { anyJson, listOf, objectOf } from "./objects.js";
import { amount, type InputTerms, number, optionalText, text } from "./schema.js";

/**
 * A purchased item, a discount or a fee. null and empty text are treated as absent. The service's contract shows none of
 * these fields: the client option `waive` turns off the rules of lengths, unique ids and line totals.
 */
export interface LineItem {
  /** 1-50 characters, unique in the order. */
  id?: string | null | undefined;
  /** 1-50 characters. */
  articleNumber?: string | null | undefined;
  /** 1-255 characters; for invoices, at most 50. */
  name?: string | null | undefined;
  /** 1-255 characters. */
  description?: string | null | undefined;
  productUrl?: string | null | undefined;
  /** May be fractional. */
  quantity?: Amount | number | null | undefined;
  unitMeasure?: string | null | undefined;
  /** Price of one unit, without tax. */
  unitAmountExcludingTax?: Amount | null | undefined;
  /** Percent: `25` for 25 %. */
  taxPercent?: Amount | number | null | undefined;
  /** The tax in `totalLineAmount`. */
  totalLineTaxAmount?: Amount | null | undefined;
  /** Tax included. The order's `totalAmount` is the sum of these. Zero and negative amounts are valid (discounts). */
  totalLineAmount: Amount;
  lineItemGroupKey?: string | null | undefined;
  /** Anything that JSON can carry. */
  components?: unknown;
  /** Anything that JSON can carry. */
  travelData?: unknown;
}

export function lineItemSchema(terms: InputTerms) {
  const { waived } = terms;
  const limited = (max: number) =>
    waived.has("lineTextLengths") ? optionalText : z.optional(text(1, max, { longer: "lineTextLengths" }));
  const optionalAmount = z.optional(amount());
  const lineTotal = amount(undefined, "lineTotals");
  const shape = {
    id: limited(50),
    articleNumber: limited(50),
    name: limited(255),
    description: limited(255),
    productUrl: optionalText,
    quantity: z.optional(number),
    unitMeasure: optionalText,
    unitAmountExcludingTax: optionalAmount,
    taxPercent: z.optional(number),
    totalLineTaxAmount: optionalAmount,
    totalLineAmount: waived.has("lineTotals") ? (optionalAmount as unknown as typeof lineTotal) : lineTotal,
    lineItemGroupKey: optionalText,
    components: anyJson,
    travelData: anyJson,
  };
  return objectOf(shape, terms, "lineItems");
}

/** With more, a list in which every field is invalid would have more issues than zod copes with. */
const MOST_LINES = 5_000;

export const lineItemsSchema = (terms: InputTerms) =>
  listOf(lineItemSchema(terms), MOST_LINES, "send fewer line items, for instance one for each article");
