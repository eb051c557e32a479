// Packs the library and uses it as its consumers do, on runtimes, bundlers, Jest and compilers. Fails if one of them fails.
// With `--record`, it writes record.md and the table of docs/reference/compatibility.md.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PaymentServer } from "merchant-payments/testing";
import { startPostgres } from "../../../examples/capture-queue/stage/postgres.ts";
import { atOnce } from "../../at-once.ts";
import { report, table, today, writeSection } from "../../record.ts";
import { bundleCells } from "./bundles.ts";
import type { Cell, Site } from "./cell.ts";
import { jestCells } from "./jest.ts";
import { lintCells } from "./lint.ts";
import { mswCells } from "./msw.ts";
import { newcomerCells } from "./newcomer.ts";
import { onceGuideCells } from "./once-guide.ts";
import { installConsumer, pack } from "./prepare.ts";
import { runtimeCells } from "./runtimes.ts";
import { typescriptCells } from "./typescript.ts";

/** A cell that has run: its further columns, or its failure. */
interface Result extends Omit<Cell, "run"> {
  readonly found: Readonly<Record<string, string>>;
  readonly failure?: string;
}

const start = performance.now();
const postgres = startPostgres();
const folder = mkdtempSync(join(tmpdir(), "merchant-payments-matrix-")); // outside the repository and its packages

try {
  const consumers = await installConsumers();
  await using fake = await startFake(consumers.bare);
  const gone = await startFake(consumers.bare);
  await gone.close();
  const site = { ...consumers, fakeUrl: fake.baseUrl, goneUrl: gone.baseUrl };
  const kinds = [runtimeCells, jestCells, mswCells, bundleCells, typescriptCells, newcomerCells, lintCells];
  const results = await runAll([...kinds.flatMap((cellsOf) => cellsOf(site)), ...onceGuideCells(site, postgres)]);
  const failures = results.filter(({ failure }) => failure !== undefined);
  for (const { table, row, column, failure } of failures) console.error(`\n${table}, ${row}, ${column}:\n${failure}`);
  const seconds = Math.round((performance.now() - start) / 1_000);
  const summary = `${today}: ${results.length} combinations, ${failures.length} failed, in ${seconds} s.`;
  const tables = [...Map.groupBy(results, ({ table }) => table)].map(
    ([name, cells]) => `### ${name}\n\n${tableOf(cells)}`,
  );
  report(import.meta.dirname, [summary, ...tables].join("\n\n"), () => {
    writeSection("matrix", `${briefly(results)}\n\n${summary}`, "reference/compatibility.md");
  });
  if (failures.length > 0) process.exitCode = 1;
} finally {
  postgres.remove();
  rmSync(folder, { recursive: true, force: true });
}

async function installConsumers(): Promise<Omit<Site, "fakeUrl" | "goneUrl">> {
  const tarball = await pack(folder);
  const kinds = ["bare", "typed", "msw2"] as const;
  const [bare = "", typed = "", msw2 = ""] = await Promise.all(
    kinds.map((kind) => installConsumer(kind, folder, tarball)),
  );
  const fresh = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path);
    return path;
  };
  return { bare, typed, msw2, fresh, tarball };
}

/** The fake of the packed library. */
async function startFake(consumer: string): Promise<PaymentServer> {
  const packed = join(consumer, "node_modules/merchant-payments/dist/testing/index.js");
  const { startPaymentServer } = (await import(packed)) as typeof import("merchant-payments/testing");
  return await startPaymentServer();
}

/** Runs two cells at a time. */
async function runAll(cells: readonly Cell[]): Promise<readonly Result[]> {
  const results: Result[] = [];
  await atOnce(2, cells.entries(), async ([index, { run, ...names }]) => {
    const failed = (error: unknown) => ({ found: {}, failure: String(error) });
    results[index] = { ...names, ...(await run().then((found) => ({ found }), failed)) };
  });
  return results;
}

function tableOf(results: readonly Result[]): string {
  const further = results.flatMap(({ found }) => Object.keys(found));
  const columns = [...new Set([...results.map(({ column }) => column), ...further])];
  const rows = [...Map.groupBy(results, ({ row }) => row)].map(([row, ofRow]) => {
    const cells: Record<string, string> = {};
    for (const { column, failure, found } of ofRow)
      Object.assign(cells, { [column]: failure ? "**FAILS**" : "ok" }, found);
    return [row, ...columns.map((column) => cells[column] ?? "")];
  });
  return table(["", ...columns], rows);
}

/** A row for each kind of consumer but the examples: its versions, and in how many ways each was tried. */
function briefly(results: readonly Result[]): string {
  const ofMerchants = results.filter(({ table }) => !/examples|guide/.test(table));
  const rows = [...Map.groupBy(ofMerchants, ({ table }) => table)].map(([kind, cells]) => {
    const [versions, ways] = [cells.map(({ row }) => row), cells.map(({ column }) => column)].map((all) => [
      ...new Set(all),
    ]);
    const failed = cells.filter(({ failure }) => failure !== undefined).length;
    return [
      kind,
      versions?.join("; "),
      ways?.join("; "),
      failed === 0 ? `${cells.length} ok` : `**${failed} of ${cells.length} fail**`,
    ];
  });
  return table(["", "versions", "tried with", "result"], rows).replace("--:|--:|--:|", "---|---|--:|");
}
