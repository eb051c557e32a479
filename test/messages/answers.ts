/** What a call says of the service's answers: refusals, and answers that the contract does not allow. */
import { clientAnswering, errorOf } from "../support/stub-client.js";
import type { Message } from "./page.js";

interface Answered {
  readonly cause: string;
  readonly body: string;
  readonly httpStatus?: number;
  readonly operation?: "createOrder" | "finalize";
}

const refusal = (status: object) => JSON.stringify({ status: { isSuccess: false, ...status } });
const success = (status: object, rest: object = {}) =>
  JSON.stringify({ status: { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", ...status }, ...rest });

const refusals: readonly Answered[] = [
  {
    cause: "a refusal with everything",
    body: refusal({ errorNumber: 3002, statusKey: "FINALIZE_AMT_EXCEEDED", statusMessage: "The amount is too high." }),
  },
  { cause: "a refusal with nothing", body: refusal({}) },
  { cause: "credentials that the service does not know", httpStatus: 401, body: refusal({ statusKey: "HTTP_401" }) },
  { cause: "a breakdown inside the service", body: refusal({ errorNumber: -1, statusKey: "INTERNAL_ERROR" }) },
  { cause: "a failure under HTTP 503", httpStatus: 503, body: refusal({ errorNumber: -3, statusKey: "HTTP_503" }) },
];

const strangeAnswers: readonly Answered[] = [
  { cause: "an answer of two megabytes", body: `"${"x".repeat(2_000_000)}"` },
  { cause: "text that is no JSON, under HTTP 200", body: "<!doctype html>" },
  { cause: "text that is no JSON, under HTTP 403", httpStatus: 403, body: "<!doctype html>" },
  { cause: "no body, under HTTP 502", httpStatus: 502, body: "" },
  { cause: "JSON of something else", body: '{"result":"ok"}' },
  { cause: "isSuccess as text", body: success({ isSuccess: "true" }) },
  { cause: "a success under HTTP 500", httpStatus: 500, body: success({}) },
  { cause: "a success with an error number", body: success({ errorNumber: 3007 }) },
  { cause: "a success with a key of failure", body: success({ statusKey: "PAYMENT_COMPLETED" }) },
  { cause: "a failure with the error number 0", body: refusal({ errorNumber: 0 }) },
  { cause: "a failure with the key SUCCESS", body: refusal({ statusKey: "SUCCESS" }) },
  { cause: "a finalization that is pending, without its amounts", body: success({ statusKey: "PENDING" }) },
  { cause: "a finalization that is done, without its ids and amounts", body: success({}) },
  { cause: "an order that is created, without its id", operation: "createOrder", body: success({}) },
];

export async function refusedCalls(): Promise<Message[]> {
  return Promise.all(refusals.map((answered) => messageOf("PaymentServiceError", answered)));
}

export async function unexpectedAnswers(): Promise<Message[]> {
  return Promise.all(strangeAnswers.map((answered) => messageOf("PaymentResponseError", answered)));
}

async function messageOf(section: string, { cause, body, httpStatus, operation }: Answered): Promise<Message> {
  const { payments } = clientAnswering(body, httpStatus);
  const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
  const finalization = { transactionId: "201409251527280673", totalAmount: "125.00" };
  const call = operation === "createOrder" ? payments.createOrder(order) : payments.finalize(finalization);
  const error = await errorOf(call);
  if (error.name !== section) throw error;
  return { section, group: `Outcome \`${error.outcome}\``, cause, words: error.message };
}
