// Packs the library and uses it as its consumers do: run times, bundlers, Jest, compilers. Fails if one of them fails.
// With `--record` the table also takes its place in docs/compatibility.md.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PaymentServer } from "merchant-payments/testing";
import { report } from "../../record.ts";
import { bundleCells } from "./bundles.ts";
import type { Cell, Site } from "./cell.ts";
import { jestCells } from "./jest.ts";
import { mswCells } from "./msw.ts";
import { newcomerCells } from "./newcomer.ts";
import { type Result, tables } from "./page.ts";
import { installConsumer, pack } from "./prepare.ts";
import { runtimeCells } from "./runtimes.ts";
import { typescriptCells } from "./typescript.ts";

const start = performance.now();
const folder = mkdtempSync(join(tmpdir(), "merchant-payments-matrix-")); // outside the repository, whose packages it must not find

try {
  const consumers = await installConsumers();
  await using fake = await startFake(consumers.bare);
  const gone = await startFake(consumers.bare);
  await gone.close();
  const results = await runAll(cells({ ...consumers, fakeUrl: fake.baseUrl, goneUrl: gone.baseUrl }));
  const failures = results.filter(({ failure }) => failure !== undefined);
  for (const { table, row, column, failure } of failures) console.error(`\n${table}, ${row}, ${column}:\n${failure}`);
  const seconds = Math.round((performance.now() - start) / 1_000);
  const summary = `${results.length} cells, ${failures.length} failed, in ${seconds} s.`;
  report("matrix", `${new Date().toISOString().slice(0, 10)}: ${summary}\n\n${tables(results)}`, "compatibility.md");
  if (failures.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function installConsumers() {
  const tarball = await pack(folder);
  const [bare, typed, msw2] = await Promise.all([
    installConsumer("bare", folder, tarball),
    installConsumer("typed", folder, tarball),
    installConsumer("msw2", folder, tarball),
  ]);
  const fresh = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path);
    return path;
  };
  return { bare, typed, msw2, fresh, tarball };
}

/** Of the packed library, like all else here. */
async function startFake(consumer: string): Promise<PaymentServer> {
  const packed = join(consumer, "node_modules/merchant-payments/dist/testing/index.js");
  const { startPaymentServer } = (await import(packed)) as typeof import("merchant-payments/testing");
  return await startPaymentServer();
}

function cells(site: Site): readonly Cell[] {
  return [
    ...runtimeCells(site),
    ...jestCells(site),
    ...mswCells(site),
    ...bundleCells(site),
    ...typescriptCells(site),
    ...newcomerCells(site),
  ];
}

/** Two at a time, as a small machine has cores. */
async function runAll(cells: readonly Cell[]): Promise<readonly Result[]> {
  const queue = cells.entries();
  const results: Result[] = [];
  const worker = async () => {
    for (const [index, { run, ...names }] of queue) {
      const result = await run().then(
        (found) => ({ found }),
        (error: unknown) => ({ found: {}, failure: String(error) }),
      );
      results[index] = { ...names, ...result };
    }
  };
  await Promise.all([worker(), worker()]);
  return results;
}
