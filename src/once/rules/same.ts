/** When two requests count as the same. The stored request is always the one that is sent. */

import { Exact } from "../../model/amount.js";
import { bareGuid } from "../../model/guid.js";
import type { StoredRequest } from "../entry.js";

const isSameOrder = (one = "", other = "") => bareGuid(one) === bareGuid(other);

/** The same effect: transaction, amount and, if both requests name one, order. */
export function sameEffect(one: StoredRequest, other: StoredRequest): boolean {
  const isOrderOpen = one.orderId === undefined || other.orderId === undefined;
  const isSameAmount = new Exact(one.totalAmount).eq(other.totalAmount);
  return (
    one.transactionId === other.transactionId &&
    isSameAmount &&
    (isOrderOpen || isSameOrder(one.orderId, other.orderId))
  );
}

/** The same effect in the same words: also the same order, or none in both, and the same line items and body. */
export function sameWords(one: StoredRequest, other: StoredRequest): boolean {
  return sameEffect(one, other) && isSameOrder(one.orderId, other.orderId) && one.body === other.body;
}
