/** Plays batches in a thread of its own, and reports what it found. */
import { parentPort, workerData } from "node:worker_threads";
import fc from "fast-check";
import { Batch } from "./batch.ts";
import { installClock, passWhenIdle } from "./clock.ts";
import { play } from "./play.ts";
import { type Exception, scenarios } from "./scenario.ts";

export interface Task {
  readonly seed: number;
  readonly histories: number;
  readonly exception: Exception;
  /** Whether a failing batch is shrunk to the smallest one, which takes a while. */
  readonly isSmallest: boolean;
}

/** `history` is that of a batch that fails. */
export interface Report {
  readonly seed: number;
  readonly histories: number;
  readonly history?: string;
  /** How many keys ended in each state, and how many were unknown on the way. */
  readonly tally: Readonly<Record<string, number>>;
}

const { seed, histories, exception, isSmallest } = workerData as Task;
const tally: Record<string, number> = {};
installClock();
process.on("beforeExit", passWhenIdle); // a worker that waits alone, for example before it stores again
process.emitWarning = () => undefined; // of sweeps that never run: here, sweeps are steps of a history
Error.stackTraceLimit = 0; // most errors here only go into a history, and stack traces take time
const count = (what: string) => {
  tally[what] = (tally[what] ?? 0) + 1;
};
const property = fc.asyncProperty(scenarios(exception), fc.scheduler(), async (scenario, scheduler) => {
  const batch = new Batch(scenario, exception, scheduler);
  await play(batch);
  for (const { record, wasUnknown } of batch.items) {
    const state = record?.state ?? "never begun";
    count(state);
    if (wasUnknown) count("unknown after a call");
    if (wasUnknown && state === "parked") count("unknown at the end");
  }
});
const details = await fc.check(property, { seed, numRuns: histories, endOnFailure: !isSmallest });
const failed = details.failed ? { history: String((details.errorInstance as Error | null)?.message) } : {};
const report: Report = { seed, histories: details.numRuns, ...failed, tally };
parentPort?.postMessage(report);
