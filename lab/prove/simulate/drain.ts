/** After the faults, the service works again. Sweeps alone go on until nothing is left for them to do. */
import type { Process } from "./activity.ts";
import type { Batch } from "./batch.ts";
import { passUntil } from "./clock.ts";
import { nextDue } from "./database.ts";
import { asStored, type Item } from "./item.ts";
import { finalizing, perform, processOf } from "./merchant.ts";

const MOST_RUNS = 80;
const IDLE_RUNS = 3;

export async function drain(batch: Batch): Promise<void> {
  batch.hookFaults.length = 0;
  const stateOf = ({ record }: Item) => {
    const { state, rejections, recorded, pauses = 0, isOverdue, isAged } = record ?? {};
    return [state, rejections, recorded, Math.min(pauses, 4), isOverdue, isAged];
  };
  const states = () => JSON.stringify(batch.items.map(stateOf));
  for (let run = 1, idle = 0; run <= MOST_RUNS && idle < IDLE_RUNS; run += 1) {
    const before = states();
    for (const merchant of batch.merchants) await runOnce(batch, merchant, processOf(batch, 0), `run ${run}`);
    idle = states() === before ? idle + 1 : 0;
    const due = nextDue();
    if (due === undefined) return;
    passUntil(due + 1);
  }
}

/** Sweeps, and delivers what could not be stored. A person mends what waits for `resume`. */
async function runOnce(batch: Batch, merchant: number, process: Process, who: string): Promise<void> {
  const doing = { process, who };
  await perform(batch, doing, merchant, (once) => once.sweep());
  if (process.onces[merchant]?.status().isOpen) {
    await perform(batch, doing, merchant, async (once) => once.resume()); // by the clock of the process
    await perform(batch, doing, merchant, (once) => once.sweep());
  }
  for (const item of itemsOf(batch, merchant).filter(({ record }) => record === undefined)) {
    await perform(batch, doing, merchant, finalizing(item, item.shipment.amount, asStored));
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
    await perform(batch, doing, merchant, (_, review) => review.erase({ before: new Date() }));
  }
  const erased = batch.items.filter(({ record }) => record?.isErased);
  const versions = () => erased.map(({ record }) => record?.version).join();
  const before = versions();
  await deliverAgain(batch);
  if (versions() !== before) batch.wrong ??= new Error("WRONG: a key has changed after it was erased");
}
