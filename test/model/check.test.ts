import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { check, pollution } from "../../src/model/check.js";
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

describe("what other code has added to every object", () => {
  /** Adds properties to Object.prototype for the time of the function. */
  function polluted<T>(names: readonly string[], act: () => T): T {
    const prototype = Object.prototype as Record<string, unknown>;
    try {
      for (const name of names) prototype[name] = "polluted";
      return act();
    } finally {
      for (const name of names) delete prototype[name];
    }
  }

  test("is an issue that names it", () => {
    expect(polluted(["isAdmin", "4111 1111"], pollution)).toEqual({
      path: "",
      code: "unreadable",
      message:
        "the input cannot be checked while Object.prototype has isAdmin, (unnamed key): remove what other code added to it",
    });
  });

  test("is no issue where there is nothing", () => {
    expect(pollution()).toBeUndefined();
  });
});
