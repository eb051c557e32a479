import assert from "node:assert/strict";
import { join } from "node:path";
import { run } from "../program.ts";
import { type Cell, type Site, seenWith, versionOf } from "./cell.ts";

/** Each bundle runs in an empty folder, where no package can be found. */
export function bundleCells(site: Site): Cell[] {
  return ["esbuild", "rolldown", "webpack"].flatMap((bundler) =>
    (["import", "require"] as const).map((column) => ({
      table: "Bundlers",
      row: `${bundler} ${versionOf(bundler)}`,
      column,
      async run() {
        const file = column === "import" ? "shop.mjs" : "shop.cjs";
        const folder = site.fresh(`${bundler}-${column}`);
        const output = join(folder, file);
        const bundle = join(import.meta.dirname, "bundle.mjs");
        await run(folder, process.execPath, [bundle, bundler, join(site.bare, file), output]);
        const { stdout, stderr } = await run(folder, process.execPath, [output, site.fakeUrl]);
        assert.equal(stderr, "");
        assert.deepEqual(JSON.parse(stdout), seenWith("not_sent"));
      },
    })),
  );
}
