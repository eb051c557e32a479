// Installs each example of a backend with the packed library, as a consumer would, and runs its type-check and its
// tests. Names of examples as arguments choose some of them.
//
// The examples pin exact versions and have no lock files: a lock would hold the tarball's integrity, and so go stale
// with every build.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pack } from "./package/prepare.ts";

const all = ["bookshop", "express-commonjs", "hono-workerd", "lambda-sqs"];
const chosen = process.argv.length > 2 ? process.argv.slice(2) : all;
const stranger = chosen.find((name) => !all.includes(name));
if (stranger !== undefined) throw new Error(`There is no example ${stranger}: take some of ${all.join(", ")}.`);

/** More than any step takes, installing with an empty cache included. */
const LIMIT_MS = 300_000;

const examples = fileURLToPath(new URL("../../examples/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "merchant-payments-examples-")); // outside the repository, whose packages they must not find

// npm runs on the first node of the PATH, and under an older one it silently picks older versions.
const PATH = `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`;

/** Each step is a process group, so that what an example has started ends with it. */
const groups = new Set<number>();
const interrupted = () => process.exit(1);
process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
process.once("exit", () => {
  for (const group of groups) end(group);
  rmSync(folder, { recursive: true, force: true });
});

const start = performance.now();
const tarball = await pack(folder);
const queue = chosen.values();
await Promise.all([worker(), worker()]); // two at a time, as a small machine has cores
const seconds = Math.round((performance.now() - start) / 1_000);
console.log(
  `\n${chosen.length} examples, ${process.exitCode === undefined ? "all passed" : "FAILED"}, in ${seconds} s.`,
);

async function worker(): Promise<void> {
  for (const name of queue) {
    const said: string[] = [];
    const passed = await runExample(name, said).catch((error: unknown) => said.push(String(error)) === 0);
    if (!passed) process.exitCode = 1;
    console.log(`\n=== ${name}: ${passed ? "passed" : "FAILED"}\n${said.join("")}`);
  }
}

/** Its steps, up to the first that fails; what they print goes to `said`. */
async function runExample(name: string, said: string[]): Promise<boolean> {
  const example = join(folder, name);
  cpSync(join(examples, name), example, {
    recursive: true,
    filter: (path) =>
      !["node_modules", "package-lock.json", "dist", "data"].includes(basename(path)) && !path.endsWith(".tgz"),
  });
  cpSync(tarball, join(example, "merchant-payments.tgz"));
  const steps = [["install", "--no-package-lock"], ["run", "typecheck", "--if-present"], ["test"]];
  for (const step of steps) if (!(await npm(example, step, said))) return false;
  return true;
}

async function npm(cwd: string, args: readonly string[], said: string[]): Promise<boolean> {
  const env = { ...process.env, PATH, NO_COLOR: "1" };
  const child = spawn("npm", args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit");
  const closed = once(child, "close");
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => said.push(text));
  if (child.pid === undefined) return (await ended) === undefined; // rejects with the reason
  const { pid } = child;
  groups.add(pid);
  const limit = setTimeout(() => {
    said.push(`npm ${args.join(" ")} had not ended after ${LIMIT_MS} ms\n`);
    end(pid);
  }, LIMIT_MS);
  const [code] = await ended;
  clearTimeout(limit);
  end(pid);
  groups.delete(pid);
  await closed;
  return code === 0;
}

function end(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // nobody is left of it
  }
}
