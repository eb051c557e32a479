import {
  type OperationName,
  PaymentAbortedError,
  PaymentConnectionError,
  PaymentResponseError,
  PaymentServiceError,
  PaymentTimeoutError,
  PaymentValidationError,
} from "merchant-payments";
import { describe, expect, test } from "vitest";

const callOf = (operation: OperationName, paymentMethod?: string) => ({ operation, identifiers: {}, paymentMethod });

const refusal = (statusKey: string | undefined, httpStatus = 200) => ({
  httpStatus,
  statusKey,
  errorNumber: undefined,
  statusMessage: undefined,
  errors: [],
  exceptionDetails: null,
});

const unexpected = { httpStatus: 200, contentType: undefined, issues: [] };
const refused = { name: "Error", code: "ECONNREFUSED" };

const operations = ["createOrder", "finalize"] as const;

describe.each(operations)("%s: nothing was sent", (operation) => {
  test("because the input was refused", () => {
    const error = new PaymentValidationError(callOf(operation), []);
    expect(error.safeToRetry).toBe(false);
    expect(error.advice).toBe("Nothing was sent. Correct the input as the issues say and call again.");
  });

  test.each([
    new PaymentConnectionError(callOf(operation, "card"), "not_sent", "refused", refused),
    new PaymentTimeoutError(callOf(operation), "not_sent", 1_000),
    new PaymentAbortedError(callOf(operation, "paypal"), "not_sent", undefined),
  ])("as $name says", (error) => {
    expect(error.safeToRetry).toBe(true);
    expect(error.advice).toBe(
      "Nothing reached the service and no money moved. The same call may be made again as it is.",
    );
  });
});

describe("createOrder: unknown", () => {
  test.each([undefined, "card", "invoice", "installments", "paypal", "swish", "internet_bank", "other"])(
    "payment method %s",
    (paymentMethod) => {
      const error = new PaymentTimeoutError(callOf("createOrder", paymentMethod), "unknown", 1_000);
      expect(error.safeToRetry).toBe(false);
      expect(error.advice).toBe(
        "No money moves when an order is created: at worst an unused order stays behind. Create it again; " +
          "for a credit product (invoice, installments) with a new order number, since those must be unique.",
      );
    },
  );
});

describe("finalize: unknown", () => {
  test.each(["card", "invoice", "installments"])("payment method %s can be finalized only once", (paymentMethod) => {
    const error = new PaymentTimeoutError(callOf("finalize", paymentMethod), "unknown", 1_000);
    expect(error.safeToRetry).toBe(false);
    expect(error.advice).toBe(
      "The money may have moved. Park this finalization with its identifiers and amount, and check the merchant's " +
        "books or the service's back office before anything else is sent. For this payment method the very same call " +
        "may be sent again deliberately: PAYMENT_COMPLETED or FINALIZE_AMT_EXCEEDED is then evidence that the first " +
        "one landed.",
    );
  });

  test.each(["paypal", "swish", "internet_bank", "other"])("payment method %s may take several", (paymentMethod) => {
    const error = new PaymentTimeoutError(callOf("finalize", paymentMethod), "unknown", 1_000);
    expect(error.safeToRetry).toBe(false);
    expect(error.advice).toBe(
      "The money may have moved. Park this finalization with its identifiers and amount, and check the merchant's " +
        "books or the service's back office before anything else is sent. Do not send it again: this payment method " +
        "may take several finalizations, and a second one would then take the money twice.",
    );
  });

  test("payment method not given", () => {
    const error = new PaymentTimeoutError(callOf("finalize"), "unknown", 1_000);
    expect(error.advice).toBe(
      "The money may have moved. Park this finalization with its identifiers and amount, and check the merchant's " +
        "books or the service's back office before anything else is sent. Only for card, invoice and installments " +
        "may the very same call be sent again deliberately (PAYMENT_COMPLETED or FINALIZE_AMT_EXCEEDED is then " +
        "evidence that the first one landed); never for a method that takes several partial finalizations.",
    );
  });

  test.each([
    new PaymentConnectionError(callOf("finalize", "card"), "unknown", "broken", { name: "Error" }),
    new PaymentAbortedError(callOf("finalize", "card"), "unknown", undefined),
    new PaymentResponseError(callOf("finalize", "card"), "unknown", unexpected),
    new PaymentServiceError(callOf("finalize", "card"), "unknown", refusal("INTERNAL_ERROR")),
  ])("whatever the error: $name", (error) => {
    expect(error.safeToRetry).toBe(false);
    expect(error.advice).toMatch(/^The money may have moved\. .* For this payment method the very same call/);
  });
});

describe("rejected", () => {
  test("with a key that is known: by the key", () => {
    const error = new PaymentServiceError(callOf("finalize", "card"), "rejected", refusal("PAYMENT_COMPLETED"));
    expect(error.safeToRetry).toBe(false);
    expect(error.advice).toBe(
      "Nothing was taken by this call. After an earlier unknown outcome it is evidence that the earlier one landed; " +
        "do not send it again.",
    );
  });

  test.each(["HTTP_401", "SOMETHING_NEW", "toString", "__proto__", undefined])("with the key %s", (statusKey) => {
    const error = new PaymentServiceError(callOf("finalize"), "rejected", refusal(statusKey));
    expect(error.advice).toBe(
      "The service did not do it. Branch on statusKey and httpStatus, correct the cause, then finalize it again.",
    );
  });

  test("by an HTTP status alone", () => {
    const error = new PaymentResponseError(callOf("createOrder"), "rejected", { ...unexpected, httpStatus: 401 });
    expect(error.safeToRetry).toBe(false);
    expect(error.advice).toBe(
      "The service did not do it. Branch on httpStatus, correct the cause, then create the order again.",
    );
  });
});

describe("succeeded, with an answer that lacks something", () => {
  test("createOrder", () => {
    const error = new PaymentResponseError(callOf("createOrder"), "succeeded", unexpected);
    expect(error.safeToRetry).toBe(false);
    expect(error.advice).toBe(
      "The service says that the order is created, but gave no usable order id: look it up by its order number, or create another.",
    );
  });

  test("finalize", () => {
    const error = new PaymentResponseError(callOf("finalize"), "succeeded", unexpected);
    expect(error.safeToRetry).toBe(false);
    expect(error.advice).toBe(
      "The service says that the finalization is done: book it as captured, do not send it again, and look up what the answer left out.",
    );
  });
});
