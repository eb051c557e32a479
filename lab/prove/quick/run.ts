// Runs the quick tests and lists those that take more than 300 ms. It fails for a test that needs as much CPU time in three
// runs of its own: a busy machine makes a test slow, but not costly.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

interface Test {
  readonly file: string;
  readonly name: string;
  readonly ms: number;
  readonly cpuMs: number;
}

interface Report {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly duration?: number;
      readonly meta: { readonly cpuMs?: number };
    }[];
  }[];
}

const LIMIT_MS = 300;
const RUNS = 3;

const root = join(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "merchant-payments-quick-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const long = run([]).filter(({ ms }) => ms > LIMIT_MS);
for (const { file, name, ms, cpuMs } of long.toSorted((a, b) => b.ms - a.ms)) {
  console.log(`${ms.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of CPU time: ${file}: ${name}`);
}
const costly = long.filter((test) => test.cpuMs > LIMIT_MS && isCostlyAlone(test));
for (const { file, name } of costly) console.log(`needs more than ${LIMIT_MS} ms of CPU time alone: ${file}: ${name}`);
console.log(`
${long.length} quick tests took more than ${LIMIT_MS} ms, and ${costly.length} need as much CPU time when they run alone.
Such a test shows less, or belongs in a file named *.slow.test.ts.`);
process.exitCode = costly.length === 0 ? 0 : 1;

/** A test that needs little once is not costly: other runs would show nothing more. */
function isCostlyAlone({ file, name }: Test): boolean {
  const only = `^${name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`;
  return Array.from({ length: RUNS }).every(() => {
    const times = run([file, "--testNamePattern", only]).map(({ cpuMs }) => cpuMs);
    return Math.max(...times) > LIMIT_MS;
  });
}

/** The tests of this run that passed. If one fails, the program ends. */
function run(args: readonly string[]): Test[] {
  const outputFile = join(folder, "report.json");
  const options = ["--config", "lab/prove/quick/vitest.config.ts", "--project", "quick"];
  const reporters = ["--reporter", "json", "--outputFile", outputFile];
  const { status } = spawnSync("vitest", ["run", ...options, ...reporters, ...args], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error("the quick tests fail: run npm test");
  const { testResults } = JSON.parse(readFileSync(outputFile, "utf8")) as Report;
  return testResults.flatMap(({ name: path, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed")
      .map(({ fullName, duration = 0, meta: { cpuMs = 0 } }) => ({
        file: relative(root, path),
        name: fullName,
        ms: duration,
        cpuMs,
      })),
  );
}
