/** Hostile schemas, functions and inputs: the error is clear, nothing is sent, no secret is shown. */
import { causeOf, defineOperation, type PaymentEvent, type StandardSchema } from "merchant-payments";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { leaks } from "../../secrets/everything-shown.js";
import { clientOver, created, errorOf } from "../../support/client.js";
import { stopTime } from "../../support/time.js";

const secret = "pl4nted-secret";
const input = z.object({ id: z.string() });
const response = z.object({ orderId: z.string() });
const annul = { name: "annul", path: "/payments/{id}/annul", effect: "money", input, response } as const;

/** A schema that validates so. */
const schemaOf = (validate: (value: unknown) => unknown) =>
  ({ "~standard": { version: 1, vendor: "test", validate } }) as unknown as StandardSchema<unknown, { id: string }>;

const oddPath = [null, { key: `${secret} x` }, Symbol(secret), [secret], {}];
const throws = () => JSON.parse(secret);

/** The error of a call, and how many requests were sent for it. */
async function called(definition: object, value: unknown = { id: secret }, options: object = {}) {
  const events: PaymentEvent[] = [];
  const fetch = vi.fn(async () => new Response(created));
  const payments = clientOver(fetch, { onEvent: (event) => void events.push(event) });
  const operation = defineOperation({ ...annul, ...definition } as typeof annul);
  const error = await errorOf(payments.call(operation, value as { id: string }, options));
  expect(leaks([error, events, "issues" in error && error.issues], [secret])).toEqual([]);
  return { error, sent: fetch.mock.calls.length };
}

const hostile: [what: string, validate: () => unknown][] = [
  ["throws", throws],
  ["rejects", async () => throws()],
  ["returns nothing", () => undefined],
  ["returns text", () => ({ value: secret })],
  ["returns null", () => ({ value: null })],
  ["returns a number as its issues", () => ({ issues: 1 })],
  ["returns 100,000 issues", () => ({ issues: new Array(100_000).fill({ message: secret, path: [`${secret} x`] }) })],
  ["returns paths of all kinds", () => ({ issues: [{ path: oddPath }] })],
];

describe("a schema that", () => {
  test.each(hostile)("%s makes the input invalid", async (_what, validate) => {
    const { error, sent } = await called({ input: schemaOf(validate) });
    expect(error).toMatchObject({ code: "invalid_input", outcome: "not_sent" });
    expect(error.code === "invalid_input" && error.issues.length).toBeOneOf([1, 100]);
    expect(sent).toBe(0);
  });

  test.each(hostile)("%s makes the response unexpected", async (_what, validate) => {
    const { error, sent } = await called({ response: schemaOf(validate) });
    expect(error).toMatchObject({ code: "unexpected_response", outcome: "succeeded" });
    expect(error.code === "unexpected_response" && error.issues.length).toBeOneOf([1, 20]);
    expect(sent).toBe(1);
  });

  /** Never ends. Meanwhile, the deadline of the call passes. */
  const hanging = schemaOf(() => {
    queueMicrotask(() => vi.advanceTimersByTime(60_000));
    return new Promise(() => undefined);
  });

  test("hangs on the input is ended by the deadline of the call", async () => {
    stopTime();
    const { error, sent } = await called({ input: hanging }, {}, { timeoutMs: 60_000 });
    const message = "annul: nothing was sent: the deadline of 60000 ms passed (the input was still being checked)";
    expect(error).toMatchObject({ code: "timeout", outcome: "not_sent", message });
    expect(sent).toBe(0);
  });

  test("hangs on the response is ended by the deadline, although the call succeeded", async () => {
    stopTime();
    const { error } = await called({ response: hanging }, { id: "1" }, { timeoutMs: 60_000 });
    expect(error).toMatchObject({ code: "unexpected_response", outcome: "succeeded" });
  });
});

const circle: { self?: object } = {};
circle.self = circle;
const listing = { effect: "read", method: "GET" };

test.each<[what: string, definition: object, value: unknown]>([
  ["a `body` that throws", { body: throws }, { id: "1" }],
  ["a `body` that returns an object that contains itself", { body: () => circle }, { id: "1" }],
  ["a `query` that throws", { ...listing, query: throws }, { id: "1" }],
  ["a key that is a secret", { input: z.record(z.string(), z.number()) }, { [`${secret} x`]: secret }],
])("a custom operation is invalid, and nothing is sent, for %s", async (_what, definition, value) => {
  const { error, sent } = await called(definition, value);
  expect(error).toMatchObject({ code: "invalid_input", outcome: "not_sent" });
  expect(sent).toBe(0);
});

test("causeOf returns a schema's own issues, for the input and for the response", async () => {
  const words = expect.arrayContaining([expect.objectContaining({ message: expect.stringContaining("expected") })]);
  expect(causeOf((await called({}, { id: 1 })).error)).toEqual(words);
  expect(causeOf((await called({ response: z.object({ none: z.string() }) }, { id: "1" })).error)).toEqual(words);
});

test("a response is unexpected however deeply it is nested", async () => {
  for (const depth of [100, 1_000, 2_000, 4_000, 8_000]) {
    const body = `${created.slice(0, -1)},"deep":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    const payments = clientOver(async () => new Response(body));
    const strict = defineOperation({ ...annul, response: z.strictObject({}) });
    expect(await errorOf(payments.call(strict, { id: "1" }))).toMatchObject({ code: "unexpected_response" });
  }
});

const defined = defineOperation(annul);
test.each<[what: string, operation: unknown]>([
  ["a changed copy of an operation", { ...defined, path: "/elsewhere/{id}" }],
  ["an object that inherits from an operation", Object.create(defined)],
])("call throws if the operation is %s", async (_what, operation) => {
  const fetch = vi.fn();
  const payments = clientOver(fetch);
  const wrong = new TypeError("PaymentClient: call needs what defineOperation returns, unchanged");
  await expect(payments.call(operation as never, null as never)).rejects.toThrow(wrong);
  expect(fetch).not.toHaveBeenCalled();
});

describe("a second copy of the library, as an app with ESM and CJS has,", () => {
  let second: { readonly defineOperation: typeof defineOperation };
  beforeAll(async () => {
    vi.resetModules();
    second = await import("merchant-payments");
  });

  test("defines operations that a client of the first one calls", async () => {
    expect(second.defineOperation).not.toBe(defineOperation);
    const payments = clientOver(async () => new Response(created));
    expect(await payments.call(second.defineOperation(annul), { id: "1" })).toMatchObject({ pending: false });
  });
});
