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

const inside = [
  ["ky", "Copyright (c) Sindre Sorhus"],
  ["leven", "Copyright (c) Sindre Sorhus"],
  ["zod", "Copyright (c) 2025 Colin McDonnell"],
] as const;

test("their notices are there, by the versions that are inside", () => {
  for (const [name, holder] of inside) {
    expect(notices).toContain(`${name} ${versionOf(name)}\n\nMIT License\n\n${holder}`);
  }
  expect(notices.match(/The above copyright notice and this permission notice shall be included/g)).toHaveLength(3);
});

test("a scanner finds them in a CycloneDX list: nobody installs them, and an advisory may concern them", () => {
  expect(JSON.parse(files.get("dist/bundled.cdx.json") ?? "")).toEqual({
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    components: inside.map(([name]) => {
      const version = versionOf(name);
      const licenses = [{ license: { id: "MIT" } }];
      return { type: "library", name, version, purl: `pkg:npm/${name}@${version}`, licenses };
    }),
  });
});

test("the licence of the library itself is there", () => {
  expect(files.get("LICENSE")).toMatch(/^MIT License\n/);
});
