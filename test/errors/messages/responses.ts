/** What a call says of the service's responses: rejections, and responses that the contract does not allow. */

import { clientResponding, errorOf } from "../../support/client.js";
import type { Message } from "./page.js";

type Responded = readonly [cause: string, body: string, httpStatus?: number];

const rejection = (status: object) => JSON.stringify({ status: { isSuccess: false, ...status } });
const success = (status: object, rest: object = {}) =>
  JSON.stringify({ status: { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", ...status }, ...rest });

const rejections: readonly Responded[] = [
  [
    "a rejection with everything",
    rejection({ errorNumber: 3002, statusKey: "FINALIZE_AMT_EXCEEDED", statusMessage: "The amount is too high." }),
  ],
  ["a rejection with nothing", rejection({})],
  ["credentials that the service does not know", rejection({ statusKey: "HTTP_401" }), 401],
  ["a breakdown inside the service", rejection({ errorNumber: -1, statusKey: "INTERNAL_ERROR" })],
  ["a failure under HTTP 503", rejection({ errorNumber: -3, statusKey: "HTTP_503" }), 503],
];

const strangeResponses: readonly Responded[] = [
  ["a response of two megabytes", `"${"x".repeat(2_000_000)}"`],
  ["text that is no JSON, under HTTP 200", "<!doctype html>"],
  ["text that is no JSON, under HTTP 403", "<!doctype html>", 403],
  ["no body, under HTTP 502", "", 502],
  ["JSON of something else", '{"result":"ok"}'],
  ["isSuccess as text", success({ isSuccess: "true" })],
  ["a success under HTTP 500", success({}), 500],
  ["a success with an error number", success({ errorNumber: 3007 })],
  ["a success with a key of failure", success({ statusKey: "PAYMENT_COMPLETED" })],
  ["a failure with the error number 0", rejection({ errorNumber: 0 })],
  ["a failure with the key SUCCESS", rejection({ statusKey: "SUCCESS" })],
  ["a finalization that is pending, without its amounts", success({ statusKey: "PENDING" })],
  ["a finalization that is done, without its ids and amounts", success({})],
  [
    "a finalization that is done, though nothing is finalized by its figures",
    success(
      {},
      {
        canFinalizeAgain: true,
        amountRemainingForFinalize: 125,
        transactionId: "201409251527280999",
        totalAmountFinalized: 0,
        totalAmountPendingFinalization: 0,
      },
    ),
  ],
  ["an order that is created, without its id", success({})],
];

export async function refusedCalls(): Promise<Message[]> {
  return Promise.all(rejections.map((answered) => messageOf("PaymentServiceError", answered)));
}

export async function unexpectedResponses(): Promise<Message[]> {
  return Promise.all(strangeResponses.map((answered) => messageOf("PaymentResponseError", answered)));
}

async function messageOf(section: string, [cause, body, httpStatus]: Responded): Promise<Message> {
  const { payments } = clientResponding(body, httpStatus);
  const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
  const finalization = { transactionId: "201409251527280673", totalAmount: "125.00" };
  const call = cause.includes("order") ? payments.createOrder(order) : payments.finalize(finalization);
  const error = await errorOf(call);
  if (error.name !== section) throw error;
  return { section, group: `Outcome \`${error.outcome}\``, cause, words: error.message };
}
