import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { root } from "../support/repository.js";

/** A mistake of a merchant's engineer, on the built declarations, and the compiler's message. */
type Mistake = readonly [mistake: string, code: string, message: string];

const order = 'orderNumber: "ORDER-1001", currencyCode: "SEK"';
const finalization = 'transactionId: "201409251527280673"';
const misspelt = (typed: string, type: string, meant: string) =>
  `TS2561: Object literal may only specify known properties, but '${typed}' does not exist in type '${type}'. Did you mean to write '${meant}'?`;
const methods =
  '"card" | "installments" | "internet_bank" | "invoice" | "other" | "paypal" | "swish" | null | undefined';
const withoutBillTo = "{ totalAmount: string; lineItems: never[]; orderNumber: string; currencyCode: string; }";

const mistakes: readonly Mistake[] = [
  ["no mistake", `payments.createOrder({ ${order}, totalAmount: "125.00" });`, ""],
  [
    "a misspelt amount of a simple order",
    `payments.createOrder({ ${order}, totalAmout: "125.00" });`,
    misspelt("totalAmout", "Order", "totalAmount"),
  ],
  [
    "a misspelt amount of a detailed order",
    `payments.createOrder({ ${order}, totalAmout: "125.00", lineItems: [], billTo: {} });`,
    misspelt("totalAmout", "DetailedOrder", "totalAmount"),
  ],
  [
    "a misspelt amount of a finalization",
    `payments.finalize({ ${finalization}, totalAmout: "125.00" });`,
    misspelt("totalAmout", "Finalization", "totalAmount"),
  ],
  [
    "an amount that JSON cannot carry",
    `payments.finalize({ ${finalization}, totalAmount: 125n });`,
    "TS2322: Type 'bigint' is not assignable to type 'Amount'.",
  ],
  [
    "a missing billTo",
    `payments.createOrder({ totalAmount: "125.00", lineItems: [], ${order} });`,
    `TS2345: Argument of type '${withoutBillTo}' is not assignable to parameter of type 'Order'.
  Property 'billTo' is missing in type '${withoutBillTo}' but required in type 'DetailedOrder'.`,
  ],
  [
    "a payment method that does not exist",
    `payments.createOrder({ ${order}, totalAmount: "125.00" }, { paymentMethod: "visa" });`,
    `TS2322: Type '"visa"' is not assignable to type '${methods}'.`,
  ],
  [
    "a payment method in capitals",
    `payments.finalize({ ${finalization}, totalAmount: "1" }, { authorization: { paymentMethod: "Card" } });`,
    `TS2820: Type '"Card"' is not assignable to type '${methods}'. Did you mean '"card"'?`,
  ],
  [
    "a transaction id as a number, which would lose digits",
    `payments.finalize({ transactionId: 201409251527280673, totalAmount: "125.00" });`,
    "TS2322: Type 'number' is not assignable to type 'string'.",
  ],
  [
    "a misspelt base URL",
    `new PaymentClient({ baseURL: "https://payments.example.com", auth: basicAuth("merchant-1", "fake-password") });`,
    misspelt("baseURL", "PaymentClientOptions", "baseUrl"),
  ],
];

const prelude = `import { basicAuth, PaymentClient } from "merchant-payments"; declare const payments: PaymentClient;`;
const messages = new Map<string, string>();

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "mistakes-"));
  for (const [index, [, code]] of mistakes.entries()) {
    writeFileSync(join(folder, `mistake-${index}.ts`), `${prelude}\nexport const called = ${code}`);
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: asAConsumer(), include: ["*.ts"] }));
  const diagnostics = await compile(folder);
  rmSync(folder, { recursive: true });
  for (const [, index = "", text = ""] of diagnostics.matchAll(
    /^mistake-(\d+)\.ts\(\d+,\d+\): error ([^\n]*(?:\n +[^\n]*)*)/gm,
  )) {
    messages.set(index, text);
  }
});

test.each(mistakes)("the compiler explains %s", (...mistake) => {
  const [, , message] = mistake;
  expect(messages.get(String(mistakes.findIndex(([name]) => name === mistake[0]))) ?? "").toBe(message);
});

function asAConsumer(): object {
  return {
    ...{ strict: true, noEmit: true, target: "es2022", lib: ["es2022"], module: "nodenext" },
    ...{ types: ["node"], typeRoots: [`${root}node_modules/@types`] },
    paths: { "merchant-payments": [`${root}dist/index.d.ts`] },
  };
}

/** The compiler's output. Its exit code is an error, because it finds mistakes. */
function compile(folder: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(`${root}node_modules/.bin/tsc`, ["-p", ".", "--pretty", "false"], { cwd: folder }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}
