const methods = ["card", "invoice", "installments", "paypal", "swish", "internet_bank", "other"] as const;

/** Lists the payment methods that the client knows. They are not sent to the service. */
export const paymentMethods = Object.freeze(methods);

/**
 * The payment method of an order. A rule is in the contract, or is our assumption:
 *
 * - `card`: The order has no line items. Only one `finalize` is accepted, of at most the authorized amount.
 * - `invoice`, `installments`: The order needs `customer`, line items and a unique order number. `finalize` is accepted
 *   only for the full amount. The service then sends the first invoice.
 * - `paypal`: The order needs `orderDescription`.
 * - `swish`: The order has no line items.
 * - `internet_bank`: The service finalizes by itself: never call `finalize`.
 * - `paypal`, `swish`, `other` (assumption): `finalize` captures all or a part, until `canFinalizeAgain` is false.
 * - Any method: If the order has line items, give a partial `finalize` those that it captures. If the order has none, give
 *   none.
 */
export type PaymentMethod = (typeof methods)[number];

/** Tests whether a value is one of {@link paymentMethods}. */
export function isPaymentMethod(value: unknown): value is PaymentMethod {
  return (paymentMethods as readonly unknown[]).includes(value);
}

/** Credit products. */
export const isCredit = (method: unknown) => method === "invoice" || method === "installments";

/** Card is finalized only once, a credit product in full only. */
export const isFinalizedOnce = (method: unknown) => method === "card" || isCredit(method);

export const hasNoLines = (method: unknown) => method === "card" || method === "swish";
