import { execFileSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { root, textOf } from "../support/repository.js";

const require = createRequire(import.meta.url);
async function load<Module>(name: string): Promise<[esm: Module, cjs: Module]> {
  return [await import(/* @vite-ignore */ `${root}dist/${name}.js`), require(`${root}dist/${name}.cjs`)];
}

const once = ["once/index", "once/sqlite", "once/postgres"];
const everyEntry = ["index", "check/index", "testing/index", "testing/msw", "opentelemetry/index", ...once];

test.each(everyEntry)("the ESM and the CJS build of %s load, and export the same names", async (name) => {
  const [ofEsm, ofCjs] = await load<object>(name);
  expect(Object.keys(ofCjs).sort()).toEqual(Object.keys(ofEsm).sort());
  expect(Object.keys(ofEsm).length).toBeGreaterThan(0);
});

test.each([".js", ".cjs"])("each entry *%s says which Node it needs where JSON keeps no digits", (extension) => {
  const script = join(root, "test/package/without-raw-json.mjs");
  const said = execFileSync(process.execPath, [script, extension], { encoding: "utf8" }).split("\n").filter(Boolean);
  const needs = "merchant-payments requires Node 24.5 or later, or Node 22 from 22.21";
  expect(said).toEqual([
    `PaymentClient: ${needs}`,
    `orderTotal: ${needs}`,
    `FakePaymentService: ${needs}`,
    `startPaymentServer: ${needs}`,
    `paymentHandlers: ${needs}`,
    `The check sent nothing: options: ${needs}.`,
    `Once: ${needs}`,
    `OnceReview: ${needs}`,
    `SqliteOnceStore: ${needs}`,
    `PostgresOnceStore: ${needs}`,
  ]);
});

test("a bundle of toResult alone has at most 5 kB", async () => {
  const stdin = { contents: `export { toResult } from "${root}dist/index.js"`, resolveDir: root };
  const options = { format: "esm", platform: "node", write: false, logLevel: "error" } as const;
  const { outputFiles } = await build({ stdin, bundle: true, minify: true, ...options });
  expect(gzipSync(outputFiles?.[0]?.contents ?? "").length).toBeLessThanOrEqual(5_000);
});

test("only the entry opentelemetry loads OpenTelemetry", () => {
  const files = globSync("dist/**/*.{js,cjs,d.ts,d.cts}", { cwd: root });
  const importing = files.filter((file) => /(?:from|import|require)\s*\(?\s*["']@opentelemetry\//.test(textOf(file)));
  expect(importing).toContain(join("dist", "opentelemetry", "index.js"));
  expect(importing.filter((file) => dirname(file) !== join("dist", "opentelemetry"))).toEqual([]);
});

/** The declarations that a consumer's compiler reads when it reads this one. */
function reachable(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, specifier = ""] of textOf(file).matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g)) {
    reachable(join(dirname(file), specifier.replace(/\.(c?)js$/, ".d.$1ts")), seen);
  }
  return seen;
}

const entries = ["index", "testing/index", "opentelemetry/index"].flatMap((name) => [`${name}.d.ts`, `${name}.d.cts`]);

test.each(entries)("all declarations that %s reaches exist, and import no zod, ky or msw", (entry) => {
  const files = [...reachable(`dist/${entry}`)];
  expect(files.filter((file) => !existsSync(root + file))).toEqual([]);
  const code = (file: string) => textOf(file).replace(/\/\*.*?\*\//gs, ""); // examples may name msw
  expect(files.filter((file) => /(?:from |import\()["'](?:zod|ky|msw)(?:\/[^"']*)?["']/.test(code(file)))).toEqual([]);
});

test.each([".d.ts", ".d.cts"])("an entry reaches every shipped *%s", (extension) => {
  const reached = everyEntry.flatMap((name) => [...reachable(`dist/${name}${extension}`)]);
  const shipped = globSync(`dist/**/*${extension}`, { cwd: root });
  expect(shipped.filter((file) => !reached.includes(file))).toEqual([]);
});
