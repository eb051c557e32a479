/** A night's run: workers, a progress bar, a table at the end. */
import { setTimeout as sleep } from "node:timers/promises";
import { SingleBar } from "cli-progress";
import type { Pool } from "pg";
import { Crew } from "./crew.ts";
import { openPool } from "./database.ts";
import { parkAbandoned } from "./guard.ts";
import { isDatabaseAway } from "./keep-trying.ts";
import { CallMetrics } from "./metrics.ts";
import { type Progress, readProgress } from "./progress.ts";
import { bossOn, captureQueue } from "./queue.ts";
import { printReport } from "./report.ts";
import { beginRun, finishRun, RunRefused, takeRunLock } from "./runs.ts";
import { graceMs, type Settings } from "./settings.ts";

export interface RunOptions {
  readonly workers: number;
  readonly resume: boolean;
}

/** @throws RunRefused */
export async function run(settings: Settings, { workers, resume }: RunOptions): Promise<void> {
  const lock = await takeRunLock(settings.databaseUrl);
  if (lock === undefined) throw new RunRefused('Another run is going on. Add workers to it with "worker".');
  const pool = openPool(settings.databaseUrl, 4);
  // Only here: looks every few seconds for jobs whose worker has died.
  const boss = bossOn(pool, { supervise: true, superviseIntervalSeconds: 2, monitorIntervalSeconds: 2 });
  const metrics = new CallMetrics();
  const crew = new Crew((call) => metrics.add(call));
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.on("SIGTERM", stop).on("SIGINT", stop);
  try {
    const runId = await beginRun(pool, { resume });
    await boss.start();
    if (resume) await giveAnotherChance(pool);
    await crew.start(workers);
    const isFinished = await watch({ pool, crew, grace: graceMs(settings), signal: stopping.signal });
    await crew.stop();
    if (isFinished) await finishRun(pool, runId);
    else console.log("Stopped. What was in flight is finished; carry the rest on with --resume.");
    await printReport(pool);
    metrics.print();
  } finally {
    await crew.stop();
    await boss.stop();
    await pool.end();
    await lock.end();
    process.off("SIGTERM", stop).off("SIGINT", stop);
  }
}

/** Jobs whose tries were used up, all proven never to have been sent, begin anew. */
async function giveAnotherChance(pool: Pool): Promise<void> {
  const boss = bossOn(pool);
  await boss.start();
  const { rows } = await pool.query("select id from pgboss.job where name = $1 and state = 'failed'", [captureQueue]);
  if (rows.length > 0)
    await boss.retry(
      captureQueue,
      rows.map(({ id }) => id),
    );
  await boss.stop();
}

interface Watched {
  readonly pool: Pool;
  readonly crew: Crew;
  readonly grace: number;
  readonly signal: AbortSignal;
}

/** Shows the progress and parks what the dead have left, until nothing is left to do (true) or the signal says stop. */
async function watch({ pool, crew, grace, signal }: Watched): Promise<boolean> {
  const bar = new SingleBar({
    format: "{bar} {percentage} % | {value}/{total} | {parked} parked | {rate}/s | {duration_formatted}",
    noTTYOutput: true,
    notTTYSchedule: 5_000,
    hideCursor: true,
  });
  let last: { readonly progress: Progress; readonly at: number } | undefined;
  try {
    while (!signal.aborted) {
      crew.check();
      const progress = await lookAt(pool, grace);
      if (progress !== undefined) {
        const at = performance.now();
        const payload = { parked: progress.parked, rate: rateSince(last, progress, at) };
        if (last === undefined) bar.start(progress.total, progress.closed, payload);
        bar.setTotal(progress.total);
        bar.update(progress.closed, payload);
        last = { progress, at };
        if (progress.jobs === 0 && progress.open === 0) return true;
      }
      await sleep(1_000, undefined, { signal }).catch(() => undefined);
    }
    return false;
  } finally {
    bar.stop();
  }
}

/** Undefined while the database is away. */
async function lookAt(pool: Pool, grace: number): Promise<Progress | undefined> {
  try {
    await parkAbandoned(pool, grace);
    return await readProgress(pool);
  } catch (error) {
    if (isDatabaseAway(error)) return undefined;
    throw error;
  }
}

function rateSince(
  last: { readonly progress: Progress; readonly at: number } | undefined,
  { closed }: Progress,
  at: number,
): string {
  return last === undefined ? "0" : (((closed - last.progress.closed) / (at - last.at)) * 1_000).toFixed(0);
}
