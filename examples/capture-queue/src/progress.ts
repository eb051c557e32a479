/** How far a night is, read from the tables: that holds whatever happens to the workers. */
import type { Db } from "./database.ts";
import { captureQueue } from "./queue.ts";

type Counts = Readonly<Record<"total" | "closed" | "parked" | "unknown" | "jobs", number>>;

/** `closed` is known or for a person to find out, `unknown` is in hand, or to be asked about or booked. */
export async function readProgress(db: Db): Promise<Counts> {
  const { rows } = await db.query(
    `select
       (select count(*)::int from shipments) as total,
       count(*) filter (where due_at is null and state not in ('released', 'waiting'))::int as closed,
       count(*) filter (where state in ('parked', 'conflict'))::int as parked,
       count(*) filter (where due_at is not null)::int as open,
       (select count(*)::int from pgboss.job where name = $1 and state < 'completed') as jobs
     from once_captures`,
    [captureQueue],
  );
  return rows[0];
}
