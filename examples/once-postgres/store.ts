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

const book = `insert into payments.books values ($1, $2, $3, $4, $5)
  on conflict do nothing`;
const fail =
  "insert into payments.failed values ($1, $2, $3) on conflict do nothing";
export const once = new Once<PoolClient>({
  payments,
  store: new PostgresOnceStore(pool, { schema: "payments", merchant: "north" }),
  book: (tx, { merchant, key, closing, request, finalization }) =>
    tx.query(book, [
      merchant,
      key,
      closing,
      request.totalAmount,
      finalization.transactionId,
    ]),
  fail: (tx, { merchant, key, closing }) =>
    tx.query(fail, [merchant, key, closing]),
});
