import { expect, test } from "vitest";
import { packed, root } from "./packed.js";

const { files, unpackedBytes } = packed();
const paths = [...files.keys()].sort();
const code = paths.filter((path) => /\.c?js$/.test(path));
const manifest = JSON.parse(files.get("package.json") ?? "") as Record<string, unknown>;

const declarations =
  /^dist\/(?:(?:errors|model|opentelemetry|operations|wire|testing(?:\/[a-z]+)*)\/)?[a-z-]+\.d\.(?:c?ts)$/;

test("holds what is listed here, and nothing else", () => {
  expect(paths.filter((path) => !declarations.test(path)).map((path) => path.replace(/-[A-Z0-9]{8}\./, "-*."))).toEqual(
    [
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "dist/THIRD-PARTY-NOTICES.txt",
      "dist/chunk-*.js",
      "dist/chunk-*.js",
      "dist/chunk-*.js",
      "dist/distribution-*.js", // ky, which is loaded with the first request that goes through fetch
      "dist/index.cjs",
      "dist/index.js",
      "dist/opentelemetry/index.cjs",
      "dist/opentelemetry/index.js",
      "dist/testing/cli.js",
      "dist/testing/index.cjs",
      "dist/testing/index.js",
      "dist/testing/msw.cjs",
      "dist/testing/msw.js",
      "package.json",
    ],
  );
});

test("declares every module for both module systems", () => {
  const esm = paths.filter((path) => path.endsWith(".d.ts")).map((path) => path.slice(0, -".d.ts".length));
  const cjs = paths.filter((path) => path.endsWith(".d.cts")).map((path) => path.slice(0, -".d.cts".length));
  expect(cjs).toEqual(esm);
  expect(esm).toContain("dist/index");
  expect(esm).toContain("dist/testing/msw");
});

test("takes at most 1.25 MB unpacked", () => {
  expect(unpackedBytes).toBeLessThan(1_250_000);
});

test("points at no source map", () => {
  expect(code.filter((path) => files.get(path)?.includes("sourceMappingURL"))).toEqual([]);
});

test("runs nothing when it is installed", () => {
  const hooks = ["preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare", "prepublish"];
  expect(Object.keys(manifest["scripts"] as object).filter((name) => hooks.includes(name))).toEqual([]);
  expect(manifest).not.toHaveProperty("gypfile");
});

test("needs three packages, by versions of the registry", () => {
  expect(manifest["dependencies"]).toEqual({ "decimal.js": "^10.6.0", ky: "^2.1.0", zod: "^4.6.7" });
  expect(manifest).not.toHaveProperty("optionalDependencies");
  expect(manifest).not.toHaveProperty("bundleDependencies");
  expect(manifest["peerDependencies"]).toEqual({ "@opentelemetry/api": "^1.9.0", msw: "^3.0.0" });
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
