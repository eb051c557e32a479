/** One seed from its first shipment to the comparison of the books. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FakeFinalization } from "merchant-payments/testing";
import { compare } from "./audit/books.ts";
import { booksOf, readEvidence } from "./audit/evidence.ts";
import { start } from "./children.ts";
import { type Dispatch, files } from "./dispatch.ts";
import type { Played } from "./figures.ts";
import { livesOfTheWorker } from "./lives.ts";
import { settleParked } from "./merchant/back-office.ts";
import { Journal } from "./merchant/journal.ts";

/** @param folder An empty one, for what the run leaves behind. */
export async function play(seed: number, shipments: number, folder: string): Promise<Played> {
  const startedAt = performance.now();
  const service = await start("service.ts", [folder, String(seed), String(shipments)]);
  const kills = await livesOfTheWorker(seed, folder, service);
  service.process.send("close");
  const { exitCode } = await service.ended;
  if (exitCode !== 0) throw new Error(`the service ended with ${exitCode}`);
  await backOffice(folder);
  const evidence = readEvidence(folder);
  const seconds = (performance.now() - startedAt) / 1000;
  return { seed, seconds, shipments, kills, evidence, findings: compare(booksOf(evidence)) };
}

async function backOffice(folder: string): Promise<void> {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf8"));
  const { shipments } = read(files.dispatch) as Dispatch;
  const { finalizations } = read(files.service) as { finalizations: FakeFinalization[] };
  const journal = await Journal.open(join(folder, files.journal));
  await settleParked(journal, shipments.flat(), finalizations);
  await journal.close();
}
