/** A run: workers, a progress bar, a table at the end. */
import { setTimeout as sleep } from "node:timers/promises";
import { SingleBar } from "cli-progress";
import { OnceStoppedError } from "merchant-payments/once";
import type { Pool } from "pg";
import type { PgBoss } from "pg-boss";
import { type Captures, capturesOn, deliver } from "./captures.ts";
import { Crew } from "./crew.ts";
import { openPool } from "./database.ts";
import { readProgress } from "./progress.ts";
import { beginAnew, bossOn, type CaptureJob, captureQueue } from "./queue.ts";
import { printTotals } from "./report.ts";
import { beginRun } from "./runs.ts";

/**
 * Returns the exit code: 0 when all is done or a signal stopped the run, 3 when the circuit breaker opened.
 *
 * @throws InvalidCommand
 */
export async function run(databaseUrl: string, workers: number, resume: boolean): Promise<number> {
  const lock = await beginRun(databaseUrl, { resume });
  const pool = openPool(databaseUrl, 4);
  const captures = capturesOn(pool);
  // Only the run supervises the queue: every few seconds it finds jobs whose worker has died.
  const boss = bossOn(pool, { supervise: true, superviseIntervalSeconds: 2, monitorIntervalSeconds: 2 });
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.on("SIGTERM", stop).on("SIGINT", stop);
  const crew = new Crew((why) => stopping.abort(why));
  try {
    await boss.start();
    await beginAnew(pool);
    const why = resume ? await probe(pool, boss) : undefined;
    if (why !== undefined) stopping.abort(why);
    else await crew.start(workers);
    const isFinished = await watch(pool, captures, stopping.signal);
    await crew.stop();
    if (isFinished) await pool.query("update runs set finished_at = now() where finished_at is null");
    await printTotals(pool);
    if (isFinished) return 0;
    const { reason } = stopping.signal;
    const isBySignal = typeof reason !== "string";
    console.log(`${isBySignal ? "Stopped" : `The run ends: ${reason}`}. Carry it on with --resume.`);
    return isBySignal ? 0 : 3;
  } finally {
    await crew.stop();
    await boss.stop();
    await pool.end();
    await lock.end();
    process.off("SIGTERM", stop).off("SIGINT", stop);
  }
}

/** Makes one capture first, after a stop. Returns the reason if it is too early to go on. */
async function probe(pool: Pool, boss: PgBoss): Promise<string | undefined> {
  const captures = capturesOn(pool, { stopAfter: { unknowns: 1, rejections: 1 } });
  const [job] = await boss.fetch<CaptureJob>(captureQueue);
  if (job === undefined) return undefined;
  try {
    const { status } = await deliver(captures, pool, job);
    await (status === "completed" ? boss.complete(captureQueue, job.id) : boss.fail(captureQueue, job.id));
    return undefined;
  } catch (error) {
    await boss.fail(captureQueue, job.id);
    if (error instanceof OnceStoppedError) return error.message;
    throw error;
  }
}

const patienceMs = 120_000;

/** Shows the progress until nothing is left to do (true), or the signal says stop. A database may be away for a while. */
async function watch(pool: Pool, captures: Captures, signal: AbortSignal): Promise<boolean> {
  const format = "{bar} {percentage} % | {value}/{total} | {parked} parked | {due} due | {duration_formatted}";
  const bar = new SingleBar({ format, noTTYOutput: true, notTTYSchedule: 5_000, hideCursor: true });
  let seenAt = performance.now();
  try {
    while (!signal.aborted) {
      try {
        const { total, closed, parked, due, jobs } = await readProgress(pool, captures);
        seenAt = performance.now();
        if (!bar.isActive) bar.start(total, closed, { parked, due });
        bar.setTotal(total);
        bar.update(closed, { parked, due });
        if (jobs === 0 && due === 0) return true;
      } catch (error) {
        if (performance.now() - seenAt > patienceMs) throw error;
      }
      await sleep(1_000, undefined, { signal }).catch(() => undefined);
    }
    return false;
  } finally {
    bar.stop();
  }
}
