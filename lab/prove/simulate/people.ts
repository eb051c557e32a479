/** People read a key, then the back office, and decide by both, however old the readings are by then. */
import type { DatabaseSync } from "node:sqlite";
import type { Once, OnceSnapshot } from "../../../src/once/index.ts";
import type { Batch } from "./batch.ts";
import { timeNow } from "./clock.ts";
import { type Item, isAnew, requestOf, truly } from "./item.ts";
import { newProcess, perform } from "./merchant.ts";
import { type Adoption, type Intent, MAX_NETWORK_DELAY_MS } from "./scenario.ts";
import type { Balance } from "./service.ts";

const ROUNDS = 3;
const SLOW = "person 2"; // decides long after reading
const REVIEWED = ["blocked", "sending", "retryable", "unknown", "pending", "parked", "conflict", "rejected"];

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
  const adoption = {
    ...facts,
    transactionId: entry.id,
    isBooked,
    at: new Date(timeNow()),
    by: who,
    why: "of last year",
  };
  await perform(batch, { process: newProcess(batch, who), who }, authorization.given.merchant, (once) =>
    once.adopt(shipment.key, request, adoption),
  );
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
    const { merchant } = item.authorization.given;
    await perform(batch, { process, who }, merchant, (once) => review(batch, once, item, intent, who));
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
  const shown = { finalized: String(balance.finalized), pending: String(balance.pending) };
  // Two merchants may have authorizations with the same id.
  const ofAuthorization = batch.items.filter(({ authorization }) => authorization === item.authorization);
  const found = intent === "captured, unseen" ? "captured" : findingOf(snapshot, balance, ofAuthorization);
  const isPending = snapshot.state === "pending" && balance.pending > 0;
  if (intent === "correct the facts" || intent === "misstate") {
    const words = {
      told: intent === "misstate" ? "own" : "true",
      isRenderedAnew: isAnew(snapshot.request.body),
    } as const;
    const [request, facts] = requestOf(item, Number(snapshot.request.totalAmount), words);
    const correct = (given?: typeof shown) => once.correct(snapshot, request, { ...signed, ...facts, balance: given });
    await correct(shown).catch((error: Error) => {
      if (error.message.endsWith("leave out balance")) return correct();
      throw error;
    });
  } else if (found === "captured") {
    const capture = item.authorization.accepted(item.shipment.key).find(({ state }) => state === "captured");
    const evidence = intent === "captured, unseen" ? { differs: "nobody looked" } : shown;
    await once.decide(snapshot, { as: "captured", transactionId: capture?.id, balance: evidence, ...signed });
  } else if (intent === "send_again") {
    await once.decide(snapshot, { as: "send_again", balance: shown, ...signed }); // throws where it must not be
  } else if ((found === "not captured" || isPending) && intent === "not_captured") {
    await once.decide(snapshot, { as: "not_captured", balance: shown, ...signed }); // throws while it is pending
  } else if (found === "not captured") {
    const [request, facts] = requestOf(item, item.shipment.correctedTo, truly);
    await once.correct(snapshot, request, { ...signed, ...facts, balance: shown });
  }
}

/** The answer to a key's question, by the balance. A key that cannot be captured needs no balance. */
function findingOf(snapshot: OnceSnapshot, { finalized, pending }: Balance, items: readonly Item[]) {
  const { key, state, mayBeCaptured, request, advice = "" } = snapshot;
  if (!mayBeCaptured && ["blocked", "rejected", "retryable", "not_captured"].includes(state)) return "not captured";
  const others = items
    .flatMap(({ record }) => record ?? [])
    .filter((each) => each.authorizationId === request.transactionId && each.key !== key);
  const captured = others.filter((each) => each.state === "captured" || each.state === "conflict");
  const sum = captured.reduce((all, each) => all + Number(each.request.totalAmount), 0);
  const [, after = sum + Number(request.totalAmount), before = sum] =
    /\(1\) If (\S+) .*\(2\) If (\S+) /.exec(advice) ?? [];
  if (finalized === Number(after)) return "captured";
  return finalized === Number(before) && pending === 0 ? "not captured" : "anything else";
}
