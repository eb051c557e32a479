/** Plays nights in a thread of its own, and says what it found. */
import { parentPort, workerData } from "node:worker_threads";
import fc from "fast-check";
import { installClock } from "./clock.ts";
import { playNight } from "./night.ts";
import { type Exception, nights } from "./scenario.ts";

/** What a thread is told to play. */
export interface Task {
  readonly seed: number;
  readonly histories: number;
  readonly exception: Exception;
}

/** What came of it; `history` is that of the smallest night that fails. */
export interface Report {
  readonly seed: number;
  readonly histories: number;
  readonly history?: string;
  readonly tally: Readonly<Record<string, number>>;
}

const { seed, histories, exception } = workerData as Task;
const tally: Record<string, number> = {};
installClock();
const property = fc.asyncProperty(nights(exception), fc.scheduler(), (night, s) => playNight(night, s, tally));
const details = await fc.check(property, { seed, numRuns: histories });
const failed = details.failed ? { history: String((details.errorInstance as Error | null)?.message) } : {};
const report: Report = { seed, histories: details.numRuns, ...failed, tally };
parentPort?.postMessage(report);
