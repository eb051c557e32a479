import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { root } from "../support/repository.js";

const script = fileURLToPath(new URL("changed-globals.mjs", import.meta.url));

/** What loading and using a built module changes in everything that the global object reaches. */
function changedBy(format: "import" | "require", file: string): unknown {
  return JSON.parse(execFileSync(process.execPath, [script, format, `${root}dist/${file}`], { encoding: "utf8" }));
}

const zodSettings = ["globalThis.__zod_globalConfig"]; // shared by all copies of zod in a process

test.each([
  ["import", "index.js", zodSettings],
  ["require", "index.cjs", zodSettings],
  ["import", "testing/index.js", zodSettings],
  ["require", "testing/index.cjs", zodSettings],
  ["import", "opentelemetry/index.js", []],
  ["require", "opentelemetry/index.cjs", []],
] as const)("the built library changes, on %s of %s, no shared object but %j", (format, file, changed) => {
  expect(changedBy(format, file)).toEqual(changed);
});
