/** The cost of a capture with `Once`, beside a bare pair of transactions that writes a key and the books. Neither calls a service. */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { basicAuth, Decimal, type FinalizeResult, PaymentClient } from "merchant-payments";
import { Once } from "merchant-payments/once";
import { PostgresOnceStore } from "merchant-payments/once/postgres";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import type { Postgres } from "../../../examples/capture-queue/stage/postgres.ts";
import { atOnce } from "../../at-once.ts";
import { grouped, report, table, today, writeSection } from "../../record.ts";
import { Pool, type PoolClient } from "./driver/pool.ts";

const ROUNDS = 5;
const amount = "125.00";
const authorization = { paymentMethod: "card", authorizedAmount: amount, currencyCode: "SEK" } as const;
const client = new PaymentClient({ baseUrl: "https://payments.example.com", auth: basicAuth("merchant", "password") });
let captured = 0;
const payments = {
  preview: client.preview.bind(client),
  finalize: async () =>
    ({
      transactionId: `9${String(captured++).padStart(17, "0")}`, // each capture has its own
      batchId: "2026-11-22",
      canFinalizeAgain: false,
      pending: false,
      totalAmountFinalized: new Decimal(amount),
      totalAmountPendingFinalization: new Decimal(0),
      amountRemainingForFinalize: new Decimal(0),
    }) as FinalizeResult,
  resolveFinalization: client.resolveFinalization.bind(client),
  timeoutMs: client.timeoutMs,
  sendAgain: client.sendAgain,
  meaningOf: client.meaningOf.bind(client),
};

type Capture = (number: number) => Promise<unknown>;

const finalize =
  <Tx>(once: Once<Tx>): Capture =>
  async (number) => {
    const transactionId = String(number).padStart(18, "0");
    const entry = await once.finalize(`new-${number}`, { transactionId, totalAmount: amount }, { authorization });
    if (!entry.isRecorded) throw new Error(`${entry.key} is ${entry.state}`);
  };

/** Captures per second. */
async function rateOf(captures: number, callers: number, capture: Capture, from: number): Promise<number> {
  const startedAt = performance.now();
  await atOnce(
    callers,
    Array.from({ length: captures }, (_, index) => from + index),
    capture,
  );
  return (captures / (performance.now() - startedAt)) * 1_000;
}

const middle = (figures: readonly number[]) =>
  figures.toSorted((one, other) => one - other)[figures.length >> 1] as number;

/**
 * Both in turns, so that whatever else the machine does slows both alike. The first round warms their code, and is not counted.
 * @param waitMs - How long each COMMIT waits for its disk, besides the time that this machine's disk takes.
 */
async function compare(postgres: Postgres, captures: number, callers: number, waitMs: number) {
  const pool = new Pool({
    connectionString: postgres.createDatabase(`measure_${callers}_${waitMs}`),
    options: `-c commit_delay=${waitMs * 1_000} -c commit_siblings=0`,
    max: callers,
    keepAlive: true,
  });
  const store = new PostgresOnceStore<PoolClient>(pool, { schema: "payments" });
  await store.migrate();
  await pool.query("create table books (key text primary key); create table bare (key text primary key, state text)");
  const book = async (tx: PoolClient, { key }: { readonly key: string }) =>
    void (await tx.query("insert into books values ($1)", [key]));
  const ours = finalize(new Once({ payments, store, book, fail: async () => undefined }));
  const bare: Capture = async (number) => {
    const key = `bare-${number}`;
    await pool.query("insert into bare values ($1, 'sending') on conflict (key) do nothing", [key]);
    const tx = await pool.connect();
    await tx.query("begin");
    await tx.query("update bare set state = 'captured' where key = $1", [key]);
    await book(tx, { key });
    await tx.query("commit");
    tx.release();
  };
  const rounds: { bare: number; ours: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const rateOfBare = await rateOf(captures, callers, bare, round * captures);
    rounds.push({ bare: rateOfBare, ours: await rateOf(captures, callers, ours, round * captures) });
  }
  await pool.end();
  const counted = rounds.slice(1);
  return {
    bare: middle(counted.map((round) => round.bare)),
    ours: middle(counted.map((round) => round.ours)),
    ratio: middle(counted.map((round) => round.bare / round.ours)),
  };
}

export async function measure(postgres: Postgres, captures: number): Promise<void> {
  const load = loadavg()[0]?.toFixed(2);
  const whole = (rate: number) => grouped(Math.round(rate));
  const rows: (string | number)[][] = [];
  const rates: number[] = [];
  for (const waitMs of [0, 1]) {
    for (const callers of [16, 1]) {
      const { bare, ours, ratio } = await compare(postgres, captures, callers, waitMs);
      rates.push(ours);
      rows.push(["PostgreSQL", callers, waitMs, whole(bare), whole(ours), ratio.toFixed(2)]);
    }
  }

  const folder = mkdtempSync(join(tmpdir(), "once-measure-"));
  const sqlite = new SqliteOnceStore(join(folder, "captures.db"), { create: true });
  sqlite.database.exec("create table books (key text primary key) strict");
  const insert = sqlite.database.prepare("insert into books values (?)");
  const inFile = new Once({
    payments,
    store: sqlite,
    book: (_, { key }) => void insert.run(key),
    fail: () => undefined,
  });
  const file = await rateOf(captures, 1, finalize(inFile), 0);
  sqlite.database.close();
  rmSync(folder, { recursive: true });

  rows.push(["SQLite", 1, 0, "", whole(file), ""]);
  report(
    import.meta.dirname,
    `${table(["captures per second", "at a time", "COMMIT waits (ms)", "bare pair", "Once", "ratio"], rows)}

A capture with \`Once\` on PostgreSQL takes five round trips and eighteen statements, besides the hook. The bare pair inserts a key,
and then updates it and writes the books in one transaction: two durable transactions, as with \`Once\`, in five round trips with five
statements. It keeps neither the request nor the response, and locks no authorization. Medians of ${ROUNDS} rounds of ${grouped(captures)} captures each,
in turns, by one process on ${availableParallelism()} cores that it shares with PostgreSQL 15 (${today}, load average ${load}).`,
    () =>
      writeSection(
        "once",
        `With \`Once\`, one process makes ${whole(rates[0] as number)} captures a second on PostgreSQL (16 at a time) and ${whole(file)} on SQLite (1 at a time). The service is a stub (${today}, load average ${load}).`,
        "what-is-proven.md",
      ),
  );
}
