import { defineConfig, type Options } from "tsup";

const common: Options = {
  entry: {
    index: "src/index.ts",
    "testing/index": "src/testing/index.ts",
    "testing/msw": "src/testing/msw.ts",
  },
  target: "es2023",
  sourcemap: true,
  outDir: "dist",
  removeNodeProtocol: false, // Deno and workerd know only `node:http`
  external: [/^node:/],
  dts: false, // tsc writes the declarations: see the build script
};

export default defineConfig([
  {
    ...common,
    entry: { ...common.entry, "testing/cli": "src/testing/cli.ts" }, // a command: nobody requires it
    format: "esm",
    platform: "neutral",
    splitting: true,
  },
  // ky is ESM-only: it goes into the CJS build, so that require() needs no require(esm).
  // Splitting would down-level the syntax there; the classes are recognised by brand, not by identity.
  { ...common, format: "cjs", platform: "node", splitting: false, noExternal: ["ky"] },
]);
