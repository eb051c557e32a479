/**
 * How it grows: captures per second, and the database's work for each, by workers and by shipments in the table. The
 * fake of the service answers after a fixed time. Options: --captures, --delay (ms), --workers 1,2,4,8, --shipments.
 */
import { randomUUID } from "node:crypto";
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { Crew } from "../src/crew.ts";
import { printTable } from "../src/print-table.ts";
import type { Shipment } from "../src/shipments.ts";
import { someAmounts } from "./amounts.ts";
import { type Night, prepareNight, shipAll, until } from "./night.ts";
import { startPostgres } from "./postgres.ts";

const { values } = parseArgs({
  options: {
    captures: { type: "string", default: "1000" },
    delay: { type: "string", default: "100" },
    workers: { type: "string", default: "1,2,4,8" },
    shipments: { type: "string", default: "1000,100000" },
  },
});
const captures = Number(values.captures);

interface Figures {
  readonly seconds: number;
  readonly statements: number;
  readonly commits: number;
  readonly walBytes: number;
  readonly connections: number;
}

const busy = loadavg()[0]?.toFixed(1);
const postgres = startPostgres();
const rows: string[][] = [];
for (const shipments of values.shipments.split(",").map(Number)) {
  for (const workers of values.workers.split(",").map(Number)) {
    const night = await prepareNight(postgres, `measure_${shipments}_${workers}`, {});
    const { seconds, statements, commits, walBytes, connections } = await measure(night, { shipments, workers });
    await night.end();
    const each = (total: number) => (total / captures).toFixed(1);
    const wal = String(Math.round(walBytes / captures));
    const rate = String(Math.round(captures / seconds));
    rows.push([String(workers), String(shipments), rate, each(statements), each(commits), wal, String(connections)]);
    console.log(`${workers} workers, ${shipments} shipments: ${rate} captures/s`);
  }
}
postgres.remove();
const head = ["workers", "shipments", "captures/s", "statements each", "commits each", "WAL bytes each", "connections"];
printTable(head, rows);
console.log(
  `${captures} captures each; the service answers after ${values.delay} ms; 16 captures at a time per worker.\n` +
    `${availableParallelism()} cores for workers, service and PostgreSQL; load average at the start: ${busy}.`,
);

/** The workers stand ready before the jobs are there. The first jobs are measured; the others wait behind them. */
async function measure(night: Night, { shipments, workers }: { shipments: number; workers: number }): Promise<Figures> {
  const { pool, service } = night;
  const first = await service.sell(someAmounts(captures), "other");
  await service.arm(1, { name: "delay", ms: Number(values.delay) });
  await shipAll(night, first);
  const template = first[0] as Shipment;
  await shipAll(
    night,
    Array.from({ length: shipments - captures }, () => ({ ...template, id: randomUUID() })),
  );
  await pool.query("create extension pg_stat_statements");
  await pool.query("vacuum analyze");
  const gate = await pool.connect();
  await gate.query("begin; lock table pgboss.job in exclusive mode"); // nobody takes a job yet

  Object.assign(process.env, night.env);
  const crew = new Crew(() => undefined);
  await crew.start(workers);
  const { rows: before } = await pool.query(
    `select pg_stat_statements_reset(), pg_current_wal_lsn() as lsn,
       (select xact_commit from pg_stat_database where datname = current_database()) as commits`,
  );
  await gate.query("commit");
  gate.release();
  await until(async () => (await pool.query("select count(*)::int as n from books")).rows[0].n >= captures);
  const { rows: after } = await pool.query(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::float8 as "walBytes",
       (select sum(calls)::int from pg_stat_statements s join pg_database d on d.oid = s.dbid
        where datname = current_database()) as statements,
       (select xact_commit - $2::bigint from pg_stat_database where datname = current_database())::int as commits,
       (select count(*)::int from pg_stat_activity where application_name like 'capture-queue%'
        and datname = current_database()) as connections,
       (select extract(epoch from max(booked_at) - (select min(opened_at) from intents))::float8 from books) as seconds`,
    [before[0].lsn, before[0].commits],
  );
  await crew.stop();
  return after[0];
}
