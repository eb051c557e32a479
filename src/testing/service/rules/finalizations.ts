/** Which finalizations the service accepts, and with which status it refuses the others. */
import { compare } from "./amounts.js";
import type { FakeAuthorization } from "./authorizations.js";
import { type FakeLineItem, FieldReader, fieldError, sumError } from "./field-reader.js";
import type { FakeOrder } from "./orders.js";
import { isCreditProduct, takesLineItems } from "./payment-methods.js";
import { type FakeFieldError, type FakeStatus, statusOf } from "./status-catalogue.js";

/** A finalization that the fake has accepted. */
export interface FakeFinalization {
  readonly transactionId: string;
  /** The authorization that was finalized. */
  readonly authorizationId: string;
  readonly orderId: string;
  readonly totalAmount: string;
  readonly lineItems: readonly FakeLineItem[];
  /** True until `settlePending`. */
  readonly pending: boolean;
  /** Card only. */
  readonly batchId?: string;
}

/** A finalize request; `errors` says what keeps it from being judged. */
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
    orderId: fields.text("orderId", { shape: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i })?.toLowerCase(),
    transactionId: fields.text("transactionId", { required: true, length: [18, 18] }),
    totalAmount: fields.amount("totalAmount"),
    lineItems: fields.lineItems(),
    errors: fields.errors,
  };
}

/** The status that refuses this finalization; undefined when it is accepted. */
export function refusalOf(
  totalAmount: string,
  lineItems: readonly FakeLineItem[],
  authorization: FakeAuthorization,
  order: FakeOrder,
): FakeStatus | undefined {
  if (authorization.annulled) return statusOf("PAYMENT_ANNULLED");
  if (isCompleted(authorization)) return statusOf("PAYMENT_COMPLETED");
  if (compare(totalAmount, authorization.amountRemainingForFinalize) > 0) return statusOf("FINALIZE_AMT_EXCEEDED");
  if (isCreditProduct(authorization.paymentMethod) && compare(totalAmount, order.totalAmount) !== 0) {
    return invalid(fieldError("INVALID_VALUE", "totalAmount", `must be the full order amount, ${order.totalAmount}`));
  }
  return refusalOfLines(totalAmount, lineItems, authorization, order);
}

function refusalOfLines(
  totalAmount: string,
  lineItems: readonly FakeLineItem[],
  { paymentMethod, authorizedAmount }: FakeAuthorization,
  { form }: FakeOrder,
): FakeStatus | undefined {
  if (lineItems.length > 0 && form === "simple") return statusOf("LINE_ITEMS_NOT_ALLOWED");
  const partial = compare(totalAmount, authorizedAmount) < 0;
  if (lineItems.length === 0 && partial && form === "detailed" && takesLineItems(paymentMethod)) {
    return statusOf("LINE_ITEMS_REQUIRED");
  }
  const wrongSum = sumError(lineItems, totalAmount);
  return wrongSum && invalid(wrongSum);
}

/** Pending amounts may still fail, so a payment with such an amount is not completed. */
function isCompleted({ canFinalizeAgain, totalAmountPendingFinalization }: FakeAuthorization): boolean {
  return !canFinalizeAgain && compare(totalAmountPendingFinalization, "0") === 0;
}

function invalid(error: FakeFieldError): FakeStatus {
  return statusOf("VALIDATION_ERROR", [error]);
}
