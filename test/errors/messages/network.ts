/** Calls that get no complete response. */
import type { AnyPaymentError, CallOptions, PaymentClient, PaymentClientOptions } from "merchant-payments";
import { FakePaymentService, type Fault, fault } from "merchant-payments/testing";
import { vi } from "vitest";
import { clientOfFake, errorOf, finalization } from "../../support/client.js";
import { passTime, stopTime } from "../../support/time.js";
import type { Message } from "./page.js";

interface Failure {
  readonly fault?: Fault;
  readonly options?: Partial<PaymentClientOptions>;
  /** What is done with the client before the call; time passes while both are in flight. */
  readonly first?: (payments: PaymentClient) => Promise<unknown>;
  /** Aborted before the call, or once its request is in flight. */
  readonly abort?: "before" | "in flight";
  readonly sendBefore?: Date;
}

const timeoutMs = 1_000;
const stalling = () => {
  vi.advanceTimersByTime(timeoutMs);
  return new Promise<never>(() => undefined);
};
const call = (payments: PaymentClient, options: CallOptions) => errorOf(payments.finalize(finalization, options));
const longCall = (payments: PaymentClient) => call(payments, { timeoutMs: 60_000 });
const never = () => new Promise<never>(() => undefined);
const failing = (cause: object) => () => Promise.reject(new TypeError("fetch failed", { cause }));

const certificate = Object.assign(new Error("certificate has expired"), { code: "CERT_HAS_EXPIRED" });
const enotfound = { code: "ENOTFOUND", syscall: "getaddrinfo", hostname: "payments.example.com" };
const unknownHost = Object.assign(new Error("getaddrinfo ENOTFOUND payments.example.com"), enotfound);

const failures: readonly (readonly [cause: string, failure: Failure])[] = [
  ["nobody listens", { fault: fault.refuse }],
  ["an unknown host", { options: { fetch: failing(unknownHost) } }],
  ["a certificate that has expired", { options: { fetch: failing(certificate) } }],
  ["`auth` throws", { options: { auth: () => Promise.reject(new Error("the vault is sealed")) } }],
  ["`auth` returns a list", { options: { auth: () => [] as never } }],
  ["`auth` returns a header with a line break", { options: { auth: () => ({ authorization: "Basic\n" }) } }],
  ["the connection breaks before a response", { fault: fault.drop }],
  ["the connection breaks in the middle of the response", { fault: fault.truncate }],
  ["a custom `fetch` returns no Response", { options: { fetch: async () => "" as never } }],
  ["`auth` stalls", { options: { auth: stalling } }],
  ["no response comes", { fault: fault.stallHeaders() }],
  ["every connection is in use", { options: { auth: never, fetch: null, maxConnections: 1 }, first: longCall }],
  ["the client is closed", { first: (payments) => payments.close() }],
  ["`sendBefore` has passed", { sendBefore: new Date(0) }],
  ["the signal is aborted before the call", { abort: "before" }],
  ["the signal is aborted while the response is awaited", { abort: "in flight", fault: fault.stallHeaders() }],
];

/** Runs the calls one after the other, so that time advanced for one does not pass for another. */
export async function brokenCalls(): Promise<Message[]> {
  stopTime();
  const messages: Message[] = [];
  for (const [cause, failure] of failures) {
    const { name, outcome, message } = await errorFrom(failure);
    messages.push({ section: name, group: `Outcome \`${outcome}\``, cause, words: message });
  }
  return messages;
}

async function errorFrom({ options, fault, first, abort, sendBefore }: Failure): Promise<AnyPaymentError> {
  const service = new FakePaymentService();
  if (fault !== undefined) service.faults.next("finalize", fault);
  const controller = new AbortController();
  if (abort === "before") controller.abort();
  const payments = clientOfFake(service, { maxRetries: 0, timeoutMs, ...options });
  service.subscribe(() => {
    if (abort === "in flight") controller.abort();
    else if (fault?.kind === "stallHeaders") vi.advanceTimersByTime(timeoutMs);
  });
  void first?.(payments);
  const ended = call(payments, { signal: controller.signal, sendBefore });
  if (first !== undefined) await passTime(timeoutMs);
  return ended;
}
