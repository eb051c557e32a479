/** The compiler's words for mistakes of a merchant's engineer, on the built declarations: messages.md has them. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pageOf } from "../errors/messages/page.js";
import { root } from "../support/repository.js";

const order = 'orderNumber: "ORDER-1001", currencyCode: "SEK"';
const simple = `${order}, totalAmount: "125.00"`;
const finalization = 'transactionId: "201409251527280673"';

const withLine = (field: string) =>
  `payments.createOrder({ ${simple}, billTo: {}, lineItems: [{ totalLineAmount: "125.00", ${field} }] });`;
/** The field that docs/reference/options.md declares for `extraFields`. */
const extraField = `declare module "merchant-payments" { interface LineItem { vatCode?: string | undefined } }`;

const statements = [
  `payments.createOrder({ ${simple} });`,
  `payments.createOrder({ ${order}, totalAmout: "125.00" });`,
  `payments.createOrder({ ${order}, totalAmout: "125.00", lineItems: [], billTo: {} });`,
  `payments.createOrder({ ${simple}, lineItems: [] });`,
  `payments.createOrder({ ${simple} }, { paymentMethod: "visa" });`,
  `payments.finalize({ ${finalization}, totalAmout: "125.00" });`,
  `payments.finalize({ ${finalization}, totalAmount: 12500 });`,
  `payments.finalize({ ${finalization}, totalAmount: "1" }, { authorization: { paymentMethod: "Card" } });`,
  `payments.finalize({ transactionId: 201409251527280673, totalAmount: "125.00" });`,
  withLine('vatCode: "A"'),
  withLine('vatCod: "A"'),
  withLine("vatCode: 25"),
  `new Once({ payments, store, book: async (db) => db.exec("insert into books values (1)") });`,
  `new PaymentClient({ baseURL: "https://payments.example.com", auth: basicAuth("merchant-1", "fake-password") });`,
];
const imports = [
  `import { basicAuth, PaymentClient } from "merchant-payments"; import { Once } from "merchant-payments/once";`,
  `import type { SqliteOnceStore } from "merchant-payments/once/sqlite";`,
  "declare const payments: PaymentClient; declare const store: SqliteOnceStore;",
].join(" ");

const compilerOptions = {
  ...{ strict: true, noEmit: true, target: "es2022", lib: ["es2022"], module: "nodenext" },
  ...{ types: ["node"], typeRoots: [`${root}node_modules/@types`] },
  paths: {
    "merchant-payments": [`${root}dist/index.d.ts`],
    "merchant-payments/once": [`${root}dist/once/index.d.ts`],
    "merchant-payments/once/sqlite": [`${root}dist/once/sqlite.d.ts`],
  },
};

test("messages.md shows what the compiler says of each statement", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mistakes-"));
  writeFileSync(join(folder, "mistakes.ts"), [imports, ...statements, extraField].join("\n"));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  const diagnostics = await compile(folder);
  rmSync(folder, { recursive: true });
  const said = statements.map((statement, index) => {
    const ofLine = new RegExp(`^mistakes\\.ts\\(${index + 2},\\d+\\): error (\\w+): ([^\\n]*(?:\\n +[^\\n]*)*)`, "m");
    const [, group = "It compiles", words = "It compiles."] = ofLine.exec(diagnostics) ?? [];
    return { section: "TypeScript", group, cause: `\`${statement}\``, words };
  });
  await expect(pageOf(intro, sections, said)).toMatchFileSnapshot("messages.md");
});

const intro = "# What the compiler says";
const sections = { TypeScript: "Each message with the statements that cause it, by the compiler's own number." };

/** The compiler's output. Its exit code is an error, because it finds mistakes. */
function compile(folder: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(`${root}node_modules/.bin/tsc`, ["-p", ".", "--pretty", "false"], { cwd: folder }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}
