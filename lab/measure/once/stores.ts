/** Each test has its own schema, and pools that end with the test. */
import { PostgresOnceStore } from "merchant-payments/once/postgres";
import type { StoreUnderTest } from "../../../test/once/store-tests.ts";
import { Pool, type PoolClient } from "./driver/pool.ts";

interface TestOptions {
  readonly merchant?: string;
  readonly schema?: string;
  readonly hookTimeoutMs?: number;
  readonly searchPath?: string;
  /** Whose rights it has. */
  readonly role?: string;
}

export interface Tables {
  /** With its own connections. */
  readonly store: (options?: TestOptions) => PostgresOnceStore<PoolClient>;
  readonly schema: string;
  /** For queries of the test, in its schema. */
  readonly pool: Pool;
  readonly end: () => Promise<void>;
}

let made = 0;

export async function newTables(connectionString: string): Promise<Tables> {
  const schema = `once_${made++}`;
  const pools: Pool[] = [];
  const newPool = (searchPath: string, role = "none") => {
    const options = `-c search_path=${searchPath.replaceAll(" ", "")} -c role=${role}`;
    const pool = new Pool({ connectionString, keepAlive: true, options });
    pool.on("error", () => undefined); // of connections that a test breaks
    pools.push(pool);
    return pool;
  };
  const pool = newPool(schema);
  await pool.query(`create schema ${schema}`);
  return {
    pool,
    schema,
    store: ({ searchPath = "public", role, ...options } = {}) =>
      new PostgresOnceStore<PoolClient>(newPool(searchPath, role), { schema, ...options }),
    async end() {
      await Promise.all(pools.map((each) => each.end()));
    },
  };
}

export async function storeUnderTest(connectionString: string): Promise<StoreUnderTest<PoolClient>> {
  const { pool, schema, store, end } = await newTables(connectionString);
  const own = store();
  await own.migrate();
  await pool.query(`
    create table books (line text not null);
    create table ledgers (name text primary key);
    create table entries (ledger text references ledgers deferrable initially deferred)`);
  return {
    store: own,
    ofMerchant: (merchant) => store({ merchant }),
    write: (tx, line) => tx.query(`insert into ${schema}.books values ($1)`, [line]),
    async written() {
      const { rows } = await pool.query<{ line: string }>("select line from books");
      return rows.map(({ line }) => line);
    },
    spoilers: {
      endsTransaction: (tx) => tx.query("rollback"),
      commits: (tx) => tx.query("commit"),
      breaksAtCommit: (tx) => tx.query(`insert into ${schema}.entries values ('no such ledger')`),
    },
    close: end,
  };
}
