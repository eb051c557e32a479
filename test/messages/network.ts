/** What a call says when no whole answer comes. */
import { basicAuth, PaymentClient, type PaymentClientOptions, type PaymentError } from "merchant-payments";
import { FakePaymentService, type Fault, fault } from "merchant-payments/testing";
import { vi } from "vitest";
import { errorOf } from "../support/stub-client.js";
import { stopTime } from "../support/time.js";
import type { Message } from "./page.js";

interface Failure {
  readonly cause: string;
  readonly options?: Partial<PaymentClientOptions>;
  readonly fault?: Fault;
  /** Aborted before the call, or once its request is under way. */
  readonly abort?: "before" | "under way";
}

const timeoutMs = 1_000;
const stalling = () => {
  vi.advanceTimersByTime(timeoutMs);
  return new Promise<never>(() => undefined);
};
const failing = (cause: object) => () => Promise.reject(new TypeError("fetch failed", { cause }));

const certificate = Object.assign(new Error("certificate has expired"), { code: "CERT_HAS_EXPIRED" });
const unknownHost = Object.assign(new Error("getaddrinfo ENOTFOUND payments.example.com"), {
  code: "ENOTFOUND",
  syscall: "getaddrinfo",
});

const failures: readonly Failure[] = [
  { cause: "nobody listens", fault: fault.refuse },
  { cause: "a host that there is not", options: { fetch: failing(unknownHost) } },
  { cause: "a certificate that has expired", options: { fetch: failing(certificate) } },
  { cause: "`auth` throws", options: { auth: () => Promise.reject(new Error("the vault is sealed")) } },
  { cause: "`auth` gives a header with a line break", options: { auth: () => ({ authorization: "Basic\n" }) } },
  { cause: "the connection breaks before an answer", fault: fault.drop },
  { cause: "the connection breaks in the middle of the answer", fault: fault.truncate },
  { cause: "a `fetch` of the merchant's own gives no Response", options: { fetch: async () => "" as never } },
  { cause: "`auth` stalls", options: { auth: stalling } },
  { cause: "no answer comes", fault: fault.stallHeaders() },
  { cause: "the signal is aborted before the call", abort: "before" },
  { cause: "the signal is aborted while the answer is awaited", abort: "under way", fault: fault.stallHeaders() },
];

/** One after the other: the time that passes for one must not pass for another. */
export async function brokenCalls(): Promise<Message[]> {
  stopTime();
  const messages: Message[] = [];
  for (const failure of failures) {
    const { name, outcome, message } = await errorFrom(failure);
    messages.push({ section: name, group: `Outcome \`${outcome}\``, cause: failure.cause, words: message });
  }
  vi.useRealTimers();
  return messages;
}

async function errorFrom({ options, fault, abort }: Failure): Promise<PaymentError> {
  const service = new FakePaymentService();
  if (fault !== undefined) service.faults.next("finalize", fault);
  const controller = new AbortController();
  if (abort === "before") controller.abort();
  const payments = new PaymentClient({
    baseUrl: "https://payments.example.com",
    auth: basicAuth(service.merchantId, service.password),
    fetch: service.fetch,
    maxRetries: 0,
    timeoutMs,
    ...options,
  });
  service.subscribe(() => {
    if (abort === "under way") controller.abort();
    else if (fault?.kind === "stallHeaders") vi.advanceTimersByTime(timeoutMs);
  });
  const finalization = { transactionId: "201409251527280673", totalAmount: "125.00" };
  return errorOf(payments.finalize(finalization, { signal: controller.signal }));
}
