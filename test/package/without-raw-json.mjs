// Prints what each built entry says when it is first used where JSON keeps no digits, as on Node 20.
// Usage: node without-raw-json.mjs <.js or .cjs>
import { createRequire } from "node:module";

delete JSON.rawJSON;
delete JSON.isRawJSON;

const [extension] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const load = (name) => (extension === ".js" ? import(`../../dist/${name}.js`) : require(`../../dist/${name}.cjs`));

const { PaymentClient, orderTotal, Decimal } = await load("index");
const { FakePaymentService, startPaymentServer } = await load("testing/index");
const { paymentHandlers } = await load("testing/msw");
const { checkService } = await load("check/index");
const { Once, OnceReview } = await load("once/index");
const { SqliteOnceStore } = await load("once/sqlite");
const { PostgresOnceStore } = await load("once/postgres");

const baseUrl = "https://payments.test";
const options = { baseUrl, auth: () => ({}) };
const firstUses = {
  PaymentClient: () => new PaymentClient(options),
  orderTotal: () => orderTotal([{ totalLineAmount: new Decimal("125.00") }]),
  FakePaymentService: () => new FakePaymentService(),
  startPaymentServer: () => startPaymentServer(),
  paymentHandlers: () => paymentHandlers({}, { baseUrl }),
  checkService: () => checkService({ options, productionBaseUrl: "https://a.test", host: "payments.test" }),
  Once: () => new Once({}),
  OnceReview: () => new OnceReview({}),
  SqliteOnceStore: () => new SqliteOnceStore(":memory:"),
  PostgresOnceStore: () => new PostgresOnceStore({}),
};

for (const [name, use] of Object.entries(firstUses)) {
  try {
    await use(); // checkService prints what it says
  } catch (error) {
    process.stdout.write(`${name}: ${error.message}\n`);
  }
}

process.exitCode = 0; // checkService sets it
