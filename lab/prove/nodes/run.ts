// Runs the fault matrix, and the other tests near the network, on each supported Node.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonTestResults } from "vitest/node";
import { grouped, report, table, today, writeRow } from "../../record.ts";

const root = join(import.meta.dirname, "../../..");
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const installed = (name: string) => join(import.meta.dirname, "node_modules", name, "bin/node");
const nodes = [installed("node22"), process.execPath, installed("node26")];
const tests = ["test/faults", "test/wire", "test/testing/service", "test/docs/examples.slow.test.ts"];
const WAYS = 2; // over node:http and fetch

const folder = mkdtempSync(join(tmpdir(), "nodes-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const runs = nodes.map(runOn);
if (process.exitCode === undefined) {
  const versions = runs.map(({ version }) => version).join(", ");
  const faults = runs.reduce((sum, { faults }) => sum + faults, 0);
  report(
    import.meta.dirname,
    `
${today}. A fault is a call to a server on a real loopback socket that misbehaves in one way, over \`node:http\` and over \`fetch\`. It is
right when the error's class, code and outcome, the number of requests, and what the server saw of them are those in the
hand-written rows of \`test/faults/rows/\`. No call was \`not_sent\` after a byte of its request was written: the server's count of
decrypted bytes, the sockets' own count without TLS, and Node's report of written requests agree.

${table(
  ["", "faults", "other tests near the network"],
  runs.map(({ version, faults, others }) => [version, faults, others]),
)}`,
    () => {
      const tried = `Faults on real sockets, over \`node:http\` and \`fetch\`, on ${versions}`;
      writeRow("nodes", tried, `${grouped(faults)} faults`, "0 wrong outcomes, nothing sent twice");
    },
  );
}

function runOn(node: string) {
  const version = `Node ${execFileSync(node, ["--version"], { encoding: "utf8" }).trim().slice(1)}`;
  process.stderr.write(`${version}: ${tests.join(", ")}\n`);
  const output = join(folder, "report.json");
  const { status } = spawnSync(node, [vitest, "run", "--reporter", "json", "--outputFile", output, ...tests], {
    cwd: root,
  });
  const { testResults } = JSON.parse(readFileSync(output, "utf8")) as JsonTestResults;
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const matrices = all.flatMap(({ meta }) => meta.faults ?? []);
  const failed = all.filter(({ status }) => status === "failed");
  for (const { fullName, failureMessages } of failed)
    console.error(`${version}: ${fullName}\n${failureMessages?.join("\n")}`);
  for (const { name, status, message } of testResults)
    if (status !== "passed") console.error(`${version}: ${name}: ${message}`);
  if (status !== 0 || matrices.length !== WAYS) process.exitCode = 1;
  const faults = matrices.reduce((sum, count) => sum + count, 0);
  return { version, faults, others: all.filter(({ status }) => status === "passed").length - matrices.length };
}
