import { setImmediate } from "node:timers/promises";
import { type AnyPaymentError, basicAuth, PaymentClient, type PaymentClientOptions, toResult } from "merchant-payments";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { requestBytesReceived } from "./fault-server.js";
import { bytesWritten } from "./send-witness.js";
import { wayOptions } from "./way.js";

export const simpleOrder = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };

export const detailedOrder = { ...simpleOrder, lineItems: [], billTo: { address: { city: "Umeå" } } };

export const finalization = { transactionId: "201409251527280673", totalAmount: "125.00" };

export const orderId = "a08ff49b-6f77-4632-a16c-43069c43a8c3";

/** The service's response to an order that it registered. */
export const created = JSON.stringify({
  status: { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", statusMessage: "The operation was successful." },
  orderId,
});

/** The service's response to an order that it refused. */
export const refused = JSON.stringify({
  status: { isSuccess: false, errorNumber: 1000, statusKey: "MERCHANT_ACCT_READ_ONLY", statusMessage: "Read only." },
});

/** A client of a server that a test started, which goes this run's way. */
export function clientOf(baseUrl: string, options: Partial<PaymentClientOptions> = {}): PaymentClient {
  const auth = basicAuth("merchant-1", "api-password");
  return new PaymentClient({ baseUrl, auth, timeoutMs: 5_000, ...wayOptions, ...options });
}

/**
 * The error that a call ends in. Anything but an error of the library fails the test, and so does one that says
 * `not_sent` when a byte of a request was written or has come to a server meanwhile.
 */
export async function failureOf(call: PromiseLike<unknown>): Promise<AnyPaymentError> {
  const before = { written: bytesWritten(), received: requestBytesReceived() };
  const settled = await toResult(call);
  if (settled.ok) throw new Error("the call succeeded");
  if (settled.error.outcome === "not_sent") {
    expect({ written: bytesWritten(), received: requestBytesReceived() }).toEqual(before);
  }
  return settled.error;
}

/** Fails each test of a file that leaves a rejected promise behind which nobody listens to. */
export function expectNoUnhandledRejections(): void {
  const reasons: unknown[] = [];
  const listener = (reason: unknown) => reasons.push(reason);
  beforeAll(() => {
    process.on("unhandledRejection", listener);
  });
  afterEach(async () => {
    await setImmediate();
    expect(reasons.splice(0)).toEqual([]);
  });
  afterAll(() => {
    process.off("unhandledRejection", listener);
  });
}
