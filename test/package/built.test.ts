import { existsSync, globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { type BuildOptions, build } from "esbuild";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const require = createRequire(import.meta.url);
const load = (file: string): Promise<typeof import("merchant-payments")> => import(/* @vite-ignore */ join(root, file));
const loadTesting = (file: string): Promise<typeof import("merchant-payments/testing")> =>
  import(/* @vite-ignore */ join(root, file));
const loadTelemetry = (file: string): Promise<typeof import("merchant-payments/opentelemetry")> =>
  import(/* @vite-ignore */ join(root, file));

const esm = await load("dist/index.js");
const cjs = require(join(root, "dist/index.cjs")) as typeof esm;
const esmTesting = await loadTesting("dist/testing/index.js");
const cjsTesting = require(join(root, "dist/testing/index.cjs")) as typeof esmTesting;
const esmTelemetry = await loadTelemetry("dist/opentelemetry/index.js");
const cjsTelemetry = require(join(root, "dist/opentelemetry/index.cjs")) as typeof esmTelemetry;

it("gives the same names in both builds", () => {
  expect(Object.keys(cjs).sort()).toEqual(Object.keys(esm).sort());
  expect(Object.keys(cjsTesting).sort()).toEqual(Object.keys(esmTesting).sort());
  expect(Object.keys(cjsTelemetry)).toEqual(Object.keys(esmTelemetry));
});

for (const [name, client, fake, other] of [
  ["ESM", esm, cjsTesting, cjs],
  ["CJS", cjs, esmTesting, esm],
] as const) {
  it(`works as ${name} and throws errors that the other build's classes recognise`, async () => {
    const service = new fake.FakePaymentService();
    const payments = new client.PaymentClient({
      baseUrl: "https://payments.test",
      auth: client.basicAuth(service.merchantId, service.password),
      fetch: service.fetch,
    });
    const { orderId } = await payments.createOrder({
      orderNumber: "ORDER-1001",
      totalAmount: "125.00",
      currencyCode: "SEK",
    });
    const { transactionId } = service.authorize(orderId, { paymentMethod: "card" });
    await payments.finalize({ orderId, transactionId, totalAmount: "125.00" });
    const again = await client.toResult(payments.finalize({ orderId, transactionId, totalAmount: "125.00" }));
    const error = again.ok ? undefined : again.error;
    expect(error).toBeInstanceOf(other.PaymentServiceError);
    expect(error).toBeInstanceOf(other.PaymentError);
    expect(error).not.toBeInstanceOf(other.PaymentTimeoutError);
    expect(other.isPaymentError(error)).toBe(true);
    expect(error).toMatchObject({ name: "PaymentServiceError", statusKey: "PAYMENT_COMPLETED", outcome: "rejected" });
  });
}

it.each([
  ["ESM", esm, esmTelemetry],
  ["CJS", cjs, cjsTelemetry],
] as const)("gives the SDK a span for a call as %s", async (_, client, { paymentTelemetry }) => {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const service = new esmTesting.FakePaymentService();
  const payments = new client.PaymentClient({
    baseUrl: "https://payments.test",
    auth: client.basicAuth(service.merchantId, service.password),
    fetch: service.fetch,
    onEvent: paymentTelemetry({ tracerProvider }),
  });
  await payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" });
  expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual([
    "createOrder orders/create/{orderNumber}/{totalAmount}/{currencyCode}",
  ]);
});

it.each<[what: string, target: BuildOptions]>([
  ["a worker", { platform: "browser", conditions: ["workerd", "worker", "browser"] }],
  ["no platform", { platform: "neutral" }],
])("bundled for %s, loads and calls where there is no Node", async (_what, target) => {
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
  const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
  expect(await payments.createOrder(order)).toMatchObject({ pending: false });
  expect(service.orders).toMatchObject([order]);
});

it("loads OpenTelemetry at its own entry only", () => {
  const files = globSync("dist/**/*.{js,cjs,d.ts,d.cts}", { cwd: root });
  const importing = files.filter((file) =>
    /(?:from|import|require)\s*\(?\s*["']@opentelemetry\//.test(readFileSync(join(root, file), "utf8")),
  );
  expect(importing).toContain(join("dist", "opentelemetry", "index.js"));
  expect(importing.filter((file) => dirname(file) !== join("dist", "opentelemetry"))).toEqual([]);
});

/** The declarations that a consumer's compiler reads when it reads this one. */
function reachable(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, specifier] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g)) {
    reachable(join(dirname(file), (specifier ?? "").replace(/\.js$/, ".d.ts").replace(/\.cjs$/, ".d.cts")), seen);
  }
  return seen;
}

it.each([
  "index.d.ts",
  "index.d.cts",
  "testing/index.d.ts",
  "testing/index.d.cts",
  "opentelemetry/index.d.ts",
  "opentelemetry/index.d.cts",
])("%s and what it reaches exist, and import no zod, ky or msw", (entry) => {
  const files = [...reachable(join(root, "dist", entry))];
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  const code = (file: string) => readFileSync(file, "utf8").replace(/\/\*.*?\*\//gs, ""); // examples may name msw
  expect(files.filter((file) => /(?:from |import\()["'](?:zod|ky|msw)(?:\/[^"']*)?["']/.test(code(file)))).toEqual([]);
});

it.each([".d.ts", ".d.cts"])("ships no *%s that no entry reaches", (extension) => {
  const once = ["once/index", "once/sqlite", "once/postgres", "testing/once-store/index"];
  const entries = ["index", "testing/index", "testing/msw", "opentelemetry/index", ...once];
  const reached = entries.flatMap((entry) => [...reachable(join(root, "dist", entry + extension))]);
  const shipped = globSync(`dist/**/*${extension}`, { cwd: root }).map((file) => join(root, file));
  expect(shipped.filter((file) => !reached.includes(file))).toEqual([]);
});

it("runs the tests on the Node that the project installs", () => {
  expect(process.version).toMatch(/^v24\./);
});
