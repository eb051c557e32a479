import { Decimal, PaymentError, PaymentServiceError } from "merchant-payments";
import { type PaymentErrorDetails, paymentError } from "merchant-payments/testing";
import { expect, test } from "vitest";

type Call = Parameters<typeof paymentError>[2];

const unexpected =
  "unexpected response (HTTP 502, text/html), the request may have been processed: the response is not JSON";
const ids = { orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3", transactionId: "201409251527280673" };

test.each<[code: keyof PaymentErrorDetails, outcome: string, message: string]>([
  ["invalid_input", "not_sent", "nothing was sent, the input has a fault:\n  - totalAmount is required: add it"],
  ["service_error", "rejected", "the service rejected it (VALIDATION_ERROR -2, HTTP 200)"],
  ["connection", "unknown", "the connection failed, the request may have been processed (ECONNRESET)"],
  ["timeout", "unknown", "no complete response within 30000 ms, and the request may have been processed"],
  ["aborted", "unknown", "aborted by the caller's signal, and the request may have been processed"],
  ["unexpected_response", "unknown", unexpected],
])("paymentError makes a %s error without a call", (code, outcome, message) => {
  const error = paymentError(code);
  expect(error instanceof PaymentError).toBe(true);
  expect(error).toMatchObject({ code, outcome, operation: "finalize", message: `finalize: ${message}` });
});

const missing = (path: string) => ({ issues: [{ path, message: "is missing" }] });
const json200 = { httpStatus: 200, contentType: "application/json" };
const incomplete = { outcome: "succeeded", finalization: { batchId: "1" } } as const;
const nothing = { totalAmountFinalized: new Decimal(0), totalAmountPendingFinalization: new Decimal(0) };
const tooMuch = { statusKey: "FINALIZE_AMT_EXCEEDED", outcome: "rejected", finalization: nothing } as const;

test.each<[PaymentErrorDetails["unexpected_response"], call: Call, judged: object]>([
  [incomplete, {}, { ...incomplete, ...json200, ...missing("transactionId") }],
  [{ outcome: "succeeded" }, { operation: "createOrder" }, missing("orderId")],
  [{ outcome: "rejected" }, {}, { httpStatus: 401, contentType: "text/html" }],
  [{ httpStatus: 413 }, {}, { outcome: "rejected" }],
  [{ httpStatus: 404 }, {}, { outcome: "unknown", scope: "merchant" }],
  [{ httpStatus: 413, outcome: "unknown" }, {}, { message: expect.stringContaining("read whole") }],
])("paymentError fits the unexpected response %j to the call %j", (details, call, judged) => {
  expect(paymentError("unexpected_response", details, call)).toMatchObject(judged);
});

test("paymentError makes a connection that was refused", () => {
  const refused = { outcome: "not_sent", safeToRetry: true, cause: { code: "ECONNREFUSED" } };
  expect(paymentError("connection", { outcome: "not_sent" })).toMatchObject(refused);
});

test.each<[PaymentErrorDetails["service_error"], call: Call, judged: object]>([
  [tooMuch, {}, { outcome: "rejected", meaning: "amount_exceeded" }],
  [{ outcome: "unknown" }, {}, { statusKey: "INTERNAL_ERROR" }],
  [{ statusKey: "PAYMENT_COMPLETED" }, {}, { outcome: "unknown", meaning: "already_finalized" }],
  [{ statusKey: "payment_completed" }, { operation: "createOrder" }, { outcome: "rejected", errorNumber: 3007 }],
  [{ statusKey: "PAYMENT_COMPLETED", httpStatus: 500 }, {}, { outcome: "unknown", meaning: undefined }],
  [{ statusKey: "CARD_EXPIRED" }, {}, { outcome: "unknown", meaning: undefined, errorNumber: undefined }],
  [{ statusKey: "CARD_EXPIRED" }, { operation: "findPayment", effect: "read" }, { outcome: "rejected" }],
  [{ statusKey: "CARD_EXPIRED", meaning: "rejected" }, {}, { outcome: "rejected", meaning: "rejected" }],
  [{ statusKey: "HTTP_401", meaning: "unknown", httpStatus: 401 }, {}, { outcome: "unknown", scope: "call" }],
  [{ finalization: { transactionId: "201409251527280999" } }, {}, { outcome: "unknown", meaning: undefined }],
])("paymentError judges the failure %j of the call %j as the client does", (details, call, judged) => {
  expect(paymentError("service_error", details, call)).toMatchObject(judged);
});

test.each<[make: () => unknown, why: string]>([
  [() => paymentError("service_error", { statusKey: "PENDING" }), "PENDING is no key of a failure"],
  [
    () => paymentError("service_error", { statusKey: "PAYMENT_COMPLETED", outcome: "rejected" }),
    "the outcome of a failure of finalize with PAYMENT_COMPLETED under HTTP 200 is unknown",
  ],
  [
    () => paymentError("service_error", { statusKey: "CARD_EXPIRED", meaning: "rejected", httpStatus: 503 }),
    "a failure of finalize with CARD_EXPIRED under HTTP 503 has no meaning",
  ],
  [() => paymentError("unexpected_response", { outcome: "rejected", httpStatus: 403 }), "HTTP 403 rejects nothing"],
  [() => paymentError("unexpected_response", { outcome: "succeeded", httpStatus: 502 }), "HTTP 502 is that of no"],
])("paymentError makes no impossible error: %s", (make, why) => {
  expect(make).toThrow(`paymentError: no call ends so, because ${why}`);
});

test("paymentError makes a rejection by its status key, with the number of the catalogue and the faulty fields", () => {
  const errors = [{ path: "orderNumber", serviceMessage: "already used" }];
  const rejected = paymentError("service_error", { statusKey: "PAYMENT_COMPLETED", errors }, ids);
  expect(rejected).toBeInstanceOf(PaymentServiceError);
  expect(rejected).toMatchObject({ statusKey: "PAYMENT_COMPLETED", errorNumber: 3007, httpStatus: 200, ...ids });
  expect(rejected.errors[0]).toMatchObject({ path: "orderNumber", serviceMessage: "already used" });
});
