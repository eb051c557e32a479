import { defineConfig, type Options } from "tsup";
import { esbuildInline } from "./scripts/inline-plugin.js";

const common: Options = {
  entry: {
    index: "src/index.ts",
    "testing/index": "src/testing/index.ts",
    "testing/msw": "src/testing/msw.ts",
  },
  target: "es2023",
  outDir: "dist",
  // zod alone loads 92 modules, 64 of them translations: bundled, the library loads in less than half the time.
  // ky is ESM-only, so that the CJS build could not require it everywhere. decimal.js stays outside: its Decimal is
  // part of our API and must be the caller's own.
  noExternal: ["ky", "leven", "zod"],
  removeNodeProtocol: false, // Deno and workerd know only `node:http`
  external: [/^node:/],
  esbuildPlugins: [esbuildInline],
  dts: false, // tsc writes the declarations: see the build script
};

const telemetry = { "opentelemetry/index": "src/opentelemetry/index.ts" };

export default defineConfig([
  {
    ...common,
    format: "esm",
    platform: "neutral",
    splitting: true,
    // The command is run, never imported: one build of it is enough.
    entry: { ...(common.entry as Record<string, string>), "testing/cli": "src/testing/doors/cli.ts" },
  },
  // Built alone: it shares one short text with the rest, and a chunk for that would be another file for the core to load.
  { ...common, format: "esm", platform: "neutral", entry: telemetry },
  // Splitting would down-level the syntax of CJS; the classes are recognised by brand, not by identity.
  {
    ...common,
    format: "cjs",
    platform: "node",
    splitting: false,
    entry: { ...(common.entry as Record<string, string>), ...telemetry },
  },
]);
