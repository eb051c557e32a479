const methods = ["card", "invoice", "installments", "paypal", "swish", "internet_bank", "other"] as const;

/** The payment methods that rules depend on. The service is not sent them. */
export const paymentMethods = Object.freeze(methods);

/** What an order is paid with, as the merchant knows it. `"other"` checks no rule of a method. */
export type PaymentMethod = (typeof methods)[number];

/** True for one of {@link paymentMethods}. */
export function isPaymentMethod(value: unknown): value is PaymentMethod {
  return (paymentMethods as readonly unknown[]).includes(value);
}

/** The credit products: finalized in full only, and sold with complete orders only. */
export const isCredit = (method: unknown) => method === "invoice" || method === "installments";

/** Methods that the contract lets be finalized only once. */
export const isFinalizedOnce = (method: unknown) => method === "card" || isCredit(method);

/** Methods whose orders have no line items. */
export const hasNoLines = (method: unknown) => method === "card" || method === "swish";
