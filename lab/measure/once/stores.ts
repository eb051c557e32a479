/** Each test has its own schema, and pools that end with the test. */
import { PostgresOnceStore, type PostgresOnceStoreOptions } from "merchant-payments/once/postgres";
import type { StoreUnderTest } from "merchant-payments/testing/once";
import { Pool, type PoolClient } from "./driver/pool.ts";

interface TestOptions extends PostgresOnceStoreOptions {
  readonly searchPath?: string;
  /** Whose rights it has. */
  readonly role?: string;
  /** Most connections of its pool. */
  readonly max?: number;
}

export interface Tables {
  /** With its own connections. */
  readonly store: (options?: TestOptions) => PostgresOnceStore<PoolClient>;
  readonly schema: string;
  /** For queries of the test. */
  readonly pool: Pool;
  readonly end: () => Promise<void>;
}

let made = 0;

export async function newTables(connectionString: string): Promise<Tables> {
  const schema = `once_${made++}`;
  const pools: Pool[] = [];
  const newPool = (searchPath = schema, max = 10, role = "none") => {
    const options = `-c search_path=${searchPath.replaceAll(" ", "")} -c role=${role}`;
    const pool = new Pool({ connectionString, keepAlive: true, options, max });
    pool.on("error", () => undefined); // of connections that a test breaks
    pools.push(pool);
    return pool;
  };
  const pool = newPool();
  await pool.query(`create schema ${schema}`);
  return {
    pool,
    schema,
    store: ({ searchPath, max, role, ...options } = {}) =>
      new PostgresOnceStore<PoolClient>(newPool(searchPath, max, role), options),
    async end() {
      await Promise.all(pools.map((each) => each.end()));
    },
  };
}

export async function storeUnderTest(connectionString: string): Promise<StoreUnderTest<PoolClient>> {
  const tables = await newTables(connectionString);
  const store = tables.store();
  await store.migrate();
  await tables.pool.query(`
    create table books (line text not null);
    create table ledgers (name text primary key);
    create table entries (ledger text references ledgers deferrable initially deferred)`);
  return {
    store,
    isAsync: true,
    async write(tx, line) {
      await tx.query("insert into books values ($1)", [line]);
    },
    async written() {
      const { rows } = await tables.pool.query<{ line: string }>("select line from books");
      return rows.map(({ line }) => line);
    },
    reopen: async () => tables.store(),
    ofMerchant: async (merchant) => tables.store({ merchant }),
    withBookTimeout: async (bookTimeoutMs) => tables.store({ bookTimeoutMs }),
    spoilers: {
      hidesError: (tx) => tx.query("select 1 / 0").catch(() => undefined),
      endsTransaction: (tx) => tx.query("rollback"),
      breaksAtCommit: (tx) => tx.query("insert into entries values ('no such ledger')"),
    },
    async crash(tx) {
      await tx.query("select pg_terminate_backend(pg_backend_pid())");
    },
    close: tables.end,
  };
}
