/** The tarball as `npm pack` makes it of the built package, unpacked. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { deadLinksOf } from "../docs/links.js";
import { jsonOf, root } from "../support/repository.js";

const folder = mkdtempSync(join(tmpdir(), "packed-"));
const argv = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
const [tarball] = JSON.parse(execFileSync("npm", argv, { cwd: root, encoding: "utf8" })) as [
  { filename: string; unpackedSize: number; files: { path: string }[] },
];
execFileSync("tar", ["-xzf", join(folder, tarball.filename), "-C", folder]);
const read = ({ path }: { path: string }) => [path, readFileSync(join(folder, "package", path), "utf8")] as const;
const files = new Map(tarball.files.map(read));
rmSync(folder, { recursive: true });

const paths = [...files.keys()].sort();
const code = paths.filter((path) => /\.c?js$/.test(path));
const manifest = JSON.parse(files.get("package.json") ?? "") as Record<string, unknown>;

/** The build chooses the names of files that the entries share. */
const shapeOf = (path: string) => path.replace(/(?<=^dist\/(?:once\/)?)[\w-]+-[\w-]{8}(?=\.(?:js|d\.c?ts)$)/, "*");
const entryOf = (name: string) => ["cjs", "d.cts", "d.ts", "js"].map((extension) => `dist/${name}.${extension}`);

test("the tarball holds the pages that its messages and its README lead to, and the files listed here", () => {
  const pages = /^docs\/(?:reference|guides)\/[a-z-]+\.md$/;
  const shapes = new Set(paths.filter((path) => !pages.test(path)).map(shapeOf));
  const once = ["once/index", "once/postgres", "once/sqlite"];
  const names = ["index", "check/index", "opentelemetry/index", "testing/index", "testing/msw", ...once];
  const entries = names.flatMap(entryOf);
  const store = ["dist/once/store.d.cts", "dist/once/store.d.ts"]; // types that no entry names
  const shared = ["dist/*.d.cts", "dist/*.d.ts", "dist/*.js", ...store];
  const tools = ["dist/once/cli.js", "dist/testing/cli.js", "dist/testing/page.cjs"];
  const notices = ["LICENSE", "dist/THIRD-PARTY-NOTICES.txt", "dist/bundled.cdx.json"];
  const about = ["CHANGELOG.md", "README.md", "SECURITY.md", "docs/what-is-proven.md"];
  const pictures = ["four-outcomes", "the-whole-flow"].map((name) => `docs/${name}.svg`);
  const others = [...about, ...pictures, "package.json"];
  const shown = ["page.ts", "list-page.ts", "key-page.ts", "words.ts", "style.css", "refresh.js"];
  const sources = ["server.ts", "captures.ts", "worklist.ts", "search.ts", "act.ts", ...shown];
  const ofWorklist = ["README.md", "package.json", "tsconfig.json", ...sources.map((name) => `src/${name}`)];
  const worklist = ofWorklist.map((path) => `examples/worklist/${path}`);
  expect([...shapes].sort()).toEqual([...entries, ...shared, ...tools, ...notices, ...others, ...worklist].sort());
});

test("every link on the pages of the tarball leads to a file or a heading in it", () => {
  const tarball = { has: (path: string) => files.has(path), textOf: (path: string) => files.get(path) };
  const pages = paths.filter((path) => path.endsWith(".md"));
  expect(pages.length).toBeGreaterThan(20);
  const dead = pages.flatMap((page) => deadLinksOf(page, tarball).map((link) => [page, ...link]));
  expect(dead).toEqual([]);
});

test("the tarball has at most 150 files and 2.3 MB unpacked", () => {
  expect(paths.length).toBeLessThanOrEqual(150);
  expect(tarball.unpackedSize).toBeLessThan(2_300_000);
});

test("the package runs nothing when it is installed", () => {
  const hooks = ["preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare", "prepublish"];
  expect(Object.keys(manifest["scripts"] as object).filter((name) => hooks.includes(name))).toEqual([]);
  expect(manifest).not.toHaveProperty("gypfile");
});

test("the package requires one other package, from the registry, and accepts two majors of MSW", () => {
  expect(manifest["dependencies"]).toEqual({ "decimal.js": "^10.6.0" });
  expect(manifest).not.toHaveProperty("optionalDependencies");
  expect(manifest).not.toHaveProperty("bundleDependencies");
  expect(manifest["peerDependencies"]).toEqual({
    "@opentelemetry/api": "^1.9.0",
    msw: "^2.12.0 || ^3.0.0",
    pg: "^8.11.0", // of the command `merchant-payments once`
  });
  const optional = { "@opentelemetry/api": { optional: true }, msw: { optional: true }, pg: { optional: true } };
  expect(manifest["peerDependenciesMeta"]).toEqual(optional);
});

