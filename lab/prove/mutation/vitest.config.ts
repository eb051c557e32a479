import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import shared from "../../../vitest.config.js";

const { plugins = [], resolve = {} } = shared;

// The tests that say what these parts do, without those that need sockets: each is run for thousands of mutants.
export default defineConfig({
  plugins,
  resolve,
  test: {
    root: fileURLToPath(new URL("../../..", import.meta.url)),
    environment: "node",
    restoreMocks: true,
    unstubGlobals: true,
    setupFiles: ["test/support/setup.ts"],
    provide: { way: "node" },
    include: [
      "test/{client,errors,model,operations}/**/*.test.ts",
      "test/observability/events.test.ts",
      "test/wire/{json,outcome}*.test.ts",
    ],
    exclude: [
      ...configDefaults.exclude,
      "test/client/hostile-process.test.ts", // its processes run what is built
      "test/operations/custom/adapters.test.ts", // on sockets
    ],
    testTimeout: 60_000, // instrumented, and beside another one; Stryker itself ends a mutant that hangs
  },
});
