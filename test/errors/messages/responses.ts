/** Rejections by the service, and responses that the contract does not allow. */
import { clientOver, clientResponding, finalization, order } from "../../support/client.js";
import { callMessages, type Mistakes } from "./mistakes.js";

const rejection = (status: object, rest: object = {}) =>
  JSON.stringify({ status: { isSuccess: false, ...status }, ...rest });
const ids = { transactionId: "201409251527280999" };
const success = (status: object = {}, rest: object = {}) =>
  JSON.stringify({ status: { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", ...status }, ...rest });
const exceeded = { errorNumber: 3002, statusKey: "FINALIZE_AMT_EXCEEDED", statusMessage: "The amount is too high." };
const nothingFinalized = {
  canFinalizeAgain: true,
  amountRemainingForFinalize: 125,
  transactionId: "201409251527280999",
  totalAmountFinalized: 0,
  totalAmountPendingFinalization: 0,
};
const finalizedAll = {
  ...nothingFinalized,
  canFinalizeAgain: false,
  amountRemainingForFinalize: 0,
  totalAmountFinalized: 125,
};

const finalized = (body: string, httpStatus?: number) => () =>
  clientResponding(body, httpStatus).payments.finalize(finalization);

const completed = {
  errorNumber: 3007,
  statusKey: "PAYMENT_COMPLETED",
  statusMessage: "The payment has already been finalized.",
};

const notFound = rejection({
  errorNumber: 3000,
  statusKey: "ORDER_NOT_FOUND",
  statusMessage: "The specified order was not found.",
});
const invalidTotal = rejection({
  errorNumber: -2,
  statusKey: "VALIDATION_ERROR",
  statusMessage: "See the errors collection.",
  errors: [{ fieldName: "TotalAmount", errorCode: "Predicate" }],
});
const wrongPassword = rejection({ statusKey: "HTTP_401", statusMessage: "API authentication failed." });

const rejections: Mistakes = {
  "the transaction of an earlier finalization, or of nothing": finalized(notFound),
  "a part of an invoice, whose facts are not given": finalized(invalidTotal),
  "credentials that the service does not know, in its own words": finalized(wrongPassword, 401),
  "a rejection with everything": finalized(rejection(exceeded)),
  "a finalization that was captured already": finalized(rejection(completed)),
  "a rejection with nothing": finalized(rejection({})),
  "too many calls": finalized(rejection({ statusKey: "HTTP_429" }), 429),
  "an error inside the service": finalized(rejection({ errorNumber: -1, statusKey: "INTERNAL_ERROR" })),
  "a status key that nobody has declared": finalized(rejection({ errorNumber: 3100, statusKey: "CARD_EXPIRED" })),
  "a status key that is none": finalized(rejection({ errorNumber: 3100, statusKey: "the card has expired" })),
  "a rejection with the number of a success": finalized(rejection({ errorNumber: 0, statusKey: "ORDER_NOT_FOUND" })),
  "a rejection with the id of a capture": finalized(rejection({ statusKey: "ORDER_NOT_FOUND" }, ids)),
  "a failure under HTTP 503": finalized(rejection({ errorNumber: -3, statusKey: "HTTP_503" }), 503),
};

const unexpected: Mistakes = {
  "a response of two megabytes": finalized(`"${"x".repeat(2_000_000)}"`),
  "text that is not JSON, under HTTP 200": finalized("<!doctype html>"),
  "text that is not JSON, under HTTP 401": finalized("<!doctype html>", 401),
  "text that is not JSON, under HTTP 404": finalized("<!doctype html>", 404),
  "no body, under HTTP 502": finalized("", 502),
  "a redirect": finalized("<!doctype html>", 302),
  "no content type": () => clientOver(async () => new Response(null, { status: 502 })).finalize(finalization),
  "JSON of something else": finalized('{"result":"ok"}'),
  "isSuccess as other text": finalized(success({ isSuccess: "yes" })),
  "a success under HTTP 500": finalized(success(), 500),
  "a success with an error number": finalized(success({ errorNumber: 3007 })),
  "a success with a status key of a failure": finalized(success({ statusKey: "PAYMENT_COMPLETED" })),
  "a pending finalization without its amounts": finalized(success({ statusKey: "PENDING" })),
  "a pending finalization whose total may include it": finalized(success({ statusKey: "PENDING" }, finalizedAll)),
  "a finalization that may be finalized, pending, or both": finalized(
    success({}, { ...finalizedAll, totalAmountPendingFinalization: 125 }),
  ),
  "a finalization that succeeded, without its ids and amounts": finalized(success()),
  "a finalization that succeeded, although its figures say that nothing is finalized": finalized(
    success({}, nothingFinalized),
  ),
  "an order that is created, without its id": () => clientResponding(success()).payments.createOrder(order),
};

export const failedResponses = () => callMessages({ ...rejections, ...unexpected });
