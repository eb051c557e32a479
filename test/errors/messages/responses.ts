/** Rejections by the service, and responses that the contract does not allow. */
import { clientOver, clientResponding, finalization, order } from "../../support/client.js";
import { callMessages, type Mistakes } from "./mistakes.js";

const rejection = (status: object, rest: object = {}) =>
  JSON.stringify({ status: { isSuccess: false, ...status }, ...rest });
const ids = { transactionId: "201409251527280999" };
const success = (status: object = {}, rest: object = {}) =>
  JSON.stringify({ status: { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", ...status }, ...rest });
const rejected = (errorNumber: number, statusKey: string, statusMessage: string, more: object = {}) =>
  rejection({ errorNumber, statusKey, statusMessage, ...more });
const balance = { ...ids, totalAmountPendingFinalization: 0 };
const none = { ...balance, canFinalizeAgain: true, amountRemainingForFinalize: 125, totalAmountFinalized: 0 };
const all = { ...balance, canFinalizeAgain: false, amountRemainingForFinalize: 0, totalAmountFinalized: 125 };
const overlapping = { ...all, totalAmountPendingFinalization: 125 };

const finalized = (body: string, httpStatus?: number) => () =>
  clientResponding(body, httpStatus).payments.finalize(finalization);

const exceeded = rejected(3002, "FINALIZE_AMT_EXCEEDED", "The amount is too high.");
const completed = rejected(3007, "PAYMENT_COMPLETED", "The payment has already been finalized.");
const notFound = rejected(3000, "ORDER_NOT_FOUND", "The specified order was not found.");
const errors = [{ fieldName: "TotalAmount", errorCode: "Predicate" }];
const invalidTotal = rejected(-2, "VALIDATION_ERROR", "See the errors collection.", { errors });
const wrongPassword = rejection({ statusKey: "HTTP_401", statusMessage: "API authentication failed." });

const rejections: Mistakes = {
  "the transaction of an earlier finalization, or of nothing": finalized(notFound),
  "a part of an invoice, whose facts are not given": finalized(invalidTotal),
  "credentials that the service does not know, in its own words": finalized(wrongPassword, 401),
  "a rejection with everything": finalized(exceeded),
  "a finalization that was captured already": finalized(completed),
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
  "a pending finalization whose total may include it": finalized(success({ statusKey: "PENDING" }, all)),
  "a finalization that may be finalized, pending, or both": finalized(success({}, overlapping)),
  "a finalization that succeeded, without its ids and amounts": finalized(success()),
  "a finalization that succeeded, although its figures say that nothing is finalized": finalized(success({}, none)),
  "an order that is created, without its id": () => clientResponding(success()).payments.createOrder(order),
};

export const failedResponses = () => callMessages({ ...rejections, ...unexpected });
