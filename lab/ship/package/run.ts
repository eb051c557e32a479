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
import { mswCells } from "./msw.ts";
import { newcomerCells } from "./newcomer.ts";
import { onceGuideCells } from "./once-guide.ts";
import { installConsumer, pack } from "./prepare.ts";
import { runtimeCells } from "./runtimes.ts";
import { typescriptCells } from "./typescript.ts";

interface Result extends Omit<Cell, "run"> {
  readonly failure: string | undefined;
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
  const kinds = [runtimeCells, jestCells, mswCells, bundleCells, typescriptCells, newcomerCells];
  const results = await runAll([...kinds.flatMap((cellsOf) => cellsOf(site)), ...onceGuideCells(site, postgres)]);
  const failures = results.filter(({ failure }) => failure !== undefined);
  for (const { table, row, column, failure } of failures) console.error(`\n${table}, ${row}, ${column}:\n${failure}`);
  const seconds = Math.round((performance.now() - start) / 1_000);
  const ofMerchants = results.filter(({ table }) => !/examples|guide/.test(table));
  const others = `${results.length - ofMerchants.length} tests of the examples on the pages`;
  const summary = `${today}: ${ofMerchants.length} combinations and ${others}, ${failures.length} failed, in ${seconds} s.`;
  report(import.meta.dirname, `${summary}\n\n${tableOf(results)}`, () => {
    writeSection("matrix", `${tableOf(ofMerchants)}\n\n${summary}`, "reference/compatibility.md");
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
    results[index] = { ...names, failure: await run().then(() => undefined, String) };
  });
  return results;
}

/** A row for each kind of consumer: its versions, and in how many ways each was tried. */
function tableOf(results: readonly Result[]): string {
  const rows = [...Map.groupBy(results, ({ table }) => table)].map(([kind, cells]) => {
    const namesOf = (of: (cell: Result) => string) => [...new Set(cells.map(of))].join("; ");
    const failed = cells.filter(({ failure }) => failure !== undefined).length;
    const result = failed === 0 ? `${cells.length} ok` : `**${failed} of ${cells.length} fail**`;
    return [kind, namesOf(({ row }) => row), namesOf(({ column }) => column), result];
  });
  return table(["", "versions", "each with", "combinations"], rows).replace("--:|--:|--:|", "---|---|--:|");
}
