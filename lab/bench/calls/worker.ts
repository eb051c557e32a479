// One client in a process of its own: no other library shares its heap or replaces its dispatcher.
import { GCProfiler, getHeapStatistics } from "node:v8";
import { median } from "../run/statistics.ts";
import { serve } from "../run/worker.ts";
import type { Target } from "../workload.ts";
import { type ProfileShare, profiled } from "./profile.ts";

const [clientFile = "", target = ""] = process.argv.slice(2);
const { connect } = (await import(clientFile)) as { connect: (target: Target) => () => Promise<unknown> };
const call = connect(JSON.parse(target));

/** Of a number of calls, one after the other. */
export interface Sequence {
  readonly medianUs: number;
  readonly cpuUs: number;
}

async function sequence(calls: number): Promise<Sequence> {
  const latencies = new Array<number>(calls);
  const before = process.cpuUsage();
  for (let index = 0; index < calls; index += 1) {
    const startedAt = performance.now();
    await call();
    latencies[index] = performance.now() - startedAt;
  }
  const { user, system } = process.cpuUsage(before);
  return { medianUs: median(latencies) * 1_000, cpuUs: (user + system) / calls };
}

/** Microseconds per call with so many callers at once. */
async function burst(callers: number, calls: number): Promise<number> {
  const startedAt = performance.now();
  let left = calls;
  async function caller() {
    while (left > 0) {
      left -= 1;
      await call();
    }
  }
  await Promise.all(Array.from({ length: callers }, caller));
  return ((performance.now() - startedAt) * 1_000) / calls;
}

/** KB that a call allocates on the heap. Only right while nothing is collected, which needs a large young generation. */
async function allocation(calls: number): Promise<number> {
  globalThis.gc?.();
  const profiler = new GCProfiler();
  profiler.start();
  const before = getHeapStatistics().used_heap_size;
  for (let index = 0; index < calls; index += 1) await call();
  const after = getHeapStatistics().used_heap_size;
  const collections = profiler.stop()?.statistics.length;
  if (collections !== 0) throw new Error(`the heap was collected ${collections} times while it was measured`);
  return (after - before) / 1_024 / calls;
}

/** Where the time of a number of calls goes, one after the other. */
function profile(calls: number): Promise<ProfileShare[]> {
  return profiled(() => sequence(calls));
}

serve({ sequence, burst, allocation, profile });
