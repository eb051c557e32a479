import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const built = (path: string) => fileURLToPath(new URL(`../../../dist/${path}`, import.meta.url));

/** The page is tested as it is published. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  resolve: {
    alias: { "merchant-payments/testing": built("testing/index.js"), "merchant-payments": built("index.js") },
  },
  test: { include: ["*.test.ts"], environment: "node", testTimeout: 30_000, hookTimeout: 60_000 },
});
