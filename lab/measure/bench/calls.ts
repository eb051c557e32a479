import { join } from "node:path";
import { Remote } from "../../remote.ts";
import type { Turn } from "./caller.ts";
import { bareFetch, type Contestant, root } from "./contestants.ts";
import { inTurn, median, medianRatio, type Spread, spread } from "./statistics.ts";
import { type Case, requestOf, type Target } from "./workload.ts";

/** How often the clients take turns between two restarts. */
export interface Rounds {
  readonly turns: number;
  readonly atOnce: number;
}

/** What one client did between two restarts. */
interface Measured {
  readonly turns: readonly Turn[];
  readonly perSecond: readonly number[];
  readonly heapKb: number;
}

/** What all clients did between two restarts, round by round. */
export type Restart = ReadonlyMap<Contestant, Measured>;

const CALLS_AT_ONCE = 640;
const NOTHING_COLLECTED = ["--expose-gc", "--min-semi-space-size=128", "--max-semi-space-size=128"];

/** Starts a server and all clients, lets them take turns, and ends them. */
export async function measureCalls(node: string, contestants: readonly Contestant[], one: Case, rounds: Rounds) {
  const remotes: Remote[] = [];
  const start = async (contestant: Contestant, target: Target, flags?: readonly string[]) => {
    const remote = new Remote(node, join(import.meta.dirname, "caller.ts"), [], flags);
    remotes.push(remote);
    const library = join(contestant.build ?? root, "dist/index.js");
    await remote.ask("connect", contestant.client, { ...target, library });
    return remote;
  };
  try {
    const server = new Remote(process.execPath, join(import.meta.dirname, "server.ts"));
    remotes.push(server);
    const target = await targetOf(one, await server.ask("baseUrl"));

    const running: { contestant: Contestant; remote: Remote; turns: Turn[]; perSecond: number[] }[] = [];
    for (const contestant of contestants) {
      const remote = await start(contestant, target);
      await remote.ask("callAtOnce", one.warmUp);
      running.push({ contestant, remote, turns: [], perSecond: [] });
    }
    for (let round = 0; round < rounds.turns; round += 1) {
      for (const { remote, turns } of inTurn(running, round)) turns.push(await remote.ask("takeTurn", one.calls));
    }
    for (let round = 0; one.atOnce && round < rounds.atOnce; round += 1) {
      for (const { remote, perSecond } of inTurn(running, round)) {
        perSecond.push(await remote.ask("callAtOnce", CALLS_AT_ONCE));
      }
    }
    for (const { remote } of running) remote.stop();

    const restart = new Map<Contestant, Measured>();
    for (const { contestant, turns, perSecond } of running) {
      const remote = await start(contestant, target, NOTHING_COLLECTED);
      await remote.ask("callAtOnce", one.warmUp / 4);
      restart.set(contestant, { turns, perSecond, heapKb: await remote.ask("heapPerCall", one.callsOnHeap) });
      remote.stop();
    }
    return restart;
  } finally {
    for (const remote of remotes) remote.stop();
  }
}

async function targetOf({ name }: Case, baseUrl: string): Promise<Target> {
  const library = join(root, "dist/index.js");
  const { url, body } = await requestOf(name, library, baseUrl);
  return { caseName: name, baseUrl, library, url, body };
}

export type Measure = "p50" | "cpu" | "perSecond";

const samples: Readonly<Record<Measure, (measured: Measured) => readonly number[]>> = {
  p50: ({ turns }) => turns.map(({ p50Us }) => p50Us),
  cpu: ({ turns }) => turns.map(({ cpuUs }) => cpuUs),
  perSecond: ({ perSecond }) => perSecond,
};

/** One client's figure divided by another's, by default by that of bare fetch. */
export function ratio(restarts: readonly Restart[], measure: Measure, of: Contestant, to = bareFetch): Spread {
  const ratios = restarts.map((restart) => {
    return medianRatio(samples[measure](measuredOf(restart, of)), samples[measure](measuredOf(restart, to)));
  });
  return spread(ratios);
}

export function p50Us(restarts: readonly Restart[], of: Contestant): Spread {
  return spread(restarts.map((restart) => median(samples.p50(measuredOf(restart, of)))));
}

export function heapKb(restarts: readonly Restart[], of: Contestant): Spread {
  return spread(restarts.map((restart) => measuredOf(restart, of).heapKb));
}

function measuredOf(restart: Restart, contestant: Contestant): Measured {
  const measured = restart.get(contestant);
  if (measured === undefined) throw new Error(`${contestant.name} was not measured`);
  return measured;
}
