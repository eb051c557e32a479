import { PostgresOnceStore } from "merchant-payments/once/postgres";
import type { Postgres } from "../../../examples/capture-queue/stage/postgres.ts";
import { Pool, type PoolClient } from "./driver/pool.ts";
import { COPIES, type MeasuredStore, type Work } from "./measured-store.ts";

export async function measuredPostgres(postgres: Postgres, name: string): Promise<MeasuredStore<PoolClient>> {
  const connectionString = postgres.createDatabase(name);
  const pool = new Pool({ connectionString, max: 16, keepAlive: true });
  const observer = new Pool({ connectionString, max: 1 });
  const store = new PostgresOnceStore<PoolClient>(pool);
  await store.migrate();
  await observer.query("create extension pg_stat_statements; create table books (key text primary key)");
  let before = { lsn: "", commits: 0 };
  return {
    name: "PostgreSQL",
    callers: 16,
    store,
    async book(tx, { key }) {
      await tx.query("insert into books values ($1)", [key]);
    },
    async fill(like, keys) {
      await observer.query(`${COPIES} from once_keys, generate_series(1, $2) as numbers (n) where key = $1`, [
        like,
        keys,
      ]);
      await observer.query("insert into books select key from once_keys where key like 'old-%'");
      await observer.query("vacuum analyze");
    },
    async begin() {
      const { rows } = await observer.query<typeof before>(
        `select pg_stat_statements_reset()::text, pg_current_wal_lsn()::text as lsn,
           (select xact_commit from pg_stat_database where datname = current_database())::int as commits`,
      );
      before = rows[0] ?? before;
    },
    async end() {
      await pool.end();
      const others = "select count(*)::int as n from pg_stat_activity where datname = current_database()";
      while ((await observer.query<{ n: number }>(others)).rows[0]?.n !== 1); // a session counts its commits at its end
      const { rows } = await observer.query<Work>(
        `select pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::float8 as bytes,
           (select sum(calls)::int from pg_stat_statements s join pg_database d on d.oid = s.dbid
            where datname = current_database()) as statements,
           (select xact_commit - $2::int from pg_stat_database where datname = current_database())::int as commits`,
        [before.lsn, before.commits],
      );
      await observer.end();
      return rows[0] as Work;
    },
  };
}
