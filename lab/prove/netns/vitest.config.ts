import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const include = ["lab/prove/netns/**/*.netns.ts"];

export default defineConfig({
  resolve: { alias: { "merchant-payments": fileURLToPath(new URL("../../../src/index.ts", import.meta.url)) } },
  test: {
    testTimeout: 600_000, // all faults are played in one test
    expect: { poll: { timeout: 60_000 } },
    projects: (["node", "fetch"] as const).map((way) => ({
      extends: true,
      test: { name: way, include, provide: { way } },
    })),
  },
});
