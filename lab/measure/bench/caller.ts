// One client in a process of its own: no other library shares its heap or its compiled code.
import { atOnce } from "../../at-once.ts";
import { serve } from "../../worker.ts";
import { clients } from "./clients.mjs";
import { median } from "./statistics.ts";
import type { Client, Target } from "./workload.ts";

let call: () => Promise<unknown>;

async function connect({ client, ...target }: Target & { readonly client: Client }): Promise<void> {
  call = await clients[client](target);
}

/**
 * The mean and the median time of a call, its mean CPU time, and the calls per second. Only the median leaves out the
 * pauses of the garbage collector.
 */
export type Made = Awaited<ReturnType<typeof make>>;

async function make(calls: number, callers: number) {
  const times: number[] = [];
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  await atOnce(callers, Array(calls).keys(), async () => {
    const calledAt = performance.now();
    await call();
    times.push(performance.now() - calledAt);
  });
  const [seconds, { user, system }] = [(performance.now() - startedAt) / 1_000, process.cpuUsage(before)];
  const meanUs = (times.reduce((sum, time) => sum + time, 0) / calls) * 1_000;
  return { meanUs, medianUs: median(times) * 1_000, cpuUs: (user + system) / calls, perSecond: calls / seconds };
}

/** Makes blocks of calls until two of them have a CPU time that is not lower. Returns how many calls that took. */
async function warmUp(block: number): Promise<number> {
  let [best, equal, calls] = [Number.POSITIVE_INFINITY, 0, 0];
  for (; equal < 2; calls += block) {
    let least = Number.POSITIVE_INFINITY;
    for (let batch = 0; batch < 5; batch += 1) least = Math.min(least, (await make(block / 5, 16)).cpuUs);
    equal = least < best * 0.97 ? 0 : equal + 1;
    best = Math.min(best, least);
  }
  return calls;
}

serve({ connect, make, warmUp });
