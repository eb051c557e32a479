import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** One square of the matrix. It fails by throwing. What it returns stands in further columns of its row. */
export interface Cell {
  readonly table: string;
  readonly row: string;
  readonly column: string;
  run(): Promise<Readonly<Record<string, string>>>;
}

/** Where the consumers live, and the fake that they find on a loopback port. */
export interface Site {
  /** The packed library and its dependencies, nothing else. */
  readonly bare: string;
  /** The same with MSW 3, OpenTelemetry's API and Node's types. */
  readonly typed: string;
  /** The same with MSW 2 and Node's types. */
  readonly msw2: string;
  /** Empty, to be filled. */
  readonly fresh: (name: string) => string;
  readonly tarball: string;
  readonly fakeUrl: string;
  /** Nobody listens here. */
  readonly goneUrl: string;
}

export const tool = (path: string): string => join(import.meta.dirname, "node_modules", path);

export function versionOf(name: string): string {
  return (JSON.parse(readFileSync(tool(`${name}/package.json`), "utf8")) as { version: string }).version;
}

// npm runs on the first node of the PATH, and under an older one it silently picks older versions.
const PATH = `${dirname(process.execPath)}:${process.env["PATH"]}`;

/** More than any consumer takes: one that is still there by then has not ended by itself. */
const LIMIT_MS = 60_000;

export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its own end; throws with all it said if that is none, or no good one. */
export function run(
  cwd: string,
  command: string,
  args: readonly string[],
  { env = {}, limitMs = LIMIT_MS }: { env?: Record<string, string>; limitMs?: number } = {},
): Promise<Output> {
  const { promise, resolve, reject } = Promise.withResolvers<Output>();
  const options = { cwd, env: { ...process.env, PATH, NO_COLOR: "1", ...env }, timeout: limitMs };
  execFile(command, args, options, (error, stdout, stderr) => {
    if (error === null) return resolve({ stdout, stderr });
    const end = error.killed ? `had not ended after ${limitMs} ms` : `ended with ${error.code}`;
    return reject(new Error(`${command} ${args.join(" ")}: ${end}\n${stdout}${stderr}`));
  });
  return promise;
}

/** What a checkout must have seen; the last is what the run time lets the client know of a refused connection. */
export const seenWith = (nobodyListens: "not_sent" | "unknown"): object => ({
  captured: "90071992547409931.25",
  isDecimal: true,
  again: "rejected PAYMENT_COMPLETED",
  isPaymentError: true,
  nobodyListens,
});
