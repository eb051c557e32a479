import { expect, test } from "vitest";
import * as z from "zod/mini";
import { currencyCode } from "../../src/model/schema.js";

// The operations test it too. It is tested here because the mutation test sees no change of a schema that is made when
// its module is loaded.
test.each([
  ["SEK", true],
  ["752", true],
  ["36", true],
  ["7", false],
  ["sek", false],
  ["SEKK", false],
  ["xSEK", false],
  ["1234", false],
  ["7a2", false],
])("%s is a currency: %s", (code, isOne) => {
  expect(z.safeParse(currencyCode(), code).success).toBe(isOne);
});
