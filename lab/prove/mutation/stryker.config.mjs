import { filesOf, room } from "./rooms.ts";

export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  // A forked process that hangs in an endless loop outlives Stryker, and takes a core from the changes after it.
  vitest: { configFile: "lab/prove/mutation/vitest.config.ts", pool: "threads" },
  // A test holds iso-4217.ts against what its generator writes, so it stays as it is.
  mutate: [filesOf(room), "!src/model/iso-4217.ts"],
  disableTypeChecks: false, // no comment is written into files
  ignorePatterns: ["/coverage", "/reports", "/site"],
  thresholds: { break: 95 },
  reporters: ["html", "json", "clear-text", "progress-append-only"],
  clearTextReporter: { reportTests: false, logTests: false },
  htmlReporter: { fileName: `reports/mutation/${room}.html` },
  jsonReporter: { fileName: `reports/mutation/${room}.json` },
  incremental: true,
  incrementalFile: `reports/mutation/incremental-${room}.json`,
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  concurrency: 2,
  tempDirName: ".stryker-tmp",
  cleanTempDir: "always",
};
