import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Cell, run, type Site, tool, versionOf } from "./cell.ts";
import { quickstart } from "./newcomer.ts";

/** `import x = require()`, the form that only a CommonJS file has. */
const REQUIRED = `\
import library = require("merchant-payments");
import testing = require("merchant-payments/testing");
export const service = new testing.FakePaymentService();
export const payments = new library.PaymentClient({
  baseUrl: "https://payments.example.com",
  auth: library.basicAuth("merchant-1", "fake-password"),
  fetch: service.fetch,
});
export type Refused = library.PaymentServiceError;
`;

const compilers = [
  { path: "typescript5", bin: "typescript5/bin/tsc" },
  { path: "typescript6", bin: "typescript6/bin/tsc" },
  { path: "typescript7", bin: "typescript7/bin/tsc" },
];

const modules = { node16: "node16", nodenext: "nodenext", bundler: "preserve" };

/** What the README asks for: ES2022 and the types of Node, or of the DOM. MSW's own types need both. */
const worlds = [
  {
    site: "typed",
    lib: ["es2022"],
    types: ["node"],
    files: ["every-export", "required", "quickstart", "telemetry-door"],
  },
  { site: "bare", lib: ["es2022", "dom"], types: [], files: ["every-export", "required"] },
  { site: "typed", lib: ["es2022", "dom"], types: ["node"], files: ["every-export", "msw-door"] },
] as const;

/** The same text as a module and as CommonJS, so that both sets of declarations are read. */
function writeSources(folder: string): void {
  for (const name of ["every-export", "msw-door", "telemetry-door"]) {
    copyFileSync(join(folder, `${name}.ts`), join(folder, `${name}.mts`));
    copyFileSync(join(folder, `${name}.ts`), join(folder, `${name}.cts`));
  }
  writeFileSync(join(folder, "required.cts"), REQUIRED);
  writeFileSync(join(folder, "quickstart.mts"), quickstart());
}

const extensionsOf = (file: string): readonly string[] =>
  file === "required" ? [".cts"] : file === "quickstart" ? [".mts"] : [".mts", ".cts"];

export function typescriptCells(site: Site): Cell[] {
  writeSources(site.bare);
  writeSources(site.typed);
  return compilers.flatMap(({ path, bin }) =>
    Object.entries(modules).map(([moduleResolution, module]) => ({
      table: "TypeScript",
      row: `TypeScript ${versionOf(path)}`,
      column: `\`${moduleResolution}\``,
      async run() {
        for (const [index, { site: name, lib, types, files }] of worlds.entries()) {
          const config = join(site[name], `${path}-${moduleResolution}-${index}.json`);
          const outDir = site.fresh(`${path}-${moduleResolution}-${index}`);
          const strictness = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false };
          const output = { declaration: true, outDir, rootDir: site[name], target: "es2022" };
          const compilerOptions = { ...strictness, ...output, module, moduleResolution, lib, types };
          const sources = files.flatMap((file) => extensionsOf(file).map((extension) => file + extension));
          writeFileSync(config, JSON.stringify({ compilerOptions, files: sources }));
          await run(site[name], process.execPath, [tool(bin), "-p", config]);
        }
        return {};
      },
    })),
  );
}
