/** Runs the check: the host, stage one, the captures to confirm, stage two, the end of the report. */
import { type Bench, benchFor, nameOf } from "./bench.js";
import { captureRows } from "./captures.js";
import { amountIn, type CheckRow, type Finding, type Judged } from "./finding.js";
import { CheckStopped, Gate } from "./gate.js";
import { type CheckServiceOptions, faultsOf } from "./options.js";
import { amountsOf } from "./purposes.js";
import { endingOf, list, textOf } from "./report.js";
import { type Probe, rowOf } from "./row.js";
import { NO_SUCH_TRANSACTION, stageOne } from "./stage-one.js";
import { backOfficeProbe, lookUpProbe } from "./stage-two.js";
import { processTerminal, type Terminal } from "./terminal.js";

const MOST_REQUESTS = { 1: 25, 2: 60 };
const SKIPPED: Judged = { kind: "not_checked", why: "the check stopped before" };

/**
 * Captures the authorizations that you list, and says where your service differs.
 *
 * Run it against a test environment only. It sends nothing before the host is confirmed, and captures nothing before you
 * confirm the captures. It uses all options of your client but `onEvent` and `maxRetries`.
 *
 * It sets the exit code of the process: 0 if no row differs, 2 if one is unsafe, 3 if the check stopped or could not
 * begin, 4 if a row differs. 1 is that of a program that crashed.
 *
 * @returns The rows of the report. It does not reject if the service fails: the rows say so.
 *
 * @example
 * ```ts
 * const productionBaseUrl = "https://payments.example.com/api";
 * await checkService({ options, productionBaseUrl, authorizations: [] });
 * ```
 */
export function checkService(options: CheckServiceOptions): Promise<readonly CheckRow[]> {
  return runCheck(options, processTerminal);
}

export async function runCheck(given: CheckServiceOptions, terminal: Terminal): Promise<readonly CheckRow[]> {
  const gate = new Gate();
  const removeListener = terminal.onInterrupt(() => gate.stop(new CheckStopped("interrupted", "Run the check again.")));
  const print = (text: string) => given?.print === false || terminal.write(text);
  try {
    const obstacle = faultsOf(given).join("; ") || (await hostObstacle(given, terminal, gate.signal));
    if (obstacle === undefined) return await runStages(benchFor(given, gate, terminal), print);
    print(`The check sent nothing: ${obstacle}.\n\n`);
    terminal.setExitCode(3);
    const result = `not checked: needs a check that may begin: ${obstacle}`;
    return stageOne.map(({ id, name }) => ({ id, stage: 1, name, verdict: "not_checked", result, seen: "" }));
  } finally {
    removeListener();
  }
}

async function hostObstacle({ options, host: given }: CheckServiceOptions, terminal: Terminal, signal: AbortSignal) {
  const { host } = new URL(options.baseUrl);
  const needs = `host must be "${host}", the host of baseUrl: without a terminal, nobody can type it`;
  if (!terminal.canAsk) return given === host ? undefined : needs;
  const typed = await terminal.ask(`Type the host of the test environment, ${host}, to go on: `, signal);
  return typed === host ? undefined : "the host was not confirmed";
}

async function runStages(bench: Bench, print: (text: string) => void): Promise<readonly CheckRow[]> {
  const { given, gate, terminal, runs, seen } = bench;
  const { host } = new URL(bench.options.baseUrl);
  const authorizations = given.authorizations ?? [];
  const startedAt = performance.now();

  const runRows = async (stage: 1 | 2, probes: readonly Probe[]) => {
    for (const { id, name, run } of probes) {
      const isSkipped = gate.stopped !== undefined;
      if (!isSkipped) print(`- ${name} … `);
      const findings = isSkipped ? [SKIPPED] : await findingsOf(run(bench), gate);
      const ended = { id, stage, name, findings, seen: seen.splice(0).join("; ") };
      runs.push(ended);
      const row = rowOf(ended, bench);
      // Later rows can show more of its status keys.
      const isOpen = findings.some((each) => each.kind === "key") && row.verdict !== "as_assumed";
      if (!isSkipped) print(`${textOf(isOpen ? { ...row, result: "see the end of the report" } : row)}\n`);
    }
    print(runs.at(-1)?.findings[0] === SKIPPED ? `- all other rows … not checked: ${SKIPPED.why}\n\n` : "\n");
  };

  print(`## Stage one: at most ${MOST_REQUESTS[1]} requests to ${host}\n\n`);
  gate.open(host, MOST_REQUESTS[1], [`${NO_SUCH_TRANSACTION} ${amountIn(bench.currencyCode, "1")}`]);
  await runRows(1, stageOne);
  if (gate.stopped === undefined) {
    print(`## Stage two: at most ${MOST_REQUESTS[2]} requests to ${host}\n\n`);
    const isUnsafe = runs.some((run) => rowOf(run, bench).verdict === "unsafe");
    bench.obstacle = isUnsafe ? "a stage one without an unsafe row" : await confirmed(bench, print);
    const captures = authorizations.map((each) => amountsOf(each).map((amount) => `${each.transactionId} ${amount}`));
    gate.open(host, MOST_REQUESTS[2], captures.flat());
    const lookUp = bench.payments.lookUp === undefined ? [] : [lookUpProbe];
    await runRows(2, [...captureRows(given), ...lookUp, backOfficeProbe]);
  }
  await bench.payments.close();

  const rows = runs.map((run) => rowOf(run, bench));
  const has = (verdict: CheckRow["verdict"]) => rows.some((row) => row.verdict === verdict);
  const exitCode = has("unsafe") ? 2 : gate.stopped ? 3 : has("differs") ? 4 : 0;
  print(endingOf(bench, rows, exitCode, ((performance.now() - startedAt) / 1_000).toFixed(1)));
  terminal.setExitCode(exitCode);
  return rows;
}

/** @throws what is no reason to stop, because a bug in a row is not the service's fault. */
async function findingsOf(row: ReturnType<Probe["run"]>, gate: Gate): Promise<readonly Finding[]> {
  try {
    return [await row].flat();
  } catch (error) {
    if (!(error instanceof CheckStopped)) throw error;
    gate.stop(error);
    return [{ ...SKIPPED, why: `the check stopped in this row: ${error.message}. ${error.next}` }];
  }
}

/** Lists the captures and asks for them. Returns what is missing; undefined if they may be sent. */
async function confirmed({ given, terminal, gate }: Bench, print: (text: string) => void) {
  const captures = (given.authorizations ?? []).map((each) => {
    return `${nameOf(each)}: ${amountsOf(each).join(", then ")} ${each.currencyCode}`;
  });
  if (captures.length === 0) return undefined;
  print(list("These are captures. In production, they would move money:", captures));
  if (!terminal.canAsk) return given.confirmCaptures ? undefined : "the option confirmCaptures: true";
  const typed = await terminal.ask('Type "capture" to send them: ', gate.signal);
  return typed === "capture" ? undefined : "your confirmation of the captures";
}
