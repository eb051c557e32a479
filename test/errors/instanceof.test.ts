import * as first from "merchant-payments";
import {
  type AnyPaymentError,
  isPaymentError,
  PaymentAbortedError,
  PaymentConnectionError,
  PaymentError,
  PaymentResponseError,
  PaymentServiceError,
  PaymentTimeoutError,
  PaymentValidationError,
} from "merchant-payments";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

const call = { operation: "finalize", identifiers: {} } as const;

/** Each leaf as one copy of the library makes it. */
const leavesOf = (library: typeof first) => ({
  PaymentValidationError: new library.PaymentValidationError(call, []),
  PaymentServiceError: new library.PaymentServiceError(call, "rejected", {
    httpStatus: 200,
    errorNumber: 1000,
    statusKey: "MERCHANT_ACCT_READ_ONLY",
    statusMessage: undefined,
    errors: [],
    exceptionDetails: null,
  }),
  PaymentConnectionError: new library.PaymentConnectionError(call, "unknown", "broken", { name: "Error" }),
  PaymentTimeoutError: new library.PaymentTimeoutError(call, "unknown", 1_000),
  PaymentAbortedError: new library.PaymentAbortedError(call, "unknown", undefined),
  PaymentResponseError: new library.PaymentResponseError(call, "unknown", {
    httpStatus: 200,
    contentType: undefined,
    issues: [],
  }),
});

const classes = {
  PaymentValidationError,
  PaymentServiceError,
  PaymentConnectionError,
  PaymentTimeoutError,
  PaymentAbortedError,
  PaymentResponseError,
};

type LeafName = keyof typeof classes;
const names = Object.keys(classes) as LeafName[];

/** Another copy of the library, as an app gets that loads the ESM and the CJS build. */
let second: typeof first;
beforeAll(async () => {
  vi.resetModules();
  second = await import("merchant-payments");
});
afterAll(() => vi.resetModules());

test("the second copy is another one", () => {
  expect(second.PaymentError).not.toBe(PaymentError);
  expect(Object.getPrototypeOf(leavesOf(second).PaymentTimeoutError)).not.toBe(PaymentTimeoutError.prototype);
});

describe.each(names)("%s", (name) => {
  test("is what it is, and nothing else", () => {
    const error = leavesOf(first)[name];
    expect(names.filter((each) => error instanceof classes[each])).toEqual([name]);
    expect(error).toBeInstanceOf(PaymentError);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe(name);
    expect(error.stack).toMatch(new RegExp(`^${name}: finalize: `));
  });

  test("of another copy of the library is just that", () => {
    const error = leavesOf(second)[name];
    expect(names.filter((each) => error instanceof classes[each])).toEqual([name]);
    expect(error).toBeInstanceOf(PaymentError);
    expect(error).toBeInstanceOf(Error);
    expect(isPaymentError(error)).toBe(true);
  });

  test("of this copy is known to another one", () => {
    const error = leavesOf(first)[name];
    expect(error).toBeInstanceOf(second[name]);
    expect(error).toBeInstanceOf(second.PaymentError);
    expect(second.isPaymentError(error)).toBe(true);
  });
});

describe("a class of the merchant's own", () => {
  class ShopError extends PaymentTimeoutError {
    readonly shop = "Umeå";
  }

  const mine = new ShopError(call, "unknown", 1_000);
  const plain = new PaymentTimeoutError(call, "unknown", 1_000);

  test("is also what it extends", () => {
    expect(mine).toBeInstanceOf(ShopError);
    expect(mine).toBeInstanceOf(PaymentTimeoutError);
    expect(mine).toBeInstanceOf(second.PaymentTimeoutError);
    expect(isPaymentError(mine)).toBe(true);
  });

  test("does not claim the library's errors", () => {
    expect(plain).not.toBeInstanceOf(ShopError);
    expect(leavesOf(second).PaymentTimeoutError).not.toBeInstanceOf(ShopError);
  });

  test("of the base claims nothing but its own", () => {
    abstract class ShopBase extends PaymentError {}
    expect(plain).not.toBeInstanceOf(ShopBase);
  });
});

describe("isPaymentError", () => {
  test.each([
    ["an error", new Error("x")],
    ["a look-alike", { name: "PaymentTimeoutError", code: "timeout", outcome: "not_sent" }],
    ["text", "PaymentError"],
    ["null", null],
    ["undefined", undefined],
    ["a class", PaymentError],
  ])("is false for %s", (_name, value) => {
    expect(isPaymentError(value)).toBe(false);
  });

  test("narrows to a union that a switch on code covers", () => {
    const error: unknown = leavesOf(first).PaymentTimeoutError;
    expect(isPaymentError(error) && whatToDo(error)).toBe("check first");
  });
});

/** Compiles only while the switch names every code. */
function whatToDo(error: AnyPaymentError): string {
  switch (error.code) {
    case "invalid_input":
      return "fix the call";
    case "service_error":
      return error.statusKey ?? "look into it";
    case "connection":
    case "timeout":
    case "aborted":
      return error.safeToRetry ? "again" : "check first";
    case "unexpected_response":
      return "look into it";
  }
}
