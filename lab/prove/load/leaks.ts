/** What a process holds once its calls are over and its idle connections have ended. */
import { getEventListeners } from "node:events";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";

export interface Held {
  readonly heapBytes: number;
  /** Sockets and whatever else keeps a process alive, by kind. */
  readonly resources: Readonly<Record<string, number>>;
  /** On the signal that all callers share. */
  readonly listeners: number;
  readonly connections: number;
}

const IDLE_WITHIN_MS = 15_000; // connections are kept for 4 s after their last use

/** Timers under way. The moment in which the last call ends is the one to ask: later, a forgotten one has run. */
export function timersUnderWay(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
}

/** @param connections how many the service still holds open. */
export async function heldWhenIdle(shift: AbortSignal, connections: () => Promise<number>): Promise<Held> {
  const until = performance.now() + IDLE_WITHIN_MS;
  let open = await connections();
  while (open > 0 && performance.now() < until) {
    await setTimeout(100);
    open = await connections();
  }
  return {
    heapBytes: await heapAfterCollection(),
    resources: countBy(process.getActiveResourcesInfo()),
    listeners: getEventListeners(shift, "abort").length,
    connections: open,
  };
}

/** Without the code that is not in use: V8 lets go of that, and of Node's own type stripper, when it sees fit. */
async function heapAfterCollection(): Promise<number> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error("run with --expose-gc");
  setFlagsFromString("--stress-flush-code");
  for (let round = 0; round < 6; round += 1) {
    gc();
    await setTimeout(50); // finalizers run between turns, and free what the next collection can take
  }
  setFlagsFromString("--no-stress-flush-code");
  return process.memoryUsage().heapUsed;
}

function countBy(kinds: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(kinds, (kind) => kind)].map(([kind, each]) => [kind, each.length]));
}

/** What Node complains of while the calls run. */
export interface Complaints {
  readonly warnings: string[];
  readonly unhandled: string[];
}

export function complaints(): Complaints {
  const heard: Complaints = { warnings: [], unhandled: [] };
  process.on("warning", ({ name, message }) => heard.warnings.push(`${name}: ${message}`));
  process.on("unhandledRejection", (reason) => heard.unhandled.push(String(reason)));
  process.on("uncaughtException", (error) => heard.unhandled.push(String(error)));
  return heard;
}
