import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { root } from "../support/repository.js";

const script = fileURLToPath(new URL("changed-globals.mjs", import.meta.url));

/** What loading and using a built module changes in everything that the global object reaches. */
function changedBy(format: "import" | "require", file: string): unknown {
  return JSON.parse(execFileSync(process.execPath, [script, format, `${root}dist/${file}`], { encoding: "utf8" }));
}

describe("the built library changes no shared object", () => {
  // zod keeps its settings there, shared by all copies of zod in a process.
  test.each([
    ["import", "index.js"],
    ["require", "index.cjs"],
    ["import", "testing/index.js"],
    ["require", "testing/index.cjs"],
  ] as const)("on %s of %s, except zod's own settings", (format, file) => {
    expect(changedBy(format, file)).toEqual(["globalThis.__zod_globalConfig"]);
  });

  test.each([
    ["import", "opentelemetry/index.js"],
    ["require", "opentelemetry/index.cjs"],
  ] as const)("on %s of %s", (format, file) => {
    expect(changedBy(format, file)).toEqual([]);
  });
});
