/** After the faults, the service is well. Deliveries and sweeps go on until nothing is left for them to do. */
import { OnceStoppedError } from "../../../src/once/index.ts";
import type { Process } from "./activity.ts";
import type { Batch } from "./batch.ts";
import { passUntil } from "./clock.ts";
import { nextDue } from "./database.ts";
import { finalizing, perform, processOf } from "./merchant.ts";

const MOST_RUNS = 40;

export async function drain(batch: Batch): Promise<void> {
  const states = () =>
    JSON.stringify(batch.items.map(({ record }) => [record?.state, record?.rejections, record?.isBooked]));
  const idleRuns = batch.scenario.forbidden === undefined ? 1 : 3; // so many rejections park the forbidden shipment
  for (let run = 1, idle = 0; run <= MOST_RUNS && idle < idleRuns; run += 1) {
    const before = states();
    passUntil(nextDue());
    await runOnce(batch, processOf(batch, 0), `run ${run}`);
    idle = states() === before && nextDue() === 0 ? idle + 1 : 0;
  }
}

/** Sweeps, then delivers. It ends when the circuit breaker opens; the next run closes it. */
async function runOnce(batch: Batch, process: Process, who: string): Promise<void> {
  process.once.resume();
  const isStopped = (error: unknown) => error instanceof OnceStoppedError;
  if (isStopped(await perform(batch, { process, who }, (once) => once.sweep()))) return;
  for (const item of batch.items) {
    const { state = "retryable", request } = item.record ?? {};
    if (!["sending", "retryable", "waiting"].includes(state)) continue;
    const amount = Number(request?.totalAmount ?? item.shipment.amount);
    if (isStopped(await perform(batch, { process, who }, finalizing(item, amount)))) return;
  }
}
