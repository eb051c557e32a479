/** Who is at work: what the library, which knows nothing of it, asks for the time, sends and stores in the middle of. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { DatabaseSync } from "node:sqlite";
import type { Once } from "../../../src/once/index.ts";
import type { Fate, StoreFate } from "./scenario.ts";

/** One process of the merchant's. It may die at any step; what it has sent or stored stays. */
export interface Process {
  readonly name: string;
  /** How far its clocks are off. The steady one stands still while its machine sleeps. */
  readonly clocks: { wall: number; steady: number; isAsleep: boolean };
  readonly once: Once<DatabaseSync>;
  isDead: boolean;
  readonly died: Promise<void>;
  readonly die: () => void;
}

/** A delivery or a sweep: what is to happen to its calls and to what it stores, one after the other. */
export interface Doing {
  readonly process: Process;
  readonly who: string;
  readonly calls: Fate[];
  readonly changes: StoreFate[];
}

export const doing = new AsyncLocalStorage<Doing | undefined>();

export function current(): Doing {
  const now = doing.getStore();
  if (now === undefined) throw new Error("nobody is at work");
  return now;
}
