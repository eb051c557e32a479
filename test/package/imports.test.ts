import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const src = fileURLToPath(new URL("../../src/", import.meta.url));

const sources = globSync("**/*.ts", { cwd: src }).filter((file) => !file.endsWith("inline-plugin.ts")); // the build's own

/** Every import of the sources: the importing file and what it names, both relative to src, packages by name. */
const imports = sources.flatMap((file) =>
  [
    ...readFileSync(join(src, file), "utf8").matchAll(
      /^(?:import|export)\b[^;]*?from "([^"]+)";$|\bimport\("([^"]+)"\)/gm,
    ),
  ].map(([line, named, lazy = "", to = named ?? lazy]) => ({
    file,
    to: to.startsWith(".") ? join(dirname(file), to).replace(/\.js$/, ".ts") : to,
    isType: /^(?:import|export) type\b/.test(line),
  })),
);

const importersOf = (pattern: RegExp) =>
  [...new Set(imports.filter(({ to, isType }) => pattern.test(to) && !isType).map(({ file }) => file))].sort();
const into = (from: RegExp, to: RegExp) =>
  imports.filter((each) => from.test(each.file) && to.test(each.to)).map((each) => `${each.file} -> ${each.to}`);

it("finds the imports at all", () => {
  expect(imports.length).toBeGreaterThan(100);
});

it("imports ky, msw and node:http in one file each", () => {
  expect(importersOf(/^ky$/)).toEqual(["wire/fetch-exchange.ts"]);
  expect(importersOf(/^node:http$/)).toEqual(["testing/adapters/server.ts"]);
  expect(importersOf(/^msw/)).toEqual(["testing/adapters/msw.ts"]);
});

it("imports OpenTelemetry at its own adapter only", () => {
  expect(importersOf(/^@opentelemetry\//).filter((file) => !file.startsWith("opentelemetry/"))).toEqual([]);
  expect(into(/^(?!opentelemetry\/)/, /^opentelemetry\//)).toEqual([]);
  expect(into(/^opentelemetry\//, /^(?!opentelemetry\/|(?:events|version)\.ts$|@opentelemetry\/api$)/)).toEqual([]);
});

it("keeps zod to the schemas", () => {
  expect(importersOf(/^zod/).filter((file) => !/^(?:operations|model|options)\//.test(file))).toEqual([
    "call/call-schema.ts",
  ]);
});

it("imports from outside only what it declares", () => {
  const values = imports.filter(({ to, isType }) => !/\.ts$|\?inline$/.test(to) && !isType);
  const packages = [...new Set(values.map(({ to }) => to))].sort();
  expect(packages).toEqual([
    "@opentelemetry/api",
    "decimal.js",
    "ky",
    "leven",
    "msw",
    "node:assert/strict",
    "node:crypto",
    "node:http",
    "node:stream/consumers",
    "node:util",
    "zod/mini",
  ]);
});

it("lets data flow one way", () => {
  expect(into(/^errors\//, /^(?!errors\/|decimal\.js$)/)).toEqual([]);
  expect(into(/^wire\//, /^(?!wire\/|errors\/|ky$|node:)/)).toEqual([]);
  expect(into(/^model\//, /^(?!model\/|errors\/|wire\/json\.ts$|decimal\.js$|leven$|zod\/mini$)/)).toEqual([]);
  expect(into(/^options\//, /^(?!options\/|model\/|wire\/|errors\/|(?:events|version)\.ts$|zod\/mini$|node:)/)).toEqual(
    [],
  );
  expect(into(/^call\//, /^(?!call\/|options\/|model\/|wire\/|errors\/|events\.ts$|zod\/mini$)/)).toEqual([]);
  expect(into(/^operations\//, /^testing\/|^(?:client|index)\.ts$/)).toEqual([]);
  expect(into(/^(?:events|auth)\.ts$/, /^(?!model\/|wire\/|errors\/)/)).toEqual([]);
});

it("builds once on the public library, and on four pure pieces of it", () => {
  expect(into(/^(?!once\/|testing\/once-store\/)/, /^once\//)).toEqual([]);
  expect(importersOf(/^node:crypto$/)).toEqual(["once/postgres.ts"]);
  const inner = into(/^once\//, /^(?!once\/|index\.ts$|node:(?:sqlite|crypto)$)/).map((each) => each.split(" -> ")[1]);
  expect([...new Set(inner)].sort()).toEqual([
    "model/amount.ts",
    "model/payment-method.ts",
    "operations/balance-proof.ts",
    "wire/json.ts",
  ]);
});

it("keeps the fake and the library apart; only the maker of a test's errors knows their classes", () => {
  expect(into(/^(?!testing\/)/, /^testing\//)).toEqual([]);
  expect(into(/^testing\/(?!payment-errors\.ts$|once-store\/)/, /^(?!testing\/|node:|decimal\.js$|msw$)/)).toEqual([]);
  expect(into(/^testing\/payment-errors\.ts$/, /^(?!errors\/)/)).toEqual([]);
});

it("tries stores by what it is given: of the library it has types alone, and of the fake the service", () => {
  const values = imports.filter(({ file, isType }) => file.startsWith("testing/once-store/") && !isType);
  expect(values.filter(({ to }) => !/^testing\/(?:once-store|service)\/|^node:/.test(to))).toEqual([]);
  expect(into(/^testing\/once-store\//, /^(?!testing\/|node:|(?:once\/)?index\.ts$)/)).toEqual([]);
  expect(into(/^testing\/(?!once-store\/)/, /^testing\/once-store\//)).toEqual([]);
});

it("leads from the adapters of the fake to its console, and from both to its service", () => {
  expect(into(/^testing\/service\//, /^testing\/(?!service\/)/)).toEqual([]);
  expect(into(/^testing\/console\//, /^testing\/(?!console\/|service\/)/)).toEqual([]);
  expect(into(/^testing\/adapters\/(?!server\.ts$|cli)/, /^testing\/console\//)).toEqual([]);
});

it("keeps files small", () => {
  const tooLong = globSync("**/*.ts", { cwd: src }).filter(
    (file) =>
      readFileSync(join(src, file), "utf8").split("\n").length >
      (file.endsWith("/fake-payment-service.ts") ? 251 : 201),
  );
  expect(tooLong).toEqual([]);
});
