import { describe, expect, test } from "vitest";
import { canKeepDigits, isJsonNumber, isJsonObject, jsonNumber, parseJson } from "../../src/wire/json.js";

describe("a number keeps the text it was written with", () => {
  test.each([
    "0",
    "-0",
    "0.00",
    "125.00",
    "10.10",
    "0.1",
    "201409251527280673",
    "12345678901234567890",
    "99999999999999999999.99",
    "0.30000000000000004",
    "1e400",
    "-1E-7",
    "1.50e+2",
  ])("%s", (text) => {
    expect(parseJson(text)).toEqual(jsonNumber(text));
    expect(JSON.stringify(parseJson(text))).toBe(text);
    expect(JSON.stringify({ totalAmount: jsonNumber(text) })).toBe(`{"totalAmount":${text}}`);
  });

  test("inside lists and objects", () => {
    const text = '{"a":[1.0,{"b":2.00}],"c":-0.50}';
    expect(JSON.stringify(parseJson(text))).toBe(text);
  });

  test("but text that looks like one stays text", () => {
    expect(parseJson('"125.00"')).toBe("125.00");
    expect(parseJson('{"orderNumber":"1234","names":["x7","-5"]}')).toEqual({
      orderNumber: "1234",
      names: ["x7", "-5"],
    });
  });
});

describe("what is not a JSON number", () => {
  test.each(["", " 1", "1 ", "01", "1.", ".5", "+1", "1,5", "0x10", "NaN", "Infinity", "{}", "[1]"])("%j", (text) => {
    expect(() => jsonNumber(text)).toThrow(SyntaxError);
  });
});

describe("reading", () => {
  test("text, flags, null and nesting", () => {
    expect(parseJson('{"a":"Åsa \\u00c5","b":true,"c":null,"d":[],"e":{}}')).toEqual({
      a: "Åsa Å",
      b: true,
      c: null,
      d: [],
      e: {},
    });
  });

  test("a key __proto__ is a key like any other", () => {
    const value = parseJson('{"__proto__":{"isSuccess":true}}');
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect((value as { isSuccess?: unknown }).isSuccess).toBeUndefined();
    expect(JSON.stringify(value)).toBe('{"__proto__":{"isSuccess":true}}');
  });

  test("of a key that comes twice, the last one counts", () => {
    expect(parseJson('{"a":1.0,"a":2.00}')).toEqual({ a: jsonNumber("2.00") });
  });

  test.each(["", "{", "{}{}", "undefined", "'a'", '{"a":1,}', "<html>", "\uFEFF{}"])("%j is refused", (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});

describe("telling apart", () => {
  test("a number is no object", () => {
    expect(isJsonNumber(parseJson("1.0"))).toBe(true);
    expect(isJsonObject(parseJson("1.0"))).toBe(false);
  });

  test("an object that looks like a number is none", () => {
    expect(isJsonNumber(parseJson('{"rawJSON":"1.0"}'))).toBe(false);
    expect(isJsonObject(parseJson('{"rawJSON":"1.0"}'))).toBe(true);
  });

  test.each(["[]", "null", '"{}"', "true"])("%s is no object", (text) => {
    expect(isJsonObject(parseJson(text))).toBe(false);
  });
});

test("this run time can keep the digits", () => {
  expect(canKeepDigits()).toBe(true);
});
