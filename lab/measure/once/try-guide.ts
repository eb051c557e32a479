/** The set-up of the guide, run as written in an empty database, and books that query builders write. */
import { deepEqual, equal } from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { basicAuth, PaymentClient } from "merchant-payments";
import { Once, type OnceBooking } from "merchant-payments/once";
import { PostgresOnceStore } from "merchant-payments/once/postgres";
import { FakePaymentService } from "merchant-payments/testing";
import type { Postgres } from "../../../examples/capture-queue/stage/postgres.ts";
import * as builders from "./driver/builders.ts";
import { Pool, type PoolClient } from "./driver/pool.ts";

const service = new FakePaymentService();
const payments = new PaymentClient({
  baseUrl: "https://payments.example.com/api",
  auth: basicAuth(service.merchantId, service.password),
  fetch: service.fetch,
});
const sell = () => ({
  sale: service.sell({ paymentMethod: "card", totalAmount: "125.00" }),
  authorization: { paymentMethod: "card", authorizedAmount: "125.00", currencyCode: "SEK" } as const,
});

const guide = readFileSync(new URL("../../../docs/guides/once.md", import.meta.url), "utf8");
const blockAfter = (heading: string, language: string) =>
  guide.split(heading)[1]?.split(`\`\`\`${language}\n`)[1]?.split("```")[0] as string;

/** Loads the function `onceOn` of the guide's second block, with the client of this test. */
async function onceOfGuide(): Promise<(pool: Pool) => Promise<Once<PoolClient>>> {
  const file = new URL("block-of-guide.ts", import.meta.url);
  const code = `${blockAfter("## 1. Create the store", "ts")}\nexport { onceOn };`;
  writeFileSync(file, `const payments = globalThis.paymentsOfGuide;\n${code}`);
  Object.assign(globalThis, { paymentsOfGuide: payments });
  try {
    return (await import(file.href)).onceOn;
  } finally {
    rmSync(file);
  }
}

export function tryGuide(postgres: Postgres): void {
  const pool = new Pool({ connectionString: postgres.createDatabase("guide") });
  const books = async () => (await pool.query("select shipment, amount from payments.books order by shipment")).rows;
  after(() => pool.end());

  test("the guide's set-up runs as written in an empty database", async () => {
    await pool.query(blockAfter("## 1. Create the store", "sql"));
    const onceOn = await onceOfGuide();
    const once = await onceOn(pool);
    const { sale, authorization } = sell();
    const captured = await once.finalize("SHIPMENT-1", sale, { authorization });
    deepEqual([captured.state, captured.isBooked, captured.merchant], ["captured", true, "north"]);
    deepEqual(await books(), [{ shipment: "SHIPMENT-1", amount: "125.00" }]);
  });

  const { pgSchema, text, numeric, drizzle } = builders;
  const drizzleBooks = pgSchema("payments").table("books", { merchant: text(), shipment: text(), amount: numeric() });
  const kysely = new builders.Kysely<{ "payments.books": { merchant: string; shipment: string; amount: string } }>({
    dialect: {
      createAdapter: () => new builders.PostgresAdapter(),
      createDriver: () => new builders.DummyDriver(),
      createIntrospector: (db) => new builders.PostgresIntrospector(db),
      createQueryCompiler: () => new builders.PostgresQueryCompiler(),
    },
  });
  const lineOf = ({ merchant = "", key, request }: OnceBooking) => ({
    merchant,
    shipment: key,
    amount: request.totalAmount,
  });

  const booksBy: Record<string, (tx: PoolClient, capture: OnceBooking) => unknown> = {
    Drizzle: (tx, capture) => drizzle(tx).insert(drizzleBooks).values(lineOf(capture)),
    Kysely(tx, capture) {
      const { sql, parameters } = kysely.insertInto("payments.books").values(lineOf(capture)).compile();
      return tx.query(sql, [...parameters]);
    },
  };
  for (const [name, book] of Object.entries(booksBy)) {
    test(`${name} writes the books through tx, and its failed insert leaves the capture not booked`, async () => {
      const store = new PostgresOnceStore<PoolClient>(pool, { schema: "payments", merchant: name });
      const once = new Once({ payments, store, book, onChange: () => undefined });
      const { sale, authorization } = sell();
      equal((await once.finalize("SHIPMENT-1", sale, { authorization })).isBooked, true);
      await pool.query("insert into payments.books values ($1, 'SHIPMENT-2', 1)", [name]);
      const second = sell();
      const failed = await once.finalize("SHIPMENT-2", second.sale, { authorization: second.authorization });
      deepEqual([failed.state, failed.isBooked], ["captured", false]);
      deepEqual([failed.bookCause?.code, failed.bookCause?.table], ["23505", "books"]);
    });
  }
}
