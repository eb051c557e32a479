import { basicAuth, PaymentClient, type PaymentClientOptions, type PaymentError, toResult } from "merchant-payments";
import type { FakePaymentService } from "merchant-payments/testing";
import { expect, vi } from "vitest";
import { requestBytesReceived } from "./connection.js";
import { wayOptions } from "./way.js";
import { bytesWritten } from "./witness.js";

type Options = Partial<PaymentClientOptions>;

export const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };

export const detailedOrder = { ...order, lineItems: [], billTo: { address: { city: "Umeå" } } };

export const finalization = { transactionId: "201409251527280673", totalAmount: "125.00" };

export const orderId = "a08ff49b-6f77-4632-a16c-43069c43a8c3";

/** The service's response to an order that it registered. */
export const created = JSON.stringify({
  status: { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", statusMessage: "The operation was successful." },
  orderId,
});

/** A rejection by the service. */
export const rejected = JSON.stringify({
  status: { isSuccess: false, errorNumber: 1000, statusKey: "MERCHANT_ACCT_READ_ONLY", statusMessage: "Read only." },
});

/** The service's response to a finalization that it accepted. If it is pending, its figures need not fit the amount. */
export const accepted =
  '{"status":{"isSuccess":true,"errorNumber":0,"statusKey":"PENDING","statusMessage":"Accepted"},' +
  '"canFinalizeAgain":false,"amountRemainingForFinalize":0.00,"transactionId":"201409251527280999",' +
  '"totalAmountFinalized":0.00,"totalAmountPendingFinalization":125.00}';

/** A client of a server that a test started, over this run's transport. */
export function clientOf(baseUrl: string, options: Options = {}): PaymentClient {
  const auth = basicAuth("merchant-1", "api-password");
  return new PaymentClient({ baseUrl, auth, timeoutMs: 60_000, ...wayOptions, ...options });
}

/** A client of the fake, by default over its fetch. */
export function clientOfFake(service: FakePaymentService, options: Options = {}): PaymentClient {
  const auth = basicAuth(service.merchantId, service.password);
  const baseUrl = "https://payments.example.com/api";
  return new PaymentClient({ baseUrl, auth, fetch: service.fetch, ...options });
}

/** A client over a test's own fetch. */
export function clientOver(fetch: unknown, options: Options = {}): PaymentClient {
  const auth = basicAuth("merchant-1", "api-password");
  const own = fetch as typeof globalThis.fetch;
  return new PaymentClient({ baseUrl: "https://pay.example/api", auth, fetch: own, ...options });
}

/**
 * A client whose every request gets this response, and what the client sent. A response that looks like a page is sent
 * as HTML.
 */
export function clientResponding(body: string, httpStatus = 200, options: Options = {}) {
  const sent: { readonly path: string; readonly body: string }[] = [];
  const fetch = vi.fn<typeof globalThis.fetch>(async (input, init) => {
    const request = new Request(input, init);
    sent.push({ path: new URL(request.url).pathname, body: await request.text() });
    const headers = { "content-type": body.startsWith("<") ? "text/html" : "application/json" };
    return new Response([204, 205, 304].includes(httpStatus) ? null : body, { status: httpStatus, headers });
  });
  return { payments: clientOver(fetch, options), fetch, sent };
}

/** What fetch rejects with for a system error such as `connect ECONNREFUSED`, as recorded from Node. */
export function failedFetch(words: string, message = "fetch failed"): TypeError {
  const [syscall, code] = words.split(" ");
  return new TypeError(message, { cause: Object.assign(new Error(words), { code, syscall }) });
}

/**
 * The error of a call. The test fails on anything but an error of the library. It also fails on `not_sent` if a byte of
 * a request was written or has reached a server meanwhile.
 */
export async function errorOf(call: PromiseLike<unknown>): Promise<PaymentError> {
  const before = { written: bytesWritten(), received: requestBytesReceived() };
  const result = await toResult(call);
  if (result.ok) throw new Error("the call succeeded");
  if (result.error.outcome === "not_sent") {
    expect({ written: bytesWritten(), received: requestBytesReceived() }).toEqual(before);
  }
  return result.error;
}
