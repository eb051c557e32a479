/**
 * A worker process: takes capture jobs until it is told to stop or the line stops, and then finishes what is in flight.
 * Each worker also asks about what is open, and takes over what others left behind.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { OnceStoppedError } from "merchant-payments/once";
import { capturesOn, deliver } from "./captures.ts";
import { openPool } from "./database.ts";
import { bossOn, type CaptureJob, captureQueue } from "./queue.ts";
import { readSettings } from "./settings.ts";

const { databaseUrl, concurrency, times } = readSettings();
const pool = openPool(databaseUrl, 6);
const captures = capturesOn(pool);
const boss = bossOn(pool);
const stopping = new AbortController();
for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) process.on(signal, () => stopping.abort());

await boss.start();
// Two batches at a time: while one waits for its slowest call, the other goes on.
const options = {
  batchSize: Math.ceil(concurrency / 2),
  localConcurrency: 2,
  pollingIntervalSeconds: 0.5,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;
await boss.work<CaptureJob, unknown, typeof options>(captureQueue, options, (jobs) =>
  Promise.all(
    jobs.map(async (job) => {
      try {
        return await deliver(captures, pool, job);
      } catch (error) {
        stop(error);
        return { id: job.id, status: "failed" as const, output: { why: String(error) } };
      }
    }),
  ),
);
process.send?.({ kind: "ready" });
while (!stopping.signal.aborted) {
  await captures.sweep({ limit: concurrency }).catch(stop);
  await sleep(1_000, undefined, { signal: stopping.signal }).catch(() => undefined);
}
// Longer than a call can last. What a worker cannot store even then is taken over.
await boss.stop({ graceful: true, timeout: (times.timeoutMs ?? 30_000) + 30_000 });
await pool.end();
if (process.connected) process.disconnect();

/** One that every other capture would meet as well ends the worker. */
function stop(error: unknown): void {
  if (stopping.signal.aborted) return;
  console.error(`worker ${process.pid}: ${error}`);
  if (!(error instanceof OnceStoppedError)) return;
  process.exitCode = 3;
  if (process.connected) process.send?.({ kind: "stopped", why: error.message });
  stopping.abort();
}
