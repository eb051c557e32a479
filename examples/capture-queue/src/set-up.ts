import { PostgresOnceStore } from "merchant-payments/once/postgres";
import type { Pool } from "pg";
import { createCaptureQueue } from "./queue.ts";
import { runsSchema } from "./runs.ts";
import { shipmentsSchema } from "./shipments.ts";

/** Creates the tables and the queue in an empty database. */
export async function setUp(pool: Pool): Promise<void> {
  await new PostgresOnceStore(pool).migrate();
  await pool.query(shipmentsSchema + runsSchema);
  await createCaptureQueue(pool);
}
