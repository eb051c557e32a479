/** Measures what grows with the keys on PostgreSQL, through the public API. The service is the fake. */
import { availableParallelism, loadavg } from "node:os";
import { basicAuth, PaymentClient } from "merchant-payments";
import { Once } from "merchant-payments/once";
import { PostgresOnceStore } from "merchant-payments/once/postgres";
import { FakePaymentService } from "merchant-payments/testing";
import type { Postgres } from "../../../../examples/capture-queue/stage/postgres.ts";
import { collectGarbage } from "../../../../test/support/collect-garbage.ts";
import { grouped, report, table, today } from "../../../record.ts";
import { median } from "../../bench/statistics.ts";
import { Pool, type PoolClient } from "../driver/pool.ts";
import { loadYears, OPEN } from "./load.ts";

const TIMES = 20;
const DAY = 86_400_000;
const authorization = { paymentMethod: "card", authorizedAmount: "125.00", currencyCode: "SEK" } as const;

/** What is measured, with its goal at ten million keys. */
const goals = {
  "finalize, ms": "",
  "the page of a person, ms": "20",
  "1,000 due keys, ms": "20",
  "counts of open keys, ms": "20",
  "counts of closed keys, ms": "",
  "first page of yesterday, ms": "4",
  "page in the middle of a year, ms": "4",
  "report of a day, ms": "2,000",
  "report of a month, ms": "20,000",
  "… growth of the heap, MB": "flat",
  "keys of that month": "",
  "erased keys a second": "20,000",
  "erased keys": "",
  "nothing left to erase, ms": "",
  "erased record: the row, bytes": "400",
  "… its document, characters": "",
  "a row before, bytes": "",
} as const;
type Figure = keyof typeof goals;
type Figures = Partial<Record<Figure, string>>;

export async function measureYears(postgres: Postgres, all: readonly number[], toErase: number): Promise<void> {
  const columns: Figures[] = [];
  for (const keys of all) columns.push(await figuresOf(postgres, keys, Math.min(toErase, keys / 2)));
  const rows = Object.entries(goals).map(([figure, goal]) => [
    figure,
    goal,
    ...columns.map((each) => each[figure as Figure] ?? ""),
  ]);
  const load = loadavg()[2]?.toFixed(2);
  report(
    import.meta.dirname,
    `${table(["", "goal at 10,000,000", ...all.map((keys) => `${grouped(keys)} keys`)], rows)}

${today}, Node ${process.versions.node}, PostgreSQL 15 on a socket, on ${availableParallelism()} cores for both; load average of the last 15 minutes ${load}.
All keys are copies of one capture, spread over a year. ${grouped(OPEN.due)} are due, ${grouped(OPEN.person)} wait for a person, one in 33 is rejected.
Times are medians of ${TIMES} calls, with the longest in brackets; counts of closed keys and reports are called once.`,
    () => undefined,
  );
}

async function figuresOf(postgres: Postgres, keys: number, toErase: number): Promise<Figures> {
  const connectionString = postgres.createDatabase(`years_${keys}`);
  const pool = new Pool({ connectionString, max: 16, keepAlive: true });
  const store = new PostgresOnceStore<PoolClient>(pool, { merchant: "north" });
  await store.migrate();
  const service = new FakePaymentService();
  const auth = basicAuth(service.merchantId, service.password);
  const payments = new PaymentClient({ baseUrl: "https://payments.example.com", auth, fetch: service.fetch });
  const once = new Once({ payments, store, book: () => undefined });
  const capture = (key: string) => {
    const sale = service.sell({ paymentMethod: "card", totalAmount: "125.00" });
    return once.finalize(key, { ...sale, invoiceId: "INVOICE-1000001" }, { authorization });
  };
  await capture("SHIPMENT-FIRST-00");
  const now = Date.now();
  const from = await loadYears(pool, "SHIPMENT-FIRST-00", keys, now);
  const at = (share: number) => new Date(from + Math.floor((now - from) * share));
  const ago = (days: number) => new Date(now - days * DAY);

  let captures = 0;
  const found: Figures = {
    "finalize, ms": await timesOf(() => capture(`NEW-${captures++}`)),
    "the page of a person, ms": await timesOf(() => once.list({ waitsFor: "person" })),
    "1,000 due keys, ms": await timesOf(() => store.due(1_000)),
    "counts of open keys, ms": await timesOf(() => once.counts()),
    "counts of closed keys, ms": await onceOf(() => once.counts({ closed: true })),
    "first page of yesterday, ms": await timesOf(() => once.list({ states: ["captured"], from: ago(1), to: ago(0) })),
    "page in the middle of a year, ms": await timesOf(() => once.list({ states: ["captured"], from: at(0.5) })),
    ...(await reports(once, now, Math.floor(keys / 150))),
  };
  const size = "percentile_cont(0.5) within group (order by pg_column_size(keys.*))::int as row";
  const before = await pool.query<{ row: number }>(`select ${size} from (select * from once_keys limit 10000) as keys`);
  const started = performance.now();
  const erased = await once.erase({ before: at(toErase / keys) });
  const rate = (erased / (performance.now() - started)) * 1_000;
  const erasedRows = await pool.query<{ row: number; length: number }>(
    `select ${size}, percentile_cont(0.5) within group (order by length(document))::int as length
     from once_keys as keys where state_since < $1 and state in ('captured', 'rejected')`,
    [at(toErase / keys).getTime()],
  );
  const again = await onceOf(() => once.erase({ before: at(toErase / keys) }));
  await pool.end();
  return {
    ...found,
    "erased keys a second": grouped(Math.round(rate)),
    "erased keys": grouped(erased),
    "nothing left to erase, ms": again,
    "erased record: the row, bytes": String(erasedRows.rows[0]?.row),
    "… its document, characters": String(erasedRows.rows[0]?.length),
    "a row before, bytes": String(before.rows[0]?.row),
  };
}

/** @param step - The heap is measured after so many entries. */
async function reports<Tx>(once: Once<Tx>, now: number, step: number): Promise<Figures> {
  const day = await onceOf(() => once.report({ from: new Date(now - DAY), to: new Date(now) }).totals());
  const heaps: number[] = [];
  let entries = 0;
  const month = await onceOf(async () => {
    for await (const _ of once.report({ from: new Date(now - 30 * DAY), to: new Date(now) }).entries) {
      entries += 1;
      if (entries % step !== 0) continue;
      collectGarbage();
      heaps.push(process.memoryUsage().heapUsed);
    }
  });
  const growth = ((heaps.at(-1) ?? 0) - (heaps[0] ?? 0)) / 1e6;
  return {
    "report of a day, ms": day,
    "report of a month, ms": month,
    "… growth of the heap, MB": growth.toFixed(1),
    "keys of that month": grouped(entries),
  };
}

/** The median and the longest of several calls, or of as many as a minute has. */
async function timesOf(act: () => Promise<unknown>): Promise<string> {
  const taken: number[] = [];
  const until = performance.now() + 60_000;
  try {
    while (taken.length < TIMES && performance.now() < until) taken.push(await millisecondsOf(act));
    return `${median(taken).toFixed(1)} (${Math.max(...taken).toFixed(1)})`;
  } catch (error) {
    return failureOf(error); // an earlier release fails by its own time-out
  }
}

const onceOf = (act: () => Promise<unknown>) => millisecondsOf(act).then((taken) => taken.toFixed(1), failureOf);

function failureOf(error: unknown): string {
  const { name, cause } = error as Error;
  return `${name}: ${(cause as Error | undefined)?.message}`;
}

async function millisecondsOf(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}
