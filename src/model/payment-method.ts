const methods = ["card", "invoice", "installments", "paypal", "swish", "internet_bank", "other"] as const;

/** Lists the payment methods that the client knows. They are not sent to the service. */
export const paymentMethods = Object.freeze(methods);

/**
 * The payment method of an order. Its rules are those of the contract, or our assumptions (ours):
 *
 * - `card`: No line items in the order. `finalize` captures at most the authorized amount, once.
 * - `invoice`, `installments`: `customer`, line items and a unique order number. `finalize` takes the full amount, once,
 *   and sends the first invoice.
 * - `paypal`: `orderDescription` in the order.
 * - `swish`: No line items in the order.
 * - `internet_bank`: The service finalizes by itself: never call `finalize`.
 * - `paypal`, `swish`, `other` (ours): `finalize` captures all or a part, until `canFinalizeAgain` is false.
 * - Any method: If the order has line items, a partial `finalize` takes the line items of its part. If it has none,
 *   `finalize` takes none.
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
