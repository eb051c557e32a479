/** How far a run is, read from the tables: that holds whatever happens to the workers. */
import type { Pool } from "pg";
import { captureQueue } from "./queue.ts";

export interface Progress {
  readonly total: number;
  /** With an outcome, or parked. */
  readonly closed: number;
  readonly parked: number;
  /** Intents that a worker is in the middle of, or died in. */
  readonly open: number;
  /** Still to be delivered, or under way. */
  readonly jobs: number;
}

export async function readProgress(pool: Pool): Promise<Progress> {
  const { rows } = await pool.query(
    `select
       (select count(*)::int from shipments) as total,
       count(*) filter (where state in ('settled', 'parked', 'abandoned'))::int as closed,
       count(*) filter (where state in ('parked', 'abandoned'))::int as parked,
       count(*) filter (where state = 'open')::int as open,
       (select count(*)::int from pgboss.job where name = $1 and state < 'completed') as jobs
     from intents`,
    [captureQueue],
  );
  return rows[0];
}