const key = /-----BEGIN [A-Z ]*PRIVATE KEY-----|_authToken|\bAKIA[A-Z0-9]{16}\b/;
const token = /\bnpm_[A-Za-z0-9]{36}\b|\bgh[opsur]_[A-Za-z0-9]{36}\b|\beyJ[\w-]{10,}\.eyJ[\w-]{10,}/;
const home = /\/(?:home|root|Users)\//;

test("the tarball holds no secret, and no path of the machine that built it", () => {
  const isBetraying = (text: string) => text.includes(root) || [key, token, home].some((form) => form.test(text));
  expect([...files].filter(([, text]) => isBetraying(text)).map(([path]) => path)).toEqual([]);
});

test("the core builds no code at run time and reads no environment", () => {
  const core = code.filter((path) => !path.startsWith("dist/testing/") && path !== "dist/once/cli.js");
  const suspicious = /\beval\(|new Function\(|process\.env|child_process/;
  expect(core.filter((path) => suspicious.test(files.get(path) ?? ""))).toEqual([]);
});

test("the core loads decimal.js and nothing else from node_modules", () => {
  const core = [...files].filter(([path]) => /^dist\/[\w-]+\.c?js$/.test(path));
  const loaded = core.flatMap(([, text]) => [...text.matchAll(/(?:\bfrom |\bimport\(|\brequire\()"([^."][^"]*)"/g)]);
  const packages = loaded.map(([, name = ""]) => name).filter((name) => !name.startsWith("node:"));
  expect([...new Set(packages)]).toEqual(["decimal.js"]);
});

describe("the code of other packages in the built files", () => {
  const notices = files.get("dist/THIRD-PARTY-NOTICES.txt") ?? "";
  const versionOf = (name: string) => jsonOf<{ version: string }>(`node_modules/${name}/package.json`).version;
  const bundled = [
    ["ky", "Copyright (c) Sindre Sorhus"],
    ["leven", "Copyright (c) Sindre Sorhus"],
    ["preact", "Copyright (c) 2015-present Jason Miller"],
    ["zod", "Copyright (c) 2025 Colin McDonnell"],
  ] as const;

  test("comes from ky, leven and zod only, beside Preact in the fake's page", () => {
    const comment = /node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\//g;
    const named = code.flatMap((path) => [...(files.get(path) ?? "").matchAll(comment)]);
    expect([...new Set(named.map(([, name]) => name))].sort()).toEqual(["ky", "leven", "zod"]);
    const isPreact = /\b__k\b.*\b__e\b/; // names of its private fields, which stay when it is minified
    expect(code.filter((path) => isPreact.test(files.get(path) ?? ""))).toEqual(["dist/testing/page.cjs"]);
  });

  test("has its notices, with the bundled versions", () => {
    for (const [name, holder] of bundled) {
      const licence = name === "preact" ? "The MIT License (MIT)" : "MIT License";
      expect(notices).toContain(`${name} ${versionOf(name)}\n\n${licence}\n\n${holder}`);
    }
    expect(notices.match(/The above copyright notice and this permission notice shall be included/g)).toHaveLength(4);
  });

  test("is in a CycloneDX list for scanners, because nobody installs these packages", () => {
    const components = bundled.map(([name]) => {
      const version = versionOf(name);
      const licenses = [{ license: { id: "MIT" } }];
      return { type: "library", name, version, purl: `pkg:npm/${name}@${version}`, licenses };
    });
    const list = { bomFormat: "CycloneDX", specVersion: "1.6", version: 1, components };
    expect(JSON.parse(files.get("dist/bundled.cdx.json") ?? "")).toEqual(list);
  });

  test("has a pointer to its notices in the licence", () => {
    expect(files.get("LICENSE")).toContain("dist/THIRD-PARTY-NOTICES.txt");
  });
});

test("the pages of the tarball name only examples that are in it, or on the same page", () => {
  const pages = paths.filter((path) => path.endsWith(".md"));
  const named = pages.flatMap((page) => {
    const text = files.get(page) ?? "";
    const shown = [...text.matchAll(/^<!-- (examples\/\S+) -->$/gm)].map(([, path]) => path);
    const examples = [...text.matchAll(/(?<![\w/])examples\/[\w./-]*\w/g)].map(([path]) => path);
    return examples.filter((path) => !shown.includes(path) && !files.has(path)).map((path) => `${page}: ${path}`);
  });
  expect(named).toEqual([]);
});
