import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { root, textOf } from "../support/repository.js";

const page = textOf("docs/security-tests.md");

test("every test that the page of the security tests names exists", () => {
  const named = [...page.matchAll(/`((?:test|docs)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(root + path))).toEqual([]);
});

test("every promise of security names what shows it", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("|"));
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.slice(2).filter((row) => !/`[^`]+`[^|]*\|$/.test(row))).toEqual([]);
});
