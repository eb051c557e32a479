import { expect, test } from "vitest";
import * as z from "zod/mini";
import { check } from "../../src/model/check.js";
import { must } from "../../src/model/schema.js";

test("a rule of zod's own keeps zod's message", () => {
  const issues = [{ path: "", code: "bad_format", message: "the input is too short" }];
  expect(
    check(z.string().check(z.minLength(3, "is too short")), { value: "ab", issues: [], misspelt: new Set() }),
  ).toEqual({ issues });
});

test("a rule that throws is a bug, not a fault of the input", () => {
  const broken = z.string().check(
    must(() => {
      throw new Error("a bug");
    }),
  );
  expect(() => check(broken, { value: "ab", issues: [], misspelt: new Set() })).toThrow("a bug");
});
