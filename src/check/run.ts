import type { PaymentClientOptions } from "../index.js";
import { type Bench, benchOf } from "./bench.js";
import { Gate } from "./gate.js";
import type { CheckServiceOptions } from "./options.js";
import { orderProbes } from "./probes/orders.js";
import type { Probe } from "./probes/probe.js";
import { finalizedInStageOne, rejectionProbes } from "./probes/rejections.js";
import { refusalOf } from "./refusal.js";
import { endingOf } from "./report/ending.js";
import { Report } from "./report/report.js";
import type { CheckRow, CheckVerdict, RowRun } from "./row.js";
import { contextOf, rowOf } from "./row-text.js";
import type { Given } from "./settings.js";
import { runStage } from "./stage.js";
import type { Terminal } from "./terminal.js";

const STAGE_ONE_REQUESTS = 25;

const stageOne: readonly Probe[] = [...orderProbes, ...rejectionProbes];
const names = stageOne.map(({ name }) => name);

/** Runs the check, prints its report, and sets the exit code. */
export async function runCheck(given: CheckServiceOptions, terminal: Terminal): Promise<readonly CheckRow[]> {
  const gate = new Gate();
  const removeListener = terminal.onInterrupt(() => gate.stop("interrupted"));
  const report = new Report(given?.print, names, terminal);
  try {
    const refusal = await refusalOf(given, terminal, gate.signal);
    if (refusal === undefined) return await runStages(given, gate, report, terminal);
    report.section({ text: `The check sent nothing: ${refusal}.` });
    terminal.setExitCode(3);
    return refusedRows(refusal);
  } finally {
    removeListener();
  }
}

const refusedRows = (refusal: string): readonly CheckRow[] =>
  stageOne.map(({ id, name }) => {
    const needs = `a check that may begin: ${refusal}`;
    return { id, stage: 1, name, verdict: "not_checked", result: `not checked: needs ${needs}`, seen: "" };
  });

async function runStages(
  { options, currencyCode: chosen }: CheckServiceOptions,
  gate: Gate,
  report: Report,
  terminal: Terminal,
): Promise<readonly CheckRow[]> {
  const { host } = new URL(options.baseUrl);
  const currencyCode = chosen ?? "SEK";
  const startedAt = performance.now();
  gate.confirm(host);
  const bench = benchOf(options, currencyCode, gate);
  const given = givenBy(options, bench);
  const printed: CheckRow[] = [];
  const runs: RowRun[] = [];
  const ended = (run: RowRun) => {
    runs.push(run);
    const row = rowOf(run, contextOf(runs, given));
    printed.push(row);
    report.row(row);
  };

  report.section({ heading: `Stage one: at most ${STAGE_ONE_REQUESTS} requests to ${host}` });
  gate.open(STAGE_ONE_REQUESTS, [finalizedInStageOne(currencyCode)]);
  report.tableHead();
  await runStage(1, stageOne, bench, gate, { begins: (name) => report.begins(name), ended });
  report.tableEnd();
  if (!bench.knowsService()) gate.stop("no response had the service's status object: check baseUrl");
  await bench.close();

  const context = contextOf(runs, given);
  const rows = runs.map((run) => rowOf(run, context));
  const exitCode = exitCodeOf(rows, gate.stopped !== undefined);
  const durationMs = performance.now() - startedAt;
  const { sent, stopped } = gate;
  for (const section of endingOf({ rows, printed, runs, context, sent, stopped, durationMs, exitCode })) {
    report.section(section);
  }
  terminal.setExitCode(exitCode);
  return rows;
}

function givenBy({ statusKeys, waive, extraFields }: PaymentClientOptions, { payments }: Bench): Given {
  const { sendAgain, lookUp } = payments;
  return { statusKeys, waive, extraFields, sendAgain, hasLookUp: lookUp !== undefined };
}

function exitCodeOf(rows: readonly CheckRow[], isStopped: boolean): 0 | 1 | 2 | 3 {
  const has = (verdict: CheckVerdict) => rows.some((row) => row.verdict === verdict);
  if (has("unsafe")) return 2;
  if (isStopped) return 3;
  return has("differs") ? 1 : 0;
}
