import { readFileSync, writeFileSync } from "node:fs";
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

interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
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
          const report = join(site.fresh(`jest-${name}-${form}-${timers}`), "report.json");
          const only = ["-t", `${form}, ${timers}`];
          const args = ["--config", config, "--runInBand", "--json", "--outputFile", report, ...only];
          await run(site.bare, path, [tool("jest/bin/jest.js"), ...args]);
          const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
          const passed = testResults.flatMap(({ assertionResults }) =>
            assertionResults.filter(({ status }) => status === "passed").map(({ title }) => title),
          );
          if (passed.join() !== `${form}, ${timers}`) throw new Error(`passed: ${passed.join("; ") || "nothing"}`);
        },
      })),
    ),
  );
}
