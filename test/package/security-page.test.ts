import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./packed.js";

const page = readFileSync(join(root, "SECURITY.md"), "utf8");

test("every test and page that SECURITY.md names is there", () => {
  const named = [...page.matchAll(/`((?:test|docs)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("every promise names what shows it", () => {
  const [, promises = ""] = /## Who attacks, and what holds\n([\s\S]*?)\n## /.exec(page) ?? [];
  const rows = promises
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2);
  expect(rows.filter((row) => !/`[^`]+`[^|]*\|$/.test(row))).toEqual([]);
});
