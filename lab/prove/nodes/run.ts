// Runs the fault matrix, and the other tests near the network, on each supported Node.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { grouped, report, today, writeRow } from "../../record.ts";
import { failuresOf, faultCount, type NodeRun, othersOf, tableOf } from "./report.ts";

const root = join(import.meta.dirname, "../../..");
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const installed = (name: string) => join(import.meta.dirname, "node_modules", name, "bin/node");
const nodes = [installed("node22"), process.execPath, installed("node26")];
const tests = ["test/faults", "test/wire", "test/testing/service", "test/docs/examples.slow.test.ts"];

const folder = mkdtempSync(join(tmpdir(), "nodes-"));
try {
  const runs = nodes.map(runOn);
  const failures = runs.flatMap((run) => failuresOf(run).map((failure) => `${run.version}: ${failure}\n`));
  if (failures.length === 0) report(import.meta.dirname, sectionOf(runs), () => toPage(runs));
  else process.stderr.write(`\n${tableOf(runs)}\n\nfailed on ${failures.join("failed on ")}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function runOn(node: string): NodeRun {
  const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  process.stderr.write(`Node ${version}: ${tests.join(", ")}\n`);
  const output = join(folder, `${version}.json`);
  const env = { ...process.env, ALL_FAULTS: "1" };
  const reporter = ["--reporter", "json", "--outputFile", output];
  const { status } = spawnSync(node, [vitest, "run", ...reporter, ...tests], { cwd: root, env });
  return { version: `Node ${version.slice(1)}`, status, report: JSON.parse(readFileSync(output, "utf8")) };
}

function toPage(runs: readonly NodeRun[]): void {
  const tried = `Faults on real sockets, over \`node:http\` and \`fetch\`, on ${runs.map(({ version }) => version).join(", ")}`;
  writeRow("nodes", tried, `${grouped(faultCount(runs))} faults`, "0 wrong outcomes, nothing sent twice");
}

function sectionOf(runs: readonly NodeRun[]): string {
  const others = runs.map((run) => `${othersOf(run)} on ${run.version}`).join(", ");
  return `
${today}. Each row is one way to the network on one Node. A fault is a call to a server on a real loopback socket that
misbehaves in one way, once by \`finalize\` and once by a custom operation. It is right when the error's class, code and
outcome, the number of requests, and what the server saw of them are those in the hand-written rows of \`test/faults/rows/\`.

${tableOf(runs)}

- **not_sent though a byte left** must be 0: it would invite a second capture. The server's count of decrypted bytes, the
  sockets' own count without TLS, and Node's report of written requests must agree.
- **Unknown though nothing arrived** costs a person a check of the books, and no money. Each such row says why. Over
  node:http, the request was written and lost. \`fetch\` ends in the same way when a request has arrived.
- Some rows depend on which event is first. They name more than one verdict, and each is true for its event.
- In every row, nothing was sent twice, the call ended within two seconds of its deadline, and no rejected promise or
  connection was left, except two that \`fetch\` keeps until its own connect timeout of ten seconds.
- The other tests near the network passed too: ${others}.`;
}
