/** A policy that decides by look-ups alone. */
import type { Batch } from "./batch.ts";
import type { Item } from "./item.ts";
import { perform, processOf } from "./merchant.ts";

const HOUR = 60 * 60_000;

/**
 * Sweeps for hours, and then decides by the look-ups alone. A person who follows the advice must never capture twice, if
 * the look-ups are right or less than five minutes late.
 */
export async function decideByLookUps(batch: Batch): Promise<void> {
  const doing = { process: processOf(batch, 0), who: "a policy" };
  const waiting = batch.items.filter(({ record }) => record?.state === "parked" || record?.state === "conflict");
  const versions = waiting.map(({ record }) => record?.version).join();
  for (let hour = 1; hour <= 3; hour += 1) {
    batch.pass(HOUR);
    for (const merchant of batch.merchants) await perform(batch, doing, merchant, (once) => once.sweep());
  }
  if (versions !== waiting.map(({ record }) => record?.version).join()) {
    batch.wrong ??= new Error("WRONG: a look-up has changed a key that waits for a person");
  }
  for (const item of batch.items) await decide(batch, item);
}

async function decide(batch: Batch, item: Item): Promise<void> {
  const { shipment, authorization } = item;
  const who = `person who follows the look-up of ${shipment.key}`;
  await perform(batch, { process: processOf(batch, 0), who }, authorization.given.merchant, async (once) => {
    const snapshot = await once.get(shipment.key);
    if (snapshot?.lookedUp === undefined || snapshot.waitsFor !== "person") return;
    const isFound = snapshot.advice?.includes("this is case (1)");
    if (batch.scenario.lookUp === "wrong by one capture") item.isMisjudged = true;
    const as = isFound ? "captured" : "send_again";
    await once.decide(snapshot, { as, balance: snapshot.lookedUp, by: who, why: "the look-up shows it" });
  });
}
