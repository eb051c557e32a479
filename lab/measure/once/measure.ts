/** Measures a store, with few keys and with many: its work for a capture, lists, a report. The service is a stub. */
import { availableParallelism, loadavg } from "node:os";
import { basicAuth, Decimal, type FinalizeResult, PaymentClient } from "merchant-payments";
import { Once } from "merchant-payments/once";
import type { Postgres } from "../../../examples/capture-queue/stage/postgres.ts";
import { collectGarbage } from "../../../test/support/collect-garbage.ts";
import { atOnce } from "../../at-once.ts";
import { grouped, report, table, today, writeSection } from "../../record.ts";
import { median } from "../bench/statistics.ts";
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
  finalize: async () => result,
  resolveFinalization: client.resolveFinalization.bind(client),
  timeoutMs: client.timeoutMs,
  sendAgain: client.sendAgain,
  meaningOf: client.meaningOf.bind(client),
};

const columns = {
  work: "store|keys in it|captures at a time|statements|commits|bytes written ahead|captures per second",
  reads: "store|keys in it|captured|parked|for a person|not booked|counts|report of all, ms|of its memory, MB",
};

export async function measure(postgres: Postgres, of: { readonly captures: number; readonly keys: readonly number[] }) {
  const load = loadavg()[0]?.toFixed(2);
  const found: Figures[] = [];
  for (const keys of of.keys) {
    found.push(await figures(await measuredPostgres(postgres, `measure_${keys}`), keys, of.captures));
    found.push(await figures(await measuredSqlite(), keys, of.captures));
  }
  const tableOf = (name: keyof Figures) => {
    const rows = found.map((each) => each[name]).toSorted(([a], [b]) => String(a).localeCompare(String(b)));
    return table(columns[name].split("|"), rows);
  };
  report(
    import.meta.dirname,
    `${tableOf("work")}

Each figure is for one capture: its reservation, its outcome and its entry in the books. One process made ${of.captures} captures
for each row, on ${availableParallelism()} cores, with PostgreSQL 15 on a socket. The load average at the start was ${load}.

${tableOf("reads")}

The columns from "captured" to "not booked" are lists of ${LIMIT} keys, from the first key and from the middle, in milliseconds:
the median of ${TIMES} calls, and the longest. Two keys in 1000 are parked or not booked, the others are captured. The memory is
what the heap grew by from a tenth of the report to its end. The goals at 100,000 keys: 10 ms for each list, and 3 seconds for a
report of all keys whose memory does not grow.`,
    () => writeSection("once", briefly(found, load), "what-is-proven.md"),
  );
}

function briefly(found: readonly Figures[], load: string | undefined): string {
  const stores = Map.groupBy(found, ({ work: [name] }) => name);
  const each = [...stores].map(([name, ofStore]) => {
    const rates = ofStore.map(({ work }) => Number(work.at(-1)));
    return `${grouped(Math.min(...rates))}–${grouped(Math.max(...rates))} captures a second on ${name} (${ofStore[0]?.work[2]} at a time)`;
  });
  const keys = [...new Set(found.map(({ work }) => grouped(Number(work[1]))))].join(" or ");
  const setting = `The service is a stub. The store held ${keys} keys (${today}, load average ${load}).`;
  return `With \`Once\`, one process makes ${each.join(" and ")}. ${setting}`;
}

type Row = readonly (string | number)[];
type Figures = Readonly<Record<keyof typeof columns, Row>>;

async function figures<Tx>(measured: MeasuredStore<Tx>, keys: number, captures: number): Promise<Figures> {
  const { name, store, book, callers, fill, begin, end } = measured;
  const once = new Once({ payments, store, book });
  const capture = async (number: number) => {
    const transactionId = String(number).padStart(18, "0");
    const record = await once.finalize(`new-${number}`, { transactionId, totalAmount: amount }, { authorization });
    if (record.state !== "captured" || !record.isBooked) throw new Error(`${record.key} is ${record.state}`);
  };
  await capture(captures);
  await fill(`new-${captures}`, keys);
  const reads = [name, keys, ...(await timesOf(once, keys))];
  await begin();
  const startedAt = performance.now();
  await atOnce(callers, Array.from({ length: captures }).keys(), capture);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { statements, commits, bytes } = await end();
  const each = (total: number) => (total / captures).toFixed(1);
  const work = [each(statements), each(commits), Math.round(bytes / captures)];
  return { work: [name, keys, callers, ...work, Math.round(captures / seconds)], reads };
}

const TIMES = 40;
const LIMIT = 100;
const lists = [{ states: ["captured"] }, { states: ["parked"] }, { waitsFor: "person" }, { unbooked: true }] as const;

async function timesOf<Tx>(once: Once<Tx>, keys: number): Promise<Row> {
  const after = `old-${keys / 2}`;
  const inLists = lists.map((query) => (time: number) => once.list({ ...query, ...(time % 2 ? { after } : {}) }));
  const times: string[] = [];
  for (const read of [...inLists, () => once.counts()]) {
    const taken: number[] = [];
    for (let time = 0; time < TIMES; time += 1) taken.push(await millisecondsOf(() => read(time)));
    times.push(`${median(taken).toFixed(1)} (${Math.max(...taken).toFixed(1)})`);
  }
  const heaps: number[] = [];
  let lines = 0;
  const readAll = async () => {
    for await (const _ of once.report({ from: new Date(0), to: new Date(Date.now() + 60_000) }).entries) {
      lines += 1;
      if (lines !== keys / 10 && lines !== keys) continue;
      collectGarbage();
      heaps.push(process.memoryUsage().heapUsed);
    }
  };
  const taken = await millisecondsOf(readAll);
  const [first = 0, last = 0] = heaps;
  return [...times, Math.round(taken), ((last - first) / 1e6).toFixed(1)];
}

async function millisecondsOf(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}
