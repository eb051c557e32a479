import { fault } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { pagesWithTables, withTables } from "../../scripts/reference-tables.js";
import { textOf } from "../support/repository.js";

test.each(pagesWithTables)("the tables on %s say what the code says (npm run tables)", (page) => {
  expect(textOf(page)).toBe(withTables(page));
});

test("the table of faults has every fault", () => {
  const [table = ""] = textOf("docs/guides/testing.md").split("| the request is |")[1]?.split("\n\n") ?? [];
  const listed = [...table.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(Object.keys(fault).filter((name) => !listed.includes(name))).toEqual([]);
});
