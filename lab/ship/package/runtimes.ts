import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../program.ts";
import { type Cell, type Site, seenWith, tool, versionOf } from "./cell.ts";
import { nodes } from "./nodes.ts";

const table = "Runtimes";

/** If nobody listens, only Node proves that nothing was sent. */
const runtimes = [
  ...nodes.map(({ name, path }) => ({ row: name, command: path, args: [], nobodyListens: "not_sent" }) as const),
  { row: `Bun ${versionOf("bun")}`, command: tool(".bin/bun"), args: [], nobodyListens: "unknown" },
  {
    row: `Deno ${versionOf("deno")}`,
    command: tool(".bin/deno"),
    args: ["run", "--no-prompt", "--allow-net=127.0.0.1", "--allow-read=."],
    nobodyListens: "unknown",
  },
] as const;

/** Hosts the fake, checks out, keeps a connection to another fake, and must end by itself without a warning. */
function hosting(site: Site): Cell[] {
  return runtimes.flatMap(({ row, command, args, nobodyListens }) =>
    (["import", "require"] as const).map((column) => ({
      table,
      row,
      column,
      async run() {
        const shop = column === "import" ? "shop.mjs" : "shop.cjs";
        const { stdout, stderr } = await run(site.bare, command, [...args, shop, site.fakeUrl]);
        assert.equal(stderr, "");
        assert.deepEqual(JSON.parse(stdout), seenWith(nobodyListens));
      },
    })),
  );
}

/** workerd runs bundles only, and hosts no fake. */
function workers(site: Site): Cell[] {
  return [
    { service: "imitating-node", variant: "with the settings of a new project" },
    { service: "plain", variant: "with `no_nodejs_compat`" },
  ].map(({ service, variant }) => ({
    table,
    row: `workerd ${versionOf("workerd")}, ${variant}`,
    column: "import",
    async run() {
      const folder = site.fresh(`worker-${service}`);
      const bundle = join(import.meta.dirname, "bundle.mjs");
      const entry = join(site.bare, "worker.mjs");
      const output = join(folder, "worker.bundle.mjs");
      await run(folder, process.execPath, [bundle, "esbuild for no platform", entry, output]);
      copyFileSync(join(site.bare, "workerd.capnp"), join(folder, "workerd.capnp")); // embeds the bundle beside it
      const env = { FAKE_URL: site.fakeUrl, GONE_URL: site.goneUrl };
      const { stdout } = await run(folder, tool(".bin/workerd"), ["test", "workerd.capnp", service], { env });
      assert.deepEqual(JSON.parse(stdout), seenWith("unknown"));
    },
  }));
}

export const runtimeCells = (site: Site): Cell[] => [...hosting(site), ...workers(site)];
