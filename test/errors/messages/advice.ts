/** What `error.advice` says, for each operation, outcome and payment method, and for each known status key. */
import {
  type CreateOrderOptions,
  type FinalizeOptions,
  type PaymentClient,
  type PaymentClientOptions,
  type PaymentMethod,
  statusCatalogue,
} from "merchant-payments";
import { clientResponding, errorOf, finalization, order } from "../../support/client.js";
import type { Message } from "./page.js";

const section = "Advice";

const lost = '{"status":{}}';
const unreadable = "<!doctype html>";
const incomplete = '{"status":{"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"}}';
const rejectedWith = (statusKey: string) => `{"status":{"isSuccess":false,"statusKey":"${statusKey}"}}`;
const exceeded = (totalAmountFinalized: number, amountRemainingForFinalize?: number) => {
  const figures = { totalAmountFinalized, totalAmountPendingFinalization: 0, amountRemainingForFinalize };
  return JSON.stringify({ status: { isSuccess: false, statusKey: "FINALIZE_AMT_EXCEEDED" }, ...figures });
};
const two: PaymentMethod[] = ["card", "invoice"];
const unsent = { auth: () => Promise.reject(new Error("sealed")), maxRetries: 0 };

const creating = (options?: CreateOrderOptions) => (client: PaymentClient) => client.createOrder(order, options);
const finalizing = (options?: FinalizeOptions) => (client: PaymentClient) => client.finalize(finalization, options);
const paidWith = (paymentMethod: "card" | "invoice" | "installments" | "paypal") =>
  finalizing({ authorization: { paymentMethod } });

const captured60 = finalizing({ authorization: { paymentMethod: "paypal", finalizedBefore: "60.00" } });

/** The error that a resolution carries. */
const resolving = async (client: PaymentClient) => {
  const authorization = { paymentMethod: "card", authorizedAmount: "125.00" } as const;
  throw (await client.resolveFinalization(finalization, { authorization })).error;
};

type Call = (client: PaymentClient) => Promise<unknown>;

/** A call in words, its response, the call, and the client's option `resolve`. */
const calls: readonly [cause: string, body: string, call: Call, resolve?: PaymentClientOptions["resolve"]][] = [
  ["create order, `invalid_input`", "", (client) => client.createOrder({ ...order, orderNumber: "A" })],
  ["create order, `unknown`", lost, creating()],
  ["create order, `rejected` with a status key that nobody has declared", rejectedWith("TOO_LATE"), creating()],
  ["create order, `rejected` for every call alike", rejectedWith("HTTP_401"), creating()],
  ["create order, `succeeded`", incomplete, creating()],
  ["finalize, `unknown`, payment method not given", lost, finalizing()],
  ["finalize, `unknown`, card", lost, paidWith("card")],
  ["finalize, `unknown`, invoice", lost, paidWith("invoice")],
  ["finalize, `unknown`, PayPal", lost, paidWith("paypal")],
  ["finalize, `unknown` with a status key that nobody has declared", rejectedWith("TOO_LATE"), finalizing()],
  ["finalize, `unknown`, payment method not given, and sendAgain lists none", lost, finalizing(), { sendAgain: [] }],
  ["finalize, `unknown`, payment method not given, and sendAgain lists two", lost, finalizing(), { sendAgain: two }],
  ["finalize, `unknown`, PayPal, and sendAgain lists it", lost, paidWith("paypal"), { sendAgain: ["paypal"] }],
  ["finalize, `unknown`, with lookUp", lost, paidWith("paypal"), { lookUp: () => undefined }],
  ["finalize, `rejected` for every call alike", rejectedWith("HTTP_401"), finalizing()],
  ["finalize, `rejected` by figures, card", exceeded(0, 100), paidWith("card")],
  ["finalize, `rejected` by figures, invoice", exceeded(0, 100), paidWith("invoice")],
  ["finalize, `rejected` by figures, and nothing is left", exceeded(60, 0), captured60],
  ["finalize, `rejected` by figures without the amount that is left", exceeded(60), captured60],
  ["finalize, `succeeded`", incomplete, finalizing()],
  ["resolve a finalization, whatever the outcome of the second call", lost, resolving],
  ["resolve a finalization, `invalid_input`", "", (client) => client.resolveFinalization(finalization, {} as never)],
  ["resolve a finalization of a transaction that is not known", rejectedWith("ORDER_NOT_FOUND"), resolving],
  ["resolve a finalization that the service rejects", rejectedWith("VALIDATION_ERROR"), resolving],
];

async function closed() {
  const { payments } = clientResponding("");
  await payments.close();
  return payments.finalize(finalization);
}

const failures = Object.keys(statusCatalogue).filter((key) => key !== "SUCCESS" && key !== "PENDING");

export async function adviceGiven(): Promise<Message[]> {
  const byOutcome = "By operation and outcome";
  const byKey = "By status key, when finalizing";
  const byStatus = (httpStatus: number) => finalizing()(clientResponding(unreadable, httpStatus).payments);
  const notSent = finalizing()(clientResponding("", 200, unsent).payments);
  const aborted = finalizing({ signal: AbortSignal.abort() })(clientResponding("").payments);
  const tooLate = finalizing({ sendBefore: new Date(0) })(clientResponding("").payments);
  const rejected = (key: string) => finalizing()(clientResponding(rejectedWith(key)).payments);
  return Promise.all([
    ...calls.map(([cause, body, call, resolve]) =>
      adviceOn(byOutcome, cause, call(clientResponding(body, 200, { resolve }).payments)),
    ),
    adviceOn(byOutcome, "finalize, `rejected` by an HTTP status alone", byStatus(413)),
    adviceOn(byOutcome, "finalize, `unknown`, HTTP 404 without a status object", byStatus(404)),
    adviceOn(byOutcome, "finalize, `rejected` by HTTP 429", byStatus(429)),
    adviceOn(byOutcome, "any operation, `not_sent`", notSent),
    adviceOn(byOutcome, "any operation, `not_sent`, the same call would fail again", closed()),
    adviceOn(byOutcome, "any operation, `not_sent`, by the deadline or `sendBefore`", tooLate),
    adviceOn(byOutcome, "any operation, `not_sent`, by `signal`", aborted),
    ...failures.map((key) => adviceOn(byKey, `\`${key}\``, rejected(key))),
  ]);
}

async function adviceOn(group: string, cause: string, call: Promise<unknown>): Promise<Message> {
  return { section, group, cause, words: (await errorOf(call)).advice };
}
