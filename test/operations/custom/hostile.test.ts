/** Schemas, functions and inputs that mean no good: a clear error, nothing is sent, nothing is shown. */
import { causeOf, defineOperation, type PaymentEvent, type StandardSchema } from "merchant-payments";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { leaks } from "../../secrets/everything-shown.js";
import { clientOver, created, errorOf } from "../../support/client.js";

const secret = "pl4nted-secret";
const input = z.object({ id: z.string() });
const response = z.object({ orderId: z.string() });
const annul = { name: "annul", path: "/payments/{id}/annul", effect: "money", input, response } as const;
const annulPayment = defineOperation(annul);

/** A schema that does this. */
const schemaOf = (validate: (value: unknown) => unknown) =>
  ({ "~standard": { version: 1, vendor: "test", validate } }) as unknown as StandardSchema<unknown, { id: string }>;

const throws = (): never => {
  throw new Error(secret);
};
const throwing = () => new Proxy({}, { get: throws, ownKeys: throws, getPrototypeOf: throws, has: throws });

/** What comes of a call, and how often something was sent for it. */
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
  ["gives nothing", () => undefined],
  ["gives a proxy that throws", throwing],
  ["gives text", () => ({ value: secret })],
  ["gives null", () => ({ value: null })],
  ["gives a value that is a proxy that throws", () => ({ value: throwing() })],
  ["gives issues that are none", () => ({ issues: 1 })],
  ["gives no issue in its issues", () => ({ issues: [] })],
  ["gives issues that are proxies", () => ({ issues: [throwing()] })],
  ["gives issues without end", () => ({ issues: new Array(100_000).fill({ message: secret, path: [`${secret} x`] }) })],
  [
    "gives paths of all kinds",
    () => ({ issues: [{ path: [null, { key: `${secret} x` }, Symbol(secret), [secret], {}] }] }),
  ],
  ["gives a path that is none", () => ({ issues: [{ path: 1 }] })],
  [
    "gives a getter that throws",
    () => ({
      value: {
        get id() {
          return throws();
        },
      },
    }),
  ],
];

describe("a schema that", () => {
  test.each(hostile)("%s, of the input", async (_what, validate) => {
    const { error, sent } = await called({ input: schemaOf(validate) });
    expect(error).toMatchObject({ code: "invalid_input", outcome: "not_sent" });
    expect(error.code === "invalid_input" && error.issues.length).toBeOneOf([1, 1_000]);
    expect(sent).toBe(0);
  });

  test.each(hostile)("%s, of the response", async (_what, validate) => {
    const { error, sent } = await called({ response: schemaOf(validate) });
    expect(error).toMatchObject({ code: "unexpected_response", outcome: "succeeded" });
    expect(sent).toBe(1);
  });

  test("hangs, of the input: the call's own deadline ends it", async () => {
    const hanging = schemaOf(() => new Promise(() => undefined));
    const { error, sent } = await called({ input: hanging }, {}, { timeoutMs: 20 });
    const message = "annul: no complete response within 20 ms, before anything was sent (checking the input)";
    expect(error).toMatchObject({ code: "timeout", outcome: "not_sent", message });
    expect(sent).toBe(0);
  });

  test("hangs, of the response", async () => {
    const hanging = schemaOf(() => new Promise(() => undefined));
    const { error } = await called({ response: hanging }, { id: "1" }, { timeoutMs: 20 });
    expect(error).toMatchObject({ code: "unexpected_response", outcome: "succeeded" });
  });

  test("takes most of the time leaves the rest for sending: there is one deadline", async () => {
    vi.useFakeTimers();
    const slow = schemaOf(async () => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      return { value: { id: "1" } };
    });
    const payments = clientOver(() => new Promise(() => undefined));
    const error = errorOf(payments.call(defineOperation({ ...annul, input: slow }), {}, { timeoutMs: 1_000 }));
    await vi.advanceTimersByTimeAsync(1_001);
    expect(await error).toMatchObject({ code: "timeout", outcome: "unknown" });
  });

  test.each<[string, object, string]>([
    ["its caller gives up", { signal: AbortSignal.timeout(10) }, "aborted"],
    ["its caller has given up", { signal: AbortSignal.abort() }, "aborted"],
  ])("hangs when %s", async (_what, options, code) => {
    const { error, sent } = await called({ input: schemaOf(() => new Promise(() => undefined)) }, {}, options);
    expect(error).toMatchObject({ code, outcome: "not_sent" });
    expect(sent).toBe(0);
  });

  test("is called once, with the very input", async () => {
    const validate = vi.fn(() => ({ issues: [{ message: "no" }] }));
    const value = { id: secret };
    await called({ input: schemaOf(validate) }, value);
    expect(validate.mock.calls).toEqual([[value]]);
  });
});

test("nothing is written once sendBefore has passed", async () => {
  const { error, sent } = await called({}, { id: "1" }, { sendBefore: new Date(0) });
  expect(error).toMatchObject({ code: "timeout", outcome: "not_sent" });
  expect(sent).toBe(0);
});

