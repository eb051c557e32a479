/** Records each run, so that an interrupted run is resumed, not started again. */
import { Client } from "pg";

export const runsSchema = `
  create table runs (
    id int generated always as identity primary key,
    started_at timestamptz not null default now(),
    finished_at timestamptz
  );
`;

const runLock = 4_712;

/** A command that cannot be carried out; the message says what to do instead. */
export class InvalidCommand extends Error {}

/**
 * Begins a run. There is one run at a time; `worker` adds workers to it. The returned client holds the lock until it ends.
 *
 * @throws InvalidCommand
 */
export async function beginRun(connectionString: string, { resume }: { resume: boolean }): Promise<Client> {
  const client = new Client({ connectionString, application_name: "capture-queue run", keepAlive: true });
  client.on("error", () => undefined);
  await client.connect();
  const { rows: locks } = await client.query("select pg_try_advisory_lock($1, 0) as taken", [runLock]);
  const { rows: unfinished } = await client.query("select started_at from runs where finished_at is null");
  const since = unfinished[0]?.started_at.toISOString();
  const problem = locks[0].taken
    ? !resume && since && `The run of ${since} was not finished. See "parked", then carry it on with --resume.`
    : 'Another run is going on. Add workers to it with "worker".';
  if (problem) {
    await client.end();
    throw new InvalidCommand(problem);
  }
  if (since === undefined) await client.query("insert into runs default values");
  return client;
}
