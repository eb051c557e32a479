// `npm run lab -- simulate`: plays 100,000 nights on all cores, and fails with the smallest history in which something that
// was said is not true. `--seed 7` plays those of a seed. The documented exceptions must be found; with `--planted` every
// shorter rule too, each with its history. With `--record` the section of docs/reliability.md is written.
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { report } from "../record.ts";
import { bundle, type Plant } from "./bundle.ts";
import { planted } from "./planted.ts";
import type { Exception } from "./scenario.ts";
import { sectionOf } from "./section.ts";
import { inThread } from "./thread.ts";
import type { Report } from "./worker-thread.ts";

const SOUGHT = 200_000; // nights after which what is to be found counts as not found
const CHUNK = 2_500;

const { values } = parseArgs({
  options: {
    histories: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    planted: { type: "boolean" },
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
  const startedAt = performance.now();
  const reports = await played([], "none", Number(values.histories));
  const seconds = (performance.now() - startedAt) / 1_000;
  const failure = reports.find(({ history }) => history !== undefined);
  if (failure !== undefined) {
    process.exitCode = 1;
    return say(`WRONG (again: --seed ${failure.seed} --histories ${CHUNK}):\n${failure.history}`);
  }
  const found: [string, number][] = [];
  for (const exception of ["told less", "told more", "same amount"] as const) {
    found.push([`exception: ${exception}`, await soughtIn(exception, [], exception)]);
  }
  if (values.planted)
    for (const plant of planted) found.push([plant.rule, await soughtIn(plant.rule, [plant], "none")]);
  report("simulate", sectionOf(reports, seconds, found));
}

/** How many nights it took to find something that is not true. */
async function soughtIn(what: string, plants: readonly Plant[], exception: Exception): Promise<number> {
  const reports = await played(plants, exception, SOUGHT);
  const nights = reports.reduce((sum, { histories }) => sum + histories, 0);
  const history = reports.find((each) => each.history !== undefined)?.history;
  if (history === undefined) process.exitCode = 1;
  say(
    `## ${what}: ${history === undefined ? "NOT FOUND" : `found within ${nights} nights`}\n\n\`\`\`\n${history}\n\`\`\`\n`,
  );
  return history === undefined ? Number.NaN : nights;
}

/** Seeds one after the other, on as many threads as there are cores, until one fails. */
async function played(plants: readonly Plant[], exception: Exception, histories: number): Promise<Report[]> {
  const file = join(folder, `${crypto.randomUUID()}.mjs`);
  await bundle(file, plants);
  const reports: Report[] = [];
  let next = 0;
  const thread = async () => {
    while (next * CHUNK < histories && reports.every(({ history }) => history === undefined)) {
      const seed = firstSeed + next++;
      reports.push(await inThread(file, { seed, histories: CHUNK, exception }));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, thread));
  return reports;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
