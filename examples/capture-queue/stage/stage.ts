/** The stage of a run: a database, the service, shipments, and the command as a person runs it. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { capturesOn } from "../src/captures.ts";
import { openPool } from "../src/database.ts";
import { bossOn } from "../src/queue.ts";
import { setUp } from "../src/set-up.ts";
import { readSettings } from "../src/settings.ts";
import { type Shipment, ship } from "../src/shipments.ts";
import { startPostgres } from "./postgres.ts";
import { Service } from "./service.ts";

export type Stage = Awaited<ReturnType<typeof prepareStage>>;

// Minutes become seconds.
const resolveAfterMs = [500, 1_000, 2_000, 4_000];
const times = {
  timeoutMs: 3_000,
  bookTimeoutMs: 1_000,
  leaseMs: 14_000, // 10 seconds more than the two above: `Once` requires it
  marginMs: 500,
  maxNetworkDelayMs: 2_500,
  resolveAfterMs,
  personAfterMs: 45_000,
};

export async function prepareStage(shipments: (service: Service) => readonly Shipment[], concurrency = 4) {
  const postgres = startPostgres();
  const databaseUrl = postgres.createDatabase("shop");
  const pool = openPool(databaseUrl, 4);
  await setUp(pool);
  const service = new Service({ keepRequests: Number.POSITIVE_INFINITY });
  const { baseUrl } = await service.open();
  const boss = bossOn(pool);
  await boss.start();
  const all = shipments(service);
  // In transactions of a few hundred, as a warehouse does over the day.
  for (let from = 0; from < all.length; from += 500) await ship(pool, boss, all.slice(from, from + 500));
  await boss.stop();
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PAYMENTS_URL: baseUrl,
    PAYMENTS_MERCHANT_ID: service.merchantId,
    PAYMENTS_PASSWORD: service.password,
    CAPTURE_CONCURRENCY: String(concurrency),
    CAPTURE_TIMES: JSON.stringify(times),
  };
  const captures = capturesOn(pool, {}, readSettings(env));
  const end = async () => {
    await service.close();
    await pool.end();
    postgres.remove();
  };
  return { postgres, pool, captures, service, env, end };
}

/** Starts a program in a process of its own. What it prints is available once it has ended. */
export function start({ env }: Stage, path: string, ...args: string[]) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(path, import.meta.url)), ...args], { env });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  return {
    pid: child.pid ?? 0,
    ended: printed.then(async ([out, error]) => ({ exitCode: await ended, text: out + error })),
    /** The processes that it has started. */
    workers(): number[] {
      try {
        const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
        return children.trim().split(" ").filter(Boolean).map(Number);
      } catch {
        return []; // it has ended
      }
    },
  };
}

/** Runs the command until its end. */
export const command = (stage: Stage, ...args: string[]) => start(stage, "../src/cli.ts", ...args).ended;

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(50);
}
