/** Measures all clients on one Node, between two restarts of all processes. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { favour, Remote } from "../../remote.ts";
import type { Made } from "./caller.ts";
import type { Samples } from "./statistics.ts";
import { type Client, type Target, targetOf } from "./workload.ts";

export interface Contestant {
  readonly name: string;
  readonly client: Client;
  /** The built library, if it is another one than this repository's. */
  readonly library?: string;
}

const cases = [
  { one: "finalize", calls: 300, block: 4_000 },
  { one: "10 lines", calls: 300, block: 4_000 },
  { one: "1,000 lines", calls: 20, block: 250 },
] as const;

const file = (name: string) => join(import.meta.dirname, name);

export async function measure(node: string, contestants: readonly Contestant[], turns: number): Promise<Samples> {
  const samples: Samples = {};
  const note = (figure: string, { name }: Contestant, sample: number) => {
    samples[figure] ??= {};
    samples[figure][name] ??= [];
    samples[figure][name].push(Number(sample.toPrecision(4)));
  };
  using processes = new DisposableStack();
  const start = (executable: string, script: string) =>
    processes.adopt(new Remote(executable, file(script)), (remote) => remote.stop());
  const server = start(process.execPath, "server.ts");
  const baseUrl = await server.ask<string>("open", 0);

  for (const { one, calls, block } of cases) {
    const callers = contestants.map((who: Contestant) => ({ who, remote: start(node, "caller.ts") }));
    const target = await targetOf(one, baseUrl);
    for (const { who, remote } of callers) {
      await remote.ask("connect", { ...target, ...who });
      note(`${one} warm-up`, who, await remote.ask("warmUp", block));
    }
    await byTurns(turns, callers, async ({ who, remote }) => {
      await remote.ask("make", calls / 20, 1); // after the wait for the others
      const { meanUs, medianUs, cpuUs } = await remote.ask<Made>("make", calls, 1);
      note(one, who, meanUs);
      note(`${one} median`, who, medianUs);
      note(`${one} CPU`, who, cpuUs);
    });
    if (one === "finalize") {
      await byTurns(turns / 2, callers, async ({ who, remote }) =>
        note("64 callers", who, (await remote.ask<Made>("make", 1_280, 64)).perSecond),
      );
      callers.unshift({ who: { name: "first crowd", client: "fetch" }, remote: start(node, "caller.ts") }); // warms the server up
    }
    for (const { who, remote } of callers) {
      if (one === "finalize") {
        const slow = await server.ask<string>("open", 20);
        await remote.ask("connect", { ...(await targetOf(one, slow)), ...who });
        note("5,000 callers", who, (await remote.ask<Made>("make", 10_000, 5_000)).perSecond);
        note("sockets", who, await server.ask("mostSockets", slow));
      }
      remote.stop(); // with its connections
    }
  }
  const target = await targetOf("finalize", baseUrl);
  await byTurns(turns / 2, contestants, async (who) => note("start", who, await firstCall(node, target, who)));
  return samples;
}

/** Forward in even rounds, backward in odd ones, so that nobody always runs right after the same neighbour. */
async function byTurns<T>(rounds: number, all: readonly T[], turn: (one: T) => Promise<unknown>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const one of round % 2 === 0 ? all : all.toReversed()) await turn(one);
  }
}

async function firstCall(node: string, target: Target, who: Contestant): Promise<number> {
  const child = fork(file("first-call.mjs"), [JSON.stringify({ ...target, ...who })], { execPath: node, execArgv: [] });
  favour(child);
  const message = once(child, "message");
  await once(child, "close"); // the next one has the machine to itself
  return (await message)[0];
}
