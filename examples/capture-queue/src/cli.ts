/** The command: see `help` below. */
import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { basicAuth, PaymentClient } from "merchant-payments";
import type { Pool } from "pg";
import { openPool } from "./database.ts";
import { dryRun } from "./dry-run.ts";
import { NotForAPerson, printParked, settleByHand, type Verdict, verdicts } from "./parked.ts";
import { bossOn } from "./queue.ts";
import { printReport } from "./report.ts";
import { run } from "./run.ts";
import { RunRefused } from "./runs.ts";
import { setUp } from "./set-up.ts";
import { readSettings } from "./settings.ts";

const help = `Usage: node src/cli.ts <command> [options]

  set-up                    make the tables and the queue in an empty database
  run                       capture everything that waits, with a progress bar and a table at the end
    --workers <number>      worker processes (default 3)
    --dry-run               only show what would be captured
    --resume                carry on a run that was stopped or broke off
  worker                    one more worker, here or on another machine
  report                    the table
  parked [--json]           what waits for a person
  settle <shipment>         a person's word on such an item
    --as captured|not-captured|send-again
    --reason <text>         how you know

Environment: DATABASE_URL, PAYMENTS_URL, PAYMENTS_MERCHANT_ID, PAYMENTS_PASSWORD,
PAYMENTS_TIMEOUT_MS (30000), CAPTURE_CONCURRENCY (16, captures at a time per worker).
`;

const said: Readonly<Record<Verdict, string>> = {
  captured: "Booked as captured.",
  "not-captured": "Closed: not captured.",
  "send-again": "Queued again.",
};

class BadCommand extends Error {}

try {
  await main();
} catch (error) {
  const isTold = error instanceof BadCommand || error instanceof RunRefused || error instanceof NotForAPerson;
  console.error(isTold ? error.message : error);
  process.exitCode = isTold ? 2 : 1;
}

async function main(): Promise<void> {
  const { values, positionals } = parsed();
  const [command = "help", ...rest] = positionals;
  switch (command) {
    case "help":
      return console.log(help);
    case "run":
      if (values["dry-run"]) return withPool((pool) => dryRun(pool, client()));
      return run(readSettings(), { workers: workersOf(values.workers), resume: values.resume });
    case "worker":
      await import("./worker.ts");
      return;
    case "set-up":
      return withPool(setUp);
    case "report":
      return withPool(printReport);
    case "parked":
      return withPool((pool) => printParked(pool, { json: values.json }));
    case "settle":
      return withPool((pool) => settle(pool, rest[0], values));
    default:
      throw new BadCommand(`There is no command "${command}".\n\n${help}`);
  }
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        workers: { type: "string", default: "3" },
        "dry-run": { type: "boolean", default: false },
        resume: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        as: { type: "string" },
        reason: { type: "string" },
      },
    });
  } catch (error) {
    throw new BadCommand(`${error instanceof Error ? error.message : error}\n\n${help}`);
  }
}

function workersOf(text: string): number {
  if (!/^[1-9]\d?$/.test(text)) throw new BadCommand(`--workers must be 1 to 99, not "${text}".`);
  return Number(text);
}

async function settle(
  pool: Pool,
  shipmentId: string | undefined,
  { as, reason }: { as?: string | undefined; reason?: string | undefined },
): Promise<void> {
  const verdict = verdicts.find((one) => one === as);
  if (shipmentId === undefined || verdict === undefined || reason === undefined || reason.trim() === "") {
    throw new BadCommand(`settle needs a shipment, --as ${verdicts.join("|")} and --reason.`);
  }
  const boss = bossOn(pool);
  await boss.start();
  try {
    await settleByHand(pool, boss, { shipmentId, verdict, reason, by: userInfo().username });
  } finally {
    await boss.stop();
  }
  console.log(said[verdict]);
}

async function withPool(act: (pool: Pool) => Promise<void>): Promise<void> {
  const pool = openPool(readSettings().databaseUrl, 2);
  try {
    await act(pool);
  } finally {
    await pool.end();
  }
}

function client(): PaymentClient {
  const { baseUrl, merchantId, password } = readSettings();
  return new PaymentClient({ baseUrl, auth: basicAuth(merchantId, password) });
}
