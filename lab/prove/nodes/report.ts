import type { JsonTestResults } from "vitest/node";
import type { TalliedFault } from "../../../test/faults/tally.ts";
import type { Way } from "../../../test/support/way.ts";
import { table } from "../../record.ts";

/** A run of the tests on one Node, and the exit status of its process. */
export interface NodeRun {
  readonly version: string;
  readonly status: number | null;
  readonly report: JsonTestResults;
}

const titles: Readonly<Record<Way, string>> = { node: "node:http", fetch: "fetch" };
const ways = Object.keys(titles) as Way[];

const testsOf = ({ report }: NodeRun) => report.testResults.flatMap(({ assertionResults }) => assertionResults);
const playing = (run: NodeRun, way: Way) => testsOf(run).filter(({ meta }) => meta.faults?.[0]?.way === way);
const faultsOf = (run: NodeRun, way: Way) => playing(run, way).flatMap(({ meta }) => meta.faults ?? []);

/** The tests that failed, the files that failed as a whole, and everything else that invalidates a run. */
export function failuresOf(run: NodeRun): readonly string[] {
  const files = run.report.testResults.filter(({ status, assertionResults }) => {
    return status !== "passed" && assertionResults.every((test) => test.status !== "failed");
  });
  const tests = testsOf(run).filter(({ status }) => status === "failed");
  const failures = [
    ...files.map(({ name, message }) => `${name}: ${message}`),
    ...tests.map(({ fullName, failureMessages }) => [fullName, ...(failureMessages ?? [])].join("\n")),
    ...ways.filter((way) => faultsOf(run, way).length === 0).map((way) => `no fault was played over ${titles[way]}`),
  ];
  return run.status === 0 || failures.length > 0 ? failures : [`vitest ended with ${run.status}`];
}

const columns = ["faults", "right", "wrong", "not_sent though a byte left", "unknown though nothing arrived"];

/** A table with a row for each Node and each way to the network. */
export function tableOf(runs: readonly NodeRun[]): string {
  const rows = runs.flatMap((run) => ways.map((way) => rowOf(run, way)));
  return table(["", ...columns, "… nothing was even written"], rows);
}

function rowOf(run: NodeRun, way: Way): readonly unknown[] {
  const faults = faultsOf(run, way);
  const count = (is: keyof TalliedFault) => faults.filter((fault) => fault[is] === true).length;
  // One message for each fault that ended wrongly, and one for each rule that was broken.
  const wrong = playing(run, way).flatMap(({ failureMessages }) => failureMessages ?? []).length;
  const counts = [count("isFalselyUnsent"), count("isUnproven"), count("isUnwritten")];
  return [`${run.version}, ${titles[way]}`, faults.length, faults.length - wrong, wrong, ...counts];
}

/** How many faults were played on all Nodes, over both ways to the network. */
export const faultCount = (runs: readonly NodeRun[]): number =>
  runs.reduce((sum, run) => sum + ways.reduce((all, way) => all + faultsOf(run, way).length, 0), 0);

/** The tests beside the matrix, as "1204 of 1204". */
export function othersOf(run: NodeRun): string {
  const others = testsOf(run).filter(({ meta, status }) => meta.faults === undefined && status !== "skipped");
  return `${others.filter(({ status }) => status === "passed").length} of ${others.length}`;
}
