/** What `error.advice` says, for each operation, outcome and payment method, and for each status key that is known. */
import {
  type CreateOrderOptions,
  type FinalizeOptions,
  type PaymentClient,
  PaymentServiceError,
  statusCatalogue,
} from "merchant-payments";
import { clientResponding, errorOf } from "../../support/client.js";
import type { Message } from "./page.js";

const section = "Advice";

const lost = '{"status":{}}';
const unreadable = "<!doctype html>";
const incomplete = '{"status":{"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"}}';
const refusedWith = (statusKey: string) => `{"status":{"isSuccess":false,"statusKey":"${statusKey}"}}`;

const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const finalization = { transactionId: "201409251527280673", totalAmount: "125.00" };
const unsent = { auth: () => Promise.reject(new Error("sealed")), maxRetries: 0 };

const creating = (options?: CreateOrderOptions) => (client: PaymentClient) => client.createOrder(order, options);
const finalizing = (options?: FinalizeOptions) => (client: PaymentClient) => client.finalize(finalization, options);
const paidWith = (paymentMethod: "card" | "invoice" | "installments" | "paypal") =>
  finalizing({ authorization: { paymentMethod } });

/** The error that a resolution carries. */
const resolving = async (client: PaymentClient) => {
  const authorization = { paymentMethod: "card", authorizedAmount: "125.00" } as const;
  throw (await client.resolveFinalization(finalization, { authorization })).error;
};

/** A call, what it is answered, and how it is told of in words. */
const calls: readonly [cause: string, body: string, call: (client: PaymentClient) => Promise<unknown>][] = [
  ["create order, `invalid_input`", "", (client) => client.createOrder({ ...order, orderNumber: "A" })],
  ["create order, `unknown`", lost, creating()],
  ["create order, `rejected` with a key that is not known", refusedWith("TOO_LATE"), creating()],
  ["create order, `rejected` for every call alike", refusedWith("HTTP_401"), creating()],
  ["create order, `succeeded`", incomplete, creating()],
  ["finalize, `unknown`, payment method not given", lost, finalizing()],
  ["finalize, `unknown`, card", lost, paidWith("card")],
  ["finalize, `unknown`, invoice", lost, paidWith("invoice")],
  ["finalize, `unknown`, installments", lost, paidWith("installments")],
  ["finalize, `unknown`, PayPal", lost, paidWith("paypal")],
  ["finalize, `rejected` with a key that is not known", refusedWith("TOO_LATE"), finalizing()],
  ["finalize, `rejected` for every call alike", refusedWith("HTTP_401"), finalizing()],
  ["finalize, `succeeded`", incomplete, finalizing()],
  ["resolve a finalization, whatever the outcome of the second call", lost, resolving],
];

export async function adviceGiven(): Promise<Message[]> {
  const given = calls.map(async ([cause, body, call]) => adviceOn(cause, call(clientResponding(body).payments)));
  const byStatus = finalizing()(clientResponding(unreadable, 403).payments);
  const notSent = finalizing()(clientResponding("", 200, unsent).payments);
  return Promise.all([
    ...given,
    adviceOn("finalize, `rejected` by an HTTP status alone", byStatus),
    adviceOn("any operation, `not_sent`", notSent),
    ...Object.keys(statusCatalogue)
      .filter((key) => key !== "SUCCESS" && key !== "PENDING")
      .map(adviceOnKey),
  ]);
}

async function adviceOn(cause: string, call: Promise<unknown>): Promise<Message> {
  return { section, group: "By operation and outcome", cause, words: (await errorOf(call)).advice };
}

async function adviceOnKey(statusKey: string): Promise<Message> {
  const error = await errorOf(finalizing()(clientResponding(refusedWith(statusKey)).payments));
  if (!(error instanceof PaymentServiceError)) throw error;
  return { section, group: "By status key, when finalizing", cause: `\`${error.statusKey}\``, words: error.advice };
}
