import { Once } from "merchant-payments/once";
import { PostgresOnceStore } from "merchant-payments/once/postgres";
import { Pool, type PoolClient } from "pg";
import { payments } from "./payments.ts"; // your PaymentClient

const connectionString = process.env["DATABASE_URL"];
const limits = { connectionTimeoutMillis: 5_000, query_timeout: 15_000 };
export const pool = new Pool({ connectionString, keepAlive: true, ...limits });
pool.on("error", (error) => console.error(error)); // a connection broke; the pool opens another one

const insert = "insert into payments.books (merchant, shipment, amount) values ($1, $2, $3)";
export const once = new Once<PoolClient>({
  payments,
  store: new PostgresOnceStore(pool, { schema: "payments", merchant: "north" }),
  book: (tx, { merchant, key, request }) => tx.query(insert, [merchant, key, request.totalAmount]),
});
