// Measures the built library beside bare fetch and other clients, and prints how it stands. --quick takes less than a
// minute, for a rough look; --restarts <n> says how often all of it is repeated, five times unless it is given; --against
// <folder> takes another build of the library in; --record writes the section of docs/performance.md.
import { execFileSync } from "node:child_process";
import { loadavg } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { report } from "../../record.ts";
import { measureCalls } from "./calls.ts";
import { bareFetch, earlierBuild, fetchAgain, others, own, stripe } from "./contestants.ts";
import type { Figures, NodeFigures } from "./figures.ts";
import { goals, isReached } from "./goals.ts";
import { sectionOf } from "./section.ts";
import { sizesKb } from "./size.ts";
import { measureStarts, startersOf } from "./starts.ts";
import { cases } from "./workload.ts";

const { values: given } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== "--"),
  options: {
    quick: { type: "boolean" },
    restarts: { type: "string", default: "5" },
    record: { type: "boolean" },
    against: { type: "string" },
  },
});
const isQuick = given.quick === true;
if (isQuick && given.record) throw new Error("the figures of --quick are too rough to be recorded");

const installed = (name: string) => join(import.meta.dirname, "node_modules", name, "bin/node");
const plan = isQuick
  ? { nodes: [process.execPath], restarts: 1, turns: 8, atOnce: 4, starts: 3 }
  : {
      nodes: [installed("node22"), process.execPath, installed("node26")],
      restarts: Number(given.restarts),
      turns: 16,
      atOnce: 8,
      starts: 7,
    };

const load = loadavg();
const earlier = given.against === undefined ? undefined : buildIn(resolve(given.against));
const contestants = [bareFetch, own, fetchAgain, ...(earlier ? [earlier] : []), ...others].filter(
  ({ fullOnly }) => !(isQuick && fullOnly),
);

const nodes = plan.nodes.map((path): NodeFigures & { readonly path: string } => {
  const version = `Node ${execFileSync(path, ["--version"], { encoding: "utf8" }).trim().slice(1)}`;
  const starters = startersOf([bareFetch, own, ...(earlier ? [earlier] : []), stripe]);
  return { path, version, calls: { finalize: [], order10: [], order1000: [] }, starters };
});

// The restarts of a Node are minutes apart, so that their range includes slow changes of the machine.
for (let restart = 1; restart <= plan.restarts; restart += 1) {
  for (const { path, version, calls, starters } of nodes) {
    process.stderr.write(`restart ${restart} of ${plan.restarts}, ${version}\n`);
    for (const one of cases) calls[one.name].push(await measureCalls(path, contestants, one, plan));
    await measureStarts(path, starters, plan.starts);
  }
}

const figures: Figures = { contestants, earlier, nodes, sizesKb: await sizesKb() };
report("bench", sectionOf(figures, plan.restarts, load), "performance.md");
if (isQuick) console.log("A rough look: one restart. Do not quote these figures.");
else if (!nodes.every((on) => goals.every((goal) => reached(goal, on)))) process.exitCode = 1;

function reached(goal: (typeof goals)[number], on: NodeFigures): boolean {
  const figure = goal.figure(on, figures);
  return figure === undefined || isReached(goal, figure);
}

function buildIn(folder: string) {
  const version = execFileSync("git", ["-C", folder, "rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  return earlierBuild(folder, version);
}
