import type {
  CreateOrderResult,
  PaymentAbortedError,
  PaymentClient,
  PaymentConnectionError,
  PaymentResponseError,
  PaymentServiceError,
  PaymentTimeoutError,
  PaymentValidationError,
  ReportedFinalization,
  ValidationIssue,
} from "merchant-payments";
import { PaymentError, toResult } from "merchant-payments";
import { expectTypeOf, test } from "vitest";
import type { KnownStatusKey } from "../../src/errors/status-catalogue.js";
import type { order as simple } from "../support/client.js";

declare const payments: PaymentClient;
declare const thrown: unknown;
declare const order: typeof simple;

test("code narrows a PaymentError that is given as a parameter", () => {
  const issuesOf = (error: PaymentError) => (error.code === "invalid_input" ? error.issues : []);
  expectTypeOf(issuesOf).returns.toEqualTypeOf<readonly ValidationIssue[]>();
});

test("a switch on code is exhaustive", () => {
  if (!(thrown instanceof PaymentError)) return;
  expectTypeOf(thrown).toEqualTypeOf<PaymentError>();
  switch (thrown.code) {
    case "invalid_input":
      expectTypeOf(thrown).toEqualTypeOf<PaymentValidationError>();
      expectTypeOf(thrown.issues).toEqualTypeOf<readonly ValidationIssue[]>();
      expectTypeOf(thrown.outcome).toEqualTypeOf<"not_sent">();
      break;
    case "service_error":
      expectTypeOf(thrown).toEqualTypeOf<PaymentServiceError>();
      expectTypeOf(thrown.outcome).toEqualTypeOf<"rejected" | "unknown">();
      expectTypeOf(thrown.finalization).toEqualTypeOf<ReportedFinalization | undefined>();
      break;
    case "connection":
      expectTypeOf(thrown).toEqualTypeOf<PaymentConnectionError>();
      expectTypeOf(thrown.outcome).toEqualTypeOf<"not_sent" | "unknown">();
      break;
    case "timeout":
      expectTypeOf(thrown).toEqualTypeOf<PaymentTimeoutError>();
      expectTypeOf(thrown.outcome).toEqualTypeOf<"not_sent" | "unknown">();
      break;
    case "aborted":
      expectTypeOf(thrown).toEqualTypeOf<PaymentAbortedError>();
      expectTypeOf(thrown.outcome).toEqualTypeOf<"not_sent" | "unknown">();
      break;
    case "unexpected_response":
      expectTypeOf(thrown).toEqualTypeOf<PaymentResponseError>();
      expectTypeOf(thrown.outcome).toEqualTypeOf<"unknown" | "rejected" | "succeeded">();
      break;
    default:
      expectTypeOf(thrown).toEqualTypeOf<never>();
  }
});

test("toResult returns a result or an error", async () => {
  const result = await toResult(payments.createOrder(order));
  if (result.ok) expectTypeOf(result.value).toEqualTypeOf<CreateOrderResult>();
  else expectTypeOf(result.error).toEqualTypeOf<PaymentError>();
});

test("known status keys are suggested, and any other is accepted", () => {
  expectTypeOf<KnownStatusKey>().toExtend<NonNullable<PaymentServiceError["statusKey"]>>();
  expectTypeOf<"HTTP_401">().toExtend<NonNullable<PaymentServiceError["statusKey"]>>();
});
