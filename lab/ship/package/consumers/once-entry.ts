import { basicAuth, PaymentClient } from "merchant-payments";
import { Once, type OnceCapture, OnceStoppedError } from "merchant-payments/once";
import { type PostgresClient, PostgresOnceStore, type PostgresPool } from "merchant-payments/once/postgres";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";

const payments = new PaymentClient({ baseUrl: "https://payments.example.com", auth: basicAuth("merchant-1", "fake") });
export const embedded = new Once({
  payments,
  store: new SqliteOnceStore(":memory:"),
  book: (db) => db.exec("select 1"),
});
export const shared = (pool: PostgresPool<PostgresClient>) =>
  new Once({ payments, store: new PostgresOnceStore(pool), book: (tx, { key }) => tx.query("select $1", [key]) });
export const isUnknown = ({ state }: OnceCapture) => state === "unknown";
export const isStopped = (error: unknown) => error instanceof OnceStoppedError && error.reason;
