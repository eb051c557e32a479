import { expect, test } from "vitest";
import { BodyBytes } from "../../src/wire/body.js";
import { collectGarbage } from "../support/collect-garbage.js";

const bytes = (text: string) => new TextEncoder().encode(text);

/** A body of at most so many bytes, made of these pieces. */
const gathered = (max: number, ...pieces: Uint8Array[]) => {
  const body = new BodyBytes();
  for (const piece of pieces) body.add(piece, max);
  return body;
};

test.each([
  ["of nothing", [], "", "complete"],
  ["of an empty piece", [bytes("")], "", "complete"],
  ["in one piece", [bytes("{}")], "{}", "complete"],
  ["in pieces that cut a letter in two", [bytes("Å").subarray(0, 1), bytes("Åsa").subarray(1)], "Åsa", "complete"],
  ["with a byte order mark, which is dropped,", [bytes("\uFEFF{}")], "{}", "complete"],
  ["that is not UTF-8", [Uint8Array.of(0x7b, 0xff, 0x7d)], "{\uFFFD}", "undecodable"],
  ["whose last letter is cut off", [bytes("Å").subarray(0, 1)], "\uFFFD", "undecodable"],
])("a response body %s is read", (_what, pieces, text, end) => {
  expect(gathered(100, ...pieces).whole(100)).toEqual({ text, end });
});

test.each([
  ["utf-16", [0x7b, 0x00, 0x7d, 0x00], "{}", "complete"],
  ["utf-16", [0x7b, 0x00, 0x7d], "{\uFFFD", "undecodable"],
  ["ISO-8859-1", [0xc5], "Å", "complete"],
  ["klingon", [0xc3, 0x85], "Å", "complete"],
])("a response body of the charset %s with the bytes %j is read", (charset, given, text, end) => {
  const body = new BodyBytes(charset);
  body.add(Uint8Array.from(given), 100);
  expect(body.whole(100)).toEqual({ text, end });
});

test("a broken body has its beginning and the reason, and may end in half a letter", () => {
  const error = new Error("read ECONNRESET");
  expect(gathered(100, bytes("{")).broken({ error })).toEqual({ text: "{", end: { error } });
  expect(gathered(100, bytes("Å").subarray(0, 1)).broken("too_large")).toEqual({ text: "\uFFFD", end: "too_large" });
});

test("a piece that fills the body exactly is accepted", () => {
  const body = new BodyBytes();
  expect([body.add(bytes("12"), 4), body.add(bytes("34"), 4)]).toEqual([true, true]);
  expect(body.whole(4)).toEqual({ text: "1234", end: "complete" });
});

const held = () => {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

test("a hundred small bodies take little memory, although each may become large", () => {
  const before = held();
  const bodies = Array.from({ length: 100 }, () => gathered(1_048_576, bytes("{}")));
  expect(held() - before).toBeLessThan(10 * 1_048_576); // in buffers of their limit they would take 100 of them
  expect(bodies).toHaveLength(100);
});

test("a million pieces of a byte take no more memory than the body", () => {
  const before = held();
  const body = new BodyBytes();
  for (let count = 0; count < 1_048_576; count += 1) body.add(Uint8Array.of(0x20), 1_048_576);
  expect(held() - before).toBeLessThan(3 * 1_048_576);
  expect(body.whole(1_048_576).text).toHaveLength(1_048_576);
});

test("a piece that is a byte too long is dropped", () => {
  const body = gathered(4, bytes("123"));
  expect(body.add(bytes("45"), 4)).toBe(false);
  expect(body.broken("too_large")).toEqual({ text: "123", end: "too_large" });
});

test.each([
  ["ones in a list", "[1,1,1,1,1]", "too_large"],
  ["objects", "{}{}{}{}{}", "too_large"],
  ["lists in each other", "[[[[[", "too_large"],
  ["as many values as it may have", "[1,1,1,1]", "complete"],
  ["text", "1".repeat(64), "complete"],
])("a body of 64 bytes may have one value per 16 of them: %s", (_what, text, end) => {
  expect(gathered(64, bytes(text)).whole(64)).toEqual({ text, end });
});
