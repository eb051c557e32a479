/** Rejections by the service, and responses that the contract does not allow. */
import { clientResponding, errorOf, finalization, order } from "../../support/client.js";
import type { Message } from "./page.js";

type Responded = readonly [cause: string, body: string, httpStatus?: number];

const rejection = (status: object) => JSON.stringify({ status: { isSuccess: false, ...status } });
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

const rejections: readonly Responded[] = [
  ["a rejection with everything", rejection(exceeded)],
  ["a rejection with nothing", rejection({})],
  ["credentials that the service does not know", rejection({ statusKey: "HTTP_401" }), 401],
  ["an error inside the service", rejection({ errorNumber: -1, statusKey: "INTERNAL_ERROR" })],
  ["a failure under HTTP 503", rejection({ errorNumber: -3, statusKey: "HTTP_503" }), 503],
];

const unexpected: readonly Responded[] = [
  ["a response of two megabytes", `"${"x".repeat(2_000_000)}"`],
  ["text that is not JSON, under HTTP 200", "<!doctype html>"],
  ["text that is not JSON, under HTTP 403", "<!doctype html>", 403],
  ["no body, under HTTP 502", "", 502],
  ["JSON of something else", '{"result":"ok"}'],
  ["isSuccess as text", success({ isSuccess: "true" })],
  ["a success under HTTP 500", success(), 500],
  ["a success with an error number", success({ errorNumber: 3007 })],
  ["a success with a status key of a failure", success({ statusKey: "PAYMENT_COMPLETED" })],
  ["a failure with the error number 0", rejection({ errorNumber: 0 })],
  ["a failure with the status key SUCCESS", rejection({ statusKey: "SUCCESS" })],
  ["a pending finalization without its amounts", success({ statusKey: "PENDING" })],
  ["a finalization that succeeded, without its ids and amounts", success()],
  ["a finalization that succeeded, although its figures say that nothing is finalized", success({}, nothingFinalized)],
  ["an order that is created, without its id", success()],
];

export const rejectedCalls = () => Promise.all(rejections.map((each) => messageOf("PaymentServiceError", each)));

export const unexpectedResponses = () => Promise.all(unexpected.map((each) => messageOf("PaymentResponseError", each)));

async function messageOf(section: string, [cause, body, httpStatus]: Responded): Promise<Message> {
  const { payments } = clientResponding(body, httpStatus);
  const call = cause.includes("order") ? payments.createOrder(order) : payments.finalize(finalization);
  const error = await errorOf(call);
  if (error.name !== section) throw error;
  return { section, group: `Outcome \`${error.outcome}\``, cause, words: error.message };
}
