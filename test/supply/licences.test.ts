import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packed, root } from "./packed.js";

const { files } = packed();
const notices = files.get("dist/THIRD-PARTY-NOTICES.txt") ?? "";

const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")).version;

test("code of ky, leven and zod is in the built files, and of no other package", () => {
  const modules = [...files].flatMap(([path, text]) =>
    /\.c?js$/.test(path) ? [...text.matchAll(/node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//g)].map(([, name]) => name) : [],
  );
  expect([...new Set(modules)].sort()).toEqual(["ky", "leven", "zod"]);
});

test("the core loads decimal.js and nothing else from node_modules", () => {
  const core = [...files].filter(([path]) => /^dist\/[\w-]+\.c?js$/.test(path));
  const loaded = core.flatMap(([, text]) => [...text.matchAll(/(?:\bfrom |\bimport\(|\brequire\()"([^."][^"]*)"/g)]);
  const packages = loaded.map(([, name = ""]) => name).filter((name) => !name.startsWith("node:"));
  expect([...new Set(packages)]).toEqual(["decimal.js"]);
});

test("their notices are there, by the versions that are inside", () => {
  expect(notices).toContain(`ky ${versionOf("ky")}\n\nMIT License\n\nCopyright (c) Sindre Sorhus`);
  expect(notices).toContain(`leven ${versionOf("leven")}\n\nMIT License\n\nCopyright (c) Sindre Sorhus`);
  expect(notices).toContain(`zod ${versionOf("zod")}\n\nMIT License\n\nCopyright (c) 2025 Colin McDonnell`);
  expect(notices.match(/The above copyright notice and this permission notice shall be included/g)).toHaveLength(3);
});

test("the licence of the library itself is there", () => {
  expect(files.get("LICENSE")).toMatch(/^MIT License\n/);
});
