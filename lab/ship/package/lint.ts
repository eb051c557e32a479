/** Lints the examples as a merchant's own linter does, with the declarations of the packed library. */
import { cpSync, globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../program.ts";
import type { Cell, Site } from "./cell.ts";

const examples = fileURLToPath(new URL("../../../examples/", import.meta.url));

const TOOLS = ["eslint@10", "typescript-eslint@8", "typescript@5.9"];
const IMPORTED = ["@types/node@24", "msw@3", "pino@10", "vitest@5", "@opentelemetry/api@1.9"];

/** The backends have packages of their own, which are not installed here: without types, only some rules can look. */
const CONFIG = `
import tseslint from "typescript-eslint";
const parserOptions = { project: ["./tsconfig.json"], tsconfigRootDir: import.meta.dirname };
export default tseslint.config(
  { files: ["*.ts"], extends: [tseslint.configs.recommendedTypeChecked], languageOptions: { parserOptions } },
  {
    files: ["*/**/*.ts"],
    extends: [tseslint.configs.base],
    rules: { "@typescript-eslint/unbound-method": "error" },
    languageOptions: { parserOptions },
  },
);
`;

const compilerOptions = {
  ...{ strict: true, noEmit: true, target: "es2023", lib: ["es2023", "dom"], module: "nodenext", types: ["node"] },
  allowImportingTsExtensions: true,
};

export function lintCells(site: Site): Cell[] {
  return [
    {
      table: "The examples, by the recommended type-checked rules of typescript-eslint",
      row: TOOLS.join(", "),
      column: "no findings",
      async run() {
        const folder = site.fresh("lint");
        writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
        await run(folder, "npm", ["install", "--prefix", folder, site.tarball, ...TOOLS, ...IMPORTED]);
        const files = globSync(["*.ts", "*/{src,test,stage}/**/*.ts"], { cwd: examples });
        for (const file of files) cpSync(join(examples, file), join(folder, file));
        cpSync(join(examples, "orders.json"), join(folder, "orders.json"));
        writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: files }));
        writeFileSync(join(folder, "eslint.config.js"), CONFIG);
        await run(folder, process.execPath, ["node_modules/eslint/bin/eslint.js", ...files]);
      },
    },
  ];
}
