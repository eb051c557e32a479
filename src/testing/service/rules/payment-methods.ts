/** What each payment method requires of an order. */
import type { Waived } from "./currencies.js";
import type { FakeOrder } from "./orders.js";

/** All payment methods; `"other"` means a method without special rules. */
export const paymentMethods = ["card", "invoice", "installments", "paypal", "swish", "internet_bank", "other"] as const;

/** How an authorization is paid. */
export type FakePaymentMethod = (typeof paymentMethods)[number];

/** Credit products activate the whole order, so they are authorized and finalized only for its full amount. */
export function isCreditProduct(method: FakePaymentMethod): boolean {
  return method === "invoice" || method === "installments";
}

/** Card and swish transactions support no line items. */
export function takesLineItems(method: FakePaymentMethod): boolean {
  return method !== "card" && method !== "swish";
}

/** The rule by which this method cannot pay this order, in words; undefined if it can. */
export function brokenRule(method: FakePaymentMethod, order: FakeOrder, sharesNumber: boolean, waived: Waived) {
  if (isCreditProduct(method)) {
    if (order.customer === undefined) return "a credit product needs the order's customer";
    if (order.lineItems.length === 0) return "a credit product needs full line item information";
    if (sharesNumber) return "a credit product needs an orderNumber that no other order has";
  }
  if (method === "paypal" && order.orderDescription === undefined) return "PayPal needs the order's orderDescription";
  if (!takesLineItems(method) && order.lineItems.length > 0) return "card and swish transactions support no line items";
  const takesLocation = method === "card" || method === "other" || waived.has("salesLocation");
  return takesLocation || order.salesLocationId === undefined ? undefined : "salesLocationId is for card payments only";
}
