/** Which finalizations the service accepts, and with which status it rejects the others. */
import { compare } from "./amounts.js";
import type { FakeAuthorization, ReportedBalance } from "./authorizations.js";
import { precisionError, type Waived } from "./currencies.js";
import { FieldReader } from "./field-reader.js";
import { type FakeLineItem, lineError, sumError } from "./line-items.js";
import type { FakeOrder } from "./orders.js";
import { isCreditProduct, takesLineItems } from "./payment-methods.js";
import { type FakeStatus, fieldError, statusOf, validationError } from "./status-catalogue.js";

/** A finalization that the fake has accepted. */
export interface FakeFinalization {
  readonly transactionId: string;
  /** The authorization that was finalized. */
  readonly authorizationId: string;
  readonly orderId: string;
  readonly totalAmount: string;
  readonly lineItems: readonly FakeLineItem[];
  /** True until `completePending`. */
  readonly pending: boolean;
  /** Card only. */
  readonly batchId?: string;
}

/**
 * The service's response to a finalization. If it was rejected, the response has only the status and the balance of the
 * authorization; without such an authorization, only the status.
 */
export interface FinalizeResponse extends Partial<ReportedBalance> {
  readonly status: FakeStatus;
  readonly transactionId?: string;
  /** Card only. */
  readonly batchId?: string;
  readonly acquirerId?: string;
  readonly riskAssessment?: FakeRiskAssessment | string;
}

/** A risk assessment as the service reports it. */
export interface FakeRiskAssessment {
  readonly mode: string;
  readonly result: string;
}

/** Reads what it can; `errors` has the faults of the rest. */
export function readFinalizeRequest(values: object, waived: Waived) {
  const fields = new FieldReader("finalize", values, waived);
  return {
    orderId: fields.text("orderId", { pattern: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i })?.toLowerCase(),
    transactionId: fields.text("transactionId", { required: true, length: [18, 18] }),
    totalAmount: fields.amount("totalAmount"),
    lineItems: fields.lineItems(),
    errors: fields.errors,
  };
}

/** A finalization that could be read, what it is for, and the line items of the order that were finalized before. */
type Finalizing = Pick<FakeFinalization, "totalAmount" | "lineItems"> & {
  readonly authorization: FakeAuthorization;
  readonly order: FakeOrder;
  readonly earlierLines: readonly FakeLineItem[];
  /** Whether it is accepted although nothing is left. */
  readonly isCapturedAgain: boolean;
};

/** The status that rejects this finalization; undefined if it is accepted. The first rule that it breaks decides. */
export function rejectionOf(finalizing: Finalizing, waived: Waived): FakeStatus | undefined {
  const { totalAmount, lineItems, authorization, order, earlierLines, isCapturedAgain } = finalizing;
  const { paymentMethod, authorizedAmount, amountRemainingForFinalize } = authorization;
  const tooPrecise = precisionError(totalAmount, order.currencyCode, waived);
  if (tooPrecise) return validationError(tooPrecise);
  if (authorization.annulled) return statusOf("PAYMENT_ANNULLED");
  if (isCompleted(authorization) && !isCapturedAgain) return statusOf("PAYMENT_COMPLETED");
  if (compare(totalAmount, amountRemainingForFinalize) > 0 && !isCapturedAgain) {
    return statusOf("FINALIZE_AMT_EXCEEDED");
  }
  if (isCreditProduct(paymentMethod) && compare(totalAmount, order.totalAmount) !== 0) {
    const reason = `must be the full order amount, ${order.totalAmount}`;
    return validationError(fieldError("Predicate", "totalAmount", reason));
  }
  // In both forms, an order that was created without line items must be finalized without them.
  const hasLineItems = order.lineItems.length > 0;
  if (lineItems.length > 0 && !hasLineItems) return statusOf("LINE_ITEMS_NOT_ALLOWED");
  const isPart = compare(totalAmount, authorizedAmount) < 0;
  if (lineItems.length === 0 && isPart && hasLineItems && takesLineItems(paymentMethod)) {
    return statusOf("LINE_ITEMS_REQUIRED");
  }
  const earlier = isCapturedAgain ? [] : earlierLines;
  const wrong = lineError(lineItems, order.lineItems, earlier) ?? sumError(lineItems, totalAmount, waived);
  return wrong && validationError(wrong);
}

/** Pending amounts may still fail, so a payment with such an amount is not completed. */
function isCompleted({ canFinalizeAgain, totalAmountPendingFinalization }: FakeAuthorization): boolean {
  return !canFinalizeAgain && compare(totalAmountPendingFinalization, "0") === 0;
}
