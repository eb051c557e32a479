import { expect, test } from "vitest";
import { textOf } from "../support/repository.js";

const [, matrix = ""] =
  /<!-- matrix -->\n(.*?)\n<!-- \/matrix -->/s.exec(textOf("docs/reference/compatibility.md")) ?? [];
const [summary = "", ...tables] = textOf("lab/ship/package/record.md").split(/\n\n### /);
const rowsOf = (table: string) =>
  [...table.matchAll(/^\| (.*) \|$/gm)].map(([, row = ""]) => row.split(" | ")).slice(1);
const kinds = rowsOf(matrix);

test("the compatibility page has the summary of the record", () => {
  expect(matrix.endsWith(`\n\n${summary}`)).toBe(true);
  expect(kinds.length).toBeGreaterThan(3);
});

test.each(kinds)("the compatibility page says of %s what the record says", (kind, versions, _ways, result) => {
  const record = tables.find((table) => table.startsWith(`${kind}\n`)) ?? "";
  const rows = rowsOf(record);
  expect(rows.map(([version]) => version).join("; ")).toBe(versions);
  expect(`${rows.flat().filter((cell) => cell === "ok").length} ok`).toBe(result);
});
