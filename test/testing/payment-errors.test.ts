import { isPaymentError, PaymentError, PaymentServiceError } from "merchant-payments";
import { type PaymentErrorDetails, paymentError } from "merchant-payments/testing";
import { expect, test } from "vitest";

const unexpected =
  "unexpected response (HTTP 502, text/html), the request may have been processed: the response is not JSON";
const ids = { orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3", transactionId: "201409251527280673" };

test.each<[code: keyof PaymentErrorDetails, outcome: string, message: string]>([
  ["invalid_input", "not_sent", "nothing was sent, the input has a fault:\n  - totalAmount is required: add it"],
  ["service_error", "rejected", "the service rejected it (no status key, HTTP 200)"],
  ["connection", "unknown", "the connection failed, the request may have been processed (ECONNRESET)"],
  ["timeout", "unknown", "no complete response within 30000 ms, and the request may have been processed"],
  ["aborted", "unknown", "aborted by the caller's signal, and the request may have been processed"],
  ["unexpected_response", "unknown", unexpected],
])("paymentError makes a %s error without a call", (code, outcome, message) => {
  const error = paymentError(code);
  expect(isPaymentError(error)).toBe(true);
  expect(error).toMatchObject({ code, outcome, operation: "finalize", message: `finalize: ${message}` });
});

test("paymentError makes an error of any outcome that the error can have", () => {
  const notSent = paymentError("connection", { outcome: "not_sent" });
  expect(notSent).toMatchObject({ outcome: "not_sent", safeToRetry: true, cause: { code: "ECONNREFUSED" } });
  const done = paymentError("unexpected_response", { outcome: "succeeded", finalization: { transactionId: "1" } });
  expect(done).toMatchObject({ outcome: "succeeded", finalization: { transactionId: "1" } });
});

test("paymentError makes a rejection by its status key, with the number of the catalogue and the faulty fields", () => {
  const errors = [{ path: "orderNumber", serviceMessage: "already used" }];
  const rejected = paymentError("service_error", { statusKey: "PAYMENT_COMPLETED", errors }, ids);
  expect(rejected).toBeInstanceOf(PaymentServiceError);
  expect(rejected).toMatchObject({ statusKey: "PAYMENT_COMPLETED", errorNumber: 3007, httpStatus: 200, ...ids });
  expect(rejected.errors[0]).toMatchObject({ path: "orderNumber", serviceMessage: "already used" });
});

test("paymentError makes an error of the given call", () => {
  const call = { operation: "createOrder", orderNumber: "ORDER-1001" } as const;
  const lost = paymentError("timeout", { timeoutMs: 8_000 }, call);
  expect(lost).toBeInstanceOf(PaymentError);
  expect(lost).toMatchObject({ ...call, timeoutMs: 8_000 });
  const byCard = paymentError("timeout", {}, { paymentMethod: "card" });
  expect(byCard.advice).toContain("3. Call resolveFinalization");
});
