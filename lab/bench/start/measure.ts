import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type Contestant, stripe } from "../contestants.ts";
import type { Loopback } from "../run/loopback.ts";
import { favour } from "../run/remote.ts";
import type { Stage } from "../run/stage.ts";
import { inTurn, median, medianRatio } from "../run/statistics.ts";

export type Format = "esm" | "cjs";

/** How a library starts in a fresh process. */
export interface StartFigures {
  readonly contestant: Contestant;
  readonly format: Format;
  readonly importCpuMs: number;
  /** From the start of the process to the first answer. */
  readonly answeredMs: number;
  readonly timesStripe: { readonly importCpu: number; readonly answered: number };
}

interface Start {
  readonly importCpuMs: number;
  readonly answeredMs: number;
}

const probes = { esm: "probe.mjs", cjs: "probe.cjs" };

export async function measureStarts(
  node: string,
  contestants: readonly Contestant[],
  stage: Stage,
  loopback: Loopback,
  rounds: number,
): Promise<StartFigures[]> {
  const runs = contestants.flatMap((contestant) =>
    (["esm", "cjs"] as const).map((format) => ({ contestant, format, starts: [] as Start[] })),
  );
  for (const { contestant, format } of runs) await startOnce(node, contestant, format, stage, loopback); // fills file caches
  for (let round = 0; round < rounds; round += 1) {
    for (const { contestant, format, starts } of inTurn(runs, round)) {
      starts.push(await startOnce(node, contestant, format, stage, loopback));
    }
  }
  return runs.map(({ contestant, format, starts }) => {
    const base = runs.find((run) => run.contestant.id === stripe.id && run.format === format);
    const cpu = (of: readonly Start[]) => of.map(({ importCpuMs }) => importCpuMs);
    const answered = (of: readonly Start[]) => of.map(({ answeredMs }) => answeredMs);
    return {
      contestant,
      format,
      importCpuMs: median(cpu(starts)),
      answeredMs: median(answered(starts)),
      timesStripe: {
        importCpu: medianRatio(cpu(starts), cpu(base?.starts ?? [])),
        answered: medianRatio(answered(starts), answered(base?.starts ?? [])),
      },
    };
  });
}

async function startOnce(node: string, contestant: Contestant, format: Format, stage: Stage, loopback: Loopback) {
  const probe = join(import.meta.dirname, probes[format]);
  const given = [stage.client(contestant.client, format), JSON.stringify(loopback.target("finalize"))];
  const child = fork(probe, given, { execPath: node, execArgv: [] });
  favour(child);
  const answer = once(child, "message");
  const end = once(child, "exit");
  // Not at its end, which may be known before its answer is read.
  const failure = once(child, "disconnect").then(async () => {
    throw new Error(`${contestant.label} did not start: ${(await end)[0]}`);
  });
  const [start] = (await Promise.race([answer, failure])) as [Start];
  await failure.catch(() => undefined); // the next one has the machine to itself
  return start;
}
