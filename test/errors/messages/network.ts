/** Calls that get no complete response. */
import { type PaymentClient, type PaymentClientOptions, toResult } from "merchant-payments";
import { type FakeFault, FakePaymentService, fault } from "merchant-payments/testing";
import { vi } from "vitest";
import { clientOfFake, finalization } from "../../support/client.js";
import { passTime, stopTime } from "../../support/time.js";
import { callMessages } from "./mistakes.js";
import type { Message } from "./page.js";

interface Failure {
  readonly fault?: FakeFault;
  readonly options?: Partial<PaymentClientOptions>;
  /** What is done with the client before the call; time passes while both are in flight. */
  readonly first?: (payments: PaymentClient) => Promise<unknown>;
  /** How much time passes. By default, all of the deadline. */
  readonly passMs?: number;
  /** Aborted before the call, or once its request is in flight. */
  readonly abort?: "before" | "in flight";
  readonly sendBefore?: Date;
}

const timeoutMs = 1_000;
const longCall = (payments: PaymentClient) => toResult(payments.finalize(finalization, { timeoutMs: 60_000 }));
const slowAndFailing = () => new Promise<never>((_, reject) => setTimeout(reject, 900));
const one = { fetch: null, maxConnections: 1 };
const never = () => new Promise<never>(() => undefined);
const stalling = () => {
  vi.advanceTimersByTime(timeoutMs);
  return never();
};
const failedFetch = (cause: object) => () => Promise.reject(new TypeError("fetch failed", { cause }));

const certificate = Object.assign(new Error("certificate has expired"), { code: "CERT_HAS_EXPIRED" });
const enotfound = { code: "ENOTFOUND", syscall: "getaddrinfo", hostname: "payments.example.com" };
const unknownHost = Object.assign(new Error("getaddrinfo ENOTFOUND payments.example.com"), enotfound);

const bypassed = new Error('[MSW] Cannot bypass a request when using the "error" strategy');
const unhandled = Object.assign(bypassed, { name: "InternalError" });

const failures: readonly (readonly [cause: string, failure: Failure])[] = [
  ["nobody listens", { fault: fault.refuse() }],
  ["an unknown host", { options: { fetch: failedFetch(unknownHost) } }],
  ["a certificate that has expired", { options: { fetch: failedFetch(certificate) } }],
  ["a port that speaks no TLS", { options: { fetch: failedFetch({ code: "ERR_SSL_WRONG_VERSION_NUMBER" }) } }],
  ["TLS that cannot be agreed on", { options: { fetch: failedFetch({ code: "EPROTO" }) } }],
  ["a private CA", { options: { fetch: failedFetch({ code: "SELF_SIGNED_CERT_IN_CHAIN" }) } }],
  ["MSW has no handler for the request", { options: { fetch: () => Promise.reject(unhandled) } }],
  ["`auth` throws", { options: { auth: () => Promise.reject(new Error("the vault is sealed")) } }],
  ["`auth` returns a list", { options: { auth: () => [] as never } }],
  ["`auth` returns a header with a line break", { options: { auth: () => ({ authorization: "Basic\n" }) } }],
  ["the connection breaks before a response", { fault: fault.drop() }],
  ["the connection breaks in the middle of the response", { fault: fault.truncate() }],
  ["a custom `fetch` returns no Response", { options: { fetch: async () => "" as never } }],
  ["`auth` stalls", { options: { auth: stalling } }],
  ["no response comes", { fault: fault.stallHeaders() }],
  ["every connection is in use", { options: { ...one, auth: never }, first: longCall }],
  ["a connection becomes free late", { options: { ...one, auth: slowAndFailing }, first: longCall, passMs: 900 }],
  ["the client is closed", { first: (payments) => payments.close() }],
  ["`sendBefore` has passed", { sendBefore: new Date(0) }],
  ["the signal is aborted before the call", { abort: "before" }],
  ["the signal is aborted while the response is awaited", { abort: "in flight", fault: fault.stallHeaders() }],
];

export function brokenCalls(): Promise<Message[]> {
  stopTime();
  return callMessages(Object.fromEntries(failures.map(([cause, failure]) => [cause, () => failing(failure)])));
}

async function failing({ options, fault, first, passMs = timeoutMs, abort, sendBefore }: Failure): Promise<unknown> {
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
  const ended = payments.finalize(finalization, { signal: controller.signal, sendBefore });
  await Promise.allSettled([ended, first && passTime(passMs)]);
  return ended;
}
