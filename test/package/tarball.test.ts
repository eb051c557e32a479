import { expect, test } from "vitest";
import { packed, root } from "./packed.js";

const { files, unpackedBytes } = packed();
const paths = [...files.keys()].sort();
const code = paths.filter((path) => /\.c?js$/.test(path));
const manifest = JSON.parse(files.get("package.json") ?? "") as Record<string, unknown>;

/** What the entries share is in files whose names the build makes up. */
const shapeOf = (path: string) => path.replace(/^dist\/[\w-]+-[\w-]{8}(?=\.(?:js|d\.c?ts)$)/, "dist/*");

test("holds the pages that its messages and its README lead to, and of the rest what is listed here", () => {
  const pages = /^docs\/(?:errors|guides)\/[a-z-]+\.md$/;
  const shapes = new Set(paths.filter((path) => !pages.test(path)).map(shapeOf));
  expect([...shapes].sort()).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "dist/*.d.cts",
    "dist/*.d.ts",
    "dist/*.js",
    "dist/THIRD-PARTY-NOTICES.txt",
    "dist/bundled.cdx.json",
    "dist/index.cjs",
    "dist/index.d.cts",
    "dist/index.d.ts",
    "dist/index.js",
    "dist/once/index.cjs",
    "dist/once/index.d.cts",
    "dist/once/index.d.ts",
    "dist/once/index.js",
    "dist/once/postgres.cjs",
    "dist/once/postgres.d.cts",
    "dist/once/postgres.d.ts",
    "dist/once/postgres.js",
    "dist/once/sqlite.cjs",
    "dist/once/sqlite.d.cts",
    "dist/once/sqlite.d.ts",
    "dist/once/sqlite.js",
    "dist/opentelemetry/index.cjs",
    "dist/opentelemetry/index.d.cts",
    "dist/opentelemetry/index.d.ts",
    "dist/opentelemetry/index.js",
    "dist/testing/cli.js",
    "dist/testing/index.cjs",
    "dist/testing/index.d.cts",
    "dist/testing/index.d.ts",
    "dist/testing/index.js",
    "dist/testing/msw.cjs",
    "dist/testing/msw.d.cts",
    "dist/testing/msw.d.ts",
    "dist/testing/msw.js",
    "dist/testing/once-store/index.cjs",
    "dist/testing/once-store/index.d.cts",
    "dist/testing/once-store/index.d.ts",
    "dist/testing/once-store/index.js",
    "docs/it-failed-what-now.svg",
    "package.json",
  ]);
});

test("takes at most 150 files and 1.5 MB unpacked", () => {
  expect(paths.length).toBeLessThanOrEqual(150);
  expect(unpackedBytes).toBeLessThan(1_500_000);
});

test("points at no source map", () => {
  expect(code.filter((path) => files.get(path)?.includes("sourceMappingURL"))).toEqual([]);
});

test("runs nothing when it is installed", () => {
  const hooks = ["preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare", "prepublish"];
  expect(Object.keys(manifest["scripts"] as object).filter((name) => hooks.includes(name))).toEqual([]);
  expect(manifest).not.toHaveProperty("gypfile");
});

test("needs one package, by a version of the registry, and takes two majors of MSW", () => {
  expect(manifest["dependencies"]).toEqual({ "decimal.js": "^10.6.0" });
  expect(manifest).not.toHaveProperty("optionalDependencies");
  expect(manifest).not.toHaveProperty("bundleDependencies");
  expect(manifest["peerDependencies"]).toEqual({ "@opentelemetry/api": "^1.9.0", msw: "^2.12.0 || ^3.0.0" });
  expect(manifest["peerDependenciesMeta"]).toEqual({
    "@opentelemetry/api": { optional: true },
    msw: { optional: true },
  });
});

const secrets = new RegExp(
  [
    "-----BEGIN [A-Z ]*PRIVATE KEY-----",
    "_authToken",
    "\\bnpm_[A-Za-z0-9]{36}\\b",
    "\\bgh[opsur]_[A-Za-z0-9]{36}\\b",
    "\\bAKIA[A-Z0-9]{16}\\b",
    "\\beyJ[\\w-]{10,}\\.eyJ[\\w-]{10,}",
  ].join("|"),
);

test("a secret would be seen if it were there", () => {
  expect("-----BEGIN PRIVATE KEY-----\nMIIE").toMatch(secrets);
  expect("//registry.npmjs.org/:_authToken=x").toMatch(secrets);
  expect(`const token = "ghp_${"a1".repeat(18)}"`).toMatch(secrets);
});

test("holds no secret, and no path of the machine that built it", () => {
  const betraying = [...files].filter(
    ([, text]) => secrets.test(text) || text.includes(root) || /\/(?:home|root|Users)\//.test(text),
  );
  expect(betraying.map(([path]) => path)).toEqual([]);
});

test("builds no code at run time and reads no environment", () => {
  const core = code.filter((path) => !path.startsWith("dist/testing/"));
  expect(
    core.filter((path) => /\beval\(|new Function\(|process\.env|child_process/.test(files.get(path) ?? "")),
  ).toEqual([]);
});
