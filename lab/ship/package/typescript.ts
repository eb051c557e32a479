import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../program.ts";
import { type Cell, type Site, tool, versionOf } from "./cell.ts";
import { quickstart } from "./newcomer.ts";

/** `import x = require()` exists only in CommonJS files. */
const REQUIRED = `\
import library = require("merchant-payments");
import testing = require("merchant-payments/testing");
export const service = new testing.FakePaymentService();
export const payments = new library.PaymentClient({
  baseUrl: "https://payments.example.com",
  auth: library.basicAuth("merchant-1", "fake-password"),
  fetch: service.fetch,
});
export type Rejected = library.PaymentServiceError;
`;

const COMPILER_LIMIT_MS = 300_000; // for a busy machine

const compilers = ["typescript54", "typescript5", "typescript6", "typescript7"];

const modules = { node16: "node16", nodenext: "nodenext", bundler: "preserve" };

interface World {
  readonly site: "bare" | "typed" | "msw2";
  readonly lib: readonly string[];
  readonly types: readonly string[];
  readonly files: readonly string[];
  /** The compilers that report errors in MSW's own declarations, and must skip them. */
  readonly lenient?: readonly string[];
}

/** The same text as a module and as CommonJS reads both sets of declarations. */
const both = (...names: string[]) => names.flatMap((name) => [`${name}.mts`, `${name}.cts`]);

const dom = ["es2022", "dom"];
const node = ["node"];

/** The README requires ES2022 and the types of Node or of the DOM. MSW's own types need both. */
const backend: World = {
  site: "typed",
  lib: ["es2022"],
  types: node,
  files: [...both("every-export", "telemetry-entry", "once-entry", "check-entry"), "required.cts", "quickstart.mts"],
};
const browser: World = { site: "bare", lib: dom, types: [], files: [...both("every-export"), "required.cts"] };
const msw3 = [...both("every-export", "msw-entry"), "msw-setup.mts"];
const msw2 = both("msw-entry", "msw-setup");
const worlds: readonly World[] = [
  backend,
  browser,
  { site: "typed", lib: dom, types: node, files: msw3, lenient: ["typescript54"] },
  { site: "msw2", lib: dom, types: node, files: msw2, lenient: ["typescript6", "typescript7"] },
];

/** The columns: the strictest options in every world, and looser ones in a backend. */
const settings = [
  ...Object.entries(modules).map(([moduleResolution, module]) => {
    return { column: `\`${moduleResolution}\``, options: { module, moduleResolution }, worlds };
  }),
  { column: "without `exactOptionalPropertyTypes`", options: { exactOptionalPropertyTypes: false }, worlds: [backend] },
  { column: "without `strict`", options: { strict: false, exactOptionalPropertyTypes: false }, worlds: [backend] },
];

function writeSources(folder: string): void {
  for (const name of ["every-export", "msw-entry", "msw-setup", "telemetry-entry", "once-entry", "check-entry"]) {
    for (const file of both(name)) copyFileSync(join(folder, `${name}.ts`), join(folder, file));
  }
  writeFileSync(join(folder, "required.cts"), REQUIRED);
  writeFileSync(join(folder, "quickstart.mts"), quickstart);
}

export function typescriptCells(site: Site): Cell[] {
  for (const name of ["bare", "typed", "msw2"] as const) writeSources(site[name]);
  return compilers.flatMap((compiler) =>
    settings.map(({ column, options, worlds }, setting) => ({
      table: "TypeScript",
      row: `TypeScript ${versionOf(compiler)}`,
      column,
      async run() {
        for (const [index, { site: name, lib, types, files, lenient = [] }] of worlds.entries()) {
          const cell = `${compiler}-${setting}-${index}`;
          const config = join(site[name], `${cell}.json`);
          const skipLibCheck = lenient.includes(compiler);
          const strictness = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck };
          const output = { declaration: true, outDir: site.fresh(cell), rootDir: site[name], target: "es2022" };
          const nodenext = { module: "nodenext", moduleResolution: "nodenext" };
          const compilerOptions = { ...strictness, ...output, ...nodenext, ...options, lib, types };
          writeFileSync(config, JSON.stringify({ compilerOptions, files }));
          const args = [tool(`${compiler}/bin/tsc`), "-p", config];
          await run(site[name], process.execPath, args, { limitMs: COMPILER_LIMIT_MS });
        }
      },
    })),
  );
}
