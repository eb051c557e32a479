import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root, textOf } from "../support/repository.js";

const src = `${root}src/`;
const files = globSync("**/*.{ts,tsx}", { cwd: src });

const sourceOf = (built: string) =>
  [".ts", ".tsx"].map((end) => built.replace(/\.js$/, end)).find((each) => files.includes(each)) ?? built;

/** Every import of the sources: the importing file and what it names, both relative to src, packages by name. */
const imports = files.flatMap((file) =>
  [...textOf(`src/${file}`).matchAll(/^(?:import|export)\b[^;]*?from "([^"]+)";$|\bimport\("([^"]+)"\)/gm)].map(
    ([line, named, lazy = "", to = named ?? lazy]) => ({
      file,
      to: to.startsWith(".") ? sourceOf(join(dirname(file), to)) : to,
      isType: /^(?:import|export) type\b/.test(line),
    }),
  ),
);

const importersOf = (pattern: RegExp) =>
  [...new Set(imports.filter(({ to, isType }) => pattern.test(to) && !isType).map(({ file }) => file))].sort();
const into = (from: RegExp, to: RegExp) =>
  imports.filter((each) => from.test(each.file) && to.test(each.to)).map((each) => `${each.file} -> ${each.to}`);

test("the check finds the imports of src", () => {
  expect(imports.length).toBeGreaterThan(100);
});

test("ky has one importing file for each use, msw and node:http one each", () => {
  expect(importersOf(/^ky$/)).toEqual(["testing/console/page/fake.ts", "wire/fetch.ts"]);
  expect(importersOf(/^node:http$/)).toEqual(["testing/adapters/server.ts"]);
  expect(importersOf(/^msw/)).toEqual(["testing/adapters/msw.ts"]);
});

