/** Opens the store that the command was given. */
import { PostgresOnceStore, type PostgresPool } from "../postgres.js";
import { SqliteOnceStore } from "../sqlite.js";
import type { Asked } from "./arguments.js";

export async function openStore({ store: name = "", schema, merchant, command }: Asked, env: NodeJS.ProcessEnv) {
  const [kind, path = ""] = name.split(/:(.*)/s);
  if (kind === "sqlite") {
    const store = new SqliteOnceStore(path, { merchant, create: command === "create" });
    return { store, migrate: async () => undefined, close: async () => store.database.close() };
  }
  if (name !== "postgres") throw new TypeError("--store must be sqlite:/absolute/path or postgres");
  if (schema === undefined) throw new TypeError("--store postgres needs --schema");
  const pool = await newPool(env["DATABASE_URL"]);
  const store = new PostgresOnceStore(pool, { schema, merchant });
  return { store, migrate: () => store.migrate(), close: () => pool.end() };
}

type Pool = PostgresPool & { end(): Promise<void>; on(event: "error", listener: () => void): unknown };

/** The driver is the merchant's own. */
async function newPool(connectionString: string | undefined): Promise<Pool> {
  const driver = "pg"; // by a variable, so that no bundler looks for it
  const found = await import(driver).catch(() => {
    throw new TypeError("--store postgres needs the package pg beside merchant-payments: npm install pg");
  });
  const pool: Pool = new found.default.Pool({ connectionString, max: 2, connectionTimeoutMillis: 10_000 });
  pool.on("error", () => undefined); // a query that needs the connection fails by itself
  return pool;
}
