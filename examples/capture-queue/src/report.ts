/** What a night came to: sums, and a line per shipment to hold against the service's settlement file. */

import Table from "cli-table3";
import type { ReportLine } from "merchant-payments/once";
import type { Pool } from "pg";
import { capturesOn } from "./captures.ts";

const columns =
  "key state isBooked paymentMethod amount currencyCode orderId authorizationId transactionId batchId".split(
    " ",
  ) as (keyof ReportLine)[];

export async function printLines(pool: Pool, format: "csv" | "json", since?: Date): Promise<void> {
  const { lines } = await reportSince(pool, since);
  if (format === "csv") console.log(columns.join());
  for (const line of lines) {
    const asText = { ...line, amount: line.amount.toFixed() };
    console.log(format === "json" ? JSON.stringify(asText) : columns.map((name) => asText[name] ?? "").join());
  }
}

export async function printTotals(pool: Pool, since?: Date): Promise<void> {
  const { totals } = await reportSince(pool, since);
  const head = ["shipments", "method", "number", "amount", ""];
  const colAligns = ["left", "left", "right", "right", "left"] as const;
  const table = new Table({ head, colAligns: [...colAligns], style: { head: [], border: [], compact: true } });
  for (const { state, paymentMethod, count, amount, currencyCode } of totals) {
    table.push([state, paymentMethod, String(count), amount.toFixed(), currencyCode]);
  }
  console.log(table.toString());
}

const DAY_MS = 24 * 3_600_000;

function reportSince(pool: Pool, since = new Date(Date.now() - DAY_MS)) {
  return capturesOn(pool).report({ from: since, to: new Date(Date.now() + DAY_MS) });
}
