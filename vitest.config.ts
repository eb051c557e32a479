import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: {
      "merchant-payments/testing/msw": source("testing/msw.ts"),
      "merchant-payments/testing": source("testing/index.ts"),
      "merchant-payments": source("index.ts"),
    },
  },
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, "test/browser/**"], // needs a browser: npm run test:browser
    environment: "node",
    restoreMocks: true,
    unstubAllGlobals: true,
    coverage: { provider: "v8", include: ["src/**/*.ts"], reporter: ["text", "json-summary"] },
    typecheck: { checker: "tsc", include: ["test/**/*.test-d.ts"], tsconfig: "./tsconfig.json" },
  },
});
