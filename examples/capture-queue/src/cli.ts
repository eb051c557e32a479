/** The command: see `help` below. */
import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { OnceDecisionError } from "merchant-payments/once";
import type { Pool } from "pg";
import { capturesOn } from "./captures.ts";
import { openPool } from "./database.ts";
import { correct, decide, printParked } from "./parked.ts";
import { bossOn } from "./queue.ts";
import { printLines, printTotals } from "./report.ts";
import { run } from "./run.ts";
import { Refused } from "./runs.ts";
import { setUp } from "./set-up.ts";
import { readSettings } from "./settings.ts";

const help = `Usage: node src/cli.ts <command> [options]

  set-up                     make the tables and the queue
  run [--workers 3]          capture everything that waits, with a progress bar and a table at the end
    --resume                 carry on a run that was stopped or broke off, with one capture first
  worker                     one more worker, here or on another machine
  parked [--json]            what waits for a person, with the --look that a decision names
  decide <shipment> <word>   a person's word: captured, not-captured or send-again
    --look <text> --why <text> [--by <name>]
    --finalized <amount> --pending <amount>    what the back office shows, for send-again
    --transaction <id> --batch <id>            what it shows of the capture, where it does
  correct <shipment> <amount> --look <text> --why <text> [--by <name>]
  report [--since <time>]    sums of what was settled since then, or in the last 24 hours
    --lines csv|json         a line per shipment, to hold against the settlement file

Exit codes: 0 done, 1 failed, 2 refused, 3 the line stopped.
Environment: DATABASE_URL, PAYMENTS_URL, PAYMENTS_MERCHANT_ID, PAYMENTS_PASSWORD,
CAPTURE_CONCURRENCY (16, captures at a time per worker), CAPTURE_TIMES (of Once, as JSON in milliseconds).
`;

try {
  await main();
} catch (error) {
  const isTold = error instanceof Refused || error instanceof OnceDecisionError;
  console.error(isTold ? error.message : error);
  process.exitCode = isTold ? 2 : 1;
}

async function main(): Promise<void> {
  const { values, positionals } = parsed();
  const [command = "help", shipmentId = "", word = ""] = positionals;
  switch (command) {
    case "help":
      return console.log(help);
    case "run":
      if (!/^[1-9]\d?$/.test(values.workers)) throw new Refused("--workers must be 1 to 99.");
      process.exitCode = await run(readSettings().databaseUrl, Number(values.workers), values.resume);
      return;
    case "worker":
      return void (await import("./worker.ts"));
    case "set-up":
      return withPool(setUp);
    case "parked":
      return withPool((pool) => printParked(capturesOn(pool), pool, values));
    case "report": {
      const since = values.since === undefined ? undefined : new Date(values.since);
      const { lines } = values;
      if (lines === "csv" || lines === "json") return withPool((pool) => printLines(pool, lines, since));
      return withPool((pool) => printTotals(pool, since));
    }
    case "decide":
    case "correct":
      return withPool((pool) => applyDecision(pool, command, { shipmentId, word, values }));
    default:
      throw new Refused(`There is no command "${command}".\n\n${help}`);
  }
}

type Given = ReturnType<typeof parsed>["values"];

function parsed() {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const named = { look: text, why: text, by: text, finalized: text, pending: text, transaction: text, batch: text };
  const options = { ...named, workers: { ...text, default: "3" }, since: text, lines: text, resume: flag, json: flag };
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    throw new Refused(`${error instanceof Error ? error.message : error}\n\n${help}`);
  }
}

async function applyDecision(
  pool: Pool,
  command: "decide" | "correct",
  { shipmentId, word, values }: { shipmentId: string; word: string; values: Given },
): Promise<void> {
  const { look, why, by = userInfo().username } = values;
  if (shipmentId === "" || !look || !why?.trim()) throw new Refused(`${command} needs a shipment, --look and --why.`);
  const boss = bossOn(pool);
  await boss.start();
  try {
    const captures = capturesOn(pool);
    if (command === "correct") {
      await correct(captures, { pool, boss }, { shipmentId, look, amount: word, by, why });
      console.log("Corrected; it is queued again.");
    } else {
      const decision = { by, why, ...decisionOf(word, values) };
      console.log(`Now ${await decide(captures, boss, { shipmentId, look, decision })}.`);
    }
  } finally {
    await boss.stop();
  }
}

function decisionOf(word: string, { finalized, pending, transaction, batch }: Given) {
  if (word === "not-captured") return { as: "not_captured" } as const;
  if (word === "captured") {
    const seen = { ...(transaction && { transactionId: transaction }), ...(batch && { batchId: batch }) };
    return { as: "captured", ...seen } as const;
  }
  if (word !== "send-again") throw new Refused("Say captured, not-captured or send-again.");
  if (!finalized || !pending)
    throw new Refused("send-again needs --finalized and --pending, as the back office shows.");
  return { as: "send_again", balance: { finalized, pending } } as const;
}

async function withPool(act: (pool: Pool) => Promise<void>): Promise<void> {
  const pool = openPool(readSettings().databaseUrl, 2);
  try {
    await act(pool);
  } finally {
    await pool.end();
  }
}
