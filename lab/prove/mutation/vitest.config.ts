import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import shared from "../../../vitest.config.js";

const { plugins = [], resolve = {} } = shared;

// The tests of these parts, without those that need sockets, because each test runs for thousands of mutants.
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
      "test/client/hostile-process.test.ts", // its processes run the built package
      "test/operations/custom/adapters.test.ts", // on sockets
    ],
    testTimeout: 60_000, // the code is instrumented, and runs beside another worker; Stryker itself ends a mutant that hangs
  },
});
