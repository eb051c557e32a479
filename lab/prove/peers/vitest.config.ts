import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import shared from "../../../vitest.config.js";

const installed = (name: string) => fileURLToPath(new URL(`node_modules/${name}`, import.meta.url));
const { test: { projects: _, ...test } = {}, ...config } = shared;
const provide = { way: "node" } as const;

export default defineConfig({
  ...config,
  root: fileURLToPath(new URL("../../..", import.meta.url)),
  test: {
    ...test,
    projects: [
      {
        extends: true,
        resolve: { alias: { pino: installed("pino") } }, // for the examples
        test: { name: "peers", include: ["lab/prove/peers/*.test.ts"], provide },
      },
      {
        extends: true,
        // The newest version that the peer range accepts. The quick tests have the oldest one.
        resolve: { alias: { "@opentelemetry/api": installed("opentelemetry-api-1.10") } },
        test: {
          name: "opentelemetry 1.10",
          include: ["test/observability/opentelemetry/**/*.test.ts"],
          server: { deps: { inline: [/@opentelemetry/] } }, // so that the SDK has the same version
          provide,
        },
      },
    ],
  },
});
