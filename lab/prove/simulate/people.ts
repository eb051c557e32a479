/** People who look at a key, then into the back office, and decide by what both showed, however old that is by then. */
import type { DatabaseSync } from "node:sqlite";
import type { Once, OnceSnapshot } from "../../../src/once/index.ts";
import { timeNow } from "./clock.ts";
import { asked, newProcess, performed } from "./merchant.ts";
import type { Line, Night } from "./night.ts";
import { HORIZON_MS, type Intent } from "./scenario.ts";
import type { Balance } from "./service.ts";

const ROUNDS = 3;
const SLOW = "person 2"; // sleeps on it
const WORTH_A_LOOK = ["sending", "unknown", "pending", "parked", "conflict", "rejected"];

export function people(night: Night): void {
  for (const line of night.lines) {
    for (const [index, intent] of line.shipment.people.entries())
      void person(night, line, intent, `person ${index + 1}`);
  }
}

/** Somebody who comes when there is something to be done, again when it has changed, and when nothing can arrive any more. */
async function person(night: Night, line: Line, intent: Intent, name: string): Promise<void> {
  const process = newProcess(night, name);
  const who = `${name} of ${line.shipment.key}`;
  let seen = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await night.when(() => {
      const { state = "retryable", version = 0, mayArriveUntil = 0 } = line.record ?? {};
      return !night.haveAllGone && WORTH_A_LOOK.includes(state) && (version !== seen || timeNow() >= mayArriveUntil);
    });
    await night.step(`${who} comes by`);
    seen = line.record?.version ?? 0;
    await performed(night, process, { who }, (once) => lookAndDecide(night, once, line, intent, who));
  }
}

async function lookAndDecide(night: Night, once: Once<DatabaseSync>, line: Line, intent: Intent, who: string) {
  const look = await once.get(line.shipment.key);
  if (look === undefined || look.state === "captured") return;
  await night.step(`${who} looks into the back office`);
  const balance = line.authorization.balance();
  night.check(`(${look.state}, version ${look.version}; ${JSON.stringify(balance)})`);
  const signed = { by: who, why: "as the back office shows it" };
  if (who.startsWith(SLOW) && look.state !== "sending")
    await night.when(() => !night.haveAllGone && timeNow() >= look.seenAt + 2 * HORIZON_MS);
  if (intent === "say captured, without a look") {
    line.isMisjudged = true;
    await once.decide(look, { as: "captured", ...signed });
    return;
  }
  const shown = { finalized: String(balance.finalized), pending: String(balance.pending) };
  const is = whatItIs(look, balance);
  if (is === "captured") {
    await once.decide(look, { as: "captured", ...signed });
  } else if (intent === "send_again") {
    await once.decide(look, { as: "send_again", balance: shown, ...signed }); // which is refused where it must not be
  } else if (is === "not captured" && intent === "not_captured") {
    await once.decide(look, { as: "not_captured", ...signed });
  } else if (is === "not captured") {
    const [request, facts] = asked(line.authorization.given, line.shipment.correctedTo);
    await once.correct(look, request, { ...signed, ...facts });
  }
}

/** What the question that a key carries makes of the balance. What is known not to be captured needs no look. */
function whatItIs({ state, finalizedBefore: before, request }: OnceSnapshot, { finalized, pending }: Balance) {
  if (["rejected", "retryable", "not_captured"].includes(state)) return "not captured";
  if (state === "waiting") return "anything else";
  if (finalized === Number(before) + Number(request.totalAmount)) return "captured";
  return finalized === Number(before) && pending === 0 ? "not captured" : "anything else";
}
