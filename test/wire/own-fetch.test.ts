import { inspect } from "node:util";
import { causeOf } from "merchant-payments";
import { describe, expect, test, vi } from "vitest";
import { accepted, clientOver, created, errorOf, failedFetch, finalization, order } from "../support/client.js";

test("a custom fetch gets the request that is to be sent", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(created, { status: 201 }));
  const withLines = { ...order, lineItems: [], billTo: {} };
  await clientOver(fetch, { headers: { "X-Shop": "1" } }).createOrder(withLines);
  await clientOver(fetch).createOrder(order);
  const [detailed, simple] = fetch.mock.calls.map((call) => new Request(...call));
  const url = "https://pay.example/api/orders/create";
  expect(detailed).toMatchObject({ method: "POST", url, redirect: "manual", signal: expect.any(AbortSignal) });
  expect(Object.fromEntries(detailed?.headers ?? [])).toEqual({
    accept: "application/json",
    authorization: "Basic bWVyY2hhbnQtMTphcGktcGFzc3dvcmQ=",
    "content-length": "97",
    "content-type": "application/json",
    "user-agent": "merchant-payments/0.1.0",
    "x-shop": "1",
  });
  expect(simple?.headers.get("content-length")).toBe("2");
  expect(simple?.headers.get("content-type")).toBe("application/json");
  expect(await simple?.text()).toBe("{}");
});

test("a custom fetch can be a plain function", async () => {
  const fetch = async (url: string, { method, redirect }: RequestInit) => {
    expect([typeof url, method, redirect]).toEqual(["string", "POST", "manual"]);
    return new Response(created, { status: 201 });
  };
  expect(await clientOver(fetch).createOrder(order)).toHaveProperty("orderId");
});

test.each<[what: string, lazy: () => object]>([
  ["a thenable", () => ({})],
  ["a promise with a `then` of its own", () => Promise.resolve()],
])("a custom fetch that sends only when its result is awaited, %s, sends once", async (_what, lazy) => {
  const send = vi.fn(async () => new Response(created, { status: 201 }));
  const value = (...then: Parameters<Promise<Response>["then"]>) => send().then(...then);
  // biome-ignore lint/suspicious/noThenProperty: a fetch of this kind is what is tested
  const fetch = () => Object.defineProperty(lazy(), "then", { value });
  expect(await clientOver(fetch).createOrder(order)).toHaveProperty("orderId");
  expect(send).toHaveBeenCalledTimes(1);
});

const refusedConnection = failedFetch("connect ECONNREFUSED");
const accepting = async () => new Response(created, { status: 201 });

const readAlready = async () => {
  const response = new Response(created, { status: 201 });
  await response.text();
  return response;
};

test.each<[string, () => unknown]>([
  ["rejects with nothing", () => Promise.reject()],
  ["rejects with null", () => Promise.reject(null)],
  ["rejects with text", () => Promise.reject("ECONNREFUSED")],
  ["rejects with an error", () => Promise.reject(new Error("ECONNREFUSED"))],
  ["rejects with an error of the system, not of fetch", () => Promise.reject(refusedConnection.cause)],
  ["rejects with an object", () => Promise.reject({ code: "ECONNREFUSED", syscall: "connect" })],
  ["rejects with an abort of its own", () => Promise.reject(new DOMException("aborted", "AbortError"))],
  ["rejects with a timeout of its own", () => Promise.reject(new DOMException("timed out", "TimeoutError"))],
  ["throws at once", () => JSON.parse("broken")],
  ["reads the body of the response before it returns", readAlready],
])("a custom fetch that %s leaves the call unknown, and is called once", async (_what, given) => {
  const fetch = vi.fn(given);
  const error = await errorOf(clientOver(fetch).finalize(finalization));
  expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown", safeToRetry: false });
  expect(fetch).toHaveBeenCalledTimes(1);
});

const byName = {
  status: 201,
  headers: new Headers(),
  body: new Response(created).body,
  [Symbol.toStringTag]: "Response",
};
const byClass = Object.defineProperty(new Response(created, { status: 201 }), Symbol.toStringTag, { value: "Branded" });

test.each<[what: string, response: object]>([
  ["of another copy of fetch", byName],
  ["that has another name", byClass],
])("a custom fetch can return a Response %s", async (_what, response) => {
  expect(await clientOver(async () => response).createOrder(order)).toHaveProperty("orderId");
});

test.each(["cancel", "destroy"])(
  "a custom fetch that returns no Response has its body freed with %s()",
  async (free) => {
    const freed = vi.fn();
    const error = await errorOf(clientOver(async () => ({ body: { [free]: freed } })).finalize(finalization));
    expect(error).toMatchObject({ outcome: "unknown" });
    expect(freed).toHaveBeenCalledOnce();
  },
);

