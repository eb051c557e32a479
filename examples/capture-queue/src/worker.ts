/** A worker process: takes capture jobs until it is told to stop, and then finishes what is in flight. */
import { basicAuth, PaymentClient, type PaymentEvent } from "merchant-payments";
import { type Capturing, captureShipment } from "./capture.ts";
import { openPool } from "./database.ts";
import { isDatabaseAway, keepTrying } from "./keep-trying.ts";
import { Presence } from "./presence.ts";
import { bossOn, type CaptureJob, captureQueue } from "./queue.ts";
import { graceMs, readSettings } from "./settings.ts";

const settings = readSettings();
const pool = openPool(settings.databaseUrl, 6);
const presence = await keepTrying("beginning", () => Presence.begin(settings.databaseUrl), isDatabaseAway);
const payments = new PaymentClient({
  baseUrl: settings.baseUrl,
  auth: basicAuth(settings.merchantId, settings.password),
  timeoutMs: settings.timeoutMs,
  onEvent: tell,
});
const capturing: Capturing = { pool, payments, presence, graceMs: graceMs(settings) };

const boss = bossOn(pool);
await keepTrying("starting the queue", () => boss.start(), isDatabaseAway);
// Two batches at a time: while one waits for its slowest call, the other goes on.
const options = {
  batchSize: Math.ceil(settings.concurrency / 2),
  localConcurrency: 2,
  pollingIntervalSeconds: 0.5,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;
await boss.work<CaptureJob, unknown, typeof options>(captureQueue, options, (jobs) =>
  Promise.all(
    jobs.map(async ({ id, data }) => {
      try {
        const delivery = await captureShipment(capturing, data.shipmentId);
        if (delivery.kind === "done") return { id, status: "completed" as const };
        return { id, status: "failed" as const, output: { why: delivery.why } }; // delivered again, with backoff
      } catch (error) {
        console.error(`shipment ${data.shipmentId}: ${error}`);
        return { id, status: "failed" as const, output: { why: String(error) } };
      }
    }),
  ),
);
process.send?.({ kind: "ready" });

let isStopping = false;
for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) process.on(signal, () => void stop());

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  // Longer than a call can last. A worker that cannot store an outcome even then ends, and its intent is parked.
  await boss.stop({ graceful: true, timeout: settings.timeoutMs + 30_000 });
  await presence.end();
  await pool.end();
  if (process.connected) process.disconnect();
}

/** The client's events go to whoever runs the worker: for metrics, and never for the books. */
function tell(event: PaymentEvent): void {
  if (event.type === "request" || event.type === "resolve" || !process.connected) return; // nothing is resolved here
  const durationMs = event.type === "retry" ? undefined : event.durationMs;
  const outcome = event.type === "retry" ? "retried" : event.outcome;
  process.send?.({ kind: "call", outcome, durationMs });
}
