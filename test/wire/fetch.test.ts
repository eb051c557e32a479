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

const url = "https://pay.example/api/orders/create";
const post = { method: "POST", url, headers: { "x-shop": "1" }, body: "{}", onSending: () => {} } as const;

/** The response of this fetch to a request. */
const exchanged = (fetch: (url: string, init: RequestInit) => unknown, maxResponseBytes = 100, more: object = {}) =>
  fetchExchange(fetch as typeof globalThis.fetch).send({ ...post, maxResponseBytes, deadline, ...more });

/** The body of a response, as it is read. */
const bodyOf = async (response: unknown, maxResponseBytes?: number) =>
  (await exchanged(() => Promise.resolve(response), maxResponseBytes)).body;

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
  test("that is a GET has no body, which fetch would refuse, and no length", async () => {
    const fetch = vi.fn(async () => new Response());
    await exchanged(fetch, 100, { method: "GET", body: "" });
    const init = { method: "GET", headers: { "x-shop": "1" }, redirect: "manual", signal: deadline.signal };
    expect(fetch.mock.calls).toEqual([[url, init]]);
  });

  test("has a body that can be read once only, so that fetch has nothing to repeat", async () => {
    const twice = async (_url: string, { body }: RequestInit) => {
      await new Response(body).text();
      return new Response(body);
    };
    await expect(exchanged(twice)).rejects.toThrow(TypeError);
  });
});

describe("the body of a response over fetch", () => {
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
