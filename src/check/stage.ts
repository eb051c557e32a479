import type { Bench } from "./bench.js";
import { CheckStopped, type Gate } from "./gate.js";
import type { Probe } from "./probes/probe.js";
import type { Finding, Judged, RowRun } from "./row.js";

/** What hears of each row. */
export interface StageListener {
  begins(name: string): void;
  ended(run: RowRun): void;
}

/** Runs rows one after the other. After a stop, the others are not checked. */
export async function runStage(
  stage: 1 | 2,
  probes: readonly Probe[],
  bench: Bench,
  gate: Gate,
  listener: StageListener,
): Promise<void> {
  for (const { id, name, run } of probes) {
    listener.begins(name);
    const findings = await findingsOf(() => run(bench), gate);
    listener.ended({ id, stage, name, findings, seen: bench.seen.splice(0) });
  }
}

const stoppedRow = (why: string): Judged => ({ kind: "not_checked", why });

async function findingsOf(run: () => Promise<readonly Finding[]>, gate: Gate): Promise<readonly Finding[]> {
  if (gate.stopped !== undefined) return [stoppedRow("the check stopped before this row")];
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CheckStopped)) throw error;
    gate.stop(error);
    return [stoppedRow(`the check stopped in this row: ${error.message}`)];
  }
}
