import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../program.ts";
import { type Cell, type Site, tool, versionOf } from "./cell.ts";
import { nodes } from "./nodes.ts";

/** CommonJS, as Jest runs it without a flag. Babel turns `import` into `require`. */
function configure(site: Site): string {
  const path = join(site.bare, "jest.config.json");
  const plugins = [tool("@babel/plugin-transform-modules-commonjs")];
  const config = {
    testMatch: ["<rootDir>/*.jest.js", "<rootDir>/*.jest.cjs"],
    transform: { "\\.jest\\.js$": [tool("babel-jest"), { babelrc: false, configFile: false, plugins }] },
    watchman: false,
  };
  writeFileSync(path, JSON.stringify(config));
  return path;
}

/** @param report - what `jest --json` prints. */
export function assertOnePassed(report: string): void {
  const { numPassedTests, numFailedTests } = JSON.parse(report) as Record<string, number>;
  assert.deepEqual([numPassedTests, numFailedTests], [1, 0]);
}

export function jestCells(site: Site): Cell[] {
  const config = configure(site);
  return nodes.flatMap(({ name, path }) =>
    ["real timers", "fake timers"].flatMap((timers) =>
      ["import", "require"].map((form) => ({
        table: `Jest ${versionOf("jest")}`,
        row: name,
        column: `${form}, ${timers}`,
        async run() {
          const args = ["--config", config, "--runInBand", "--json", "-t", `${form}, ${timers}`];
          const { stdout } = await run(site.bare, path, [tool("jest/bin/jest.js"), ...args]);
          assertOnePassed(stdout);
        },
      })),
    ),
  );
}
