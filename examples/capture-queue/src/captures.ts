/** Captures each shipment once, and writes the books in the same transaction. */
import { basicAuth, PaymentClient } from "merchant-payments";
import { Once, type OnceEntry } from "merchant-payments/once";
import { PostgresOnceStore } from "merchant-payments/once/postgres";
import type { Pool, PoolClient } from "pg";
import { book, fail } from "./shipments.ts";

const { PAYMENTS_URL = "", PAYMENTS_MERCHANT_ID = "", PAYMENTS_PASSWORD = "" } = process.env;

// The service of this example captures all that is left of a PayPal authorization only once. Has yours shown the same?
export const payments = new PaymentClient({
  baseUrl: PAYMENTS_URL,
  auth: basicAuth(PAYMENTS_MERCHANT_ID, PAYMENTS_PASSWORD),
  resolve: { sendAgain: ["card", "paypal"] },
});

export const storeOn = (pool: Pool) =>
  new PostgresOnceStore<PoolClient>(pool, { schema: "payments", merchant: PAYMENTS_MERCHANT_ID });

export const onceOn = (pool: Pool) => new Once({ payments, store: storeOn(pool), book, fail, onChange: tell });

/** Logs each change that somebody must know about. A rejected shipment may already have left. */
export function tell({ key, state, waitsFor, question }: OnceEntry, cause?: unknown): void {
  if (waitsFor === "person") console.error(`${key} is ${state} (${question}): npx merchant-payments once show ${key}`);
  if (cause !== undefined) console.error(`${key} is ${state}, and its hook failed: ${cause}`);
}