test.each<[string, () => unknown]>([
  ["nothing", () => undefined],
  ["null", () => null],
  ["text", () => created],
  ["an object", () => ({ status: 200, ok: true, body: null })],
  ["a response of its own kind", () => ({ status: 200, headers: new Headers(), json: async () => ({}) })],
])("a custom fetch that returns %s leaves the call unknown, and the message says why", async (_what, given) => {
  const error = await errorOf(clientOver(async () => given()).finalize(finalization));
  expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown" });
  expect(error.message).toContain("(fetch returned no Response: fix the client's option fetch)");
});

/** Makes text of a body that it does not know, as node-fetch 2 and 3 do, before it reads the headers. */
async function nodeFetch(url: string, init: RequestInit): Promise<Response> {
  const request = { method: "POST", body: String(init.body), headers: init.headers ?? {} };
  return new Response(`${url} got ${request.body}`);
}

describe("a custom fetch that makes text of the body", () => {
  const accepting = async () => new Response(accepted);
  const later = async (...request: Parameters<typeof nodeFetch>) => {
    await new Promise(setImmediate);
    return nodeFetch(...request);
  };
  const orElse = async (url: string, init: RequestInit) => {
    const failed = await nodeFetch(url, init).catch((error) => error);
    await fetch(`data:,${init.headers}`);
    throw failed;
  };

  test.each<[what: string, fetch: unknown, outcome: "not_sent" | "unknown"]>([
    ["and has not read the headers", nodeFetch, "not_sent"],
    ["and is wrapped", async (...request: Parameters<typeof nodeFetch>) => nodeFetch(...request), "not_sent"],
    ["and is called a turn later", later, "not_sent"],
    ["and is bound", nodeFetch.bind(null), "not_sent"],
    [
      "after another function has read the headers",
      (url: string, init: object) => nodeFetch(url, { ...init }),
      "unknown",
    ],
    ["and sends the request in another way", orElse, "unknown"],
  ])("%s, ends the call, and the message says what to do", async (_what, given, outcome) => {
    const fetch = vi.fn(given as typeof globalThis.fetch);
    const error = await errorOf(clientOver(fetch).finalize(finalization));
    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome, safeToRetry: false });
    expect(error.message).toContain(
      "(fetch made text of the request's stream: leave the option fetch out, or give a fetch that takes a stream, such as undici's)",
    );
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("after it has sent the body gets a response", async () => {
    const logging = async (_url: string, { body }: RequestInit) => {
      await new Response(body).text();
      return `${body}` === "[object ReadableStream]" ? accepting() : Response.error();
    };
    expect(await clientOver(logging).finalize(finalization)).toHaveProperty("transactionId");
  });
});

const secret = new Error("s3cret");

test.each<[string, Parameters<typeof clientOver>, unknown]>([
  ["fetch", [() => Promise.reject(secret)], secret],
  ["auth", [accepting, { auth: () => Promise.reject(secret), maxRetries: 0 }], secret],
  ["an auth that gives nothing", [accepting, { auth: () => ({ "": "" }), maxRetries: 0 }], expect.any(Error)],
  ["the system", [() => Promise.reject(refusedConnection), { maxRetries: 0 }], refusedConnection],
  ["nothing, if the call was in time", [async () => new Response("", { status: 404 })], undefined],
])("causeOf returns what an error came from, which is never shown: %s", async (_who, client, cause) => {
  const error = await errorOf(clientOver(...client).finalize(finalization));
  expect(causeOf(error)).toEqual(cause);
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain("s3cret");
});

test("a custom fetch that returns Response.error() leaves the call unknown", async () => {
  const error = await errorOf(clientOver(async () => Response.error()).finalize(finalization));
  expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown", httpStatus: 0 });
});

describe("a custom fetch that ignores the signal", () => {
  const late = (response: () => unknown) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    return response();
  };
  const locked = () => {
    const response = new Response("{}");
    response.body?.getReader();
    return response;
  };

  test.each<[string, () => unknown]>([
    ["nothing", () => undefined],
    ["an error", () => Promise.reject(new Error("too late"))],
    ["a response that another function reads", locked],
    ["a response with a stream of another kind", () => Object.defineProperty(new Response(), "body", { value: {} })],
    ["no end at all", () => new Promise(() => {})],
  ])("is left at the deadline, and its late result does no harm: %s", async (_what, response) => {
    vi.useFakeTimers();
    const call = errorOf(clientOver(late(response)).finalize(finalization));
    await vi.runAllTimersAsync();
    expect(await call).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown", safeToRetry: false });
  });

  test("and responds too late has its response dropped, which frees the connection", async () => {
    vi.useFakeTimers();
    const cancel = vi.fn();
    const call = errorOf(clientOver(late(() => new Response(new ReadableStream({ cancel })))).finalize(finalization));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await call).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown" });
    expect(cancel).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(cancel).toHaveBeenCalledOnce();
  });

  test("and fails at the deadline like a refused connection leaves the call unknown", async () => {
    vi.useFakeTimers();
    const refuse = (_url: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(failedFetch("connect ECONNREFUSED"))));
    const call = errorOf(clientOver(refuse).finalize(finalization));
    await vi.runAllTimersAsync();
    expect(await call).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown" });
  });
});
