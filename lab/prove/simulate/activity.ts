/** The delivery or sweep that is running. The clock, the network and the store use it to find their caller. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { DatabaseSync } from "node:sqlite";
import type { Once, OnceReview } from "../../../src/once/index.ts";
import type { CallFault, StoreFault } from "./scenario.ts";

/** A process of the merchant. It may die at any step; what it sent or stored stays. */
export interface Process {
  readonly name: string;
  /** The errors of its clocks. The monotonic clock stops while its machine sleeps. */
  readonly clocks: { wall: number; monotonic: number; isAsleep: boolean };
  /** One for each merchant. */
  readonly onces: readonly Once<DatabaseSync>[];
  readonly reviews: readonly OnceReview[];
  isDead: boolean;
  readonly died: Promise<void>;
  readonly die: () => void;
}

/** The faults of its calls and of its changes, in order. */
export interface Activity {
  readonly process: Process;
  readonly who: string;
  readonly calls: CallFault[];
  readonly changes: StoreFault[];
  readonly beganAt: number;
  /** The keys for which it has begun to send. */
  readonly called: Set<string>;
}

export const activity = new AsyncLocalStorage<Activity | undefined>();

export function currentActivity(): Activity {
  const current = activity.getStore();
  if (current === undefined) throw new Error("no delivery or sweep is running");
  return current;
}
