import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineConfig, type Options } from "tsup";
import { esbuildInline } from "./src/testing/console/page/inline-plugin.js";

const core = {
  index: "src/index.ts",
  "testing/index": "src/testing/index.ts",
  "testing/msw": "src/testing/msw.ts",
};
const telemetry = { "opentelemetry/index": "src/opentelemetry/index.ts" };
const command = { "testing/cli": "src/testing/doors/cli.ts" }; // is run, never imported: one build of it is enough

const common: Options = {
  target: "es2023",
  outDir: "dist",
  // zod alone loads 92 modules, 64 of them translations: bundled, the library loads in less than half the time.
  // ky is ESM-only, so that the CJS build could not require it everywhere. decimal.js stays outside: its Decimal is
  // part of our API and must be the caller's own.
  noExternal: ["ky", "leven", "zod"],
  removeNodeProtocol: false, // Deno and workerd know only `node:http`
  external: [/^node:/],
  esbuildPlugins: [esbuildInline],
  dts: false, // tsc has written the declarations: see shipDeclarations
};

export default defineConfig([
  {
    ...common,
    format: "esm",
    platform: "neutral",
    splitting: true,
    entry: { ...core, ...command },
    esbuildPlugins: [esbuildInline, { name: "third-party-notices", setup: ({ onEnd }) => onEnd(writeNotices) }],
    onSuccess: async () => shipDeclarations(),
  },
  // Built alone: it shares one short text with the rest, and a chunk for that would be another file for the core to load.
  { ...common, format: "esm", platform: "neutral", entry: telemetry },
  // Splitting would down-level the syntax of CJS; the classes are recognised by brand, not by identity.
  { ...common, format: "cjs", platform: "node", splitting: false, entry: { ...core, ...telemetry } },
]);

/**
 * Keeps the declarations that an entry reaches, each also as .d.cts for CommonJS, and removes the rest. A bundler of them
 * would make fewer files: API Extractor gives each entry a FakePaymentService of its own, which no other entry takes, and
 * rollup-plugin-dts loses the `resolution-mode` of MSW's types.
 */
function shipDeclarations(): void {
  const specifier = /((?:from|import)\s*\(?\s*["'])(\.[^"']*)\.js(?=["'])/g;
  const reached = new Set(Object.keys({ ...core, ...telemetry }).map((entry) => join("dist", `${entry}.d.ts`)));
  for (const file of reached) {
    const text = readFileSync(file, "utf8");
    for (const [, , path] of text.matchAll(specifier)) reached.add(join(dirname(file), `${path}.d.ts`));
    writeFileSync(file.replace(/\.d\.ts$/, ".d.cts"), text.replace(specifier, "$1$2.cjs"));
  }
  for (const file of globSync("dist/**/*.d.ts")) if (!reached.has(file)) rmSync(file);
}

/** Writes dist/THIRD-PARTY-NOTICES.txt: the licence of each package of which the built files hold code. */
function writeNotices({ metafile }: { metafile?: { inputs: object } }): void {
  const inputs = Object.keys(metafile?.inputs ?? {});
  const packages = new Set(inputs.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []));
  const notices = [...packages].sort().map((name) => {
    const folder = join("node_modules", name);
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
    const [licence] = globSync("{LICENSE,LICENCE,license,licence}{,.md,.txt}", { cwd: folder });
    if (licence === undefined) throw new Error(`${name} comes without its licence`);
    return `${name} ${version}\n\n${readFileSync(join(folder, licence), "utf8").trim()}\n`;
  });
  const head = "The files of this folder contain code of the packages below, under their licences.\n";
  writeFileSync("dist/THIRD-PARTY-NOTICES.txt", [head, ...notices].join(`\n${"-".repeat(80)}\n\n`));
}