test.each<[what: string, definition: object, value: unknown]>([
  [
    "an input whose getter throws",
    {},
    {
      get id() {
        return throws();
      },
    },
  ],
  ["an input that is a proxy", {}, throwing()],
  ["a body that throws", { body: throws }, { id: "1" }],
  ["a body that gives a proxy that throws", { body: throwing }, { id: "1" }],
  [
    "a body whose getter throws",
    {
      body: () => ({
        get id() {
          return throws();
        },
      }),
    },
    { id: "1" },
  ],
  [
    "a body without end",
    {
      body: () => {
        const body: object[] = [];
        body.push(body);
        return { body };
      },
    },
    { id: "1" },
  ],
  ["a query that throws", { effect: "read", method: "GET", query: throws }, { id: "1" }],
  ["a query that gives a proxy that throws", { effect: "read", method: "GET", query: throwing }, { id: "1" }],
  ["a path that climbs", {}, { id: "../../finalize" }],
  ["a key that is a secret", { input: z.record(z.string(), z.number()) }, { [`${secret} x`]: secret }],
])("%s", async (_what, definition, value) => {
  const { error, sent } = await called(definition, value);
  expect(error).toMatchObject({ code: "invalid_input", outcome: "not_sent" });
  expect(sent).toBe(0);
});

test("causeOf has a schema's own words, of the input and of the response", async () => {
  const words = expect.arrayContaining([expect.objectContaining({ message: expect.stringContaining("expected") })]);
  expect(causeOf((await called({}, { id: 1 })).error)).toEqual(words);
  expect(causeOf((await called({ response: z.object({ none: z.string() }) }, { id: "1" })).error)).toEqual(words);
});

test("a response nested as deep as can be read is a response that does not fit, or none: never an error of another kind", async () => {
  for (const depth of [100, 1_000, 2_000, 4_000, 8_000]) {
    const body = `${created.slice(0, -1)},"deep":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    const payments = clientOver(async () => new Response(body));
    const strict = defineOperation({ ...annul, response: z.strictObject({}) });
    expect(await errorOf(payments.call(strict, { id: "1" }))).toMatchObject({ code: "unexpected_response" });
  }
});

describe("what is no operation is refused", () => {
  const wrong: [what: string, definition: object, fault: string][] = [
    ["a name of ours", { name: "finalize" }, "finalize is this library's own: take another name"],
    ["no name", { name: "" }, "name must be letters and digits"],
    ["a name with a dash in it", { name: "annul-it" }, "name must be letters and digits"],
    ["a name that begins with a digit", { name: "1annul" }, "name must be letters and digits"],
    [
      "a path that climbs",
      { path: "/a/../b" },
      "path must be like /orders/{orderId}/annul, without dot segments or a query",
    ],
    ["a path without a slash", { path: "annul" }, "path must be like"],
    ["a path with an empty segment", { path: "/a//b" }, "path must be like"],
    ["a path with a query", { path: "/a?b=1" }, "path must be like"],
    ["a path that is another host", { path: "//evil.example/a" }, "path must be like"],
    ["a half placeholder", { path: "/a/{id/b" }, "path must be like"],
    ["no effect", { effect: undefined }, 'effect must be "read", "write" or "money"'],
    ["PUT", { method: "PUT" }, 'method must be POST, or GET with effect "read"'],
    ["a GET that moves money", { method: "GET" }, 'method must be POST, or GET with effect "read"'],
    ["a query by POST", { query: () => ({}) }, "body is for POST, and query for GET"],
    ["no schema", { input: {} }, "input and response must be Standard Schemas (zod, valibot, arktype)"],
  ];
  test.each(wrong)("%s, by defineOperation", (_what, definition, fault) => {
    expect(() => defineOperation({ ...annul, ...definition } as typeof annul)).toThrow(`defineOperation: ${fault}`);
  });

  test.each([undefined, null, "finalize", {}, { ...annul, method: "PUT" }])("%j, by the client", async (operation) => {
    const fetch = vi.fn();
    const payments = clientOver(fetch);
    const none = /^PaymentClient: /;
    await expect(payments.call(operation as never, {})).rejects.toThrow(none);
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe("what is sent", () => {
  /** The requests that the client makes, in short. */
  async function requestOf(operation: typeof annulPayment, input: { id: string }, options: object = {}) {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(created));
    await clientOver(fetch).call(operation, input, options);
    const [[url, init] = []] = fetch.mock.calls;
    return { url, method: init?.method, headers: init?.headers, hasBody: init?.body != null };
  }

  test("the path with the input in it, and the caller's headers", async () => {
    expect(await requestOf(annulPayment, { id: "A 1" }, { headers: { "x-shop": "1" } })).toMatchObject({
      url: "https://pay.example/api/payments/A%201/annul",
      method: "POST",
      headers: { "x-shop": "1", "content-length": "0" },
    });
  });

  test("of a read: by GET no body and no length of one, by POST it may have both", async () => {
    const find = defineOperation({ ...annul, name: "find", effect: "read", method: "GET" });
    const got = await requestOf(find as never, { id: "1" });
    expect(got).toMatchObject({ method: "GET", hasBody: false });
    expect(got.headers).not.toHaveProperty("content-length");
    const search = defineOperation({ ...annul, name: "search", effect: "read", body: ({ id }) => ({ id }) });
    expect(await requestOf(search, { id: "1" })).toMatchObject({ method: "POST", headers: { "content-length": "10" } });
  });

  test.each([
    ["an empty placeholder", { id: "" }, {}, "id"],
    ["a placeholder of dots", { id: ".." }, {}, "id"],
    ["a deadline of no time", { id: "1" }, { timeoutMs: 0 }, "options.timeoutMs"],
  ])("nothing with %s", async (_what, input, options, path) => {
    const fetch = vi.fn();
    const error = await errorOf(clientOver(fetch).call(annulPayment, input, options));
    expect(error).toMatchObject({ code: "invalid_input", issues: [{ path }] });
    expect(fetch).not.toHaveBeenCalled();
  });
});
