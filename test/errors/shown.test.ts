import { inspect } from "node:util";
import {
  Decimal,
  PaymentAbortedError,
  PaymentConnectionError,
  PaymentResponseError,
  PaymentServiceError,
  PaymentTimeoutError,
  PaymentValidationError,
} from "merchant-payments";
import { describe, expect, test } from "vitest";
import { clientOf, failureOf, finalization } from "../support/fault-calls.js";

const call = {
  operation: "finalize",
  identifiers: { transactionId: "201409251527280673" },
  paymentMethod: "card",
} as const;

/** What an error prints as, but for the lines of its stack. */
const printed = (error: Error) => inspect(error).replaceAll(/\n {4}at .*?( \{)?(?=\n|$)/g, "$1");

describe("as JSON", () => {
  test("PaymentValidationError", () => {
    const issue = { path: "totalAmount", code: "not_positive", message: "totalAmount must be greater than 0" } as const;
    expect(JSON.parse(JSON.stringify(new PaymentValidationError(call, [issue])))).toEqual({
      name: "PaymentValidationError",
      message: "finalize: nothing was sent, the input has a fault:\n  - totalAmount must be greater than 0",
      operation: "finalize",
      outcome: "not_sent",
      transactionId: "201409251527280673",
      code: "invalid_input",
      issues: [{ path: "totalAmount", code: "not_positive", message: "totalAmount must be greater than 0" }],
    });
  });

  test("PaymentServiceError, amounts as text", async () => {
    const body = {
      status: {
        isSuccess: false,
        errorNumber: 3002,
        statusKey: "FINALIZE_AMT_EXCEEDED",
        statusMessage: "Too much.",
        errors: [{ errorCode: "MAX", fieldName: "TotalAmount", message: "at most 10.50" }],
        exceptionDetails: { trace: "…" },
      },
      canFinalizeAgain: true,
      amountRemainingForFinalize: "10.50",
      totalAmountFinalized: "114.50",
      totalAmountPendingFinalization: "0.00",
    };
    const client = clientOf("https://pay.example", { fetch: async () => Response.json(body) });

    const error = await failureOf(client.finalize(finalization));

    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: "PaymentServiceError",
      message: "finalize: the service refused it (FINALIZE_AMT_EXCEEDED 3002, HTTP 200): Too much.",
      operation: "finalize",
      outcome: "rejected",
      transactionId: "201409251527280673",
      code: "service_error",
      httpStatus: 200,
      errorNumber: 3002,
      statusKey: "FINALIZE_AMT_EXCEEDED",
      statusMessage: "Too much.",
      errors: [{ path: "totalAmount", fieldName: "TotalAmount", errorCode: "MAX" }],
      finalization: {
        canFinalizeAgain: true,
        amountRemainingForFinalize: "10.5",
        totalAmountFinalized: "114.5",
        totalAmountPendingFinalization: "0",
      },
    });
    expect(error instanceof PaymentServiceError && error.errors[0]?.serviceMessage).toBe("at most 10.50");
    expect(error instanceof PaymentServiceError && error.exceptionDetails).toEqual({ trace: "…" });
  });

  test("PaymentConnectionError", () => {
    const cause = { name: "Error", code: "ECONNREFUSED", syscall: "connect", detail: "connect ECONNREFUSED" };
    expect(
      JSON.parse(JSON.stringify(new PaymentConnectionError(call, "not_sent", "the connection failed", cause))),
    ).toEqual({
      name: "PaymentConnectionError",
      message: "finalize: the connection failed, nothing was sent (connect ECONNREFUSED)",
      operation: "finalize",
      outcome: "not_sent",
      transactionId: "201409251527280673",
      code: "connection",
      cause: { name: "Error", code: "ECONNREFUSED", syscall: "connect", detail: "connect ECONNREFUSED" },
    });
  });

  test("PaymentTimeoutError", () => {
    expect(JSON.parse(JSON.stringify(new PaymentTimeoutError(call, "unknown", 30_000)))).toEqual({
      name: "PaymentTimeoutError",
      message: "finalize: no complete answer within 30000 ms, and the request may have been processed",
      operation: "finalize",
      outcome: "unknown",
      transactionId: "201409251527280673",
      code: "timeout",
      timeoutMs: 30_000,
    });
  });

  test("PaymentAbortedError, without its reason", () => {
    const error = new PaymentAbortedError(call, "unknown", { user: "Åsa" });
    expect(error.reason).toEqual({ user: "Åsa" });
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: "PaymentAbortedError",
      message: "finalize: aborted by the caller's signal, and the request may have been processed",
      operation: "finalize",
      outcome: "unknown",
      transactionId: "201409251527280673",
      code: "aborted",
    });
  });

  test("PaymentResponseError", () => {
    const response = {
      httpStatus: 502,
      contentType: "text/html",
      issues: [{ path: "", message: "the answer is not JSON" }],
    };
    expect(JSON.parse(JSON.stringify(new PaymentResponseError(call, "unknown", response)))).toEqual({
      name: "PaymentResponseError",
      message:
        "finalize: unexpected answer (HTTP 502, text/html), the request may have been processed: the answer is not JSON",
      operation: "finalize",
      outcome: "unknown",
      transactionId: "201409251527280673",
      code: "unexpected_response",
      httpStatus: 502,
      contentType: "text/html",
      issues: [{ path: "", message: "the answer is not JSON" }],
    });
  });
});

describe("as the console shows it", () => {
  test("PaymentConnectionError", () => {
    const cause = { name: "Error", code: "ECONNREFUSED", syscall: "connect", detail: "connect ECONNREFUSED" };
    expect(printed(new PaymentConnectionError(call, "not_sent", "the connection failed", cause))).toBe(
      [
        "PaymentConnectionError: finalize: the connection failed, nothing was sent (connect ECONNREFUSED) {",
        "  operation: 'finalize',",
        "  outcome: 'not_sent',",
        "  transactionId: '201409251527280673',",
        "  code: 'connection',",
        "  cause: {",
        "    name: 'Error',",
        "    code: 'ECONNREFUSED',",
        "    syscall: 'connect',",
        "    detail: 'connect ECONNREFUSED'",
        "  }",
        "}",
      ].join("\n"),
    );
  });

  test("PaymentServiceError", () => {
    const error = new PaymentServiceError(call, "unknown", {
      httpStatus: 500,
      errorNumber: -1,
      statusKey: "INTERNAL_ERROR",
      statusMessage: undefined,
      errors: [],
      exceptionDetails: { trace: "…" },
      finalization: {
        canFinalizeAgain: true,
        amountRemainingForFinalize: new Decimal("10.50"),
        totalAmountFinalized: new Decimal("0"),
        totalAmountPendingFinalization: new Decimal("0"),
      },
    });
    expect(printed(error)).toMatch(
      /^PaymentServiceError: finalize: the service reports a failure that leaves the outcome unknown \(INTERNAL_ERROR -1, HTTP 500\) \{\n/,
    );
    expect(printed(error)).toContain("amountRemainingForFinalize: 10.5,");
    expect(printed(error)).not.toContain("trace");
  });
});
