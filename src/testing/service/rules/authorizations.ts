/** An authorization and its changes. Each change returns a new record, and leaves the old one as it is. */
import { Decimal } from "decimal.js";
import * as z from "zod/mini";
import { amount, optionsOf } from "../input.js";
import { add, compare, subtract, zero } from "./amounts.js";
import type { FakeOrder } from "./orders.js";
import { type FakePaymentMethod, isCreditProduct, paymentMethods } from "./payment-methods.js";

/** How the customer pays. */
export interface AuthorizeOptions {
  readonly paymentMethod: FakePaymentMethod;
  /** @defaultValue the order's total */
  readonly authorizedAmount?: string | Decimal;
  /**
   * If true, finalizations get the status PENDING, and their amounts stay pending until `completePending`.
   * @defaultValue false
   */
  readonly pending?: boolean;
}

export const authorizeShape = {
  paymentMethod: z.enum(paymentMethods),
  authorizedAmount: z.exactOptional(amount),
  pending: z.exactOptional(z.boolean()),
};

export const authorizeSchema = optionsOf(authorizeShape);

/** What a response says about an authorization; amounts are text. */
export interface ReportedBalance {
  readonly canFinalizeAgain: boolean;
  readonly amountRemainingForFinalize: string;
  readonly totalAmountFinalized: string;
  readonly totalAmountPendingFinalization: string;
}

/** The balance of one authorization. */
export interface FakeBalance {
  /** Completed captures. */
  readonly finalized: Decimal;
  /** Accepted and not completed: this money has not moved yet. */
  readonly pending: Decimal;
  /** What can still be finalized. */
  readonly remaining: Decimal;
}

/** The amounts of a balance. */
export const amountNames = [
  "amountRemainingForFinalize",
  "totalAmountFinalized",
  "totalAmountPendingFinalization",
] as const;

/** An authorization in the fake's state; amounts are text. */
export interface FakeAuthorization extends ReportedBalance {
  readonly transactionId: string;
  readonly orderId: string;
  readonly paymentMethod: FakePaymentMethod;
  readonly authorizedAmount: string;
  readonly finalizesPending: boolean;
  readonly annulled: boolean;
}

type NewAuthorization = Omit<FakeAuthorization, "transactionId">;

// No amount of an authorization includes what was annulled, or released by a smaller capture.
const heldBy = (authorizations: readonly FakeAuthorization[]) =>
  authorizations.flatMap((each) => amountNames.map((name) => each[name])).reduce(add, zero);

/** Whether no more of the order can be authorized. */
export function isAuthorizedInFull({ totalAmount }: FakeOrder, authorizations: readonly FakeAuthorization[]): boolean {
  return authorizations.length > 0 && compare(heldBy(authorizations), totalAmount) >= 0;
}

/**
 * @param earlier - The order's authorizations until now.
 * @throws Error that names the rule if the order cannot be authorized by this method and for this amount.
 */
export function authorizeOrder(
  order: FakeOrder,
  earlier: readonly FakeAuthorization[],
  { paymentMethod, authorizedAmount = order.totalAmount, pending = false }: z.output<typeof authorizeSchema>,
): NewAuthorization {
  const { orderId, orderNumber, totalAmount } = order;
  if (isAuthorizedInFull(order, earlier)) {
    const held = `${heldBy(earlier)} of its ${totalAmount} is authorized already`;
    throw new Error(`Cannot authorize order ${orderNumber} again: ${held}.`);
  }
  if (authorizedAmount !== totalAmount && compare(authorizedAmount, "0") <= 0) {
    throw new Error(`authorize: authorizedAmount must be more than 0, not ${authorizedAmount}.`);
  }
  if (isCreditProduct(paymentMethod) && compare(authorizedAmount, totalAmount) !== 0) {
    const rule = "a credit product covers the full order";
    throw new Error(`Cannot authorize ${authorizedAmount} with ${paymentMethod}: ${rule}.`);
  }
  const open: NewAuthorization = {
    orderId,
    paymentMethod,
    authorizedAmount,
    finalizesPending: pending,
    annulled: false,
    canFinalizeAgain: true,
    amountRemainingForFinalize: add(authorizedAmount, zero), // with two decimals at least
    totalAmountFinalized: zero,
    totalAmountPendingFinalization: zero,
  };
  // Internet bank payments are finalized automatically.
  if (paymentMethod !== "internet_bank") return open;
  return { ...closed(open), totalAmountFinalized: add(authorizedAmount, zero) };
}

/** The authorization after a finalization that was accepted. */
export function afterFinalization(authorization: FakeAuthorization, amount: string): FakeAuthorization {
  const remaining = subtract(authorization.amountRemainingForFinalize, amount);
  const total = authorization.finalizesPending ? "totalAmountPendingFinalization" : "totalAmountFinalized";
  const updated = {
    ...authorization,
    amountRemainingForFinalize: remaining,
    [total]: add(authorization[total], amount),
  };
  // A card is captured once: the rest after a smaller capture is released.
  return authorization.paymentMethod === "card" || compare(remaining, zero) <= 0 ? closed(updated) : updated;
}

/** The authorization after its pending finalizations are completed. */
export function afterCompletion(authorization: FakeAuthorization): FakeAuthorization {
  const { transactionId, totalAmountFinalized, totalAmountPendingFinalization } = authorization;
  if (compare(totalAmountPendingFinalization, zero) === 0) {
    throw new Error(`Nothing is pending on authorization ${transactionId}.`);
  }
  const finalized = add(totalAmountFinalized, totalAmountPendingFinalization);
  return { ...authorization, totalAmountFinalized: finalized, totalAmountPendingFinalization: zero };
}

/** The authorization after the rest of it is released. */
export function afterAnnulment(authorization: FakeAuthorization): FakeAuthorization {
  if (!authorization.canFinalizeAgain) throw new Error(`Nothing is left to annul on ${authorization.transactionId}.`);
  return { ...closed(authorization), annulled: true };
}

export const decimalBalance = (authorization: ReportedBalance): FakeBalance => ({
  finalized: new Decimal(authorization.totalAmountFinalized),
  pending: new Decimal(authorization.totalAmountPendingFinalization),
  remaining: new Decimal(authorization.amountRemainingForFinalize),
});

/** Empty if there is no authorization. */
export function balanceOf(authorization: FakeAuthorization | undefined): Partial<ReportedBalance> {
  const names = ["canFinalizeAgain", ...amountNames] as const;
  return Object.fromEntries(authorization ? names.map((name) => [name, authorization[name]]) : []);
}

/** Nothing more can be finalized. */
function closed<T extends NewAuthorization>(authorization: T): T {
  return { ...authorization, canFinalizeAgain: false, amountRemainingForFinalize: zero };
}
