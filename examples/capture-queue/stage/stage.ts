/** The stage of a run: a database, the service, shipments, and worker processes. */
import { type ChildProcess, spawn } from "node:child_process";
import { once as event } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openPool } from "../src/database.ts";
import { bossOn } from "../src/queue.ts";
import { type Shipment, ship } from "../src/shipments.ts";
import { startPostgres } from "./postgres.ts";
import { Service } from "./service.ts";

export type Stage = Awaited<ReturnType<typeof prepareStage>>;

export async function prepareStage() {
  const postgres = startPostgres();
  const service = new Service({ keepRequests: Number.POSITIVE_INFINITY });
  const { baseUrl } = await service.open();
  const account = { PAYMENTS_MERCHANT_ID: service.merchantId, PAYMENTS_PASSWORD: service.password };
  Object.assign(process.env, { DATABASE_URL: postgres.createDatabase("shop"), PAYMENTS_URL: baseUrl, ...account });
  await event(start("../src/set-up.ts"), "exit");
  const pool = openPool(4);
  const boss = bossOn(pool);
  const enqueue = async (shipments: readonly Shipment[]) => {
    await boss.start();
    await ship(pool, boss, shipments);
    await boss.stop();
  };
  const end = async () => {
    await service.close();
    await pool.end();
    postgres.remove();
  };
  return { postgres, pool, service, enqueue, end };
}

/** Starts a program in a process of its own. */
export const start = (path: string, ...args: string[]): ChildProcess =>
  spawn(process.execPath, [fileURLToPath(new URL(path, import.meta.url)), ...args], {
    stdio: ["ignore", "ignore", process.env["SHOW"] ? "inherit" : "ignore", "ipc"],
  });

export async function until(condition: () => boolean | Promise<boolean>, forMs = 300_000): Promise<boolean> {
  const end = performance.now() + forMs;
  while (!(await condition())) {
    if (performance.now() > end) return false;
    await sleep(200);
  }
  return true;
}
