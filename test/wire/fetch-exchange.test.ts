import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Deadline } from "../../src/wire/deadline.js";
import type { Incoming } from "../../src/wire/exchange.js";
import { fetchExchange } from "../../src/wire/fetch-exchange.js";

const bytes = (text: string) => new TextEncoder().encode(text);

let deadline: Deadline;
beforeEach(() => {
  deadline = new Deadline(5_000, undefined);
});
afterEach(() => deadline.close());

/** What comes of a request that this fetch answers. */
function exchanged(fetch: (url: string, init: RequestInit) => unknown, body = "", maxResponseBytes = 100) {
  return fetchExchange(fetch as typeof globalThis.fetch)({
    base: { origin: "https://pay.example", path: "/api" },
    path: "/api/orders/create",
    headers: { "x-shop": "1" },
    body,
    maxResponseBytes,
    deadline,
    onSending: () => undefined,
  });
}

/** The body of an answer, as it is read. */
const bodyOf = async (answer: unknown, maxResponseBytes?: number): Promise<Incoming["body"]> =>
  (await exchanged(() => Promise.resolve(answer), "", maxResponseBytes)).body;

/** An answer whose body comes in these pieces; what happens after the last one is the test's to say. */
const inPieces = (
  pieces: Uint8Array[],
  then: (controller: ReadableStreamDefaultController) => void,
  cancel = vi.fn(),
) =>
  new Response(
    new ReadableStream({
      pull(controller) {
        const piece = pieces.shift();
        if (piece === undefined) then(controller);
        else controller.enqueue(piece);
      },
      cancel,
    }),
  );

describe("the request", () => {
  test("is told to fetch as an address and what to do there", async () => {
    const fetch = vi.fn(async () => new Response());

    await exchanged(fetch, "{}");

    expect(fetch.mock.calls).toEqual([
      [
        "https://pay.example/api/orders/create",
        {
          method: "POST",
          headers: { "x-shop": "1", "content-length": "2" },
          body: expect.any(ReadableStream),
          duplex: "half",
          redirect: "manual",
          signal: deadline.signal,
        },
      ],
    ]);
  });

  test.each(["Åsa", ""])("carries the bytes of %j", async (body) => {
    const fetch = vi.fn(async (_url: string, init: RequestInit) => new Response(init.body));

    expect((await exchanged(fetch, body)).body).toEqual({ text: body, end: "complete" });
  });

  test("has a body that can be read once only, so that fetch has nothing to repeat", async () => {
    const fetch = vi.fn(async (_url: string, init: RequestInit) => {
      await new Response(init.body).text();
      return new Response(init.body);
    });

    await expect(exchanged(fetch, "{}")).rejects.toThrow(TypeError);
  });

  test("counts as sent before fetch is called", async () => {
    const order: string[] = [];
    const fetch = (async () => {
      order.push("fetch");
      return new Response();
    }) as typeof globalThis.fetch;

    await fetchExchange(fetch)({
      base: { origin: "https://pay.example", path: "/api" },
      path: "/api/orders/create",
      headers: {},
      body: "",
      maxResponseBytes: 100,
      deadline,
      onSending: () => order.push("sending"),
    });

    expect(order).toEqual(["sending", "fetch"]);
  });
});

describe("the headers of an answer", () => {
  test("with one name are joined", async () => {
    const headers = new Headers([
      ["Set-Cookie", "a=1"],
      ["set-cookie", "b=2"],
      ["x-shop", "1"],
      ["X-Shop", "2"],
    ]);
    expect(await exchanged(async () => new Response(null, { headers }))).toMatchObject({
      headers: { "set-cookie": "a=1, b=2", "x-shop": "1, 2" },
    });
  });

  test("may have names that objects have too", async () => {
    const headers = new Headers([
      ["constructor", "1"],
      ["__proto__", "2"],
    ]);
    const incoming = await exchanged(async () => new Response(null, { headers }));
    expect(Object.entries(incoming.headers).sort()).toEqual([
      ["__proto__", "2"],
      ["constructor", "1"],
    ]);
  });
});

describe("the body of an answer", () => {
  test("whole", async () => {
    expect(await bodyOf(new Response("{}"))).toEqual({ text: "{}", end: "complete" });
  });

  test("none", async () => {
    expect(await bodyOf(new Response(null))).toEqual({ text: "", end: "complete" });
  });

  test("in pieces", async () => {
    const response = inPieces([bytes("{"), bytes("}")], (body) => body.close());
    expect(await bodyOf(response)).toEqual({ text: "{}", end: "complete" });
  });

  test("as large as allowed", async () => {
    expect(await bodyOf(new Response("1234"), 4)).toEqual({ text: "1234", end: "complete" });
  });

  test("larger: what came before is kept, the rest is not wanted", async () => {
    const cancel = vi.fn();
    const response = inPieces([bytes("123"), bytes("45")], () => {}, cancel);
    expect(await bodyOf(response, 4)).toEqual({ text: "123", end: "too_large" });
    expect(cancel).toHaveBeenCalledOnce();
  });

  test("that breaks off", async () => {
    const error = new TypeError("terminated");
    const response = inPieces([bytes("{")], (body) => body.error(error));
    expect(await bodyOf(response)).toEqual({ text: "{", end: { error } });
  });

  test("that stalls until the call ends", async () => {
    const controller = new AbortController();
    const cancel = vi.fn();
    deadline.close();
    deadline = new Deadline(5_000, controller.signal);
    const response = inPieces([bytes("{")], () => controller.abort(), cancel);
    expect(await bodyOf(response)).toEqual({ text: "{", end: { error: new Error("the call is over") } });
    expect(cancel).toHaveBeenCalledOnce();
  });

  test("that cannot even be cancelled", async () => {
    const response = inPieces([bytes("12345")], () => {}, vi.fn().mockRejectedValue(new Error("no")));
    expect(await bodyOf(response, 4)).toEqual({ text: "", end: "too_large" });
  });

  test("that somebody else has read already", async () => {
    const response = new Response("{}");
    await response.text();
    expect(await bodyOf(response)).toEqual({ text: "", end: { error: expect.any(TypeError) } });
  });

  test("that somebody else is reading", async () => {
    const response = new Response("{}");
    response.body?.getReader();
    expect(await bodyOf(response)).toEqual({ text: "", end: { error: expect.any(TypeError) } });
  });

  test("that gives text instead of bytes", async () => {
    const text = new ReadableStream({
      start(body) {
        body.enqueue("{}");
        body.close();
      },
    });
    const response = Object.defineProperty(new Response(), "body", { value: text });
    expect(await bodyOf(response)).toEqual({ text: "", end: { error: expect.any(TypeError) } });
  });
});
