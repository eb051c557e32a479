import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { viteInline } from "./inline-plugin.js";

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

/** Starts a process, needs a build, waits for the clock or takes long: `npm run test:all` runs it, `npm test` does not. */
const slow = "{test,lab}/**/*.slow.test.ts";

export default defineConfig({
  plugins: [viteInline],
  resolve: {
    alias: {
      "merchant-payments/testing/msw": source("testing/msw.ts"),
      "merchant-payments/testing": source("testing/index.ts"),
      "merchant-payments/check": source("check/index.ts"),
      "merchant-payments/opentelemetry": source("opentelemetry/index.ts"),
      "merchant-payments/once/sqlite": source("once/sqlite.ts"),
      "merchant-payments/once/postgres": source("once/postgres.ts"),
      "merchant-payments/once": source("once/index.ts"),
      "merchant-payments": source("index.ts"),
    },
  },
  test: {
    environment: "node",
    maxWorkers: "100%", // one less than there are cores by default, which is half of two
    // Only against what hangs: a busy machine is slow, and no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 60_000, interval: 5 } },
    execArgv: ["--disable-warning=OnceWarning", "--disable-warning=ExperimentalWarning"], // of stores that fail as a test says, and of node:sqlite
    restoreMocks: true,
    unstubGlobals: true,
    setupFiles: ["test/support/setup.ts"],
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: [
        "src/testing/adapters/cli.ts", // runs in a process of its own: test/testing/adapters/cli.slow.test.ts
        "src/testing/console/page/**", // runs in a browser: npm run lab -- browser
        "src/once/{postgres,stores/postgres-*}.ts", // run on PostgreSQL: npm run lab -- once
        "src/once/command/{cli,stores}.ts", // the process of the command, which opens files and databases
      ],
      reporter: ["text", "json-summary"],
      thresholds: { 100: true },
    },
    projects: [
      {
        extends: true,
        // In one process for each worker: half a second less for each file.
        test: {
          name: "quick",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, slow],
          isolate: false,
          provide: { way: "node" },
        },
      },
      {
        extends: true,
        test: {
          name: "slow",
          globalSetup: "test/support/build.ts",
          include: [slow],
          testTimeout: 600_000,
          provide: { way: "node" },
        },
      },
      {
        extends: true,
        // The same failures again, over the other way to the network.
        test: {
          name: "fetch",
          include: ["test/faults/**/*.test.ts", "test/secrets/{shown,other-origins}.test.ts"],
          testTimeout: 600_000,
          provide: { way: "fetch" },
        },
      },
    ],
  },
});
