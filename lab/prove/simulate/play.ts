/** Plays one batch from its first delivery to the last check. */
import type { Batch } from "./batch.ts";
import { startClock } from "./clock.ts";
import { emptied, note } from "./database.ts";
import { deliverAgain, drain, erase } from "./drain.ts";
import { checkBooks, checkClosed, checkSums } from "./invariants.ts";
import { deliverAll, sweeps } from "./merchant.ts";
import { outside } from "./outside.ts";
import { enterFirst, people } from "./people.ts";
import { MAX_NETWORK_DELAY_MS, PERSON_AFTER_MS } from "./scenario.ts";

/** @throws Error with the history, as soon as something on record is false. */
export async function play(batch: Batch): Promise<void> {
  const { scheduler, items } = batch;
  emptied();
  startClock();
  for (const { shipment, authorization } of items) {
    const { key, amount, adoption } = shipment;
    const { merchant, currency } = authorization.given;
    const booked = { merchant, key, closing: 0, kind: "book", amount: String(amount), currency } as const;
    if (adoption?.isBooked) note(booked);
  }
  try {
    outside(batch);
    people(batch);
    let isOver = false;
    const delivered = async () => {
      await Promise.all(batch.authorizations.map((each) => deliverAll(batch, each)));
      batch.isDelivered = true;
    };
    const worked = enterFirst(batch).then(async () => {
      await Promise.all([delivered(), sweeps(batch)]);
      isOver = true;
    });
    await scheduler.waitFor(Promise.all([worked, tick(batch, () => isOver)]));
    await scheduler.waitIdle(); // every message in flight arrives
    await scheduler.waitFor(drain(batch));
    batch.pass(2 * MAX_NETWORK_DELAY_MS); // no request can arrive any more, so people may decide "not captured"
    await scheduler.waitIdle();
    batch.havePeopleLeft = true;
    await scheduler.waitFor(drain(batch));
    await scheduler.waitFor(deliverAgain(batch));
    await scheduler.waitFor(drain(batch));
    batch.pass(PERSON_AFTER_MS); // whatever is still open is overdue
    await scheduler.waitFor(drain(batch));
    batch.check("the batch is over");
    if (batch.wrong !== undefined) throw batch.wrong;
    checkBooks(items);
    checkClosed(items);
    checkSums(items);
    await scheduler.waitFor(erase(batch));
    if (batch.wrong !== undefined) throw batch.wrong;
  } catch (error) {
    throw new Error([JSON.stringify(batch.scenario), ...batch.history, String(error)].join("\n"));
  }
}

async function tick(batch: Batch, isOver: () => boolean): Promise<void> {
  const { ticksMs } = batch.scenario;
  for (let index = 0; !isOver(); index += 1) {
    const ms = ticksMs[index % ticksMs.length] as number;
    await batch.step(`${ms} ms pass`);
    if (batch.wrong !== undefined) throw batch.wrong;
    batch.pass(ms);
  }
}
