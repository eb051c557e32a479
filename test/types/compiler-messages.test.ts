import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";

// What a merchant's engineer reads after a mistake: the compiler's words, on the built declarations.

const inputs: readonly { mistake: string; code: string; message: string }[] = [
  {
    mistake: "none",
    code: `payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" });`,
    message: "",
  },
  {
    mistake: "a misspelt amount of a simple order",
    code: `payments.createOrder({ orderNumber: "ORDER-1001", totalAmout: "125.00", currencyCode: "SEK" });`,
    message: `\
TS2561: Object literal may only specify known properties, but 'totalAmout' does not exist in type 'Order'. Did you mean to write 'totalAmount'?`,
  },
  {
    mistake: "a misspelt amount of a detailed order",
    code: `payments.createOrder({ orderNumber: "ORDER-1001", totalAmout: "125.00", currencyCode: "SEK", lineItems: [], billTo: {} });`,
    message: `\
TS2561: Object literal may only specify known properties, but 'totalAmout' does not exist in type 'DetailedOrder'. Did you mean to write 'totalAmount'?`,
  },
  {
    mistake: "a misspelt amount of a finalization",
    code: `payments.finalize({ transactionId: "201409251527280673", totalAmout: "125.00" });`,
    message: `\
TS2561: Object literal may only specify known properties, but 'totalAmout' does not exist in type 'Finalization'. Did you mean to write 'totalAmount'?`,
  },
  {
    mistake: "an amount that JSON cannot carry",
    code: `payments.finalize({ transactionId: "201409251527280673", totalAmount: 125n });`,
    message: "TS2322: Type 'bigint' is not assignable to type 'Amount'.",
  },
  {
    mistake: "a missing billTo",
    code: `payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK", lineItems: [] });`,
    message: `\
TS2345: Argument of type '{ orderNumber: string; totalAmount: string; currencyCode: string; lineItems: never[]; }' is not assignable to parameter of type 'Order'.
  Property 'billTo' is missing in type '{ orderNumber: string; totalAmount: string; currencyCode: string; lineItems: never[]; }' but required in type 'DetailedOrder'.`,
  },
  {
    mistake: "a payment method that does not exist",
    code: `payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" }, { paymentMethod: "visa" });`,
    message: `\
TS2322: Type '"visa"' is not assignable to type '"card" | "installments" | "internet_bank" | "invoice" | "other" | "paypal" | "swish" | null | undefined'.`,
  },
  {
    mistake: "a payment method in capitals",
    code: `payments.finalize({ transactionId: "201409251527280673", totalAmount: "1" }, { authorization: { paymentMethod: "Card" } });`,
    message: `\
TS2820: Type '"Card"' is not assignable to type '"card" | "installments" | "internet_bank" | "invoice" | "other" | "paypal" | "swish" | null | undefined'. Did you mean '"card"'?`,
  },
  {
    mistake: "a transaction id as a number, which would lose digits",
    code: `payments.finalize({ transactionId: 201409251527280673, totalAmount: "125.00" });`,
    message: "TS2322: Type 'number' is not assignable to type 'string'.",
  },
  {
    mistake: "a misspelt base URL",
    code: `new PaymentClient({ baseURL: "https://payments.example.com", auth: basicAuth("merchant-1", "fake-password") });`,
    message: `\
TS2561: Object literal may only specify known properties, but 'baseURL' does not exist in type 'PaymentClientOptions'. Did you mean to write 'baseUrl'?`,
  },
];

const prelude = `import { basicAuth, PaymentClient } from "merchant-payments"; declare const payments: PaymentClient;`;
const said = new Map<string, string>();

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "mistakes-"));
  for (const [index, { code }] of inputs.entries()) {
    writeFileSync(join(folder, `mistake-${index}.ts`), `${prelude}\nexport const called = ${code}`);
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: asAConsumer(), include: ["*.ts"] }));
  const diagnostics = await compile(folder);
  rmSync(folder, { recursive: true });
  for (const [, index = "", text = ""] of diagnostics.matchAll(
    /^mistake-(\d+)\.ts\(\d+,\d+\): error ([^\n]*(?:\n +[^\n]*)*)/gm,
  )) {
    said.set(index, text);
  }
});

it.each(inputs.map((input, index) => ({ ...input, index })))("$mistake", ({ index, message }) => {
  expect(said.get(String(index)) ?? "").toBe(message);
});

function asAConsumer(): object {
  const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
  return {
    ...{ strict: true, noEmit: true, target: "es2022", lib: ["es2022"], module: "nodenext" },
    ...{ types: ["node"], typeRoots: [fromRoot("node_modules/@types")] },
    paths: { "merchant-payments": [fromRoot("dist/index.d.ts")] },
  };
}

/** The compiler's output. That it finds mistakes makes it end with an error, which is what is wanted here. */
function compile(folder: string): Promise<string> {
  const tsc = fileURLToPath(new URL("../../node_modules/.bin/tsc", import.meta.url));
  return new Promise((resolve) => {
    execFile(tsc, ["-p", ".", "--pretty", "false"], { cwd: folder }, (_error, stdout) => resolve(stdout));
  });
}
