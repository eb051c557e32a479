// `npm run lab -- simulate`: plays 100,000 batches on all cores. It fails with the smallest history in which a record is
// false. `--seed 7` starts at another seed. The documented exceptions must break an invariant; with `--planted`, every
// shorter rule must too. `--only 403` plays only the rules and exceptions with that text in their names, and prints their
// smallest histories. `--record` writes record.md and the row of docs/what-is-proven.md.
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { atOnce } from "../../at-once.ts";
import { grouped, report, writeRow } from "../../record.ts";
import { bundle, type Plant } from "./bundle.ts";
import { planted } from "./planted.ts";
import { type Exception, exceptions } from "./scenario.ts";
import { type Found, sectionOf } from "./section.ts";
import { inThread } from "./thread.ts";
import type { Report } from "./worker-thread.ts";

const MOST = 5_000; // histories after which a search counts as failed
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
  if (values.only !== undefined) return void (await searched(values.only));
  const startedAt = performance.now();
  const reports = await played(Number(values.histories));
  const seconds = (performance.now() - startedAt) / 1_000;
  const failure = reports.find(({ history }) => history !== undefined);
  if (failure !== undefined) {
    process.exitCode = 1;
    return console.log(`WRONG (again: --seed ${failure.seed} --histories ${CHUNK}):\n${failure.history}`);
  }
  const tried =
    "Event sequences around [`Once`](guides/once.md): lost and doubled messages, dying workers, late decisions";
  const histories = `${grouped(reports.reduce((sum, each) => sum + each.histories, 0))} sequences`;
  const toPage = () =>
    writeRow("simulate", tried, histories, "0 captured twice, 0 lost, 0 wrongly rejected, 0 forgotten");
  report(import.meta.dirname, sectionOf(reports, seconds, await searched("")), toPage);
}

/** Plays one seed after the other, on all cores, until a batch fails. */
async function played(histories: number): Promise<Report[]> {
  const file = await bundle(folder, []);
  const reports: Report[] = [];
  const seeds = Array.from({ length: Math.ceil(histories / CHUNK) }, (_, index) => firstSeed + index);
  await atOnce(availableParallelism(), seeds, async (seed) => {
    if (reports.some(({ history }) => history !== undefined)) return;
    const task = { seed, histories: Math.min(CHUNK, histories), exception: "none", isSmallest: true } as const;
    reports.push(await inThread(file, task));
  });
  return reports;
}

/** Finds after how many histories the exceptions, and the chosen rules, break an invariant. */
async function searched(name: string): Promise<Found[]> {
  const rules = values.planted || name !== "" ? planted : [];
  const all: { what: string; plants: Plant[]; exception: Exception }[] = [
    ...exceptions.map((exception) => ({ what: `exception: ${exception}`, plants: [], exception })),
    ...[...Map.groupBy(rules, ({ rule }) => rule)].map(([what, plants]) => ({
      what,
      plants,
      exception: "none" as const,
    })),
  ];
  const found = new Map<string, Found>();
  const chosen = all.filter(({ what }) => what.includes(name));
  await atOnce(availableParallelism(), chosen, async ({ what, plants, exception }) => {
    const { after, history } = await broken(plants, exception, name !== "");
    if (after === undefined) process.exitCode = 1;
    console.log(`${what}: ${after === undefined ? "NOT FOUND" : `found within ${after} histories`}`);
    if (history !== undefined) console.log(name === "" ? `  ${history.split("\n").at(-1)}` : `\n${history}\n`);
    found.set(what, { what, after });
  });
  return chosen.map(({ what }) => found.get(what) as Found);
}

async function broken(plants: readonly Plant[], exception: Exception, isSmallest: boolean) {
  const file = await bundle(folder, plants);
  for (let played = 0; played < MOST; played += CHUNK) {
    const seed = firstSeed + played / CHUNK;
    const { history, histories } = await inThread(file, { seed, histories: CHUNK, exception, isSmallest });
    if (history !== undefined) return { after: played + histories, history };
  }
  return { after: undefined, history: undefined };
}
