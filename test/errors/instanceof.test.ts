import * as first from "merchant-payments";
import { PaymentError, PaymentTimeoutError, toResult } from "merchant-payments";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

const call = { operation: "finalize", identifiers: {} } as const;
const status = {
  httpStatus: 200,
  meaning: "rejected" as const,
  errorNumber: 1000,
  statusKey: "MERCHANT_ACCT_READ_ONLY",
  statusMessage: undefined,
};
const rejection = { ...status, errors: [], exceptionDetails: null };
const page = { httpStatus: 200, contentType: undefined, issues: [] };
const plain = new PaymentTimeoutError(call, "unknown", 1_000);

/** Each leaf as one copy of the library makes it. */
const leavesOf = (library: typeof first) => ({
  PaymentValidationError: new library.PaymentValidationError(call, []),
  PaymentServiceError: new library.PaymentServiceError(call, "rejected", rejection),
  PaymentConnectionError: new library.PaymentConnectionError(call, "unknown", "broken", { name: "Error" }),
  PaymentTimeoutError: new library.PaymentTimeoutError(call, "unknown", 1_000),
  PaymentAbortedError: new library.PaymentAbortedError(call, "unknown", undefined),
  PaymentResponseError: new library.PaymentResponseError(call, "unknown", page),
});

const own = { ...first };
const names = Object.keys(leavesOf(first)) as (keyof ReturnType<typeof leavesOf>)[];

/** Another copy of the library, as in an app that loads the ESM and the CJS build. */
let second: typeof first;
beforeAll(async () => {
  vi.resetModules();
  second = await import("merchant-payments");
});
afterAll(() => vi.resetModules());

describe.each(names)("%s", (name) => {
  test("is an instance of its own class and of no other, whichever copy of the library made it", () => {
    expect(second[name]).not.toBe(own[name]);
    for (const error of [leavesOf(first)[name], leavesOf(second)[name]]) {
      expect(names.filter((each) => error instanceof own[each])).toEqual([name]);
      expect(names.filter((each) => error instanceof second[each])).toEqual([name]);
      expect(error instanceof PaymentError && error instanceof second.PaymentError && error instanceof Error).toBe(
        true,
      );
      expect(error.name).toBe(name);
      expect(error.stack).toMatch(new RegExp(`^${name}: finalize: `));
    }
  });
});

describe("instanceof PaymentError", () => {
  test.each([
    ["an error", new Error("x")],
    ["a look-alike", { name: "PaymentTimeoutError", code: "timeout", outcome: "not_sent" }],
    ["null", null],
  ])("is false for %s", (_name, value) => {
    expect(value instanceof PaymentError).toBe(false);
  });
});

test("a merchant's subclass of an error is also what it extends, and does not claim the library's errors", () => {
  class ShopError extends PaymentTimeoutError {}
  const mine = new ShopError(call, "unknown", 1_000);
  const parents = [ShopError, PaymentTimeoutError, second.PaymentTimeoutError, PaymentError];
  for (const each of parents) expect(mine).toBeInstanceOf(each);
  expect(plain).not.toBeInstanceOf(ShopError);
  expect(leavesOf(second).PaymentTimeoutError).not.toBeInstanceOf(ShopError);
});

describe("toResult", () => {
  // biome-ignore lint/suspicious/noThenProperty: a promise of another library, of which only `then` is known
  const thenable = { then: (resolve: (value: string) => void) => resolve("result") } as PromiseLike<string>;

  test("returns a result, or an error of the library, as a value", async () => {
    expect(await toResult(Promise.resolve("result"))).toEqual({ ok: true, value: "result" });
    expect(await toResult(Promise.resolve(undefined))).toEqual({ ok: true, value: undefined });
    expect(await toResult(thenable)).toEqual({ ok: true, value: "result" });
    const failed = await toResult(Promise.reject(plain));
    expect([failed.ok, failed.ok || failed.error]).toEqual([false, plain]);
  });

  test.each([new TypeError("x is not a function"), "text", undefined])(
    "rejects with anything that is no error of the library: %s",
    async (bug) => {
      await expect(toResult(Promise.reject(bug))).rejects.toBe(bug);
    },
  );
});
