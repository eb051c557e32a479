/** Creates the tables and the queue: node src/set-up.ts */
import { storeOn } from "./captures.ts";
import { openPool } from "./database.ts";
import { bossOn, captureQueue } from "./queue.ts";
import { shipmentsSchema } from "./shipments.ts";

const pool = openPool(4);
await storeOn(pool).migrate();
await pool.query(shipmentsSchema);
const boss = bossOn(pool);
await boss.start();
await boss.createQueue(captureQueue);
await boss.stop();
await pool.end();
