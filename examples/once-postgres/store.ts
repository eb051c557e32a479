import { Once } from "merchant-payments/once";
import { PostgresOnceStore } from "merchant-payments/once/postgres";
import { Pool, type PoolClient } from "pg";
import { payments } from "./payments.ts"; // your PaymentClient

export const pool = new Pool({
  connectionString: process.env["DATABASE_URL"],
  keepAlive: true,
  connectionTimeoutMillis: 5_000,
  query_timeout: 15_000,
});
pool.on("error", console.error); // a connection broke: the pool opens another

const insert = "insert into payments.books values ($1, $2, $3)";
export const once = new Once<PoolClient>({
  payments,
  store: new PostgresOnceStore(pool, { schema: "payments", merchant: "north" }),
  book: (tx, { merchant, key, request }) =>
    tx.query(insert, [merchant, key, request.totalAmount]),
});
