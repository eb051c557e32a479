import { bareFetch, bareFetchOrder, type Contestant, callers, own } from "../contestants.ts";
import type { Plan } from "../plan.ts";
import type { Loopback } from "../run/loopback.ts";
import { Remote } from "../run/remote.ts";
import type { Stage } from "../run/stage.ts";
import { inTurn, meanOfMost, median } from "../run/statistics.ts";
import type { ProfileShare } from "./profile.ts";
import type { Sequence } from "./worker.ts";

/** How a client's calls went on one Node. */
export interface CallFigures {
  readonly contestant: Contestant;
  readonly medianUs: number;
  readonly cpuUs: number;
  readonly perSecond: number;
  readonly heapKb: number;
  readonly newConnectionsPerCall: number;
  /** Against bare fetch of the same request, in rounds that took turns with these. */
  readonly timesFetch: { readonly median: number; readonly cpu: number; readonly perSecond: number };
}

interface Running {
  readonly contestant: Contestant;
  readonly remote: Remote;
  readonly sequences: Sequence[];
  readonly bursts: number[];
  newConnections: number;
}

const CALLERS_AT_ONCE = 64;
const WAKE_UP = 10; // calls after a wait for the others, not counted

export async function measureCalls(node: string, stage: Stage, loopback: Loopback, plan: Plan): Promise<CallFigures[]> {
  const heaps = new Map<string, number>();
  for (const contestant of callers) heaps.set(contestant.id, await heapOf(node, contestant, stage, loopback));

  const running = callers.map((contestant): Running => {
    const remote = start(node, contestant, stage, loopback);
    return { contestant, remote, sequences: [], bursts: [], newConnections: 0 };
  });
  try {
    // Thousands of calls go by until all is compiled, and a long wait undoes some of it: hence in rounds, too.
    for (let round = 0; round < plan.warmUpRounds; round += 1) {
      for (const { remote } of running) await remote.ask("burst", CALLERS_AT_ONCE, plan.warmUpCalls);
    }
    for (let round = 0; round < plan.sequenceRounds; round += 1) {
      for (const one of inTurn(running, round)) await runSequence(one, plan.sequenceCalls, loopback);
    }
    for (let round = 0; round < plan.burstRounds; round += 1) {
      for (const { remote, bursts } of inTurn(running, round)) {
        bursts.push(await remote.ask<number>("burst", CALLERS_AT_ONCE, plan.burstCalls));
      }
    }
  } finally {
    for (const { remote } of running) remote.stop();
  }
  return running.map((one) => figuresOf(one, baseOf(one, running), heaps.get(one.contestant.id) ?? Number.NaN, plan));
}

function start(node: string, contestant: Contestant, stage: Stage, loopback: Loopback, flags: readonly string[] = []) {
  const target = JSON.stringify(loopback.target(contestant.operation));
  return new Remote(node, stage.script("calls"), [stage.client(contestant.client, "esm"), target], flags);
}

async function runSequence(one: Running, calls: number, loopback: Loopback): Promise<void> {
  await one.remote.ask("sequence", WAKE_UP);
  const before = await loopback.connections();
  one.sequences.push(await one.remote.ask<Sequence>("sequence", calls));
  one.newConnections += (await loopback.connections()) - before;
}

/** In a process of its own: room for all that is allocated would change the times. */
async function heapOf(node: string, contestant: Contestant, stage: Stage, loopback: Loopback): Promise<number> {
  const flags = ["--expose-gc", "--min-semi-space-size=128", "--max-semi-space-size=128"];
  const remote = start(node, contestant, stage, loopback, flags);
  try {
    await remote.ask("sequence", 300);
    const samples: number[] = [];
    for (let sample = 0; sample < 3; sample += 1) samples.push(await remote.ask<number>("allocation", 100));
    return median(samples);
  } finally {
    remote.stop();
  }
}

/** Where the time of our own calls goes. */
export async function profileCalls(
  node: string,
  stage: Stage,
  loopback: Loopback,
  plan: Plan,
): Promise<ProfileShare[]> {
  const remote = start(node, own, stage, loopback);
  try {
    await remote.ask("burst", CALLERS_AT_ONCE, plan.warmUpRounds * plan.warmUpCalls);
    return await remote.ask<ProfileShare[]>("profile", plan.sequenceRounds * plan.sequenceCalls);
  } finally {
    remote.stop();
  }
}

function baseOf({ contestant }: Running, running: readonly Running[]): Running {
  const { id } = contestant.operation === "order" ? bareFetchOrder : bareFetch;
  const base = running.find((one) => one.contestant.id === id);
  if (base === undefined) throw new Error(`${id} does not run`);
  return base;
}

function figuresOf(one: Running, base: Running, heapKb: number, plan: Plan): CallFigures {
  const medianUs = ({ sequences }: Running) => meanOfMost(sequences.map((sequence) => sequence.medianUs));
  const cpuUs = ({ sequences }: Running) => meanOfMost(sequences.map((sequence) => sequence.cpuUs));
  const perSecond = ({ bursts }: Running) => 1_000_000 / meanOfMost(bursts);
  return {
    contestant: one.contestant,
    medianUs: medianUs(one),
    cpuUs: cpuUs(one),
    perSecond: perSecond(one),
    heapKb,
    newConnectionsPerCall: one.newConnections / (plan.sequenceRounds * plan.sequenceCalls),
    timesFetch: {
      median: medianUs(one) / medianUs(base),
      cpu: cpuUs(one) / cpuUs(base),
      perSecond: perSecond(one) / perSecond(base),
    },
  };
}
