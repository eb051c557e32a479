// Measures the built library beside other clients and judges it by the goals. --quick takes a minute, for a rough look.
// --record keeps the samples in records/ and writes docs/what-is-proven.md; --page <record> writes the page from a record.
// --against <folder> also measures the build in another folder.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { today } from "../../record.ts";
import { goalsOf } from "./goals.ts";
import { type Contestant, measure } from "./measure.ts";
import { type Run, writePage } from "./page.ts";
import { ratio, type Samples, spreadText } from "./statistics.ts";
import { libraryIn, root } from "./workload.ts";

const [flag, text] = [{ type: "boolean", default: false } as const, { type: "string", default: "" } as const];
const options = { quick: flag, record: flag, page: text, against: text };
const { values: given } = parseArgs({ options });
if (given.quick && given.record) throw new Error("the figures of --quick are too rough to be recorded");
const jsonOf = (path: string) => JSON.parse(readFileSync(resolve(import.meta.dirname, path), "utf8"));

const contestants: Contestant[] = [
  { name: "fetch", client: "fetch" },
  { name: "ours", client: "ours" },
  { name: "again", client: "fetch" }, // the control: its distance from 1 is noise
];
if (given.against) contestants.push({ name: "before", client: "ours", library: libraryIn(resolve(given.against)) });
const rivals = (["floor", "ky", "stripe"] as const).map((client) => ({ name: client, client }));
const full = { nodes: ["node22", "node26"], restarts: 3, turns: 10, rivals };
const plan = given.quick ? { nodes: [], restarts: 1, turns: 8, rivals: [] } : full;

const run: Run = given.page ? jsonOf(given.page) : await measured();
for (const node of run.nodes) {
  for (const { line, isReached } of goalsOf(node)) {
    console.log(`Node ${node.version}: ${line}`);
    if (!isReached && !given.quick) process.exitCode = 1;
  }
  for (const figure of given.against ? Object.keys(node.restarts[0] ?? {}) : []) {
    console.log(`Node ${node.version}: ${figure} x before: ${spreadText(ratio(node, figure, "ours", "before"))}`);
  }
}
if (given.record) writeFileSync(join(import.meta.dirname, `records/${run.date}.json`), `${JSON.stringify(run)}\n`);
if (given.record || given.page) writePage(run);

async function measured(): Promise<Run> {
  const loadNow = () => Number(loadavg()[0]?.toFixed(2));
  const load = [loadNow()];
  const installed = plan.nodes.map((name) => join(import.meta.dirname, `node_modules/${name}/bin/node`));
  const restarts = new Map([process.execPath, ...installed].map((path) => [path, [] as Samples[]]));
  // The restarts of a Node lie minutes apart, so that their range shows what changes with time.
  for (let restart = 1; restart <= plan.restarts; restart += 1) {
    for (const [path, samples] of restarts) {
      process.stderr.write(`restart ${restart}: ${path}\n`);
      const all = path === process.execPath ? [...contestants, ...plan.rivals] : contestants;
      samples.push(await measure(path, all, plan.turns));
      load.push(loadNow());
    }
  }
  const nodes = [...restarts].map(([path, restarts]) => {
    return { version: execFileSync(path, ["--version"], { encoding: "utf8" }).trim().slice(1), restarts };
  });
  const versionOf = (name: string): string => jsonOf(`node_modules/${name}/package.json`).version;
  const versions = { ky: versionOf("ky"), stripe: versionOf("stripe") };
  const sizesKb = { ours: await sizeKb(libraryIn(root)), ky: await sizeKb("ky"), stripe: await sizeKb("stripe") };
  const machine = `${cpus().length} cores of ${cpus()[0]?.model.trim()}`;
  return { date: today, machine, load, versions, sizesKb, nodes };
}

async function sizeKb(from: string): Promise<number> {
  const stdin = { contents: `import * as all from "${from}"; export { all }`, resolveDir: import.meta.dirname };
  const how = { bundle: true, minify: true, format: "esm", platform: "node", write: false, logLevel: "error" } as const;
  const [file] = (await build({ stdin, ...how })).outputFiles;
  return gzipSync(file?.contents ?? "", { level: 9 }).byteLength / 1_024;
}
