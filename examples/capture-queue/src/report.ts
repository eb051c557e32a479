/** Reports a run: sums, and a row per shipment to compare with the service's settlement file. */
import Table from "cli-table3";
import type { OnceEntry } from "merchant-payments/once";
import type { Pool } from "pg";
import { capturesOn } from "./captures.ts";

export async function printLines(pool: Pool, format: "csv" | "json", since?: Date): Promise<void> {
  let isFirst = true;
  for await (const capture of reportSince(pool, since).entries) {
    const line = lineOf(capture);
    if (format === "csv" && isFirst) console.log(Object.keys(line).join());
    isFirst = false;
    console.log(format === "json" ? JSON.stringify(line) : Object.values(line).join());
  }
}

/** The columns, in this order. The settlement file names the capture's transaction, not the authorization's. */
function lineOf({ key, state, isBooked, request, finalization }: OnceEntry) {
  const { paymentMethod, totalAmount: amount, currencyCode, orderId, transactionId: authorizationId } = request;
  const { transactionId, batchId } = finalization;
  const ids = { orderId, authorizationId, transactionId, batchId };
  return { key, state, isBooked, paymentMethod, amount, currencyCode, ...ids };
}

export async function printTotals(pool: Pool, since?: Date): Promise<void> {
  const head = ["shipments", "method", "number", "amount", ""];
  const colAligns = ["left", "left", "right", "right", "left"] as const;
  const table = new Table({ head, colAligns: [...colAligns], style: { head: [], border: [], compact: true } });
  for (const { state, paymentMethod, count, amount, currencyCode } of await reportSince(pool, since).totals()) {
    table.push([state, paymentMethod, String(count), amount.toFixed(), currencyCode]);
  }
  console.log(table.toString());
}

const DAY_MS = 24 * 3_600_000;

function reportSince(pool: Pool, since = new Date(Date.now() - DAY_MS)) {
  return capturesOn(pool).report({ from: since, to: new Date(Date.now() + DAY_MS) }); // until now, by the store's clock
}
