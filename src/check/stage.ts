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
    const isSkipped = gate.stopped !== undefined;
    if (!isSkipped) listener.begins(name);
    const findings = isSkipped ? [SKIPPED] : await findingsOf(() => run(bench), gate);
    listener.ended({ id, stage, name, findings, seen: bench.seen.splice(0), isSkipped });
  }
}

const SKIPPED: Judged = { kind: "not_checked", why: "the check stopped before" };

async function findingsOf(run: () => Promise<readonly Finding[]>, gate: Gate): Promise<readonly Finding[]> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CheckStopped)) throw error;
    gate.stop(error);
    return [{ kind: "not_checked", why: `the check stopped in this row: ${error.message}` }];
  }
}
