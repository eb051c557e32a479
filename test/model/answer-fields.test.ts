import { expect, test } from "vitest";
import { readDecimal } from "../../src/model/answer-fields.js";

test("an amount of 64 characters is read to the digit", () => {
  const text = `${"1234567890".repeat(6)}.123`;
  expect(readDecimal(text)?.toFixed()).toBe(text);
});

test("one of 65 characters is no amount", () => {
  expect(readDecimal(`${"1234567890".repeat(6)}.1234`)).toBeUndefined();
});
