import { Pool, type PoolClient } from "pg";

/** A pool, or a client in a transaction. */
export type Db = Pick<PoolClient, "query">;

export function openPool(max: number): Pool {
  const pool = new Pool({
    connectionString: process.env["DATABASE_URL"],
    max,
    application_name: "capture-queue",
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000, // if the network drops packets, a worker must not wait for ever
    keepAlive: true,
  });
  // A query on a broken connection fails by itself. Without a listener, the event would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

export async function inTransaction<T>(pool: Pool, act: (tx: PoolClient) => Promise<T>): Promise<T> {
  const tx = await pool.connect();
  try {
    await tx.query("begin");
    const result = await act(tx);
    await tx.query("commit");
    tx.release();
    return result;
  } catch (error) {
    tx.release(true); // closes the connection, which ends the transaction
    throw error;
  }
}
