/** After the faults, the service works again. Deliveries and sweeps go on until nothing is left for them to do. */
import { OnceStoppedError } from "../../../src/once/index.ts";
import type { Process } from "./activity.ts";
import type { Batch } from "./batch.ts";
import { passUntil } from "./clock.ts";
import { nextDue } from "./database.ts";
import { asStored, type Item } from "./item.ts";
import { finalizing, perform, processOf } from "./merchant.ts";
import { DRIFT_MS } from "./scenario.ts";

const MOST_RUNS = 60;

export async function drain(batch: Batch): Promise<void> {
  batch.bookFaults.length = 0;
  const states = () =>
    JSON.stringify(batch.items.map(({ record }) => [record?.state, record?.rejections, record?.isBooked]));
  const idleRuns = batch.scenario.forbidden === undefined ? 1 : 3; // so many rejections park the forbidden shipment
  for (let run = 1, idle = 0, isQuiet = false; run <= MOST_RUNS && idle < idleRuns; run += 1) {
    const before = states();
    if (isQuiet) passUntil(nextDue() + DRIFT_MS);
    for (const merchant of batch.merchants) await runOnce(batch, merchant, processOf(batch, 0), `run ${run}`);
    isQuiet = states() === before;
    idle = isQuiet && nextDue() === 0 ? idle + 1 : 0;
  }
}

/** Sweeps, then delivers. A person closes the circuit breaker that the sweep opened; a delivery that opens it ends the run. */
async function runOnce(batch: Batch, merchant: number, process: Process, who: string): Promise<void> {
  process.onces[merchant]?.resume();
  const isStopped = (error: unknown) => error instanceof OnceStoppedError;
  if (isStopped(await perform(batch, { process, who }, merchant, (once) => once.sweep())))
    process.onces[merchant]?.resume();
  for (const item of itemsOf(batch, merchant)) {
    const { state = "retryable", request, decidedAt } = item.record ?? {};
    if (decidedAt !== undefined || !["sending", "retryable", "blocked"].includes(state)) continue;
    const amount = Number(request?.totalAmount ?? item.shipment.amount);
    if (isStopped(await perform(batch, { process, who }, merchant, finalizing(item, amount, asStored)))) return;
  }
}

const itemsOf = (batch: Batch, merchant: number): readonly Item[] =>
  batch.items.filter(({ shipment, authorization }) => {
    return shipment.adoption === undefined && authorization.given.merchant === merchant;
  });

/** The queue delivers every job again, rendered anew, with the first and the corrected amount. */
export async function deliverAgain(batch: Batch): Promise<void> {
  const doing = { process: processOf(batch, 0), who: "the queue" };
  const words = { told: "true", isRenderedAnew: true } as const;
  for (const merchant of batch.merchants) {
    for (const item of itemsOf(batch, merchant)) {
      const { amount, correctedTo } = item.shipment;
      for (const each of [correctedTo, amount, correctedTo]) {
        await perform(batch, doing, merchant, finalizing(item, each, words));
      }
    }
  }
}

/** Personal data is erased. Whatever the queue delivers then changes nothing. */
export async function erase(batch: Batch): Promise<void> {
  const doing = { process: processOf(batch, 0), who: "whoever erases" };
  for (const merchant of batch.merchants) {
    await perform(batch, doing, merchant, (once) => once.erase({ before: new Date() }));
  }
  const erased = batch.items.filter(({ record }) => record?.isErased);
  const versions = () => erased.map(({ record }) => record?.version).join();
  const before = versions();
  await deliverAgain(batch);
  if (versions() !== before) batch.wrong ??= new Error("WRONG: a key has changed after it was erased");
}
