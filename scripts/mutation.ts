// Breaks the code in thousands of small ways and sees whether a test notices. Fails when too few are noticed, or when a
// reason for a survivor explains none any more. `--mutate <files>` tries a part of the code only; with --record it also
// writes the section of docs/reliability.md.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compare, type MutationReport, percentOf, type Reason, scoresOf, totalOf } from "./mutation-report.ts";
import { section, shown } from "./mutation-section.ts";
import { report } from "./record-section.ts";

const WANTED_PERCENT = 90;

const root = new URL("../", import.meta.url);
const stryker = fileURLToPath(new URL("node_modules/@stryker-mutator/core/bin/stryker.js", root));
const args = process.argv.slice(2).filter((arg) => arg !== "--record");
const startedAt = performance.now();
const { status } = spawnSync(process.execPath, [stryker, "run", ...args], { cwd: root, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), "utf8"));
const found = read("reports/mutation.json") as MutationReport;
const comparison = compare(found, read("test/mutation/survivors.json") as Reason[]);
const scores = scoresOf(found);
const minutes = Math.round((performance.now() - startedAt) / 60_000);
report("mutation", section(scores, comparison, minutes));

const percent = percentOf(totalOf(scores));
const wrong = comparison.stale.map((reason) => `a reason without a survivor: ${shown(reason)}`);
if (!(percent >= WANTED_PERCENT)) wrong.push(`${percent.toFixed(1)} % are noticed, and ${WANTED_PERCENT} % are wanted`);
for (const line of wrong) console.error(line);
if (wrong.length > 0) process.exitCode = 1;
