/**
 * A worker process: takes capture jobs until a signal stops it or its circuit breaker opens, and then finishes the jobs in flight.
 * Each worker also sweeps: it resolves unknown captures, and takes over those of workers that died.
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
// Longer than a call can last. If a worker cannot store an outcome even then, another worker takes the capture over.
await boss.stop({ graceful: true, timeout: (times.timeoutMs ?? 30_000) + 30_000 });
await pool.end();
if (process.connected) process.disconnect();

/** Logs the error. If every other capture would fail in the same way, the worker ends. */
function stop(error: unknown): void {
  if (stopping.signal.aborted) return;
  console.error(`worker ${process.pid}: ${error}`);
  if (!(error instanceof OnceStoppedError)) return;
  process.exitCode = 3;
  if (process.connected) process.send?.({ kind: "stopped", why: error.message });
  stopping.abort();
}
