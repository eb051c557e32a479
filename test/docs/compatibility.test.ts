import { expect, test } from "vitest";
import { textOf } from "../support/repository.js";

test("the compatibility page has the rows and the summary of the record", () => {
  const [, matrix = ""] =
    /<!-- matrix -->\n(.*?)\n<!-- \/matrix -->/s.exec(textOf("docs/reference/compatibility.md")) ?? [];
  const record = textOf("lab/ship/package/record.md").split("\n");
  expect(matrix.split("\n").length).toBeGreaterThan(5);
  expect(matrix.split("\n").filter((line) => !record.includes(line))).toEqual([]);
});
