// `npm run lab -- simulate`: plays 100,000 nights on all cores, and fails with the smallest history in which something on
// record is not true. `--seed 7` plays those of a seed. The documented exceptions must break it; with `--planted` every
// shorter rule too. `--only 403` plays just the rules and exceptions that are called so, and shows their smallest histories.
// With `--record` the section of docs/reliability.md is written.
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { report } from "../../record.ts";
import { bundle, type Plant } from "./bundle.ts";
import { planted } from "./planted.ts";
import { type Exception, exceptions } from "./scenario.ts";
import { type Found, sectionOf } from "./section.ts";
import { inThread } from "./thread.ts";
import type { Report } from "./worker-thread.ts";

const SOUGHT = 100_000; // nights after which what is to be found counts as not found
const CHUNK = 1_000;

const { values } = parseArgs({
  options: {
    histories: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    planted: { type: "boolean" },
    only: { type: "string" },
    record: { type: "boolean" },
  },
});
const firstSeed = Number(values.seed);
const folder = mkdtempSync(join(tmpdir(), "merchant-payments-simulate-"));
try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  if (values.only !== undefined) return void (await soughtIn(values.only));
  const startedAt = performance.now();
  const reports = await played(Number(values.histories));
  const seconds = (performance.now() - startedAt) / 1_000;
  const failure = reports.find(({ history }) => history !== undefined);
  if (failure !== undefined) {
    process.exitCode = 1;
    return say(`WRONG (again: --seed ${failure.seed} --histories ${CHUNK}):\n${failure.history}`);
  }
  report("simulate", sectionOf(reports, seconds, await soughtIn("")));
}

/** Nights of one seed after the other, on all cores, until one fails. */
async function played(histories: number): Promise<Report[]> {
  const file = await bundled([]);
  const reports: Report[] = [];
  const seeds = Array.from({ length: Math.ceil(histories / CHUNK) }, (_, index) => firstSeed + index);
  await onAllCores(seeds, async (seed) => {
    if (reports.some(({ history }) => history !== undefined)) return;
    const task = { seed, histories: Math.min(CHUNK, histories), exception: "none", isSmallest: true } as const;
    reports.push(await inThread(file, task));
  });
  return reports;
}

/** After how many nights what has to break it did: the exceptions, and the rules that are asked for. */
async function soughtIn(name: string): Promise<Found[]> {
  const rules = values.planted || name !== "" ? planted : [];
  const sought: { what: string; plants: Plant[]; exception: Exception }[] = [
    ...exceptions.map((exception) => ({ what: `exception: ${exception}`, plants: [], exception })),
    ...rules.map((plant) => ({ what: plant.rule, plants: [plant], exception: "none" as const })),
  ];
  const found = new Map<string, Found>();
  const asked = sought.filter(({ what }) => what.includes(name));
  await onAllCores(asked, async ({ what, plants, exception }) => {
    const { nights, history } = await broken(plants, exception, name !== "");
    if (history === undefined) process.exitCode = 1;
    say(`${what}: ${history === undefined ? "NOT FOUND" : `found within ${nights} nights`}`);
    say(name === "" ? `  ${history?.split("\n").at(-1)}` : `\n${history}\n`);
    found.set(what, { what, nights: history === undefined ? undefined : nights });
  });
  return asked.map(({ what }) => found.get(what) as Found);
}

async function broken(plants: readonly Plant[], exception: Exception, isSmallest: boolean) {
  const file = await bundled(plants);
  for (let nights = 0; nights < SOUGHT; nights += CHUNK) {
    const seed = firstSeed + nights / CHUNK;
    const { history, histories } = await inThread(file, { seed, histories: CHUNK, exception, isSmallest });
    if (history !== undefined) return { nights: nights + histories, history };
  }
  return { nights: SOUGHT, history: undefined };
}

async function bundled(plants: readonly Plant[]): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.mjs`);
  await bundle(file, plants);
  return file;
}

async function onAllCores<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const core = async () => {
    for (let each = left.shift(); each !== undefined; each = left.shift()) await work(each);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, core));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
