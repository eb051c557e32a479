import { describe, expect, test } from "vitest";
import { isJsonNumber, isJsonObject, jsonNumber, parseJson, presentFields } from "../../src/wire/json.js";

const numbers =
  "0 -0 0.00 125.00 10.10 0.1 201409251527280673 12345678901234567890 99999999999999999999.99 0.30000000000000004 1e400 " +
  "-1E-7 1.50e+2";

test.each(numbers.split(" "))("the number %s keeps its text", (text) => {
  expect(parseJson(text)).toEqual(jsonNumber(text));
  expect(JSON.stringify(parseJson(text))).toBe(text);
  expect(JSON.stringify({ totalAmount: jsonNumber(text) })).toBe(`{"totalAmount":${text}}`);
});

test("numbers keep their text inside lists and objects, and text that looks like a number stays text", () => {
  const text = '{"a":[1.0,{"b":2.00}],"c":-0.50,"orderNumber":"1234","names":["x7","-5"]}';
  expect(JSON.stringify(parseJson(text))).toBe(text);
  expect(parseJson('"125.00"')).toBe("125.00");
});

const noNumbers = ["", " 1", "1 ", "01", "1.", ".5", "+1", "1,5", "0x10", "NaN", "Infinity", "{}", "[1]"];
test.each(noNumbers)("the text %j is no JSON number", (text) => {
  expect(() => jsonNumber(text)).toThrow(SyntaxError);
});

describe("reading JSON", () => {
  test("treats __proto__ as a key like any other", () => {
    const value = parseJson('{"__proto__":{"isSuccess":true}}') as object;
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect(value).not.toHaveProperty("isSuccess");
    expect(JSON.stringify(value)).toBe('{"__proto__":{"isSuccess":true}}');
  });

  test("takes the last of two equal keys", () => {
    expect(parseJson('{"a":1.0,"a":2.00}')).toEqual({ a: jsonNumber("2.00") });
  });

  test.each(["", "{", "{}{}", "undefined", "'a'", '{"a":1,}', "<html>", "\uFEFF{}"])("throws for %j", (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});

test.each([
  ["1.0", true, false],
  ['{"rawJSON":"1.0"}', false, true],
  ["[]", false, false],
  ["null", false, false],
  ['"{}"', false, false],
  ["true", false, false],
])("JSON %s is a number: %s, an object: %s", (text, isNumber, isObject) => {
  expect([isJsonNumber(parseJson(text)), isJsonObject(parseJson(text))]).toEqual([isNumber, isObject]);
});

test("fields that are null or undefined are absent, and all others are present", () => {
  const fields = { a: null, b: undefined, c: 0, d: "", e: false };
  expect(presentFields(fields)).toStrictEqual({ c: 0, d: "", e: false });
});
