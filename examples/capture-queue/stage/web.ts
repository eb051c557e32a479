/**
 * A process without a queue: each message stands for a web request, which calls `finalize`. On PostgreSQL, or on a file of
 * SQLite; with "queue" it takes the jobs of pg-boss all the same.
 */
import { Once, type OnceSnapshot } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { onceOn, payments, tell } from "../src/captures.ts";
import { openPool } from "../src/database.ts";
import { bossOn, type CaptureJob, captureQueue } from "../src/queue.ts";
import { readShipment, requestOf, type Shipment } from "../src/shipments.ts";

const [file = "", queue] = process.argv.slice(2);
const pool = openPool(8);

function onFile(path: string) {
  const store = new SqliteOnceStore(path);
  const insert =
    (isCaptured: number) =>
    (_: unknown, { key, closing }: OnceSnapshot) =>
      void store.database.prepare("insert or ignore into books values (?, ?, ?)").run(key, closing, isCaptured);
  return new Once({ payments, store, book: insert(1), fail: insert(0), onChange: tell });
}

const once = file === "" ? onceOn(pool) : onFile(file);
once.start();
process.on("SIGHUP", () => once.resume());
process.on("message", async (shipment: Shipment) => {
  await once.finalize(shipment.id, ...requestOf(shipment)).catch((error) => console.error(String(error)));
});
if (queue !== undefined) {
  const boss = bossOn(pool);
  await boss.start();
  await boss.work<CaptureJob>(captureQueue, { localConcurrency: 4, pollingIntervalSeconds: 0.5 }, async ([job]) => {
    if (job === undefined) return;
    const shipment = await readShipment(pool, job.data.shipmentId);
    await once.finalize(shipment.id, ...requestOf(shipment));
  });
}
