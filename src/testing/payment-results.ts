import { Decimal } from "decimal.js";
import * as z from "zod/mini";
import type { Amount, CreateOrderResult, FinalizeResult } from "../index.js";
import { amount, partialOf, readOptions } from "./service/input.js";

/** The details of a `createOrder` result. Each has a default. */
export type CreateOrderResultDetails = Partial<Omit<CreateOrderResult, "status">>;

/** The details of a `finalize` result. Each has a default. Amounts are decimal text or Decimals. */
export interface FinalizeResultDetails
  extends Pick<Partial<FinalizeResult>, "transactionId" | "batchId" | "acquirerId" | "riskAssessment" | "pending"> {
  /** @defaultValue whether `amountRemainingForFinalize` is above 0 */
  readonly canFinalizeAgain?: boolean;
  /** @defaultValue "0" */
  readonly amountRemainingForFinalize?: Amount;
  /** @defaultValue "125.00"; "0" if it is pending */
  readonly totalAmountFinalized?: Amount;
  /** @defaultValue "0"; "125.00" if it is pending */
  readonly totalAmountPendingFinalization?: Amount;
}

const orderSchema = partialOf({ orderId: z.string(), pending: z.boolean() });
const finalizeSchema = partialOf({
  transactionId: z.string(),
  batchId: z.string(),
  acquirerId: z.string(),
  riskAssessment: z.custom<NonNullable<FinalizeResult["riskAssessment"]>>(),
  pending: z.boolean(),
  canFinalizeAgain: z.boolean(),
  amountRemainingForFinalize: amount,
  totalAmountFinalized: amount,
  totalAmountPendingFinalization: amount,
});

/**
 * Makes the result of a successful `createOrder`, for tests of code that handles it. No call is made.
 *
 * By default, the order id is always the same. With `pending: true`, the status key is `PENDING`. `responseOf` returns
 * undefined, because there is no response.
 */
export function createOrderResult(details: CreateOrderResultDetails = {}): CreateOrderResult {
  const read = readOptions("createOrderResult", orderSchema, details);
  const { pending = false, orderId = "a08ff49b-6f77-4632-a16c-43069c43a8c3" } = read;
  return { orderId, pending, status: statusOf(pending) };
}

/**
 * Makes the result of a successful `finalize`, for tests of code that handles it. No call is made.
 *
 * By default, all of an authorization of 125.00 is captured: nothing remains, and nothing is pending. With
 * `pending: true`, nothing is captured, 125.00 is pending, and the status key is `PENDING`. `canFinalizeAgain` is true
 * if `amountRemainingForFinalize` is above 0. `responseOf` returns undefined, because there is no response.
 *
 * @example
 * const result = finalizeResult({ totalAmountFinalized: "80.50" });
 * const payments = { finalize: async () => result };
 */
export function finalizeResult(details: FinalizeResultDetails = {}): FinalizeResult {
  const read = readOptions("finalizeResult", finalizeSchema, details);
  const { pending = false, amountRemainingForFinalize = "0", ...others } = read;
  const [finalized, accepted] = pending ? ["0", "125.00"] : ["125.00", "0"];
  const { totalAmountFinalized = finalized, totalAmountPendingFinalization = accepted } = others;
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
