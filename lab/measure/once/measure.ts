/** Measures the work of a store for a capture, with few keys and with many. The service is a stub that responds at once. */
import { availableParallelism, loadavg } from "node:os";
import { basicAuth, Decimal, type FinalizeResult, PaymentClient } from "merchant-payments";
import { Once, type OnceRecord } from "merchant-payments/once";
import type { Postgres } from "../../../examples/capture-queue/stage/postgres.ts";
import { atOnce } from "../../at-once.ts";
import { report, table } from "../../record.ts";
import { measuredPostgres } from "./measure-postgres.ts";
import { measuredSqlite } from "./measure-sqlite.ts";
import type { MeasuredStore } from "./measured-store.ts";

const amount = "125.00";
const authorization = { paymentMethod: "card", authorizedAmount: amount, currencyCode: "SEK" } as const;
const client = new PaymentClient({ baseUrl: "https://payments.example.com", auth: basicAuth("merchant", "password") });
const result = {
  transactionId: "000000000000000001",
  batchId: "2026-11-22",
  canFinalizeAgain: false,
  pending: false,
  totalAmountFinalized: new Decimal(amount),
  totalAmountPendingFinalization: new Decimal(0),
  amountRemainingForFinalize: new Decimal(0),
} as FinalizeResult;
const payments = {
  preview: client.preview.bind(client),
  check: client.check.bind(client),
  finalize: async () => result,
  resolveFinalization: client.resolveFinalization.bind(client),
};

const columns = "store|keys in it|captures at a time|statements|commits|bytes written ahead|captures per second".split(
  "|",
);

export async function measure(postgres: Postgres, of: { readonly captures: number; readonly keys: readonly number[] }) {
  const load = loadavg()[0]?.toFixed(2);
  const rows: (readonly (string | number)[])[] = [];
  for (const keys of of.keys) {
    rows.push(await row(await measuredPostgres(postgres, `measure_${keys}`), keys, of.captures));
    rows.push(await row(await measuredSqlite(), keys, of.captures));
  }
  const sorted = rows.toSorted(([a], [b]) => String(a).localeCompare(String(b)));
  report(
    "once",
    `${table(columns, sorted)}

Each figure is for one capture: its reservation, its outcome and its entry in the books. One process made ${of.captures} captures
for each row, on ${availableParallelism()} cores, with PostgreSQL 15 on a socket. The load average at the start was ${load}.`,
    "performance.md",
  );
}

async function row<Tx>(measured: MeasuredStore<Tx>, keys: number, captures: number): Promise<(string | number)[]> {
  const { name, store, book, callers, fill, begin, end } = measured;
  const once = new Once({ payments, store, book });
  const capture = async (number: number) => {
    const transactionId = String(number).padStart(18, "0");
    const record = await once.finalize(`new-${number}`, { transactionId, totalAmount: amount }, { authorization });
    if (record.state !== "captured" || !record.isBooked) throw new Error(`${record.key} is ${record.state}`);
  };
  await capture(captures);
  await fill((await store.find(`new-${captures}`)) as OnceRecord, keys);
  await begin();
  const startedAt = performance.now();
  await atOnce(callers, Array.from({ length: captures }).keys(), capture);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { statements, commits, bytes } = await end();
  const each = (total: number) => (total / captures).toFixed(1);
  const work = [each(statements), each(commits), Math.round(bytes / captures)];
  return [name, keys, callers, ...work, Math.round(captures / seconds)];
}
