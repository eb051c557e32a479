import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readBody, streamOf } from "../../src/wire/body.js";
import { Deadline } from "../../src/wire/deadline.js";

const bytes = (text: string) => new TextEncoder().encode(text);

/** An answer whose body comes in these pieces; what happens after the last one is the caller's to say. */
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

let deadline: Deadline;
beforeEach(() => {
  deadline = new Deadline(5_000, undefined);
});
afterEach(() => deadline.close());

describe("streamOf", () => {
  test("carries the bytes", async () => {
    expect(await new Response(streamOf(bytes("Åsa"))).text()).toBe("Åsa");
  });

  test("of nothing is a stream that ends", async () => {
    expect(await new Response(streamOf(bytes(""))).text()).toBe("");
  });

  test("can be read once only, so that fetch has nothing to repeat", async () => {
    const stream = streamOf(bytes("{}"));
    await new Response(stream).text();
    expect(() => new Response(stream)).toThrow(TypeError);
  });
});

describe("readBody", () => {
  test("a whole body", async () => {
    expect(await readBody(new Response("{}"), 100, deadline)).toEqual({ text: "{}", end: "complete" });
  });

  test("no body", async () => {
    expect(await readBody(new Response(null), 100, deadline)).toEqual({ text: "", end: "complete" });
  });

  test("pieces that cut a letter in two", async () => {
    const [first, second, ...rest] = bytes("Åsa");
    const response = inPieces([Uint8Array.of(first ?? 0), Uint8Array.of(second ?? 0, ...rest)], (body) => body.close());
    expect(await readBody(response, 100, deadline)).toEqual({ text: "Åsa", end: "complete" });
  });

  test("a byte order mark is no part of the text", async () => {
    expect(await readBody(new Response("\uFEFF{}"), 100, deadline)).toEqual({ text: "{}", end: "complete" });
  });

  test("bytes that are no UTF-8", async () => {
    const response = new Response(Uint8Array.of(0x7b, 0xff, 0x7d));
    expect(await readBody(response, 100, deadline)).toEqual({ text: "{\uFFFD}", end: "not_utf8" });
  });

  test("one that is as large as allowed", async () => {
    expect(await readBody(new Response("1234"), 4, deadline)).toEqual({ text: "1234", end: "complete" });
  });

  test("one that is larger: what came before is kept, the rest is not wanted", async () => {
    const cancel = vi.fn();
    const response = inPieces([bytes("123"), bytes("45")], () => {}, cancel);
    expect(await readBody(response, 4, deadline)).toEqual({ text: "123", end: "too_large" });
    expect(cancel).toHaveBeenCalledOnce();
  });

  test("one that breaks off", async () => {
    const error = new TypeError("terminated");
    const response = inPieces([bytes("{")], (body) => body.error(error));
    expect(await readBody(response, 100, deadline)).toEqual({ text: "{", end: { error } });
  });

  test("one that stalls until the call ends", async () => {
    const controller = new AbortController();
    const cancel = vi.fn();
    const mortal = new Deadline(5_000, controller.signal);
    const response = inPieces([bytes("{")], () => controller.abort(), cancel);
    expect(await readBody(response, 100, mortal)).toMatchObject({ text: "{", end: { error: { name: "AbortError" } } });
    expect(cancel).toHaveBeenCalledOnce();
    mortal.close();
  });

  test("one that cannot even be cancelled", async () => {
    const response = inPieces([bytes("12345")], () => {}, vi.fn().mockRejectedValue(new Error("no")));
    expect(await readBody(response, 4, deadline)).toEqual({ text: "", end: "too_large" });
  });

  test("one that somebody else has read already", async () => {
    const response = new Response("{}");
    await response.text();
    expect(await readBody(response, 100, deadline)).toMatchObject({ text: "", end: { error: expect.any(TypeError) } });
  });

  test("one that somebody else is reading", async () => {
    const response = new Response("{}");
    response.body?.getReader();
    expect(await readBody(response, 100, deadline)).toMatchObject({ text: "", end: { error: expect.any(TypeError) } });
  });

  test("one that gives text instead of bytes", async () => {
    const response = {
      body: new ReadableStream({
        start(body) {
          body.enqueue("{}");
          body.close();
        },
      }),
    };
    expect(await readBody(response as Response, 100, deadline)).toMatchObject({
      text: "",
      end: { error: expect.any(TypeError) },
    });
  });
});
