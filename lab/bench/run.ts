// Measures the library against its peers and prints how it stands; without --quick it also writes docs/performance.md.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { measureCalls, profileCalls } from "./calls/measure.ts";
import { libraries, own, stripe } from "./contestants.ts";
import type { Figures, NodeFigures } from "./figures.ts";
import { all, type MeasuredNode, main } from "./nodes.ts";
import { full, quick } from "./plan.ts";
import { writeDocument } from "./report/document.ts";
import { terminalTable } from "./report/terminal.ts";
import { Loopback } from "./run/loopback.ts";
import { Remote } from "./run/remote.ts";
import { Stage } from "./run/stage.ts";
import { measureSizes } from "./size.ts";
import { measureStarts } from "./start/measure.ts";
import type { StepFigures } from "./steps/worker.ts";

const root = join(import.meta.dirname, "../..");
const isQuick = process.argv.includes("--quick");
const plan = isQuick ? quick : full;
const nodes = isQuick ? [main] : all;

const stage = await Stage.set(builtLibrary());
process.once("SIGINT", () => {
  stage.strike();
  process.exit(130);
});
try {
  const loopback = await Loopback.start(stage);
  try {
    const sizes = await measureSizes(stage);
    const measured: NodeFigures[] = [];
    for (const node of nodes) measured.push(await measureNode(node, loopback));
    const profile = await profileCalls(main.path, stage, loopback, plan);
    const figures: Figures = { sizes, profile, nodes: measured };
    process.stdout.write(`${terminalTable(figures)}\n`);
    if (!isQuick) writeDocument(join(root, "docs"), figures);
  } finally {
    loopback.stop();
  }
} finally {
  stage.strike();
}

/** A library that was built elsewhere may be given; otherwise it is built here. */
function builtLibrary(): string {
  const given = process.env["BENCH_DIST"];
  if (given !== undefined) return given;
  execFileSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: "inherit" });
  return join(root, "dist");
}

async function measureNode(node: MeasuredNode, loopback: Loopback): Promise<NodeFigures> {
  const version = execFileSync(node.path, ["--version"], { encoding: "utf8" }).trim();
  progress(`Node ${version}: calls`);
  const calls = await measureCalls(node.path, stage, loopback, plan);
  progress(`Node ${version}: starts`);
  const started = node === main && !isQuick ? libraries : [own, stripe];
  const starts = await measureStarts(node.path, started, stage, loopback, plan.startRounds);
  progress(`Node ${version}: our own steps`);
  return { node, version, calls, starts, steps: await measureSteps(node) };
}

async function measureSteps(node: MeasuredNode): Promise<StepFigures> {
  const remote = new Remote(node.path, stage.stepsScript);
  try {
    return await remote.ask("measure", plan.stepRounds);
  } finally {
    remote.stop();
  }
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
