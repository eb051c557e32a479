/** People read a key, then the back office, and decide by both, however old the readings are by then. */
import type { OnceReview, OnceSnapshot } from "../../../src/once/index.ts";
import type { Batch } from "./batch.ts";
import { timeNow } from "./clock.ts";
import { remove } from "./database.ts";
import { type Item, isAnew, requestOf, truly } from "./item.ts";
import { newProcess, perform } from "./merchant.ts";
import { type Adoption, type Intent, MAX_NETWORK_DELAY_MS } from "./scenario.ts";

const ROUNDS = 3;
const SLOW = "person 2"; // decides long after reading

export function people(batch: Batch): void {
  for (const item of batch.items) {
    for (const [index, intent] of item.shipment.people.entries()) {
      void person(batch, item, intent, `person ${index + 1}`);
    }
    const { adoption } = item.shipment;
    if (adoption !== undefined && !adoption.isFirst) void enter(batch, item, adoption);
  }
}

/** Captures that are entered before the first delivery. */
export async function enterFirst(batch: Batch): Promise<void> {
  for (const item of batch.items) {
    if (item.shipment.adoption?.isFirst) await enter(batch, item, item.shipment.adoption);
  }
}

/** A person enters a capture that the back office shows. */
async function enter(batch: Batch, item: Item, { of, isBooked, told }: Adoption): Promise<void> {
  const { shipment, authorization } = item;
  const who = `person of ${shipment.key}`;
  const shown = () => authorization.accepted(of ?? shipment.key).find(({ state }) => state === "captured");
  await batch.when(() => shown() !== undefined);
  await batch.step(`${who} comes`);
  const entry = shown();
  if (entry === undefined) return;
  const [request, facts] = requestOf(item, entry.amount, { told, isRenderedAnew: false });
  const { transactionId, totalAmount } = request;
  const signed = { by: who, why: "of last year" };
  const capture = { transactionId: entry.id, isRecorded: isBooked, at: new Date(timeNow()) };
  const doing = { process: newProcess(batch, who), who };
  await perform(batch, doing, authorization.given.merchant, (_, review) =>
    review.adopt(shipment.key, { transactionId, totalAmount }, { ...facts, ...capture, ...signed }),
  );
}

/** A person comes when a key has changed, and when no request can arrive any more. */
async function person(batch: Batch, item: Item, intent: Intent, name: string): Promise<void> {
  const process = newProcess(batch, name);
  const who = `${name} of ${item.shipment.key}`;
  let seen = -1;
  for (let round = 0; round < ROUNDS; round += 1) {
    await batch.when(() => {
      const { version = -1, mayArriveUntil = 0 } = item.record ?? {};
      return !batch.havePeopleLeft && version >= 0 && (version !== seen || timeNow() > mayArriveUntil);
    });
    await batch.step(`${who} comes`);
    seen = item.record?.version ?? -1;
    const { merchant } = item.authorization.given;
    await perform(batch, { process, who }, merchant, (_, review) => decide(batch, review, item, intent, who));
  }
}

/** Tries the decision with the true balance, from after the snapshot. `Once` throws where it must not be. */
async function decide(batch: Batch, review: OnceReview, item: Item, intent: Intent, who: string): Promise<void> {
  const snapshot = await review.get(item.shipment.key);
  if (snapshot === undefined) return;
  item.seenAt.set(who, snapshot.seenAt);
  await batch.step(`${who} reads the back office`);
  const { finalized, pending } = item.authorization.balance();
  const capture = item.authorization.accepted(item.shipment.key).find(({ state }) => state === "captured");
  batch.check(`(${intent} at version ${snapshot.version}; ${finalized} finalized, ${pending} pending)`);
  if (who.startsWith(SLOW) && snapshot.state !== "sending")
    await batch.when(() => !batch.havePeopleLeft && timeNow() >= snapshot.seenAt + 2 * MAX_NETWORK_DELAY_MS);
  const signed = { by: who, why: "as the back office shows it" };
  const balance = { finalized: String(finalized), pending: String(pending) };
  switch (intent) {
    case "captured":
      return void (await review.decide(snapshot, { as: "captured", balance, ...signed }));
    case "captured by its id":
      if (capture === undefined) return;
      return void (await review.decide(snapshot, { as: "captured", transactionId: capture.id, ...signed }));
    case "captured, unseen":
      item.isMisjudged = true;
      return void (await review.decide(snapshot, { as: "captured", balance: { differs: "nobody looked" }, ...signed }));
    case "not_captured, unseen":
      item.isMisjudged = true;
      return await deny(review, item, snapshot, {
        as: "not_captured",
        balance: { differs: "nobody looked" },
        ...signed,
      });
    case "not_captured":
      return await deny(review, item, snapshot, { as: "not_captured", balance, ...signed });
    case "send_again":
      return void (await review.decide(snapshot, { as: "send_again", balance, ...signed }));
    case "withdraw":
      return void (await review.withdraw(snapshot, signed));
    case "correct":
    case "misstate": {
      const words = { told: "own", isRenderedAnew: isAnew(snapshot.request.body) } as const;
      const isMisstated = intent === "misstate";
      const amount = isMisstated ? Number(snapshot.request.totalAmount) : item.shipment.correctedTo;
      const [request, facts] = requestOf(item, amount, isMisstated ? words : truly);
      await review.correct(snapshot, request, { ...signed, ...facts });
    }
  }
}

type Decision = Parameters<OnceReview["decide"]>[1];

/** Removes the capture from the books if it may be there, once the decision would be taken. */
async function deny(review: OnceReview, item: Item, snapshot: OnceSnapshot, decision: Decision): Promise<void> {
  const { key } = item.shipment;
  try {
    await review.decide(snapshot, decision);
  } catch (error) {
    if (!String(error).includes('books: "removed"')) throw error;
    remove(item.authorization.given.merchant, key);
    await review.decide(snapshot, { ...decision, books: "removed" });
  }
}
