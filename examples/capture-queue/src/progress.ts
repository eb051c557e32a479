/** Reads the progress of a run from the tables, so it is right whatever happens to the workers. */
import type { OnceCount } from "merchant-payments/once";
import type { Captures } from "./captures.ts";
import type { Db } from "./database.ts";
import { captureQueue } from "./queue.ts";

type Progress = Readonly<Record<"total" | "closed" | "parked" | "due" | "jobs", number>>;

/** Counts shipments. `closed`: has an outcome, waits for a person, or is pending. `due`: waits for a worker or the sweep. */
export async function readProgress(db: Db, captures: Pick<Captures, "counts">): Promise<Progress> {
  const { rows } = await db.query(
    `select
       (select count(*)::int from shipments) as total,
       (select count(*)::int from pgboss.job where name = $1 and state < 'completed') as jobs`,
    [captureQueue],
  );
  const [open, done] = [await captures.counts(), await captures.counts({ closed: true })];
  const counts = [...open.counts, ...done.counts];
  const sum = (of: (each: OnceCount) => boolean) => counts.filter(of).reduce((total, { count }) => total + count, 0);
  return {
    ...rows[0],
    closed: sum(({ state, waitsFor }) => waitsFor === "nobody" || waitsFor === "person" || state === "pending"),
    parked: sum(({ waitsFor }) => waitsFor === "person"),
    due: sum((each) => each.waitsFor === "sweep" && !isForLater(each)),
  };
}

/** A run does not wait for days until the service completes a capture, or a person decides about an earlier key. */
const isForLater = ({ state }: OnceCount) => state === "pending" || state === "blocked";
