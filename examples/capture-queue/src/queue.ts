/** The queue of captures, on pg-boss with its defaults: each job is delivered at least once, and retried twice. */
import type { Pool } from "pg";
import { PgBoss } from "pg-boss";
import type { Db } from "./database.ts";

export const captureQueue = "capture";

export type CaptureJob = { readonly shipmentId: string };

/** pg-boss on our own pool, so that a worker needs few connections. */
export function bossOn(pool: Pool): PgBoss {
  const boss = new PgBoss({ db: asBossDb(pool) });
  boss.on("error", (error) => console.error(`queue: ${error.message}`));
  return boss;
}

/** For the `db` option of pg-boss, so that it writes in the caller's transaction. */
export const asBossDb = (db: Db) => ({ executeSql: (text: string, values?: unknown[]) => db.query(text, values) });
