import { Session } from "node:inspector/promises";

/** A share of the CPU time of calls, by where it was spent, from 0 to 1. */
export interface ProfileShare {
  readonly where: string;
  readonly share: number;
}

const SAMPLE_US = 100;

/** What V8's sampling profiler sees while the calls run. Waiting for the server is left out. */
export async function profiled(run: () => Promise<unknown>): Promise<ProfileShare[]> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: SAMPLE_US });
  await session.post("Profiler.start");
  await run();
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();

  const places = new Map(profile.nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const place = places.get(id);
    if (place !== undefined) times.set(place, (times.get(place) ?? 0) + (profile.timeDeltas?.[index] ?? 0));
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times].map(([where, time]) => ({ where, share: time / total })).sort((a, b) => b.share - a.share);
}

/** Undefined for waiting. V8's own functions, the system calls among them, have no file. */
function placeOf({ functionName, url }: { functionName: string; url: string }): string | undefined {
  if (functionName === "(idle)") return undefined;
  if (functionName === "(garbage collector)") return "garbage collection";
  if (/^write|^readStart$|^shutdown$/.test(functionName) && url === "") return "the system's write to the socket";
  if (url === "") return "V8 and Node, compiled";
  if (/^node:_?http|^node:internal\/http/.test(url)) return "Node's http";
  if (url.startsWith("node:")) return "the rest of Node";
  if (url.includes("/decimal.js/")) return "decimal.js";
  return "merchant-payments, zod in it";
}
