import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { jsonOf, root, textOf } from "../support/repository.js";

const page = textOf("SECURITY.md");

test("every test and page that SECURITY.md names exists", () => {
  const named = [...page.matchAll(/`((?:test|docs)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(root + path))).toEqual([]);
});

test("every promise of SECURITY.md names what shows it", () => {
  const [, promises = ""] = /## Who attacks, and what holds\n([\s\S]*?)\n## /.exec(page) ?? [];
  const rows = promises
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2);
  expect(rows.filter((row) => !/`[^`]+`[^|]*\|$/.test(row))).toEqual([]);
});

test("the way to report a vulnerability needs no page of a repository, because the package names none", () => {
  const [, reporting = ""] = /## Reporting a vulnerability\n([\s\S]*?)\n## /.exec(page) ?? [];
  const { name, repository } = jsonOf<{ name: string; repository?: unknown }>("package.json");
  expect([repository, reporting.includes(`npm owner ls ${name}`)]).toEqual([undefined, true]);
});
