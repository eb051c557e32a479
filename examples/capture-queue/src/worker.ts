/** A worker process: takes jobs until a signal stops it, and sweeps. Start as many as you like: node src/worker.ts */
import { PaymentValidationError } from "merchant-payments";
import { onceOn } from "./captures.ts";
import { openPool } from "./database.ts";
import { bossOn, type CaptureJob, captureQueue } from "./queue.ts";
import { readShipment, requestOf } from "./shipments.ts";

const pool = openPool(8);
const once = onceOn(pool);
const boss = bossOn(pool);
once.start();
process.on("SIGHUP", () => once.resume()); // after the cause of an open circuit breaker is mended

/** The job is done once `finalize` has returned: the sweep and the hooks do the rest. */
async function capture({ shipmentId }: CaptureJob): Promise<void> {
  try {
    await once.finalize(shipmentId, ...requestOf(await readShipment(pool, shipmentId)));
  } catch (error) {
    if (!(error instanceof PaymentValidationError)) throw error; // not stored: pg-boss delivers it again
    console.error(`${shipmentId} is invalid: ${error.message}`); // it would be invalid again
  }
}

await boss.start();
const one = { batchSize: 1, localConcurrency: 4, pollingIntervalSeconds: 0.5 } as const;
await boss.work<CaptureJob>(captureQueue, one, async ([job]) => {
  if (job !== undefined) await capture(job.data);
});

for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, stop);
async function stop(): Promise<void> {
  await boss.stop({ graceful: true });
  await once.stop();
  await pool.end();
}
