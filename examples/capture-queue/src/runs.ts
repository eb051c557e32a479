/** A night's run, so that one which broke off is not begun again as if nothing had happened. */
import { Client, type Pool } from "pg";

export const runsSchema = `
  create table runs (
    id int generated always as identity primary key,
    started_at timestamptz not null default now(),
    finished_at timestamptz
  );
`;

const runLock = 4_712;

export class RunRefused extends Error {}

/**
 * One run at a time: more workers are added with `worker`. The lock goes with the connection that is given back.
 *
 * @throws RunRefused
 */
export async function beginRun(pool: Pool, { resume }: { resume: boolean }): Promise<number> {
  const { rows: unfinished } = await pool.query(
    "select started_at from runs where finished_at is null order by id desc limit 1",
  );
  if (unfinished[0] !== undefined && !resume) {
    const started = unfinished[0].started_at.toISOString();
    throw new RunRefused(`The run of ${started} was not finished. See "parked", then carry it on with --resume.`);
  }
  if (unfinished[0] !== undefined) {
    await pool.query("update runs set finished_at = now() where finished_at is null");
  }
  const { rows } = await pool.query("insert into runs default values returning id");
  return rows[0].id;
}

export async function finishRun(pool: Pool, id: number): Promise<void> {
  await pool.query("update runs set finished_at = now() where id = $1", [id]);
}

/** False when another run goes on. The client holds the lock; the lock ends with its session. */
export async function takeRunLock(databaseUrl: string): Promise<Client | undefined> {
  const client = new Client({ connectionString: databaseUrl, application_name: "capture-queue run", keepAlive: true });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query("select pg_try_advisory_lock($1, 0) as taken", [runLock]);
  if (rows[0].taken) return client;
  await client.end();
  return undefined;
}
