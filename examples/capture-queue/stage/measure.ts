/** Captures per second, by workers and by shipments in the tables; the fake of the service responds after 200 ms. */
import { availableParallelism, loadavg } from "node:os";
import { Crew } from "../src/crew.ts";
import type { Shipment } from "../src/shipments.ts";
import { prepareStage, until } from "./stage.ts";

const CAPTURES = 1_000;
const load = loadavg()[0]?.toFixed(1);
console.log(`${availableParallelism()} cores for workers, service and PostgreSQL; load average ${load} before.`);
for (const shipments of [1_000, 100_000]) for (const workers of [1, 2, 4]) await measure(shipments, workers);

/** Times the first jobs, from the first booking on. The other jobs wait behind them. */
async function measure(shipments: number, workers: number): Promise<void> {
  const stage = await prepareStage((service) => {
    const first = service.ship(CAPTURES);
    const template = first[0] as Shipment;
    const waiting = Array.from({ length: shipments - CAPTURES }, (_, index) => {
      return { ...template, id: crypto.randomUUID(), transactionId: String(index).padStart(18, "9") };
    });
    return [...first, ...waiting];
  }, 16);
  const { pool, service, env } = stage;
  service.plan({ slow: 1 });
  await pool.query("vacuum analyze");
  Object.assign(process.env, env, { CAPTURE_TIMES: "{}" });
  const crew = new Crew((why) => console.error(why));
  await crew.start(workers);
  const booked = `select count(*)::int as count, extract(epoch from max(booked_at) - min(booked_at)) as seconds from books`;
  await until(async () => (await pool.query(booked)).rows[0].count >= CAPTURES);
  const { count, seconds } = (await pool.query(booked)).rows[0];
  const rate = Math.round(count / Number(seconds));
  console.log(`${workers} workers, ${shipments} shipments: ${rate} captures/s`);
  await crew.stop();
  await stage.end();
}