test("only the OpenTelemetry adapter imports OpenTelemetry", () => {
  expect(importersOf(/^@opentelemetry\//).filter((file) => !file.startsWith("opentelemetry/"))).toEqual([]);
  expect(into(/^(?!opentelemetry\/)/, /^opentelemetry\//)).toEqual([]);
  expect(into(/^opentelemetry\//, /^(?!opentelemetry\/|(?:events|version)\.ts$|@opentelemetry\/api$)/)).toEqual([]);
});

test("only schemas import zod", () => {
  const withSchemas = /^(?:operations|model|options|check|once|testing)\//;
  expect(importersOf(/^zod/).filter((file) => !withSchemas.test(file))).toEqual([]);
});

test("imports in the core go one way", () => {
  expect(into(/^errors\//, /^(?!errors\/|decimal\.js$)/)).toEqual([]);
  expect(into(/^wire\//, /^(?!wire\/|errors\/|ky$|node:)/)).toEqual([]);
  expect(into(/^model\//, /^(?!model\/|errors\/|wire\/(?:json|url)\.ts$|decimal\.js$|leven$|zod\/mini$)/)).toEqual([]);
  const belowOptions = /^(?!(?:options|evidence|model|wire|errors)\/|(?:events|version)\.ts$|zod\/mini$|node:)/;
  expect(into(/^options\//, belowOptions)).toEqual([]);
  expect(into(/^call\//, /^(?!(?:call|options|evidence|model|wire|errors)\/|events\.ts$|zod\/mini$)/)).toEqual([]);
  expect(into(/^evidence\//, /^(?!evidence\/|model\/|errors\/|wire\/json\.ts$|decimal\.js$)/)).toEqual([]);
  expect(into(/^operations\//, /^testing\/|^(?:client|index)\.ts$/)).toEqual([]);
  expect(into(/^(?:events|auth)\.ts$/, /^(?!model\/|wire\/|errors\/)/)).toEqual([]);
});

test("once imports the public library and these pure files", () => {
  expect(into(/^(?!once\/)/, /^once\//)).toEqual([]);
  expect(importersOf(/^node:crypto$/)).toEqual(["once/stores/postgres-session.ts"]);
  const outside = /^(?!once\/|index\.ts$|node:(?:sqlite|crypto|util|readline\/promises)$)/;
  const inner = into(/^once\//, outside).map((each) => each.split(" -> ")[1]);
  expect([...new Set(inner)].sort()).toEqual([
    "errors/status-catalogue.ts",
    "evidence/balance-proof.ts",
    "model/amount.ts",
    "model/currency.ts",
    "model/objects.ts",
    "model/options.ts",
    "model/payment-method.ts",
    "model/read.ts",
    "model/schema.ts",
    "wire/json.ts",
    "zod/mini",
  ]);
});

test("check imports the public library and the reader of options, and nothing imports check", () => {
  expect(into(/^(?!check\/)/, /^check\//)).toEqual([]);
  const allowed =
    /^(?!check\/|index\.ts$|model\/(?:options|read)\.ts$|zod\/mini$|node:(?:events|readline\/promises|timers\/promises)$)/;
  expect(into(/^check\//, allowed)).toEqual([]);
  expect(importersOf(/^node:(?:events|readline|timers)/)).toEqual(["check/terminal.ts", "once/command/cli.ts"]);
});

test("imports in check go from the run to the rows, and from those to what they observe", () => {
  const rows = /^check\/(?:stage-one|stage-two|captures|purposes|row|status-keys)\.ts/;
  expect(into(rows, /^check\/(?:run|report|index)\.ts/)).toEqual([]);
  expect(into(/^check\/(?:gate|bench|finding)\.ts/, /^check\/(?:stage-|captures|run|report)/)).toEqual([]);
});

test("the library does not import the fake, which imports only what stands here", () => {
  expect(into(/^(?!testing\/)/, /^testing\//)).toEqual([]);
  const others =
    /^(?!testing\/|node:|decimal\.js$|ky$|msw$|preact|errors\/facts\.ts$|zod\/mini$|model\/(?:decimal|iso-4217|nearest-key|options|read|schema)\.ts$|wire\/json\.ts$)/;
  expect(into(/^testing\/(?!payment-(?:errors|results)\.ts$|console\/caller-outcome\.ts$)/, others)).toEqual([]);
  const reader = "testing\\/service\\/input\\.ts$|zod\\/mini$";
  expect(into(/^testing\/console\/caller-outcome\.ts$/, /^(?!testing\/|evidence\/)/)).toEqual([]);
  expect(into(/^testing\/payment-errors\.ts$/, new RegExp(`^(?!errors/|evidence/|${reader})`))).toEqual([]);
  expect(into(/^testing\/payment-results\.ts$/, new RegExp(`^(?!index\\.ts$|decimal\\.js$|${reader})`))).toEqual([]);
});

test("imports in the fake go from adapters to console to service", () => {
  expect(into(/^testing\/service\//, /^testing\/(?!service\/)/)).toEqual([]);
  expect(into(/^testing\/console\//, /^testing\/(?!console\/|service\/)/)).toEqual([]);
  expect(into(/^testing\/adapters\/(?!server\.ts$|cli)/, /^testing\/console\//)).toEqual([]);
});

test("no files import each other in a circle, not even for their types", () => {
  let left = imports.filter(({ to }) => files.includes(to));
  for (let before = Number.POSITIVE_INFINITY; left.length < before; ) {
    before = left.length;
    const importing = new Set(left.map(({ file }) => file));
    const imported = new Set(left.map(({ to }) => to));
    left = left.filter(({ file, to }) => importing.has(to) && imported.has(file));
  }
  expect(left).toEqual([]);
});

test("no source file has more than 250 lines, but the one with every kind of error", () => {
  const limitOf = (file: string) => (file === "errors/kinds.ts" ? 451 : 251);
  const tooLong = files.filter((file) => textOf(`src/${file}`).split("\n").length > limitOf(file));
  expect(tooLong).toEqual([]);
});
