import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../program.ts";
import type { Cell, Site } from "./cell.ts";

/** The first block of code in the README that begins with this line. */
function blockAfter(opening: string): string {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const code = readme.split(`${opening}\n`)[1]?.split("```")[0];
  if (code === undefined) throw new Error(`the README shows nothing after ${opening}`);
  return code;
}

/** The README's quickstart, word for word. */
export const quickstart = blockAfter("<!-- examples/quickstart.ts -->\n```ts");
const firstTest = blockAfter("<!-- examples/capture.test.ts -->\n```ts");
const inCommonJs = blockAfter("```js").replace(/^ *\/\/ the same lines.*\n/m, quickstart.replace(/^import .*\n/gm, ""));
const withJest = firstTest
  .replace(/^import .* "vitest";\n/m, "")
  .replace(/^import (.*) from (".*");$/gm, "const $1 = require($2);");

/** Follows the README in a folder made by `npm init -y`: from nothing to the first capture and test. */
export function newcomerCells(site: Site): Cell[] {
  const captured = (stdout: string) => assert.equal(stdout, "captured 125.00 SEK\n");
  const passed = (stdout: string) => assert.match(stdout, /1 passed/);
  const node = process.execPath;
  return [
    {
      row: "capture, TypeScript",
      file: "capture.mts",
      code: quickstart,
      start: [node, "capture.mts"],
      check: captured,
    },
    {
      row: "capture, JavaScript",
      file: "capture.mjs",
      code: quickstart,
      start: [node, "capture.mjs"],
      check: captured,
    },
    { row: "capture, CommonJS", file: "capture.js", code: inCommonJs, start: [node, "capture.js"], check: captured },
    {
      row: "test, Vitest",
      file: "capture.test.ts",
      code: firstTest,
      tool: "vitest@5",
      start: [node, "node_modules/vitest/vitest.mjs", "run", "--no-color"],
      check: passed,
    },
    {
      row: "test, Jest",
      file: "capture.test.js",
      code: withJest,
      tool: "jest@30",
      start: [node, "node_modules/jest/bin/jest.js", "--json"],
      check: (stdout: string) => assert.equal((JSON.parse(stdout) as { numPassedTests: number }).numPassedTests, 1),
    },
  ].map(({ row, file, code, tool, start: [program = "", ...args], check }) => ({
    table: "The README's first capture and first test, in a folder made by `npm init -y`",
    row,
    column: "works",
    async run() {
      const folder = site.fresh(`newcomer-${file}`);
      const start = performance.now();
      await run(folder, "npm", ["init", "-y", "--silent"]);
      await run(folder, "npm", ["install", "--prefix", folder, site.tarball]); // without --prefix, npm looks for a project further up
      if (tool !== undefined) await run(folder, "npm", ["install", "--prefix", folder, "--save-dev", tool]);
      writeFileSync(join(folder, file), code);
      const { stdout } = await run(folder, program, args);
      const seconds = (performance.now() - start) / 1_000;
      check(stdout);
      return { "seconds, installing included": seconds.toFixed(1) };
    },
  }));
}
