import { Decimal } from "decimal.js";
import type { CreateOrderResult, FinalizationState, FinalizeResult } from "../index.js";

/** What a test says of the result of `createOrder`; all of it has a default. */
export type CreateOrderResultDetails = Partial<Omit<CreateOrderResult, "status">>;

/** What a test says of the result of `finalize`; all of it has a default. Amounts are decimal text or Decimals. */
export interface FinalizeResultDetails extends Partial<Omit<FinalizeResult, "status" | keyof FinalizationState>> {
  /** @defaultValue whether `amountRemainingForFinalize` is above 0 */
  readonly canFinalizeAgain?: boolean;
  /** @defaultValue "0" */
  readonly amountRemainingForFinalize?: string | Decimal;
  /** @defaultValue "125.00", and "0" while it is pending */
  readonly totalAmountFinalized?: string | Decimal;
  /** @defaultValue "0", and "125.00" while it is pending */
  readonly totalAmountPendingFinalization?: string | Decimal;
}

/**
 * Makes the result of a `createOrder` that succeeded, for tests of code that handles it without making a call.
 *
 * The order id is a fixed one unless it is given. `pending: true` comes with the status key `PENDING`. No response
 * stands behind it: `responseOf` returns undefined.
 */
export function createOrderResult(details: CreateOrderResultDetails = {}): CreateOrderResult {
  const { pending = false, orderId = "a08ff49b-6f77-4632-a16c-43069c43a8c3" } = details;
  return { orderId, pending, status: statusOf(pending) };
}

/**
 * Makes the result of a `finalize` that succeeded, for tests of code that handles it without making a call.
 *
 * By default, all of an authorization of 125.00 is captured: nothing remains, and nothing is pending. With
 * `pending: true` nothing is captured, 125.00 is pending, and the status key is `PENDING`. `canFinalizeAgain` is true
 * if you give an `amountRemainingForFinalize` above 0. No response stands behind it: `responseOf` returns undefined.
 *
 * @example
 * const payments = { finalize: async () => finalizeResult({ totalAmountFinalized: "80.50" }) };
 */
export function finalizeResult(details: FinalizeResultDetails = {}): FinalizeResult {
  const { pending = false, amountRemainingForFinalize = "0", ...others } = details;
  const amount = "125.00";
  const { totalAmountFinalized = pending ? "0" : amount, totalAmountPendingFinalization = pending ? amount : "0" } =
    others;
  const remaining = new Decimal(amountRemainingForFinalize);
  return {
    transactionId: "202601150000000002",
    canFinalizeAgain: remaining.gt(0),
    ...others,
    amountRemainingForFinalize: remaining,
    totalAmountFinalized: new Decimal(totalAmountFinalized),
    totalAmountPendingFinalization: new Decimal(totalAmountPendingFinalization),
    pending,
    status: statusOf(pending),
  };
}

function statusOf(pending: boolean): FinalizeResult["status"] {
  const statusKey = pending ? "PENDING" : "SUCCESS";
  return { isSuccess: true, errorNumber: 0, statusKey, statusMessage: undefined };
}
