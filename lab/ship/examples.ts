// Installs each backend among the examples with the packed library, as a consumer would, and runs its type-check and its
// tests. Names as arguments choose some of them.
//
// The examples pin exact versions and have no lock files: a lock would hold the tarball's integrity, and so go stale
// with every build.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { atOnce } from "../at-once.ts";
import { pack } from "./package/prepare.ts";
import { run } from "./program.ts";

const all = ["bookshop", "check", "express-commonjs", "hono-workerd", "lambda-sqs", "worklist"];
const names = process.argv.slice(2).filter((each) => each !== "--tarball" && !each.endsWith(".tgz")); // `pack` reads those
const chosen = names.length > 0 ? names : all;
const unknown = chosen.find((name) => !all.includes(name));
if (unknown !== undefined) throw new Error(`There is no example ${unknown}. The examples are ${all.join(", ")}.`);

const LIMIT_MS = 300_000; // more than any step takes, installing with an empty cache included
const STEPS = [["install", "--no-package-lock"], ["run", "typecheck", "--if-present"], ["test"]];
const NOT_COPIED = ["node_modules", "package-lock.json", "dist", "data", "merchant-payments.tgz"];

const examples = fileURLToPath(new URL("../../examples/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "merchant-payments-examples-")); // outside the repository and its packages
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const start = performance.now();
const tarball = await pack(folder);
await atOnce(2, chosen, async (name) => {
  const result = await tryExample(name).catch((error: unknown) => {
    process.exitCode = 1;
    return `FAILED\n${error}`;
  });
  console.log(`\n=== ${name}: ${result}`);
});
const seconds = Math.round((performance.now() - start) / 1_000);
console.log(`\n${chosen.length} examples, ${process.exitCode === 1 ? "FAILED" : "all passed"}, in ${seconds} s.`);

async function tryExample(name: string): Promise<string> {
  const example = join(folder, name);
  const filter = (path: string) => !NOT_COPIED.includes(basename(path));
  cpSync(join(examples, name), example, { recursive: true, filter });
  cpSync(tarball, join(example, "merchant-payments.tgz"));
  let output = "passed\n";
  for (const step of STEPS) output += (await run(example, "npm", step, { limitMs: LIMIT_MS })).stdout;
  return output;
}
