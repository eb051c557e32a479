import { execFileSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { expect, test } from "vitest";
import { tracing } from "../observability/opentelemetry/observed.js";
import { order } from "../support/client.js";
import { root, textOf } from "../support/repository.js";

const require = createRequire(import.meta.url);
async function load<Module>(name: string): Promise<[esm: Module, cjs: Module]> {
  return [await import(/* @vite-ignore */ `${root}dist/${name}.js`), require(`${root}dist/${name}.cjs`)];
}

const [esm, cjs] = await load<typeof import("merchant-payments")>("index");
const [esmTesting, cjsTesting] = await load<typeof import("merchant-payments/testing")>("testing/index");
const [esmTelemetry, cjsTelemetry] =
  await load<typeof import("merchant-payments/opentelemetry")>("opentelemetry/index");

/** A client of a fake, both of a build. */
function clientOf({ PaymentClient, basicAuth }: typeof esm, fake: typeof esmTesting, more: object = {}) {
  const service = new fake.FakePaymentService();
  const auth = basicAuth(service.merchantId, service.password);
  const options = { baseUrl: "https://payments.test", auth, fetch: service.fetch, ...more };
  return { service, payments: new PaymentClient(options) };
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

test.each([
  ["ESM", esm, cjsTesting, cjs],
  ["CJS", cjs, esmTesting, esm],
] as const)("the %s build throws errors that the other build's classes recognise", async (_, client, fake, other) => {
  const { service, payments } = clientOf(client, fake);
  const { orderId } = await payments.createOrder(order);
  const { transactionId } = service.authorize(orderId, { paymentMethod: "card" });
  await payments.finalize({ orderId, transactionId, totalAmount: "125.00" });
  const again = await client.toResult(payments.finalize({ orderId, transactionId, totalAmount: "125.00" }));
  const error = again.ok ? undefined : again.error;
  expect(error).toBeInstanceOf(other.PaymentServiceError);
  expect(error).toBeInstanceOf(other.PaymentError);
  expect(error).not.toBeInstanceOf(other.PaymentTimeoutError);
  expect(error).toMatchObject({ name: "PaymentServiceError", statusKey: "PAYMENT_COMPLETED", outcome: "unknown" });
});

test.each([
  ["ESM", esm, esmTelemetry],
  ["CJS", cjs, cjsTelemetry],
] as const)("the %s build gives OpenTelemetry a span for a call", async (_, client, { paymentTelemetry }) => {
  const { tracerProvider, spans } = tracing();
  const { payments } = clientOf(client, esmTesting, { onEvent: paymentTelemetry({ tracerProvider }) });
  await payments.createOrder(order);
  const route = "orders/create/{orderNumber}/{totalAmount}/{currencyCode}";
  expect(spans().map(({ name }) => name)).toEqual([`createOrder ${route}`]);
});

test.each<[what: string, target: BuildOptions]>([
  ["a worker", { platform: "browser", conditions: ["workerd", "worker", "browser"] }],
  ["no platform", { platform: "neutral" }],
])("the library bundled for %s loads and makes calls without Node", async (_what, target) => {
  const entryPoints = [join(root, "dist/index.js")];
  const bundling = { bundle: true, format: "iife", globalName: "library", write: false, logLevel: "error" } as const;
  const { outputFiles } = await build({ ...target, ...bundling, entryPoints });
  const service = new esmTesting.FakePaymentService();
  const ofTheWeb = Object.getOwnPropertyNames(globalThis).filter((name) => !/^(?:process|Buffer|global)/.test(name));
  const world = Object.fromEntries(ofTheWeb.map((name) => [name, Reflect.get(globalThis, name)]));
  const code = `${outputFiles?.[0]?.text}; library`;
  const { PaymentClient, basicAuth } = runInNewContext(code, { ...world, fetch: service.fetch }) as typeof esm;
  const auth = basicAuth(service.merchantId, service.password);
  const payments = new PaymentClient({ baseUrl: "https://payments.test", auth });
  expect(await payments.createOrder(order)).toMatchObject({ pending: false });
  expect(service.orders).toMatchObject([order]);
});

test("a bundle of toResult alone has at most 5 kB", async () => {
  const stdin = { contents: `export { toResult } from "${root}dist/index.js"`, resolveDir: root };
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    write: false,
    logLevel: "error",
  });
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
