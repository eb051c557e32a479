/** Which requests are the same one. What is sent is always the stored request. */
import { Exact } from "../model/amount.js";
import type { StoredRequest } from "./record.js";

const isSameOrder = (one: string | undefined, other: string | undefined) => one?.toLowerCase() === other?.toLowerCase();

/** The same effect: transaction, amount and, where both requests name one, order. */
export function sameEffect(one: StoredRequest, other: StoredRequest): boolean {
  const isOrderOpen = one.orderId === undefined || other.orderId === undefined;
  const isSameAmount = new Exact(one.totalAmount).eq(other.totalAmount);
  return (
    one.transactionId === other.transactionId &&
    isSameAmount &&
    (isOrderOpen || isSameOrder(one.orderId, other.orderId))
  );
}

/** The same effect in the same words: also the order as it is written, the lines and the body. */
export function sameWords(one: StoredRequest, other: StoredRequest): boolean {
  return sameEffect(one, other) && isSameOrder(one.orderId, other.orderId) && one.body === other.body;
}
