import {
  PaymentAbortedError,
  PaymentConnectionError,
  PaymentResponseError,
  PaymentServiceError,
  PaymentTimeoutError,
  PaymentValidationError,
} from "merchant-payments";
import { describe, expect, test } from "vitest";

const call = { operation: "finalize", identifiers: { transactionId: "201409251527280673" } } as const;

describe("a message", () => {
  test.each([
    [
      "finalize: no complete answer within 1000 ms, before anything was sent",
      () => new PaymentTimeoutError(call, "not_sent", 1_000),
    ],
    [
      "finalize: aborted by the caller's signal, before anything was sent",
      () => new PaymentAbortedError(call, "not_sent", "closing time"),
    ],
    [
      "finalize: the connection failed, the request may have been processed (ECONNRESET)",
      () => new PaymentConnectionError(call, "unknown", "the connection failed", { name: "Error", code: "ECONNRESET" }),
    ],
    [
      "finalize: the connection failed, the request may have been processed (TypeError)",
      () => new PaymentConnectionError(call, "unknown", "the connection failed", { name: "TypeError" }),
    ],
  ])("%s", (message, make) => {
    expect(make().message).toBe(message);
  });

  test("names twenty faults in full", () => {
    const fault = { path: "invoiceId", code: "wrong_type", message: "invoiceId must be a string" } as const;

    const error = new PaymentValidationError(call, Array(20).fill(fault));

    expect(error.message).toBe(
      `finalize: nothing was sent, the input has 20 faults:${"\n  - invoiceId must be a string".repeat(20)}`,
    );
  });

  test("names the first twenty faults and counts the rest", () => {
    const issues = Array.from({ length: 23 }, (_, index) => ({
      path: `lineItems[${index}]`,
      code: "wrong_type" as const,
      message: `lineItems[${index}] must be an object`,
    }));

    const error = new PaymentValidationError(call, issues);

    expect(error.issues).toHaveLength(23);
    expect(error.message.split("\n")).toHaveLength(22);
    expect(error.message).toMatch(
      /^finalize: nothing was sent, the input has 23 faults:\n {2}- lineItems\[0\] must be/,
    );
    expect(error.message).toMatch(/\n {2}- and 3 more, see issues$/);
  });

  test("of an answer without number, key or words", () => {
    const nothing = { httpStatus: 400, errorNumber: undefined, statusKey: undefined, statusMessage: undefined };
    const error = new PaymentServiceError(call, "rejected", { ...nothing, errors: [], exceptionDetails: undefined });
    expect(error.message).toBe("finalize: the service refused it (no status key, HTTP 400)");
  });

  test("of an answer with two faults", () => {
    const issues = [
      { path: "transactionId", message: "is missing" },
      { path: "canFinalizeAgain", message: "is neither true nor false" },
    ];
    const error = new PaymentResponseError(call, "succeeded", { httpStatus: 200, contentType: "text/plain", issues });
    expect(error.message).toBe(
      "finalize: unexpected answer (HTTP 200, text/plain), the service says that it is done: " +
        "transactionId is missing; canFinalizeAgain is neither true nor false",
    );
  });

  test("of an answer with a path, and without a content type", () => {
    const issues = [{ path: "orderId", message: "is missing" }];
    const error = new PaymentResponseError(call, "succeeded", { httpStatus: 200, contentType: undefined, issues });
    expect(error.message).toBe(
      "finalize: unexpected answer (HTTP 200, no content type), the service says that it is done: orderId is missing",
    );
  });
});
