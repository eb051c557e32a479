import { Bench } from "./bench.js";
import { capturesOf, plannedRows } from "./captures/plan.js";
import { confirmCaptures } from "./confirm-captures.js";
import { CheckStopped, Gate } from "./gate.js";
import { obstacleOf } from "./obstacle.js";
import type { CheckServiceOptions } from "./options.js";
import { intermediaryProbe } from "./probes/intermediary.js";
import { orderProbes } from "./probes/orders.js";
import type { Probe } from "./probes/probe.js";
import { finalizedInStageOne, rejectionProbes } from "./probes/rejections.js";
import { endingOf } from "./report/ending.js";
import { Report } from "./report/report.js";
import type { CheckRow, CheckVerdict, RowRun } from "./row.js";
import { contextOf, rowOf } from "./row-text.js";
import { runStage } from "./stage.js";
import { stageTwo } from "./stage-two.js";
import type { Terminal } from "./terminal.js";

const MOST_REQUESTS = { 1: 25, 2: 60 };

const stageOne: readonly Probe[] = [...orderProbes, ...rejectionProbes, intermediaryProbe];

/** Runs the check, prints its report, and sets the exit code. */
export async function runCheck(given: CheckServiceOptions, terminal: Terminal): Promise<readonly CheckRow[]> {
  const gate = new Gate();
  const removeListener = terminal.onInterrupt(() => gate.stop(new CheckStopped("interrupted", "Run the check again.")));
  const report = new Report(given?.print, terminal);
  try {
    const obstacle = await obstacleOf(given, terminal, gate.signal);
    if (obstacle === undefined) return await runStages(given, gate, report, terminal);
    report.section({ text: `The check sent nothing: ${obstacle}.` });
    terminal.setExitCode(3);
    return rowsNotChecked(obstacle);
  } finally {
    removeListener();
  }
}

const rowsNotChecked = (obstacle: string): readonly CheckRow[] =>
  stageOne.map(({ id, name }) => {
    const result = `not checked: needs a check that may begin: ${obstacle}`;
    return { id, stage: 1, name, verdict: "not_checked", result, seen: "" };
  });

async function runStages(
  check: CheckServiceOptions,
  gate: Gate,
  report: Report,
  terminal: Terminal,
): Promise<readonly CheckRow[]> {
  const { options, authorizations } = check;
  const { host } = new URL(options.baseUrl);
  const currencyCode = check.currencyCode ?? authorizations?.[0]?.currencyCode ?? "SEK";
  const planned = plannedRows(check);
  const startedAt = performance.now();
  gate.confirm(host);
  const bench = new Bench(options, currencyCode, gate);
  const { sendAgain, lookUp } = bench.payments;
  const given = { ...options, sendAgain, hasLookUp: lookUp !== undefined };
  const runs: RowRun[] = [];
  const rowsNow = () => runs.map((run) => rowOf(run, contextOf(runs, given)));
  const ended = (run: RowRun) => {
    const isFolded = run.isSkipped && runs.at(-1)?.isSkipped;
    runs.push(run);
    const row = rowOf(run, contextOf(runs, given, true));
    if (!isFolded) report.row(run.isSkipped ? { ...row, name: "all other rows" } : row);
  };
  const runRows = async (stage: 1 | 2, probes: readonly Probe[]) => {
    report.tableHead();
    await runStage(stage, probes, bench, gate, { begins: (name) => report.begins(name), ended });
    report.tableEnd();
  };

  report.section({ heading: `Stage one: at most ${MOST_REQUESTS[1]} requests to ${host}` });
  gate.open(MOST_REQUESTS[1], [finalizedInStageOne(currencyCode)]);
  await runRows(1, stageOne);
  if (gate.stopped === undefined) {
    report.section({ heading: `Stage two: at most ${MOST_REQUESTS[2]} requests to ${host}` });
    gate.open(MOST_REQUESTS[2], (authorizations ?? []).flatMap(capturesOf));
    const isUnsafe = rowsNow().some(({ verdict }) => verdict === "unsafe");
    const obstacle = isUnsafe
      ? "a stage one without an unsafe row"
      : await confirmCaptures(check, planned, report, terminal, gate.signal);
    await runRows(2, stageTwo(planned, given.hasLookUp, obstacle, terminal));
  }
  await bench.close();

  const rows = rowsNow();
  const exitCode = exitCodeOf(rows, gate.stopped !== undefined);
  const durationMs = performance.now() - startedAt;
  const { sent, stopped } = gate;
  const run = { rows, runs, planned, sent, stopped, currencyCode, durationMs, exitCode };
  for (const section of endingOf(run, contextOf(runs, given))) report.section(section);
  terminal.setExitCode(exitCode);
  return rows;
}

function exitCodeOf(rows: readonly CheckRow[], isStopped: boolean): 0 | 1 | 2 | 3 {
  const has = (verdict: CheckVerdict) => rows.some((row) => row.verdict === verdict);
  if (has("unsafe")) return 2;
  if (isStopped) return 3;
  return has("differs") ? 1 : 0;
}
