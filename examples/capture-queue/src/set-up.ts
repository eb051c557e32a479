import type { Pool } from "pg";
import { guardSchema } from "./guard.ts";
import { presenceSchema } from "./presence.ts";
import { createCaptureQueue } from "./queue.ts";
import { runsSchema } from "./runs.ts";
import { shipmentsSchema } from "./shipments.ts";

/** Makes the tables and the queue in an empty database. */
export async function setUp(pool: Pool): Promise<void> {
  await pool.query(guardSchema + presenceSchema + shipmentsSchema + runsSchema);
  await createCaptureQueue(pool);
}
