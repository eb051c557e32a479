import { expect, test } from "vitest";
import { packed, root } from "./packed.js";

const { files, unpackedBytes } = packed();
const paths = [...files.keys()].sort();
const code = paths.filter((path) => /\.c?js$/.test(path));
const manifest = JSON.parse(files.get("package.json") ?? "") as Record<string, unknown>;

/** Without the hash of what is inside, which changes with every build. */
const shapeOf = (path: string) => path.replace(/-[\w-]{8}(?=\.(?:js|d\.c?ts)$)/, "-*");

test("holds the pages that its messages and its README lead to, and of the rest what is listed here", () => {
  const pages = /^docs\/(?:errors|guides)\/[a-z-]+\.md$/;
  expect(
    paths
      .filter((path) => !pages.test(path))
      .map(shapeOf)
      .sort(),
  ).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "dist/THIRD-PARTY-NOTICES.txt",
    "dist/auth-*.d.cts",
    "dist/auth-*.d.ts",
    "dist/bundled.cdx.json",
    "dist/chunk-*.js",
    "dist/chunk-*.js",
    "dist/chunk-*.js",
    "dist/chunk-*.js",
    "dist/chunk-*.js",
    "dist/client-*.d.cts",
    "dist/client-*.d.ts",
    "dist/distribution-*.js", // ky, which is loaded with the first request that goes through fetch
    "dist/events-*.d.cts",
    "dist/events-*.d.ts",
    "dist/fake-payment-service-*.d.cts",
    "dist/fake-payment-service-*.d.ts",
    "dist/index.cjs",
    "dist/index.d.cts",
    "dist/index.d.ts",
    "dist/index.js",
    "dist/once-*.d.cts",
    "dist/once-*.d.ts",
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
    "dist/payment-service-error-*.d.cts",
    "dist/payment-service-error-*.d.ts",
    "dist/received-*.d.cts",
    "dist/received-*.d.ts",
    "dist/to-result-*.d.cts",
    "dist/to-result-*.d.ts",
    "dist/store-*.d.cts",
    "dist/store-*.d.ts",
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
