// `npm run lab -- chaos`: plays the seeds, prints a line for each, and fails when the books disagree anywhere.
// `--seed 7` plays that one again. The seed decides the shipments, the sequence of the faults, and after how many
// requests the service goes away and a worker dies; which call meets which fault, and how far the other calls are when a
// worker dies, is the machine's doing.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { report } from "../record.ts";
import { figuresOf, type Played } from "./figures.ts";
import { play } from "./play.ts";
import { lineOf, sectionOf } from "./report.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    seeds: { type: "string", default: "20" },
    shipments: { type: "string", default: "2000" },
    record: { type: "boolean" },
  },
});
const shipments = wholeNumber("shipments", values.shipments);
const seeds =
  values.seed === undefined
    ? Array.from({ length: wholeNumber("seeds", values.seeds) }, (_, index) => index + 1)
    : [wholeNumber("seed", values.seed)];

const folder = mkdtempSync(join(tmpdir(), "merchant-payments-chaos-"));
// What a run leaves behind is kept when something is wrong.
process.once("exit", (code) => code === 1 || rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

const all: Played[] = [];
const startedAt = performance.now();
try {
  for (const seed of seeds) all.push(await seedPlayed(seed));
  report("chaos", sectionOf(all, (performance.now() - startedAt) / 1000));
} catch (error) {
  say(String(error));
  process.exitCode = 1;
}
if (process.exitCode === 1) say(`What the run left behind: ${folder}`);

async function seedPlayed(seed: number): Promise<Played> {
  const own = join(folder, `seed-${seed}`);
  mkdirSync(own);
  const played = await play(seed, shipments, own).catch((cause: unknown) => {
    throw new Error(`seed ${seed}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  });
  say(lineOf(played));
  for (const { wrong, what } of played.findings.slice(0, 20)) say(`  WRONG, ${wrong}: ${what}`);
  const { captured, captures } = figuresOf([played]);
  if (captured * 2 < captures) say(`  WRONG, ${captured} of ${captures} captured: this shows nothing`);
  if (played.findings.length > 0 || captured * 2 < captures) process.exitCode = 1;
  return played;
}

function wholeNumber(name: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a whole number from 1 to 999999, not "${text}".`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
