/** A merchant's night: a database, the service, shipments, and the command as a person runs it. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Pool } from "pg";
import type { PgBoss } from "pg-boss";
import { openPool } from "../src/database.ts";
import { bossOn } from "../src/queue.ts";
import { setUp } from "../src/set-up.ts";
import { type Shipment, ship } from "../src/shipments.ts";
import type { Postgres } from "./postgres.ts";
import { type Service, startService } from "./service.ts";

const program = fileURLToPath(new URL("../src/cli.ts", import.meta.url));

export interface Night {
  readonly pool: Pool;
  readonly boss: PgBoss;
  readonly service: Service;
  readonly env: NodeJS.ProcessEnv;
  end(): Promise<void>;
}

/** @param settings - environment variables of the command */
export async function prepareNight(
  postgres: Postgres,
  name: string,
  settings: Readonly<Record<string, string>>,
): Promise<Night> {
  const databaseUrl = postgres.createDatabase(name);
  const pool = openPool(databaseUrl, 4);
  await setUp(pool);
  const boss = bossOn(pool);
  await boss.start();
  const service = startService();
  const { baseUrl, merchantId, password } = await service.where();
  const payments = { PAYMENTS_URL: baseUrl, PAYMENTS_MERCHANT_ID: merchantId, PAYMENTS_PASSWORD: password };
  return {
    pool,
    boss,
    service,
    env: { ...process.env, DATABASE_URL: databaseUrl, ...payments, ...settings },
    async end() {
      service.stop();
      await boss.stop();
      await pool.end();
    },
  };
}

/** Ships in transactions of a few hundred, as a warehouse does over the day. */
export async function shipAll({ pool, boss }: Night, shipments: readonly Shipment[]): Promise<void> {
  for (let from = 0; from < shipments.length; from += 500) await ship(pool, boss, shipments.slice(from, from + 500));
}

/** Runs the command; what it prints is seen by whoever runs this. */
export function command({ env }: Night, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [program, ...args], { env, stdio: "inherit" });
}

/** Runs the command and gives what it printed. */
export async function output({ env }: Night, ...args: string[]): Promise<{ exitCode: number | null; text: string }> {
  const child = spawn(process.execPath, [program, ...args], { env });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { exitCode: await ended, text: out + error };
}

/** The processes that a running command has started. */
export function workersOf({ pid }: ChildProcess): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
  } catch {
    return []; // the command has ended
  }
}

export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(50);
}
