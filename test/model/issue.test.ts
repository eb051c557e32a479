import { describe, expect, test } from "vitest";
import { childPath, issue, pathText } from "../../src/model/issue.js";

describe("where it is", () => {
  test("is a path of 200 characters in full", () => {
    expect(issue("x".repeat(200), "required", "is required")).toEqual({
      path: "x".repeat(200),
      code: "required",
      message: `${"x".repeat(200)} is required`,
    });
  });

  test("is the beginning of a longer path", () => {
    expect(issue("x".repeat(201), "required", "is required")).toEqual({
      path: `${"x".repeat(200)}…`,
      code: "required",
      message: `${"x".repeat(200)}… is required`,
    });
  });
});

describe("a path", () => {
  test.each([
    [[], ""],
    [["lineItems", 2, "name"], "lineItems[2].name"],
    [["billTo", Symbol("secret")], "billTo.(unnamed key)"],
    [["billTo", "no name"], "billTo.(unnamed key)"],
    [["x".repeat(64)], "x".repeat(64)],
    [["x".repeat(65)], "(unnamed key)"],
  ])("%o", (keys, text) => {
    expect(pathText(keys)).toBe(text);
  });

  test("into a list", () => {
    expect(childPath("lineItems", 0)).toBe("lineItems[0]");
  });
});
