const methods = ["card", "invoice", "installments", "paypal", "swish", "internet_bank", "other"] as const;

/** Lists the payment methods that the client knows. They are not sent to the service. */
export const paymentMethods = Object.freeze(methods);

/** The payment method of an order. `"other"` is any other method; it has no rules of its own. */
export type PaymentMethod = (typeof methods)[number];

/** Tests whether a value is one of {@link paymentMethods}. */
export function isPaymentMethod(value: unknown): value is PaymentMethod {
  return (paymentMethods as readonly unknown[]).includes(value);
}

/** The credit products: finalized in full only, and only for orders with all details. */
export const isCredit = (method: unknown) => method === "invoice" || method === "installments";

/** Card, which the contract finalizes only once, and credit products, which it finalizes in full only. */
export const isFinalizedOnce = (method: unknown) => method === "card" || isCredit(method);

/** Methods whose orders have no line items. */
export const hasNoLines = (method: unknown) => method === "card" || method === "swish";
