import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const script = fileURLToPath(new URL("changed-globals.mjs", import.meta.url));
const built = (file: string) => fileURLToPath(new URL(`../../dist/${file}`, import.meta.url));

/** What loading and using a built module changes of everything that can be reached from the global object. */
function changedBy(format: "import" | "require", file: string, ...mischief: string[]): unknown {
  return JSON.parse(execFileSync(process.execPath, [script, format, built(file), ...mischief], { encoding: "utf8" }));
}

describe("loading and using it changes nothing that others share", () => {
  // zod keeps its settings there, shared by all copies of zod in a process.
  test.each([
    ["import", "index.js"],
    ["require", "index.cjs"],
  ] as const)("%s of %s, but for zod's own settings", (format, file) => {
    expect(changedBy(format, file)).toEqual(["globalThis.__zod_globalConfig"]);
  });

  test.each([
    ["import", "testing/index.js"],
    ["require", "testing/index.cjs"],
    ["import", "opentelemetry/index.js"],
    ["require", "opentelemetry/index.cjs"],
  ] as const)("%s of %s", (format, file) => {
    expect(changedBy(format, file)).toEqual([]);
  });
});

test.each([
  ["Array.prototype.last = 1", "globalThis.Array.prototype.last"],
  ["Object.prototype.polluted = 1", "globalThis.Object.prototype.polluted"],
  ["JSON.parse = () => 1", "globalThis.JSON.parse"],
  ["globalThis.fetch = () => 1", "globalThis.fetch"],
  ["Promise.prototype.then = Promise.prototype.then.bind()", "globalThis.Promise.prototype.then"],
  ["Error.stackTraceLimit = 50", "globalThis.Error.stackTraceLimit"],
  ["Object.freeze(Math)", "globalThis.Math"],
  ["process.on('uncaughtException', () => {})", "process"],
  ["process.env.MISCHIEF = '1'", "process"],
])("it would be seen: %s", (mischief, path) => {
  expect(changedBy("import", "testing/index.js", mischief)).toContain(path);
});
