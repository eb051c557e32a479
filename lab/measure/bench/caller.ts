// One client in a process of its own: no other library shares its heap or its compiled code.
import { GCProfiler, getHeapStatistics } from "node:v8";
import { serve } from "../../worker.ts";
import { median } from "./statistics.ts";
import type { Call, Connect, Target } from "./workload.ts";

const CALLERS = 64;
const UNCOUNTED = 1 / 20; // the first calls of a turn, after the wait for the others

let call: Call;

async function connect(client: string, target: Target): Promise<void> {
  const file = (await import(`./clients/${client}.ts`)) as { connect: Connect };
  call = await file.connect(target);
}

/** Of one client's turn: the median time of a call, and the mean CPU time with garbage collection. */
export interface Turn {
  readonly p50Us: number;
  readonly cpuUs: number;
}

async function takeTurn(calls: number): Promise<Turn> {
  for (let index = 0; index < calls * UNCOUNTED; index += 1) await call();
  const times = new Array<number>(calls);
  const before = process.cpuUsage();
  for (let index = 0; index < calls; index += 1) {
    const startedAt = performance.now();
    await call();
    times[index] = performance.now() - startedAt;
  }
  const { user, system } = process.cpuUsage(before);
  return { p50Us: median(times) * 1_000, cpuUs: (user + system) / calls };
}

/** Calls per second with 64 callers at once. */
async function callAtOnce(calls: number): Promise<number> {
  const startedAt = performance.now();
  let left = calls;
  async function caller() {
    while (left > 0) {
      left -= 1;
      await call();
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return calls / ((performance.now() - startedAt) / 1_000);
}

/**
 * KB on the heap for each call. It is right only if nothing is collected, so the process needs a large young
 * generation.
 */
async function heapPerCall(calls: number, tries = 3): Promise<number> {
  globalThis.gc?.();
  const profiler = new GCProfiler();
  profiler.start();
  const before = getHeapStatistics().used_heap_size;
  for (let index = 0; index < calls; index += 1) await call();
  const after = getHeapStatistics().used_heap_size;
  const collections = profiler.stop()?.statistics.length;
  if (collections === 0) return (after - before) / 1_024 / calls;
  if (tries === 1) throw new Error("the heap was collected while it was measured, again and again");
  return heapPerCall(calls, tries - 1);
}

serve({ connect, takeTurn, callAtOnce, heapPerCall });
