import { describe, expect, test } from "vitest";
import { childPath, issue, pathText } from "../../src/model/issue.js";

describe("where it is", () => {
  test("is a path of 200 characters in full", () => {
    expect(issue("x".repeat(200), { code: "required", rule: "is required" })).toEqual({
      path: "x".repeat(200),
      code: "required",
      message: `${"x".repeat(200)} is required`,
    });
  });

  test("is the beginning of a longer path", () => {
    expect(issue("x".repeat(201), { code: "required", rule: "is required" })).toEqual({
      path: `${"x".repeat(200)}…`,
      code: "required",
      message: `${"x".repeat(200)}… is required`,
    });
  });
});

test("a rule that is only assumed says how it is turned off", () => {
  const fault = { code: "bad_format", rule: "must be a country", assumption: "countryCode" } as const;
  expect(issue("billTo.address.countryCode", fault)).toEqual({
    path: "billTo.address.countryCode",
    code: "bad_format",
    assumption: "countryCode",
    message:
      'billTo.address.countryCode must be a country (not in the service\'s contract: waive: ["countryCode"] turns this off)',
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
