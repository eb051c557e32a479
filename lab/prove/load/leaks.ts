/** What a process still holds after its calls, once its idle connections have ended. */
import { getEventListeners } from "node:events";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";

export interface Held {
  readonly heapBytes: number;
  /** Sockets and everything else that keeps a process alive, by kind. */
  readonly resources: Readonly<Record<string, number>>;
  /** Listeners on the signal that all calls share. */
  readonly listeners: number;
  readonly connections: number;
}

const HEAP_GROWTH = 1.2;
const IDLE_WITHIN_MS = 15_000; // connections are kept for 4 s after their last use

/** Counts active timers. Call it when the last call ends: later, a forgotten timer has fired. */
export function activeTimers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
}

/** @param connections how many the service still holds. */
export async function heldWhenIdle(sharedSignal: AbortSignal, connections: () => Promise<number>): Promise<Held> {
  const until = performance.now() + IDLE_WITHIN_MS;
  let open = await connections();
  while (open > 0 && performance.now() < until) {
    await setTimeout(100);
    open = await connections();
  }
  const kinds = Map.groupBy(process.getActiveResourcesInfo(), (kind) => kind);
  return {
    heapBytes: await heapAfterCollection(),
    resources: Object.fromEntries([...kinds].map(([kind, each]) => [kind, each.length])),
    listeners: getEventListeners(sharedSignal, "abort").length,
    connections: open,
  };
}

/** Unused code is not counted, because V8 frees it at any time, and the code of Node's type stripper too. */
async function heapAfterCollection(): Promise<number> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error("run with --expose-gc");
  setFlagsFromString("--stress-flush-code");
  for (let round = 0; round < 6; round += 1) {
    gc();
    await setTimeout(50); // finalizers run between turns, and the next collection frees what they release
  }
  setFlagsFromString("--no-stress-flush-code");
  return process.memoryUsage().heapUsed;
}

/** @param timers - active when the last call had ended. */
export function leaksOf({ timers, before, after }: { timers: number; before: Held; after: Held }): string[] {
  const more = Object.keys(after.resources).filter(
    (kind) => (after.resources[kind] ?? 0) > (before.resources[kind] ?? 0),
  );
  const hasGrown = after.heapBytes > before.heapBytes * HEAP_GROWTH;
  return [
    ...(timers > 0 ? [`${timers} timers`] : []),
    ...(after.listeners > 0 ? [`${after.listeners} listeners on the shared signal`] : []),
    ...(after.connections > 0 ? [`${after.connections} connections`] : []),
    ...more,
    ...(hasGrown ? [`heap ${before.heapBytes} to ${after.heapBytes} bytes`] : []),
  ];
}

/** Collects the warnings of Node and unhandled rejections from now on. */
export function collectComplaints(): readonly string[] {
  const complaints: string[] = [];
  process.on("warning", ({ name, message }) => complaints.push(`${name}: ${message}`));
  process.on("unhandledRejection", (reason) => complaints.push(`unhandled: ${String(reason)}`));
  process.on("uncaughtException", (error) => complaints.push(`unhandled: ${String(error)}`));
  return complaints;
}
