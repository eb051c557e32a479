import type { TalliedFault } from "../../../test/faults/tally.ts";
import type { Way } from "../../../test/support/way.ts";

/** The part of the JSON reporter's output that the summary is made from. */
export interface TestReport {
  readonly testResults: readonly {
    readonly message?: string;
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
      readonly meta: { readonly fault?: TalliedFault };
    }[];
  }[];
}

/** What a run of the tests on one Node gave. */
export interface NodeRun {
  readonly version: string;
  /** Of the process. */
  readonly status: number | null;
  readonly report: TestReport;
}

const ways: readonly { readonly way: Way; readonly title: string }[] = [
  { way: "node", title: "node:http" },
  { way: "fetch", title: "fetch" },
];

const testsOf = ({ report }: NodeRun) => report.testResults.flatMap(({ assertionResults }) => assertionResults);

/** The tests that failed, the files that did not get as far, and whatever else makes a run worth nothing. */
export function failuresOf(run: NodeRun): readonly string[] {
  const files = run.report.testResults.filter(({ status, assertionResults }) => {
    return status !== "passed" && assertionResults.every((test) => test.status !== "failed");
  });
  const tests = testsOf(run).filter(({ status }) => status === "failed");
  const idle = ways.filter(({ way }) => testsOf(run).every(({ meta }) => meta.fault?.way !== way));
  const failures = [
    ...files.map(({ name, message }) => `${name}: ${message}`),
    ...tests.map(({ fullName, failureMessages = [] }) => [fullName, ...failureMessages].join("\n")),
    ...idle.map(({ title }) => `no fault was played over ${title}`),
  ];
  return run.status === 0 || failures.length > 0 ? failures : [`vitest ended with ${run.status}`];
}

const columns = [
  "",
  "faults",
  "right",
  "wrong",
  "called unsent though a byte left",
  "unknown though nothing came",
  "… nothing was even written",
];

/** A table with a line for each Node and each way to the network. */
export function tableOf(runs: readonly NodeRun[]): string {
  const rows = runs.flatMap((run) => ways.map(({ way, title }) => rowOf(run, way, title)));
  const line = (cells: readonly unknown[]) => `| ${cells.join(" | ")} |`;
  return [line(columns), line(["---", ...columns.slice(1).map(() => "--:")]), ...rows.map(line)].join("\n");
}

function rowOf(run: NodeRun, way: Way, title: string): readonly unknown[] {
  const played = testsOf(run).filter(({ meta }) => meta.fault?.way === way);
  const count = (holds: (fault: TalliedFault) => boolean) =>
    played.filter(({ meta }) => meta.fault !== undefined && holds(meta.fault)).length;
  const right = played.filter(({ status }) => status === "passed").length;
  return [
    `${run.version}, ${title}`,
    played.length,
    right,
    played.length - right,
    count(({ isFalselyUnsent }) => isFalselyUnsent),
    count(({ isUnproven }) => isUnproven),
    count(({ isUnwritten }) => isUnwritten),
  ];
}

/** The tests beside the matrix, as "1204 of 1204". */
export function othersOf(run: NodeRun): string {
  const others = testsOf(run).filter(({ meta, status }) => meta.fault === undefined && status !== "skipped");
  return `${others.filter(({ status }) => status === "passed").length} of ${others.length}`;
}
