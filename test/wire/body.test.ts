import { describe, expect, test } from "vitest";
import { BodyBytes } from "../../src/wire/body.js";

const bytes = (text: string) => new TextEncoder().encode(text);

/** A body of at most so many bytes, gathered from these pieces. */
const gathered = (max: number, ...pieces: Uint8Array[]) => {
  const body = new BodyBytes(max);
  for (const piece of pieces) body.add(piece);
  return body;
};

describe("a whole body", () => {
  test("of nothing", () => {
    expect(gathered(100).whole()).toEqual({ text: "", end: "complete" });
    expect(gathered(100, bytes("")).whole()).toEqual({ text: "", end: "complete" });
  });

  test("in one piece", () => {
    expect(gathered(100, bytes("{}")).whole()).toEqual({ text: "{}", end: "complete" });
  });

  test("in pieces that cut a letter in two", () => {
    const [first, ...rest] = bytes("Åsa");
    const body = gathered(100, Uint8Array.of(first ?? 0), Uint8Array.from(rest));
    expect(body.whole()).toEqual({ text: "Åsa", end: "complete" });
  });

  test("with a byte order mark, which is no part of the text", () => {
    expect(gathered(100, bytes("\uFEFF{}")).whole()).toEqual({ text: "{}", end: "complete" });
  });

  test("that is no UTF-8: shown, but not whole", () => {
    expect(gathered(100, Uint8Array.of(0x7b, 0xff, 0x7d)).whole()).toEqual({ text: "{\uFFFD}", end: "not_utf8" });
  });

  test("whose last letter is cut off", () => {
    expect(gathered(100, bytes("Å").subarray(0, 1)).whole()).toEqual({ text: "\uFFFD", end: "not_utf8" });
  });
});

describe("a broken body", () => {
  test("is what came of it, and why it broke", () => {
    const error = new Error("read ECONNRESET");
    expect(gathered(100, bytes("{")).broken({ error })).toEqual({ text: "{", end: { error } });
  });

  test("may end in half a letter", () => {
    expect(gathered(100, bytes("Å").subarray(0, 1)).broken("too_large")).toEqual({ text: "\uFFFD", end: "too_large" });
  });
});

describe("a piece", () => {
  test("that fills the body up is taken", () => {
    const body = new BodyBytes(4);
    expect(body.add(bytes("12"))).toBe(true);
    expect(body.add(bytes("34"))).toBe(true);
    expect(body.whole()).toEqual({ text: "1234", end: "complete" });
  });

  test("of one byte too many is not, and nothing of it is kept", () => {
    const body = gathered(4, bytes("123"));
    expect(body.add(bytes("45"))).toBe(false);
    expect(body.broken("too_large")).toEqual({ text: "123", end: "too_large" });
  });
});
