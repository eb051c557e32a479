/** Which finalizations the service accepts, and with which status it rejects the others. */
import { compare } from "./amounts.js";
import type { Balance, FakeAuthorization } from "./authorizations.js";
import { precisionError } from "./currencies.js";
import { FieldReader } from "./field-reader.js";
import { type FakeLineItem, strangerError, sumError } from "./line-items.js";
import type { FakeOrder } from "./orders.js";
import { isCreditProduct, takesLineItems } from "./payment-methods.js";
import { type FakeFieldError, type FakeStatus, fieldError, statusOf, validationError } from "./status-catalogue.js";

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
 * The service's response to a finalization. When it was rejected, only the balance of the authorization comes with the
 * status, and not even that when there is no such authorization.
 */
export interface FinalizeResponse extends Partial<Balance> {
  readonly status: FakeStatus;
  readonly transactionId?: string;
  /** Card only. */
  readonly batchId?: string;
  readonly acquirerId?: string;
  readonly riskAssessment?: FakeRiskAssessment;
}

/** A risk assessment as the service reports it. */
export interface FakeRiskAssessment {
  readonly mode: string;
  readonly result: string;
}

/** A finalize request as far as it could be read; `errors` says what is wrong with the rest. */
export interface FinalizeRequest {
  readonly orderId: string | undefined;
  readonly transactionId: string | undefined;
  readonly totalAmount: string | undefined;
  readonly lineItems: readonly FakeLineItem[];
  readonly errors: readonly FakeFieldError[];
}

export function readFinalizeRequest(values: object): FinalizeRequest {
  const fields = new FieldReader(values);
  return {
    orderId: fields.text("orderId", { pattern: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i })?.toLowerCase(),
    transactionId: fields.text("transactionId", { required: true, length: [18, 18] }),
    totalAmount: fields.amount("totalAmount"),
    lineItems: fields.lineItems(),
    errors: fields.errors,
  };
}

/** The status that rejects this finalization; undefined when it is accepted. */
export function rejectionOf(
  totalAmount: string,
  lineItems: readonly FakeLineItem[],
  authorization: FakeAuthorization,
  order: FakeOrder,
): FakeStatus | undefined {
  const tooPrecise = precisionError(totalAmount, order.currencyCode);
  if (tooPrecise !== undefined) return validationError(fieldError("Predicate", "totalAmount", tooPrecise));
  if (authorization.annulled) return statusOf("PAYMENT_ANNULLED");
  if (isCompleted(authorization)) return statusOf("PAYMENT_COMPLETED");
  if (compare(totalAmount, authorization.amountRemainingForFinalize) > 0) return statusOf("FINALIZE_AMT_EXCEEDED");
  if (isCreditProduct(authorization.paymentMethod) && compare(totalAmount, order.totalAmount) !== 0) {
    const reason = `must be the full order amount, ${order.totalAmount}`;
    return validationError(fieldError("Predicate", "totalAmount", reason));
  }
  return lineItemRefusal(totalAmount, lineItems, authorization, order);
}

function lineItemRefusal(
  totalAmount: string,
  lineItems: readonly FakeLineItem[],
  { paymentMethod, authorizedAmount }: FakeAuthorization,
  order: FakeOrder,
): FakeStatus | undefined {
  // Whatever form an order travelled in, one that was created without lines takes none.
  const hasLineItems = order.lineItems.length > 0;
  if (lineItems.length > 0 && !hasLineItems) return statusOf("LINE_ITEMS_NOT_ALLOWED");
  const isPartial = compare(totalAmount, authorizedAmount) < 0;
  if (lineItems.length === 0 && isPartial && hasLineItems && takesLineItems(paymentMethod)) {
    return statusOf("LINE_ITEMS_REQUIRED");
  }
  const wrong = strangerError(lineItems, order.lineItems) ?? sumError(lineItems, totalAmount);
  return wrong && validationError(wrong);
}

/** Pending amounts may still fail, so a payment with such an amount is not completed. */
function isCompleted({ canFinalizeAgain, totalAmountPendingFinalization }: FakeAuthorization): boolean {
  return !canFinalizeAgain && compare(totalAmountPendingFinalization, "0") === 0;
}
