/** Plays nights in a thread of its own, and says what it found. */
import { parentPort, workerData } from "node:worker_threads";
import fc from "fast-check";
import { installClock } from "./clock.ts";
import { nights } from "./draw.ts";
import { Night } from "./night.ts";
import type { Exception } from "./scenario.ts";

/** What a thread is told to play. */
export interface Task {
  readonly seed: number;
  readonly histories: number;
  readonly exception: Exception;
  /** Whether the smallest night that fails is sought, which takes a while, or the first one will do. */
  readonly isSmallest: boolean;
}

/** What came of it; `history` is that of a night that fails. */
export interface Report {
  readonly seed: number;
  readonly histories: number;
  readonly history?: string;
  /** How often a key was in which state in the end. */
  readonly tally: Readonly<Record<string, number>>;
}

const { seed, histories, exception, isSmallest } = workerData as Task;
const tally: Record<string, number> = {};
installClock();
Error.stackTraceLimit = 0; // most errors here are told of in a history, and traces take time
const property = fc.asyncProperty(nights(exception), fc.scheduler(), async (scenario, scheduler) => {
  const night = new Night(scenario, exception, scheduler);
  await night.play();
  for (const { record } of night.lines) {
    const state = record?.state ?? "never begun";
    tally[state] = (tally[state] ?? 0) + 1;
  }
});
const details = await fc.check(property, { seed, numRuns: histories, endOnFailure: !isSmallest });
const failed = details.failed ? { history: String((details.errorInstance as Error | null)?.message) } : {};
const report: Report = { seed, histories: details.numRuns, ...failed, tally };
parentPort?.postMessage(report);
