/** Reads the progress of a run from the tables, so it is right whatever happens to the workers. */
import type { Db } from "./database.ts";
import { captureQueue } from "./queue.ts";

type Counts = Readonly<Record<"total" | "closed" | "parked" | "due" | "jobs", number>>;

/** `closed` has an outcome or waits for a person. `due` is held by a worker, or has to be resolved or booked. */
export async function readProgress(db: Db): Promise<Counts> {
  const { rows } = await db.query(
    `select
       (select count(*)::int from shipments) as total,
       count(*) filter (where due_at is null and state not in ('retryable', 'waiting'))::int as closed,
       count(*) filter (where state in ('parked', 'conflict'))::int as parked,
       count(*) filter (where due_at is not null)::int as due,
       (select count(*)::int from pgboss.job where name = $1 and state < 'completed') as jobs
     from once_captures`,
    [captureQueue],
  );
  return rows[0];
}
