/** The command: see `help` below. */
import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { OnceDecisionError, OnceStoppedError } from "merchant-payments/once";
import type { Pool } from "pg";
import { capturesOn } from "./captures.ts";
import { openPool } from "./database.ts";
import { correct, decide, printParked } from "./parked.ts";
import { printLines, printTotals } from "./report.ts";
import { run } from "./run.ts";
import { InvalidCommand } from "./runs.ts";
import { setUp } from "./set-up.ts";
import { readSettings } from "./settings.ts";

const help = `Usage: node src/cli.ts <command> [options]

  set-up                     create the tables and the queue
  run [--workers 3]          capture every waiting shipment, with a progress bar and a table at the end
    --resume                 continue a run that was stopped or interrupted; one capture goes first
  worker                     start one more worker, here or on another machine
  sweep                      send again to find out, book, and send what was decided: every minute while no worker runs
  parked [--json]            list shipments that wait, with the question and the --snapshot that a decision names
  decide <shipment> captured|not-captured|send-again
    --snapshot <text> --why <text> [--by <name>]
    --finalized <amount> --pending <amount>    the balance in the back office: for send-again,
                                               and for not-captured if it may have been captured
    --transaction <id> --batch <id>            the capture's ids in the back office: for captured
  correct <shipment> <amount> --snapshot <text> --why <text> [--by <name>]
  report [--since <time>]    sums by state of the shipments that changed since then, or in the last 24 hours
    --lines csv|json         one line per shipment, to compare with the settlement file

Exit codes: 0 done, 1 failed, 2 invalid command or decision, 3 the circuit breaker opened.
Environment: DATABASE_URL, PAYMENTS_URL, PAYMENTS_MERCHANT_ID, PAYMENTS_PASSWORD,
CAPTURE_CONCURRENCY (captures at a time per worker, 16), CAPTURE_TIMES (of Once, as JSON in milliseconds).
`;

try {
  await main();
} catch (error) {
  const isInvalid = error instanceof InvalidCommand || error instanceof OnceDecisionError;
  const isStopped = error instanceof OnceStoppedError;
  console.error(isInvalid || isStopped ? error.message : error);
  process.exitCode = isInvalid ? 2 : isStopped ? 3 : 1;
}

async function main(): Promise<void> {
  const { values, positionals } = parsed();
  const [command = "help", shipmentId = "", argument = ""] = positionals;
  switch (command) {
    case "help":
      return console.log(help);
    case "run":
      if (!/^[1-9]\d?$/.test(values.workers)) throw new InvalidCommand("--workers must be 1 to 99.");
      process.exitCode = await run(readSettings().databaseUrl, Number(values.workers), values.resume);
      return;
    case "worker":
      return void (await import("./worker.ts"));
    case "set-up":
      return withPool(setUp);
    case "sweep":
      return withPool(async (pool) => console.log(`${(await capturesOn(pool).sweep()).length} shipments were due.`));
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
      return withPool((pool) => applyDecision(pool, command, { shipmentId, argument, values }));
    default:
      throw new InvalidCommand(`There is no command "${command}".\n\n${help}`);
  }
}

type Given = ReturnType<typeof parsed>["values"];

function parsed() {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const named = { snapshot: text, why: text, by: text, finalized: text, pending: text, transaction: text, batch: text };
  const options = { ...named, workers: { ...text, default: "3" }, since: text, lines: text, resume: flag, json: flag };
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    throw new InvalidCommand(`${error instanceof Error ? error.message : error}\n\n${help}`);
  }
}

async function applyDecision(
  pool: Pool,
  command: "decide" | "correct",
  { shipmentId, argument, values }: { shipmentId: string; argument: string; values: Given },
): Promise<void> {
  const { snapshot, why, by = userInfo().username } = values;
  if (shipmentId === "" || !snapshot || !why?.trim())
    throw new InvalidCommand(`${command} needs a shipment, --snapshot and --why.`);
  const captures = capturesOn(pool);
  if (command === "correct") {
    await correct(captures, pool, { shipmentId, snapshot, amount: argument, by, why });
    console.log("Corrected; the next sweep sends it.");
  } else {
    const decision = { by, why, ...decisionOf(argument, values) };
    console.log(`Now ${await decide(captures, pool, { shipmentId, snapshot, decision })}.`);
  }
}

function decisionOf(argument: string, { finalized, pending, transaction, batch }: Given) {
  const balance = finalized && pending ? { balance: { finalized, pending } } : undefined;
  if (argument === "not-captured") return { as: "not_captured", ...balance } as const;
  if (argument === "captured") {
    const ids = { ...(transaction && { transactionId: transaction }), ...(batch && { batchId: batch }) };
    return { as: "captured", ...ids } as const;
  }
  if (argument !== "send-again") throw new InvalidCommand("Decide captured, not-captured or send-again.");
  if (balance === undefined)
    throw new InvalidCommand("send-again needs --finalized and --pending, as the back office shows them.");
  return { as: "send_again", ...balance } as const;
}

async function withPool(act: (pool: Pool) => Promise<void>): Promise<void> {
  const pool = openPool(readSettings().databaseUrl, 2);
  try {
    await act(pool);
  } finally {
    await pool.end();
  }
}
