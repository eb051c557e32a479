import { expect, test } from "vitest";
import { readBody } from "../../src/wire/body.js";
import { Deadline } from "../../src/wire/deadline.js";
import { collectGarbage } from "../support/collect-garbage.js";

const bytes = (text: string) => new TextEncoder().encode(text);

/** The reading of a body in these pieces, of at most so many bytes. */
async function read(pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, max = 100, charset?: string) {
  const times = { startedAt: performance.now(), timeoutMs: 60_000, signal: undefined, sendBefore: undefined };
  const deadline = new Deadline(times);
  return readBody(pieces, charset, { maxResponseBytes: max, deadline }).finally(() => deadline.close());
}

test.each([
  ["of nothing", [], "", "complete"],
  ["in one piece", [bytes("{}")], "{}", "complete"],
  ["in pieces that cut a letter in two", [bytes("Å").subarray(0, 1), bytes("Åsa").subarray(1)], "Åsa", "complete"],
  ["with a byte order mark, which is dropped,", [bytes("\uFEFF{}")], "{}", "complete"],
  ["that is not UTF-8", [Uint8Array.of(0x7b, 0xff, 0x7d)], "{\uFFFD}", "undecodable"],
  ["whose last letter is cut off", [bytes("Å").subarray(0, 1)], "\uFFFD", "undecodable"],
])("a response body %s is read", async (_what, pieces, text, end) => {
  expect(await read(pieces)).toEqual({ text, end });
});

test.each([
  ["utf-16", [0x7b, 0x00, 0x7d, 0x00], "{}", "complete"],
  ["utf-16", [0x7b, 0x00, 0x7d], "{\uFFFD", "undecodable"],
  ["ISO-8859-1", [0xc5], "Å", "complete"],
  ["klingon", [0xc3, 0x85], "Å", "complete"],
])("a response body of the charset %s with the bytes %j is read", async (charset, given, text, end) => {
  expect(await read([Uint8Array.from(given)], 100, charset)).toEqual({ text, end });
});

test("a broken body has its beginning and the reason, and may end in half a letter", async () => {
  const error = new Error("read ECONNRESET");
  async function* breaking(piece: Uint8Array) {
    yield piece;
    throw error;
  }
  expect(await read(breaking(bytes("{")))).toEqual({ text: "{", end: { error } });
  expect(await read(breaking(bytes("Å").subarray(0, 1)))).toEqual({ text: "\uFFFD", end: { error } });
});

const held = () => {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

test("a hundred small bodies take little memory while they are read, although each may become large", async () => {
  const before = held();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  async function* waiting() {
    yield bytes("{}");
    await ended;
  }
  const readings = Array.from({ length: 100 }, () => read(waiting(), 1_048_576));
  await new Promise(setImmediate);
  expect(held() - before).toBeLessThan(10 * 1_048_576); // in buffers of their limit they would take 100 of them
  end();
  await Promise.all(readings);
});

test("many pieces of a byte take about as much memory as the body", async () => {
  const size = 250_000;
  const before = held();
  let most = 0;
  function* pieces() {
    for (let count = 0; count < size; count += 1) yield Uint8Array.of(0x20);
    most = held() - before;
  }
  expect((await read(pieces(), size)).text).toHaveLength(size);
  expect(most).toBeLessThan(3_000_000); // kept by themselves, they would take ten times as much;
});

test.each([
  ["ones in a list", "[1,1,1,1,1]", "too_large"],
  ["objects", "{}{}{}{}{}", "too_large"],
  ["lists in each other", "[[[[[", "too_large"],
  ["values after text", '"a\\"",1,1,1,1,1', "too_large"],
  ["as many values as it may have", "[1,1,1,1]", "complete"],
  ["commas and brackets in text", '["a,b,[{","\\",,[[{"]', "complete"],
  ["text", "1".repeat(64), "complete"],
])("a body of 64 bytes may have one value per 16 of them: %s", async (_what, text, end) => {
  expect(await read([bytes(text)], 64)).toEqual({ text, end });
});
