/** The set-up of Once on PostgreSQL in an empty database, step by step, as the guide writes it. */
import assert from "node:assert/strict";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Postgres } from "../../../examples/capture-queue/stage/postgres.ts";
import { run } from "../program.ts";
import { type Cell, type Site, tool } from "./cell.ts";
import { blockAfter, exampleWith, parted } from "./pages.ts";

const GUIDE = "docs/guides/once.md";
const example = fileURLToPath(new URL("../../../examples/once-postgres/", import.meta.url));
const worker = exampleWith(GUIDE, "async function work(");
const sweep = exampleWith(GUIDE, "once.start(");
const [imports, body] = parted(worker.code);

/** What the guide assumes: the client, and an order that a customer has paid. */
const PAYMENTS = `import { basicAuth, PaymentClient } from "merchant-payments";
import { FakePaymentService } from "merchant-payments/testing";

const service = new FakePaymentService();
const auth = basicAuth(service.merchantId, service.password);
export const payments = new PaymentClient({ baseUrl: "https://payments.example.com/api", auth, fetch: service.fetch });
export const sell = () => service.sell({ paymentMethod: "card", totalAmount: "125.00" });
`;

const BOOKS = `import { readFileSync } from "node:fs";
import { pool } from "./store.ts";

await pool.query(readFileSync("books.sql", "utf8"));
await pool.end();
`;

/** Steps 3 and 4. */
const WORKER = `${imports}import { sell } from "./payments.ts";
import { once, pool } from "./store.ts";

const { orderId, transactionId } = sell();
const alertSomebody = (..._why: unknown[]) => undefined;
${body}
${sweep.code}
const { rows } = await pool.query("select merchant, shipment, closing, amount, capture is null as lost from payments.books");
console.log(JSON.stringify(rows));
await pool.end();
`;

/** Each writes its lines. */
const BUILDERS = `import { Once } from "merchant-payments/once";
import { PostgresOnceStore } from "merchant-payments/once/postgres";
import { book as Drizzle } from "./drizzle.ts";
import { book as Kysely } from "./kysely.ts";
import type { PoolClient } from "pg";
import { payments, sell } from "./payments.ts";
import { pool } from "./store.ts";

const authorization = { paymentMethod: "card", authorizedAmount: "125.00", currencyCode: "SEK" } as const;
for (const [merchant, book] of Object.entries({ Drizzle, Kysely })) {
  const store = new PostgresOnceStore<PoolClient>(pool, { schema: "payments", merchant });
  const once = new Once({ payments, store, book, fail: async () => undefined, onChange: () => undefined });
  for (const key of ["SHIPMENT-1", "SHIPMENT-2"]) {
    const { isRecorded, hookCause } = await once.finalize(key, sell(), { authorization });
    console.log(merchant, key, isRecorded, hookCause?.code);
  }
}
await pool.end();
`;

const files = { "payments.ts": PAYMENTS, "books.ts": BOOKS, "worker.ts": WORKER, "builders.ts": BUILDERS };
const TOOLS = ["pg@8", "drizzle-orm@0.45", "kysely@0.29", "@types/pg@8", "@types/node@24"];
const compilerOptions = {
  ...{ strict: true, noEmit: true, target: "es2023", module: "nodenext", types: ["node"], skipLibCheck: true },
  allowImportingTsExtensions: true,
};

export function onceGuideCells(site: Site, postgres: Postgres): Cell[] {
  return [
    {
      table: "Once on PostgreSQL, in an empty database, as the guide writes it",
      row: TOOLS.slice(0, 3).join(", "),
      column: "works",
      async run() {
        const folder = site.fresh("once-guide");
        const env = { DATABASE_URL: postgres.createDatabase("guide") };
        const node = async (...args: string[]) => (await run(folder, process.execPath, args, { env })).stdout;
        cpSync(example, folder, { recursive: true });
        for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
        writeFileSync(join(folder, "books.sql"), blockAfter(GUIDE, "```sql"));
        writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
        writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
        await run(folder, "npm", ["install", "--prefix", folder, site.tarball, ...TOOLS]);
        await node(tool("typescript7/bin/tsc"), "-p", folder);
        await node("books.ts");
        await node("migrate.ts");
        await node("migrate.ts");
        const booked = [{ merchant: "north", shipment: "SHIPMENT-1", closing: 1, amount: "125.00", lost: false }];
        assert.equal(await node("worker.ts"), `${worker.output}${JSON.stringify(booked)}\n`);
        const expected = ["Drizzle", "Kysely"].flatMap((name) => [
          `${name} SHIPMENT-1 true undefined\n`,
          `${name} SHIPMENT-2 true undefined\n`,
        ]);
        assert.equal(await node("builders.ts"), expected.join(""));
      },
    },
  ];
}
