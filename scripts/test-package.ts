// Packs the library and uses it as its consumers do: run times, bundlers, Jest, compilers. Fails if one of them fails.
// With `--record` the table also takes its place in docs/compatibility.md.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PaymentServer } from "merchant-payments/testing";
import { bundleCells } from "../test/package/matrix/bundles.ts";
import type { Cell, Site } from "../test/package/matrix/cell.ts";
import { newcomerCells } from "../test/package/matrix/newcomer.ts";
import { type Result, tables } from "../test/package/matrix/page.ts";
import { installConsumer, installTools, pack } from "../test/package/matrix/prepare.ts";
import { report } from "./record-section.ts";

const start = performance.now();
const folder = mkdtempSync(join(tmpdir(), "merchant-payments-matrix-")); // outside the repository, whose packages it must not find

try {
  await installTools();
  const consumers = await installConsumers();
  await using fake = await startFake(consumers.bare);
  const gone = await startFake(consumers.bare);
  await gone.close();
  const results = await runAll(await cells({ ...consumers, fakeUrl: fake.baseUrl, goneUrl: gone.baseUrl }));
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
  const [bare, typed] = await Promise.all([
    installConsumer("bare", folder, tarball),
    installConsumer("typed", folder, tarball),
  ]);
  const fresh = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path);
    return path;
  };
  return { bare, typed, fresh, tarball };
}

/** Of the packed library, like all else here. */
async function startFake(consumer: string): Promise<PaymentServer> {
  const packed = join(consumer, "node_modules/merchant-payments/dist/testing/index.js");
  const { startPaymentServer } = (await import(packed)) as typeof import("merchant-payments/testing");
  return await startPaymentServer();
}

/** These read the tools' versions as they load, so the tools must be there by then. */
async function cells(site: Site): Promise<readonly Cell[]> {
  const { runtimeCells } = await import("../test/package/matrix/runtimes.ts");
  const { jestCells } = await import("../test/package/matrix/jest.ts");
  const { typescriptCells } = await import("../test/package/matrix/typescript.ts");
  return [
    ...runtimeCells(site),
    ...jestCells(site),
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
