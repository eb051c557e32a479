import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../program.ts";
import { type Cell, type Site, seenWith } from "./cell.ts";

/** Tests that the oldest and the newest supported MSW pass the client's requests to the fake. */
export function mswCells(site: Site): Cell[] {
  return [site.msw2, site.typed].flatMap((consumer) => {
    const manifest = readFileSync(join(consumer, "node_modules/msw/package.json"), "utf8");
    const { version } = JSON.parse(manifest) as { version: string };
    return ["import", "require"].map((column) => ({
      table: "MSW, by the handlers of `merchant-payments/testing/msw`",
      row: `MSW ${version}`,
      column,
      async run() {
        const { stdout, stderr } = await run(consumer, process.execPath, [column === "import" ? "msw.mjs" : "msw.cjs"]);
        assert.equal(stderr, "");
        assert.deepEqual(JSON.parse(stdout), seenWith("unknown"));
      },
    }));
  });
}
