/** An authorization and what can become of it. Each change gives a new record; nothing is changed in place. */
import { type AmountInput, add, compare, decimalText, nothing, subtract } from "./amounts.js";
import type { FakeOrder } from "./orders.js";
import { brokenRule, type FakePaymentMethod, isCreditProduct } from "./payment-methods.js";

/** How the customer pays, as a test sets it up. */
export interface AuthorizeOptions {
  readonly paymentMethod: FakePaymentMethod;
  /** @defaultValue the order's total */
  readonly amount?: AmountInput;
  /**
   * Finalizations are answered with PENDING, and their amounts stay pending until `settlePending`.
   * @defaultValue false
   */
  readonly pending?: boolean;
}

/** An authorization in the fake's state; amounts are text. */
export interface FakeAuthorization {
  readonly transactionId: string;
  readonly orderId: string;
  readonly paymentMethod: FakePaymentMethod;
  readonly authorizedAmount: string;
  readonly finalizesPending: boolean;
  readonly annulled: boolean;
  readonly canFinalizeAgain: boolean;
  readonly amountRemainingForFinalize: string;
  readonly totalAmountFinalized: string;
  readonly totalAmountPendingFinalization: string;
}

/** @throws Error that names the rule, when the payment method cannot pay this order. */
export function authorizeOrder(
  order: FakeOrder,
  orders: readonly FakeOrder[],
  { paymentMethod, amount, pending = false }: AuthorizeOptions,
): Omit<FakeAuthorization, "transactionId"> {
  const broken = brokenRule(paymentMethod, order, orders);
  if (broken) throw new Error(`Cannot authorize order ${order.orderNumber} with ${paymentMethod}: ${broken}.`);
  const authorizedAmount = amount === undefined ? order.totalAmount : amountToAuthorize(amount);
  if (isCreditProduct(paymentMethod) && compare(authorizedAmount, order.totalAmount) !== 0) {
    throw new Error(
      `Cannot authorize ${authorizedAmount} with ${paymentMethod}: a credit product covers the full order.`,
    );
  }
  const open: Omit<FakeAuthorization, "transactionId"> = {
    orderId: order.orderId,
    paymentMethod,
    authorizedAmount,
    finalizesPending: pending,
    annulled: false,
    canFinalizeAgain: true,
    amountRemainingForFinalize: add(authorizedAmount, nothing),
    totalAmountFinalized: nothing,
    totalAmountPendingFinalization: nothing,
  };
  // Internet bank payments are finalized automatically.
  return paymentMethod === "internet_bank"
    ? { ...closed(open), totalAmountFinalized: add(authorizedAmount, nothing) }
    : open;
}

/** The authorization after a finalization that was accepted. */
export function finalized(authorization: FakeAuthorization, amount: string): FakeAuthorization {
  const remaining = subtract(authorization.amountRemainingForFinalize, amount);
  const counted = authorization.finalizesPending ? "totalAmountPendingFinalization" : "totalAmountFinalized";
  const next = {
    ...authorization,
    amountRemainingForFinalize: remaining,
    [counted]: add(authorization[counted], amount),
  };
  // A card is captured once: what is left of a smaller capture is released.
  return authorization.paymentMethod === "card" || compare(remaining, nothing) === 0 ? closed(next) : next;
}

/** The authorization once its pending finalizations have gone through. */
export function settled(authorization: FakeAuthorization): FakeAuthorization {
  const { transactionId, totalAmountFinalized, totalAmountPendingFinalization } = authorization;
  if (compare(totalAmountPendingFinalization, nothing) === 0) {
    throw new Error(`Nothing is pending on authorization ${transactionId}.`);
  }
  return {
    ...authorization,
    totalAmountFinalized: add(totalAmountFinalized, totalAmountPendingFinalization),
    totalAmountPendingFinalization: nothing,
  };
}

/** The authorization once what is left of it has been released. */
export function annulled(authorization: FakeAuthorization): FakeAuthorization {
  if (!authorization.canFinalizeAgain) throw new Error(`Nothing is left to annul on ${authorization.transactionId}.`);
  return { ...closed(authorization), annulled: true };
}

function closed<T extends Omit<FakeAuthorization, "transactionId">>(authorization: T): T {
  return { ...authorization, canFinalizeAgain: false, amountRemainingForFinalize: nothing };
}

function amountToAuthorize(amount: AmountInput): string {
  const text = decimalText(amount);
  if (text === undefined) throw new Error("The amount to authorize is decimal text or a Decimal, never a number.");
  if (compare(text, "0") <= 0) throw new Error(`The amount to authorize is more than 0, not ${text}.`);
  return text;
}
