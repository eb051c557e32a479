import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../program.ts";
import type { Cell, Site } from "./cell.ts";

/** The README's quickstart, word for word. */
export function quickstart(): string {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const code = readme.split("<!-- examples/quickstart.ts -->\n```ts\n")[1]?.split("```")[0];
  if (code === undefined) throw new Error("the README shows no quickstart");
  return code;
}

/** An empty folder, the package and the README's quickstart: from nothing to the first capture. */
export function newcomerCells(site: Site): Cell[] {
  return [
    { row: "TypeScript", file: "quickstart.ts" },
    { row: "JavaScript", file: "quickstart.mjs" },
  ].map(({ row, file }) => ({
    table: "The README's quickstart, in an empty folder",
    row,
    column: "captures",
    async run() {
      const folder = site.fresh(`newcomer-${row}`);
      const start = performance.now();
      await run(folder, "npm", ["install", "--prefix", folder, site.tarball]); // without --prefix, npm looks for a project further up
      writeFileSync(join(folder, file), quickstart());
      const { stdout } = await run(folder, process.execPath, [file]);
      const seconds = (performance.now() - start) / 1_000;
      assert.equal(stdout, "captured 125.00 SEK\n");
      return { "seconds, installing included": seconds.toFixed(1) };
    },
  }));
}
