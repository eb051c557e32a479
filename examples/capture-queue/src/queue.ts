/** The queue of captures, on pg-boss. It delivers each job at least once; `Once` makes once of that. */
import type { Pool } from "pg";
import { type ConstructorOptions, PgBoss } from "pg-boss";
import type { Db } from "./database.ts";

export const captureQueue = "capture";

export type CaptureJob = { readonly shipmentId: string };

/** pg-boss on our own pool, so that a worker needs few connections. */
export function bossOn(pool: Pool, options: ConstructorOptions = {}): PgBoss {
  const boss = new PgBoss({ db: asBossDb(pool), schedule: false, supervise: false, migrate: false, ...options });
  boss.on("error", (error) => console.error(`queue: ${error.message}`));
  return boss;
}

/** For the `db` option of pg-boss: what it writes is then part of the caller's transaction. */
export const asBossDb = (db: Db) => ({ executeSql: (text: string, values?: unknown[]) => db.query(text, values) });

export async function createCaptureQueue(pool: Pool): Promise<void> {
  const boss = bossOn(pool, { migrate: true });
  await boss.start();
  await boss.createQueue(captureQueue, {
    retryLimit: 12,
    retryDelay: 1, // seconds, doubled each time: up to 25 minutes in all
    retryBackoff: true,
    retryDelayMax: 300,
    heartbeatSeconds: 10, // a job whose worker has died is delivered again that much later
    retentionSeconds: 14 * 24 * 3_600,
  });
  await boss.stop();
}

/** Jobs that have used up their tries, or wait for the next one, are delivered as soon as a worker runs, with all their tries. */
export async function beginAnew(db: Db): Promise<void> {
  await db.query(
    `update pgboss.job set state = 'retry', retry_count = 0, start_after = now(), completed_on = null
     where name = $1 and state in ('retry', 'failed')`,
    [captureQueue],
  );
}
