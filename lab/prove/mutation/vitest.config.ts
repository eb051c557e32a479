import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import shared from "../../../vitest.config.js";
import { room, rooms } from "./rooms.ts";

const { plugins = [], resolve = {} } = shared;

/** Quick files first: the first test that fails ends the run of a change. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).reverse();
  }
}

export default defineConfig({
  plugins,
  resolve,
  test: {
    root: fileURLToPath(new URL("../../..", import.meta.url)),
    environment: "node",
    runner: fileURLToPath(new URL("runner.ts", import.meta.url)),
    isolate: false, // twice as fast, though code that runs once per process then counts for its first test only
    sequence: { sequencer: QuickFirst },
    restoreMocks: true,
    unstubGlobals: true,
    setupFiles: ["test/support/setup.ts"],
    provide: { way: "node" },
    include: [...rooms[room]],
    exclude: [...configDefaults.exclude, ...(room === "wire" ? [] : ["**/*.slow.test.ts"])], // the faults of the network are slow
    testTimeout: 10_000, // a change that hangs is noticed; the code is instrumented, and runs beside another worker
    expect: { poll: { timeout: 1_000, interval: 5 } },
  },
});
