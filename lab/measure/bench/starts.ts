import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { favour, Remote } from "../../remote.ts";
import { bareFetch, type Contestant, root } from "./contestants.ts";
import { inTurn, median, medianRatio, type Spread, spread } from "./statistics.ts";
import { finalization, headers, merchant, requestOf } from "./workload.ts";

export type Form = "import" | "require";

const forms: readonly Form[] = ["import", "require"];

/** Figures of a fresh process. */
interface Start {
  /** CPU time to load the library. */
  readonly loadCpuMs: number;
  /** From the start of the process to its first response. */
  readonly respondedMs: number;
}

export interface Starter {
  readonly contestant: Contestant;
  readonly form: Form;
  /** For each restart, its rounds. */
  readonly starts: Start[][];
}

export function startersOf(contestants: readonly Contestant[]): Starter[] {
  return contestants.flatMap((contestant) =>
    forms
      .filter((form) => contestant !== bareFetch || form === "import") // it loads nothing
      .map((form) => ({ contestant, form, starts: [] })),
  );
}

/** Starts fresh processes one after the other, in rounds. Adds the figures to the starters. */
export async function measureStarts(node: string, starters: readonly Starter[], rounds: number): Promise<void> {
  const server = new Remote(process.execPath, join(import.meta.dirname, "server.ts"));
  try {
    const baseUrl = await server.ask<string>("baseUrl");
    const request = { ...(await requestOf("finalize", join(root, "dist/index.js"), baseUrl)), headers };
    const startOnce = ({ contestant: { client, build = root }, form }: Starter) => {
      const library = join(build, "dist", form === "import" ? "index.js" : "index.cjs");
      return firstCall(node, { client, form, library, baseUrl, request, merchant, input: finalization });
    };
    for (const starter of starters) await startOnce(starter); // fills the system's file caches
    for (const { starts } of starters) starts.push([]);
    for (let round = 0; round < rounds; round += 1) {
      for (const starter of inTurn(starters, round)) starter.starts.at(-1)?.push(await startOnce(starter));
    }
  } finally {
    server.stop();
  }
}

async function firstCall(
  node: string,
  what: { readonly client: string; readonly [other: string]: unknown },
): Promise<Start> {
  const probe = join(import.meta.dirname, "first-call.mjs");
  const child = fork(probe, [JSON.stringify(what)], { execPath: node, execArgv: [] });
  favour(child);
  const told: Start[] = [];
  child.on("message", (start) => told.push(start as Start));
  const [code] = await once(child, "close"); // "close" comes after its last message; the next process then has the machine to itself
  if (told[0] === undefined) throw new Error(`${what.client} did not start: ${code}`);
  return told[0];
}

export function milliseconds({ starts }: Starter, figure: keyof Start): Spread {
  return spread(starts.map((rounds) => median(rounds.map((start) => start[figure]))));
}

/** The time to the first response, divided by that of bare fetch. */
export function startRatio(of: Starter, all: readonly Starter[]): Spread {
  const fetches = all.find(({ contestant }) => contestant === bareFetch)?.starts;
  const answered = (rounds: readonly Start[] = []) => rounds.map(({ respondedMs }) => respondedMs);
  return spread(of.starts.map((rounds, restart) => medianRatio(answered(rounds), answered(fetches?.[restart]))));
}
