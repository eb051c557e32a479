/** People read a key, then the back office, and decide by both, however old these are by then. */
import type { DatabaseSync } from "node:sqlite";
import type { Once, OnceSnapshot } from "../../../src/once/index.ts";
import type { Batch } from "./batch.ts";
import { timeNow } from "./clock.ts";
import type { Item } from "./item.ts";
import { newProcess, perform, requestOf } from "./merchant.ts";
import { type Intent, MAX_NETWORK_DELAY_MS } from "./scenario.ts";
import type { Balance } from "./service.ts";

const ROUNDS = 3;
const SLOW = "person 2"; // decides long after reading
const REVIEWED = ["sending", "unknown", "pending", "parked", "conflict", "rejected"];

export function people(batch: Batch): void {
  for (const item of batch.items) {
    for (const [index, intent] of item.shipment.people.entries()) {
      void person(batch, item, intent, `person ${index + 1}`);
    }
  }
}

/** A person comes when a key needs review, when it has changed, and when no request can arrive any more. */
async function person(batch: Batch, item: Item, intent: Intent, name: string): Promise<void> {
  const process = newProcess(batch, name);
  const who = `${name} of ${item.shipment.key}`;
  let seen = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await batch.when(() => {
      const { state = "retryable", version = 0, mayArriveUntil = 0 } = item.record ?? {};
      return !batch.havePeopleLeft && REVIEWED.includes(state) && (version !== seen || timeNow() >= mayArriveUntil);
    });
    await batch.step(`${who} comes`);
    seen = item.record?.version ?? 0;
    await perform(batch, { process, who }, (once) => review(batch, once, item, intent, who));
  }
}

async function review(batch: Batch, once: Once<DatabaseSync>, item: Item, intent: Intent, who: string) {
  const snapshot = await once.get(item.shipment.key);
  if (snapshot === undefined || snapshot.state === "captured") return;
  await batch.step(`${who} reads the back office`);
  const balance = item.authorization.balance();
  batch.check(`(${snapshot.state}, version ${snapshot.version}; ${JSON.stringify(balance)})`);
  const signed = { by: who, why: "as the back office shows it" };
  if (who.startsWith(SLOW) && snapshot.state !== "sending")
    await batch.when(() => !batch.havePeopleLeft && timeNow() >= snapshot.seenAt + 2 * MAX_NETWORK_DELAY_MS);
  if (intent === "captured, unseen") item.isMisjudged = true;
  const found = intent === "captured, unseen" ? "captured" : findingOf(snapshot, balance);
  if (found === "captured") {
    await once.decide(snapshot, { as: "captured", ...signed });
  } else if (intent === "send_again") {
    const shown = { finalized: String(balance.finalized), pending: String(balance.pending) };
    await once.decide(snapshot, { as: "send_again", balance: shown, ...signed }); // throws where it must not be
  } else if (found === "not captured" && intent === "not_captured") {
    await once.decide(snapshot, { as: "not_captured", ...signed });
  } else if (found === "not captured") {
    const [request, facts] = requestOf(item.authorization.given, item.shipment.correctedTo);
    await once.correct(snapshot, request, { ...signed, ...facts });
  }
}

/** What the advice of a key makes of the balance. A key that is known not to be captured needs no balance. */
function findingOf({ state, finalizedBefore, request }: OnceSnapshot, { finalized, pending }: Balance) {
  if (["rejected", "retryable", "not_captured"].includes(state)) return "not captured";
  if (state === "waiting") return "anything else";
  if (finalized === Number(finalizedBefore) + Number(request.totalAmount)) return "captured";
  return finalized === Number(finalizedBefore) && pending === 0 ? "not captured" : "anything else";
}
