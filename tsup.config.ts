import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Options } from "tsup";
import { esbuildInline, inlinedFiles } from "./inline-plugin.js";

const core = {
  index: "src/index.ts",
  "testing/index": "src/testing/index.ts",
  "testing/msw": "src/testing/msw.ts",
};
const telemetry = { "opentelemetry/index": "src/opentelemetry/index.ts" };
const once = {
  "once/index": "src/once/index.ts",
  "once/sqlite": "src/once/sqlite.ts",
  "once/postgres": "src/once/postgres.ts",
};
const check = { "check/index": "src/check/index.ts" };
/** No entry: it puts the function into a chunk of its own, so that a bundle of it alone is small. */
const toResult = { "to-result": "src/errors/to-result.ts" };
/** They are run, never imported: one build of each is enough. */
const commands = { "once/cli": "src/once/command/cli.ts", "testing/cli": "src/testing/adapters/cli.ts" };

const common: Options = {
  target: "es2023",
  outDir: "dist",
  // zod alone loads 92 modules, 64 of them translations: bundled, the library loads in less than half the time.
  // ky is ESM-only, so that the CJS build could not require it everywhere. decimal.js stays outside: its Decimal is
  // part of our API and must be the caller's own.
  noExternal: ["ky", "leven", "zod"],
  removeNodeProtocol: false, // Deno and workerd know only `node:http`
  external: [/^node:/],
};

export default defineConfig([
  {
    ...common,
    format: "esm",
    platform: "neutral",
    splitting: true,
    entry: { ...core, ...toResult, ...once, ...check, ...commands },
    // The page is imported by a chunk, which is beside index.js.
    esbuildPlugins: [
      esbuildInline("./testing/page.cjs"),
      { name: "bundled", setup: ({ onEnd }) => onEnd(listBundled) },
    ],
  },
  // Built alone: it shares one short text with the rest, and a chunk for that would be another file for the core to load.
  { ...common, format: "esm", platform: "neutral", entry: telemetry },
  // What they have of the library is the merchant's own copy: `responseOf` knows only what its own copy received, and a
  // Decimal is one only for its own class.
  {
    ...common,
    format: "cjs",
    platform: "node",
    splitting: false,
    entry: { ...once, ...check },
    esbuildPlugins: [libraryOutside("cjs")],
  },
  // Splitting would down-level the syntax of CJS; the classes are recognised by brand, not by identity.
  {
    ...common,
    format: "cjs",
    platform: "node",
    splitting: false,
    entry: { ...core, ...telemetry },
    esbuildPlugins: [esbuildInline("./page.cjs")],
  },
  {
    format: ["esm", "cjs"],
    outDir: "dist",
    // The types of a store are no names that anybody writes down. In a file of their own, they need no public name.
    entry: { ...core, ...telemetry, ...once, ...check, "once/store": "src/once/stores/store.ts" },
    // `Symbol.asyncDispose` is declared in no lib but this one; a bundle keeps no reference that its sources had.
    dts: { only: true, compilerOptions: { stripInternal: true }, banner: '/// <reference lib="esnext.disposable" />' },
  },
]);

// tsup calls nothing once the declarations are written.
process.once("exit", (code) => code === 0 && setResolutionMode("dist/testing/msw.d.cts"));

/**
 * In CommonJS, MSW 3 has declarations for ES modules only, whose import needs this mark; MSW 2 has its own, whose classes
 * are no others' for the compiler.
 */
function setResolutionMode(file: string): void {
  const text = readFileSync(file, "utf8");
  const marked = text.replace(
    "import { HttpHandler } from 'msw';",
    "import type { HttpHandler } from 'msw' with { 'resolution-mode': 'require' };",
  );
  if (marked === text) throw new Error(`${file} does not import msw in the way that was expected`);
  writeFileSync(file, marked);
}

function libraryOutside(extension: "js" | "cjs"): NonNullable<Options["esbuildPlugins"]>[number] {
  return {
    name: "library outside",
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\.\.(\/\.\.)?\/index\.js$/ }, () => ({ path: `../index.${extension}`, external: true })),
  };
}

interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly notice: string;
}

/** Writes down which packages the built files hold code of: their licences for people, a CycloneDX list for scanners. */
function listBundled({ metafile }: { metafile?: { inputs: object } }): void {
  const inputs = [...Object.keys(metafile?.inputs ?? {}), ...inlinedFiles];
  const names = new Set(inputs.flatMap((path) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []));
  const packages = [...names].sort().map(bundled);
  const head = "The files of this folder contain code of the packages below, under their licences.\n";
  const notices = packages.map(({ name, version, notice }) => `${name} ${version}\n\n${notice}\n`);
  writeFileSync("dist/THIRD-PARTY-NOTICES.txt", [head, ...notices].join(`\n${"-".repeat(80)}\n\n`));
  const components = packages.map(({ name, version, license }) => {
    return {
      type: "library",
      name,
      version,
      purl: `pkg:npm/${name}@${version}`,
      licenses: [{ license: { id: license } }],
    };
  });
  const list = { bomFormat: "CycloneDX", specVersion: "1.6", version: 1, components };
  writeFileSync("dist/bundled.cdx.json", `${JSON.stringify(list, undefined, 2)}\n`);
}

function bundled(name: string): Bundled {
  const folder = join("node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Bundled;
  const [file] = globSync("{LICENSE,LICENCE,license,licence}{,.md,.txt}", { cwd: folder });
  if (file === undefined) throw new Error(`${name} comes without its licence`);
  return { name, version, license, notice: readFileSync(join(folder, file), "utf8").trim() };
}
