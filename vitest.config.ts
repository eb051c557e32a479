import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { viteInline } from "./inline-plugin.js";

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

/** They patch what all of a process share, or load it. */
const alone = ["lab", "test/{docs/examples,faults,observability/opentelemetry,secrets}"].map(
  (folder) => `${folder}/**/*.test.ts`,
);

/** Fifteen seconds, for which every change does not wait: `npm run lab -- nodes` sets it. */
const ownFaults = process.env["ALL_FAULTS"] ? [] : ["test/faults/custom-operation.test.ts"];

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
    testTimeout: 30_000, // for a machine that does something else as well; what hangs still ends
    restoreMocks: true,
    unstubGlobals: true,
    setupFiles: ["test/support/setup.ts"],
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: [
        "src/testing/adapters/cli.ts", // runs in a process of its own: test/testing/adapters/cli.test.ts
        "src/testing/console/page/**", // runs in a browser: npm run lab -- browser
      ],
      reporter: ["text", "json-summary"],
      thresholds: { 100: true },
    },
    projects: [
      {
        extends: true,
        // In one process for each worker: half a second less for each file.
        test: {
          name: "together",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...alone],
          isolate: false,
          provide: { way: "node" },
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: alone,
          exclude: [...configDefaults.exclude, ...ownFaults, "lab/ship/browser/**"], // needs a browser: npm run lab -- browser
          provide: { way: "node" },
        },
      },
      {
        extends: true,
        // The same failures again, over the other way to the network.
        test: {
          name: "fetch",
          include: ["test/faults/**/*.test.ts", "test/secrets/{shown,other-origins}.test.ts"],
          exclude: ownFaults,
          provide: { way: "fetch" },
        },
      },
      {
        extends: true,
        // The adapter again, with the newest version that its peer range accepts. The other projects have the oldest one.
        resolve: { alias: { "@opentelemetry/api": "opentelemetry-api-1.10" } },
        test: {
          name: "opentelemetry 1.10",
          include: ["test/observability/opentelemetry/**/*.test.ts"],
          server: { deps: { inline: [/@opentelemetry/] } }, // so that the SDK has the same version
          provide: { way: "node" },
        },
      },
    ],
  },
});
