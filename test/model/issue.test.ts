import { describe, expect, test } from "vitest";
import { childPath, issue, pathText } from "../../src/model/issue.js";

test.each([
  ["x".repeat(200), "x".repeat(200)],
  ["x".repeat(201), `${"x".repeat(200)}…`],
])("an issue cuts a path of more than 200 characters: %s", (path, shown) => {
  const shownIssue = { path: shown, code: "required", message: `${shown} is required` };
  expect(issue(path, { code: "required", rule: "is required" })).toEqual(shownIssue);
});

describe("a path in text", () => {
  test.each([
    [[], ""],
    [["lineItems", 2, "name"], "lineItems[2].name"],
    [["billTo", Symbol("secret")], "billTo.(unnamed key)"],
    [["billTo", "no name"], "billTo.(unnamed key)"],
    [["x".repeat(64)], "x".repeat(64)],
    [["x".repeat(65)], "(unnamed key)"],
  ])("for the keys %o is %j", (keys, text) => {
    expect(pathText(keys)).toBe(text);
  });

  test("names an entry of a list by its index", () => {
    expect(childPath("lineItems", 0)).toBe("lineItems[0]");
  });
});
