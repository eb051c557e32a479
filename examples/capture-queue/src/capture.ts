/** One delivery of a capture job: the guard, the call, the outcome. */
import { randomUUID } from "node:crypto";
import { type PaymentClient, settle } from "merchant-payments";
import type { Pool } from "pg";
import { inTransaction } from "./database.ts";
import { close, type Intent, reserve } from "./guard.ts";
import { isDatabaseAway, keepTrying } from "./keep-trying.ts";
import { heldUp, type Outcome, outcomeOf, outcomeOfBug } from "./outcome.ts";
import type { Presence } from "./presence.ts";
import { requestOf } from "./request.ts";
import { sendWithinMs } from "./settings.ts";
import { book, captureKey, fingerprintOf, readShipment, type Shipment } from "./shipments.ts";

export interface Capturing {
  readonly pool: Pool;
  readonly payments: PaymentClient;
  readonly presence: Presence;
  readonly graceMs: number;
}

/** Whether the job has nothing left to do, or must be delivered again later. */
export type Delivery = { readonly kind: "done" } | { readonly kind: "again"; readonly why: string };

const done: Delivery = { kind: "done" };

export async function captureShipment(capturing: Capturing, shipmentId: string): Promise<Delivery> {
  const { pool, presence } = capturing;
  const shipment = await readShipment(pool, shipmentId);
  const intent: Intent = {
    key: captureKey(shipmentId),
    fingerprint: fingerprintOf(shipment),
    token: randomUUID(),
    owner: presence.id,
  };
  let reservedAt = 0;
  const tryToReserve = async () => {
    await presence.held; // without the lock the intent would look abandoned
    reservedAt = performance.now();
    return reserve(pool, intent, capturing.graceMs);
  };
  // A lost confirmation leaves open whether the intent is stored: the same token asks again until that is known.
  const reserved = await keepTrying("storing an intent", tryToReserve, isDatabaseAway);
  switch (reserved.kind) {
    case "settled":
    case "parked":
      return done;
    case "open":
      return { kind: "again", why: "another delivery is in the middle of it" };
    case "refused":
      await flagChanged(pool, intent.key);
      return done;
    case "reserved":
      break;
  }
  const isHeldUp = performance.now() - reservedAt > sendWithinMs;
  const outcome = isHeldUp ? heldUp : await call(capturing.payments, shipment);
  // What is known of money is never let go: the database may be away for as long as it likes.
  await keepTrying("storing an outcome", () => store(pool, intent, shipment, outcome));
  return outcome.state === "released" ? { kind: "again", why: outcome.result.reason ?? "not sent" } : done;
}

async function call(payments: PaymentClient, shipment: Shipment): Promise<Outcome> {
  try {
    return outcomeOf(await settle(payments.finalize(...requestOf(shipment))));
  } catch (error) {
    return outcomeOfBug(error);
  }
}

/** The outcome and its entry in the books, both or neither. */
async function store(pool: Pool, intent: Intent, shipment: Shipment, outcome: Outcome): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const closed = await close(tx, intent, outcome);
    const transactionId = outcome.result.transactionId ?? null;
    if (closed === "closed" && outcome.isCaptured) await book(tx, shipment, { transactionId, by: "service" });
  });
}

async function flagChanged(pool: Pool, key: string): Promise<void> {
  await pool.query("update intents set look = 'the shipment was changed after its intent' where key = $1", [key]);
}
