import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Deadline } from "../../src/wire/deadline.js";
import { fetchExchange } from "../../src/wire/fetch.js";

const bytes = (text: string) => new TextEncoder().encode(text);

const deadlineOf = (signal?: AbortSignal) =>
  new Deadline({ startedAt: performance.now(), timeoutMs: 60_000, signal, sendBefore: undefined });

let deadline: Deadline;
beforeEach(() => {
  deadline = deadlineOf();
});
afterEach(() => deadline.close());

/** The response of this fetch to a request. */
function exchanged(
  fetch: (url: string, init: RequestInit) => unknown,
  body = "{}",
  maxResponseBytes = 100,
  onSending = () => {},
  method: "POST" | "GET" = "POST",
) {
  return fetchExchange(fetch as typeof globalThis.fetch).send({
    method,
    url: "https://pay.example/api/orders/create",
    headers: { "x-shop": "1" },
    body,
    maxResponseBytes,
    deadline,
    onSending,
  });
}

/** The body of a response, as it is read. */
const bodyOf = async (response: unknown, maxResponseBytes?: number) =>
  (await exchanged(() => Promise.resolve(response), "{}", maxResponseBytes)).body;

/** A response with a body in these pieces. The test decides what happens after the last one. */
function inPieces(pieces: string[], then: (body: ReadableStreamDefaultController) => void, cancel = vi.fn()) {
  const pull = (body: ReadableStreamDefaultController) => {
    const piece = pieces.shift();
    if (piece === undefined) then(body);
    else body.enqueue(bytes(piece));
  };
  return new Response(new ReadableStream({ pull, cancel }));
}

describe("a request over fetch", () => {
  test("is given to fetch as a URL and options", async () => {
    const fetch = vi.fn(async () => new Response());
    await exchanged(fetch);
    const headers = { "x-shop": "1", "content-length": "2" };
    const body = expect.any(ReadableStream);
    const init = { method: "POST", headers, body, duplex: "half", redirect: "manual", signal: deadline.signal };
    expect(fetch.mock.calls).toEqual([["https://pay.example/api/orders/create", init]]);
  });

  test("that is a GET has no body, which fetch would refuse, and no length", async () => {
    const fetch = vi.fn(async () => new Response());
    await exchanged(fetch, "", 100, () => {}, "GET");
    const init = { method: "GET", headers: { "x-shop": "1" }, redirect: "manual", signal: deadline.signal };
    expect(fetch.mock.calls).toEqual([["https://pay.example/api/orders/create", init]]);
  });

  test.each(["Åsa", "{}"])("carries the bytes of %j", async (body) => {
    const echo = vi.fn(async (_url: string, init: RequestInit) => new Response(init.body));
    expect((await exchanged(echo, body)).body).toEqual({ text: body, end: "complete" });
  });

  test("has a body that can be read once only, so that fetch has nothing to repeat", async () => {
    const twice = async (_url: string, { body }: RequestInit) => {
      await new Response(body).text();
      return new Response(body);
    };
    await expect(exchanged(twice)).rejects.toThrow(TypeError);
  });

  test("counts as sent before fetch is called", async () => {
    const order: string[] = [];
    const fetch = async () => {
      order.push("fetch");
      return new Response();
    };
    await exchanged(fetch, "{}", 100, () => order.push("sending"));
    expect(order).toEqual(["sending", "fetch"]);
  });
});

test("headers of one name are joined in a response over fetch, also under names of object properties", async () => {
  const headers = new Headers(
    ["Set-Cookie: a=1", "set-cookie: b=2", "x-shop: 1", "X-Shop: 2", "constructor: 1", "__proto__: 2"].map(
      (field) => field.split(": ") as [string, string],
    ),
  );
  const incoming = await exchanged(async () => new Response(null, { headers }));
  expect(Object.entries(incoming.headers).sort()).toEqual([
    ["__proto__", "2"],
    ["constructor", "1"],
    ["set-cookie", "a=1, b=2"],
    ["x-shop", "1, 2"],
  ]);
});

describe("the body of a response over fetch", () => {
  const read = async () => {
    const response = new Response("{}");
    await response.text();
    return response;
  };
  const beingRead = async () => {
    const response = new Response("{}");
    response.body?.getReader();
    return response;
  };
  const of = (body: unknown) => () => Object.defineProperty(new Response(), "body", { value: body });
  const thousand = () => inPieces(Array(1_000).fill("1"), (body) => body.close());
  const broken = { error: new TypeError("terminated") };

  test.each<[string, () => unknown, number, object]>([
    ["is read whole", () => new Response("{}"), 100, { text: "{}", end: "complete" }],
    ["can be absent", () => new Response(null), 100, { text: "", end: "complete" }],
    ["can be left out", of(undefined), 100, { text: "", end: "complete" }],
    ["comes in pieces", () => inPieces(["{", "}"], (body) => body.close()), 100, { text: "{}", end: "complete" }],
    ["comes in a thousand pieces", thousand, 1_000, { text: "1".repeat(1_000), end: "complete" }],
    ["can be as large as allowed", () => new Response("1234"), 4, { text: "1234", end: "complete" }],
    ["can break off", () => inPieces(["{"], (body) => body.error(broken.error)), 100, { text: "{", end: broken }],
    ["was read by another function", read, 100, { text: "", end: { error: expect.any(TypeError) } }],
    ["is being read by another function", beingRead, 100, { text: "", end: { error: expect.any(TypeError) } }],
  ])("%s", async (_what, response, maxResponseBytes, body) => {
    expect(await bodyOf(await response(), maxResponseBytes)).toEqual(body);
  });

  test("is kept up to the limit, and the rest is cancelled", async () => {
    const cancel = vi.fn();
    const response = inPieces(["123", "45"], () => {}, cancel);
    expect(await bodyOf(response, 4)).toEqual({ text: "123", end: "too_large" });
    expect(cancel).toHaveBeenCalledOnce();
  });

  test("that stalls ends with the call", async () => {
    const controller = new AbortController();
    deadline.close();
    deadline = deadlineOf(controller.signal);
    const body = await bodyOf(inPieces(["{"], () => controller.abort()));
    expect(body).toEqual({ text: "{", end: { error: new Error("the call is over") } });
  });
});
