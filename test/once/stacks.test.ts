/** The stack of an error of `Once` names the function that made the call, so that a log leads to it. */
import { Once } from "merchant-payments/once";
import { PostgresOnceStore } from "merchant-payments/once/postgres";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { fault } from "merchant-payments/testing";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { merchant, none, type Options, signed } from "./merchant.js";

const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 10; // as Node has it
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

/** The function that the stack has to name. */
async function shipOrder(call: () => unknown): Promise<unknown> {
  return await call();
}

const stackOf = (call: () => unknown) =>
  shipOrder(call).then(
    () => "nothing was thrown",
    (error: Error) => error.stack,
  );

/** A shop in which 60 of 100 SEK are captured by the key K-1. */
async function shop(options: Options = {}) {
  const made = merchant(options);
  const { authorization, capture, ...sale } = made.sell();
  await capture("K-1", { totalAmount: "60.00" });
  return { ...made, authorization, sale: { ...sale, totalAmount: "60.00" }, seen: await made.snapshot("K-1") };
}

const away = (): never => {
  throw new Error("the connection to the database was lost");
};

const calls: readonly [string, RegExp, (made: Awaited<ReturnType<typeof shop>>) => unknown][] = [
  [
    "finalize, if the key is invalid",
    /^PaymentValidationError/,
    ({ once, sale, authorization }) => once.finalize("", sale, { authorization }),
  ],
  [
    "finalize, if the request is invalid",
    /^PaymentValidationError/,
    ({ once, sale, authorization }) => once.finalize("K-2", { ...sale, totalAmount: "six" }, { authorization }),
  ],
  [
    "finalize, if the key stands for another request",
    /^PaymentValidationError/,
    ({ once, sale, authorization }) => once.finalize("K-1", { ...sale, totalAmount: "50.00" }, { authorization }),
  ],
  [
    "finalize, if the store is away",
    /^OnceStoreError/,
    ({ once, store, sale, authorization }) => {
      vi.spyOn(store, "change").mockImplementation(away);
      return once.finalize("K-2", sale, { authorization });
    },
  ],
  [
    "sweep, if the store is away",
    /^OnceStoreError: the store could not read its keys/,
    ({ once, store }) => {
      vi.spyOn(store, "due").mockImplementation(away);
      return once.sweep();
    },
  ],
  [
    "decide",
    /^OnceDecisionError/,
    ({ once, seen }) => once.decide(seen, { ...signed, as: "send_again", balance: none }),
  ],
  [
    "correct",
    /^OnceDecisionError/,
    ({ once, seen, sale, authorization }) =>
      once.correct(seen, { ...sale, totalAmount: "50.00" }, { ...signed, authorization }),
  ],
  [
    "adopt",
    /^OnceDecisionError/,
    ({ once, sale, authorization }) =>
      once.adopt("K-1", sale, { ...signed, authorization, isBooked: true, at: new Date() }),
  ],
  ["list, if a filter is misspelt", /^TypeError/, ({ once }) => once.list({ waitFor: "person" } as object)],
];

test.each(calls)("the stack of an error of %s names the caller", async (_name, kind, call) => {
  const made = await shop({ timeoutMs: 30_000, leaseMs: 30_000 });
  const stack = await stackOf(() => call(made));
  expect(stack).toMatch(kind);
  expect(stack).toMatch(/at (async )?shipOrder/);
});

describe("once the circuit breaker is open, the stack of the error names the caller of", () => {
  const open = async () => {
    const made = await shop({ stopAfter: { rejections: 1 } });
    made.service.faults.every(1, "finalize", fault.status(401));
    const { capture, authorization, ...sale } = made.sell();
    const finalize = () => made.once.finalize("K-2", sale, { authorization });
    return { ...made, finalize };
  };

  test("finalize, the first time", async () => {
    const { finalize } = await open();
    expect(await stackOf(finalize)).toMatch(/^OnceStoppedError[\s\S]*at (async )?shipOrder/);
  });

  test("finalize, after that", async () => {
    const { finalize } = await open();
    await finalize().catch(() => undefined);
    expect(await stackOf(finalize)).toMatch(/^OnceStoppedError[\s\S]*at (async )?shipOrder/);
  });

  test("sweep", async () => {
    const { finalize, once } = await open();
    await finalize().catch(() => undefined);
    expect(await stackOf(() => once.sweep())).toMatch(/^OnceStoppedError[\s\S]*at (async )?shipOrder/);
  });
});

const { store, payments } = { store: new SqliteOnceStore(":memory:"), payments: {} };
const pool = { connect: () => Promise.reject(new Error("no database")) };

test.each<[string, () => unknown]>([
  ["new Once()", () => new Once({ payments, store } as never)],
  ["new SqliteOnceStore()", () => new SqliteOnceStore(":memory:", { schema: "shop" } as never)],
  ["new PostgresOnceStore()", () => new PostgresOnceStore(pool, { bookTimeoutMs: 0 })],
])("the stack of a mistake in the options of %s names the caller", async (_name, make) => {
  expect(await stackOf(make)).toMatch(/^TypeError[\s\S]*at (async )?shipOrder/);
});
