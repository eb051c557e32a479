/** The options of `Once`, checked when it is made. */
import { Once, type OnceOptions } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { expect, test } from "vitest";
import { withDefaults } from "../../src/once/options.js";
import { pauseAfter } from "../../src/once/rules/transition.js";
import { clientOver } from "../support/client.js";
import { HOUR, MINUTE, terms } from "./records.js";

const given = (): OnceOptions<never> => ({
  payments: clientOver(undefined),
  store: new SqliteOnceStore(":memory:") as never,
  book: () => undefined,
});
const making = (more: object) => () => new Once({ ...given(), ...more });

test.each(["leaseMs", "marginMs", "maxNetworkDelayMs", "personAfterMs", "expiryWarningMs"])(
  "an invalid %s is a mistake",
  (name) => {
    for (const ms of [Number.NaN, -1, 0.5, Infinity, "1000", [1_000]]) {
      expect(making({ [name]: ms })).toThrow(
        new TypeError(`Once: ${name} must be a whole number of milliseconds, 0 or more`),
      );
    }
  },
);

test.each([Number.NaN, -1, 0, 0.5, 2 ** 31, Infinity, "1000", [1_000]])(
  "a timeoutMs that is %j is a mistake: the client would make no call",
  (timeoutMs) => {
    const message = "Once: timeoutMs must be a whole number of milliseconds, 1 to 2147483647";
    expect(making({ timeoutMs })).toThrow(new TypeError(message));
  },
);

test.each([1_000, "1000"])("a resolveAfterMs that is %j is a mistake", (resolveAfterMs) => {
  expect(making({ resolveAfterMs })).toThrow(new TypeError("Once: resolveAfterMs must be a list"));
});

test.each([Number.NaN, -1, 0.5, Infinity, "1000", [1_000]])("a resolveAfterMs with %j in it is a mistake", (ms) => {
  const message = "Once: resolveAfterMs[1] must be a whole number of milliseconds, 0 or more";
  expect(making({ resolveAfterMs: [1_000, ms] })).toThrow(new TypeError(message));
});

test("the last pause repeats, and an empty resolveAfterMs has pauses of a minute", () => {
  expect(pauseAfter(3, { ...terms, resolveAfterMs: [MINUTE, 5 * MINUTE, HOUR] })).toBe(HOUR);
  expect(pauseAfter(3, { ...terms, resolveAfterMs: [] })).toBe(MINUTE);
});

test.each<[object, string]>([
  [{ payments: undefined }, "Once: payments is required: give your PaymentClient"],
  [{ store: null }, "Once: store is required: give a SqliteOnceStore or a PostgresOnceStore, for instance"],
  [{ book: undefined }, "Once: book is required: give a function that writes a capture into your books"],
  [{ book: "books" }, "Once: book must be a function"],
  [{ unbook: true }, "Once: unbook must be a function"],
  [{ onChange: {} }, "Once: onChange must be a function"],
  [{ keyAsInvoiceId: "yes" }, "Once: keyAsInvoiceId must be true or false"],
  [{ stopAfter: 3 }, "Once: stopAfter must be an object with the keys unknowns, rejections"],
  [{ resolveAfter: [1] }, "Once: resolveAfter is not a known key: did you mean resolveAfterMs?"],
  [{ merchant: "north" }, "Once: merchant is not a known key: give it to the store"],
  [{ whatever: 1 }, "Once: whatever is not a known key: remove it"],
  [{ stopAfter: { unknown: 3 } }, "Once: stopAfter.unknown is not a known key: did you mean unknowns?"],
  [{ stopAfter: { rejections: 0 } }, "Once: stopAfter.rejections must be a whole number, 1 or more"],
  [{ leaseMs: 29_999 }, "leaseMs must be at least 30000, which is timeoutMs"],
])("%o is a mistake: %s", (more, message) => {
  expect(making(more)).toThrow(new TypeError(message));
});

test("a lease must leave time for book and for a session that book has left", () => {
  const store = { ...given().store, bookTimeoutMs: 10_000 };
  const message = "leaseMs must be at least 50000, which is timeoutMs + the store's bookTimeoutMs + 10000";
  expect(making({ store, leaseMs: 49_999 })).toThrow(new TypeError(message));
  expect(making({ store, leaseMs: 50_000 })).not.toThrow();
});

test("the deadline of a call is the client's, unless Once has its own", () => {
  const payments = clientOver(undefined, { timeoutMs: 200 });
  expect(withDefaults({ ...given(), payments })).toMatchObject({ timeoutMs: 200, leaseMs: 30_200 });
  expect(withDefaults({ ...given(), payments, timeoutMs: 500 })).toMatchObject({ timeoutMs: 500, leaseMs: 30_500 });
  const { sendAgain, meaningOf } = payments;
  const wrapper = { preview: payments.preview, sendAgain, meaningOf };
  const needed = "payments: timeoutMs is required: give your client's deadline of a call, in milliseconds";
  expect(making({ payments: wrapper })).toThrow(new TypeError(needed));
  const without = { preview: payments.preview, timeoutMs: 200, meaningOf };
  expect(making({ payments: without })).toThrow(
    "payments: sendAgain is required: give your client's list of payment methods",
  );
});

test("an option that is null or undefined has its default", () => {
  const absent = {
    timeoutMs: null,
    leaseMs: undefined,
    personAfterMs: null,
    expiryWarningMs: null,
    stopAfter: null,
    unbook: null,
    whatever: undefined,
  };
  const { terms, ...options } = withDefaults({ ...given(), ...absent } as never);
  expect(terms).toMatchObject({
    leaseMs: MINUTE + 10_000,
    maxNetworkDelayMs: 30 * MINUTE,
    resolveAfterMs: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
    personAfterMs: 24 * HOUR,
    expiryWarningMs: 24 * HOUR,
  });
  expect(options).toMatchObject({
    timeoutMs: 30_000,
    leaseMs: MINUTE,
    keyAsInvoiceId: false,
    stopAfter: { unknowns: 10, rejections: 3 },
    unbook: undefined,
  });
});
