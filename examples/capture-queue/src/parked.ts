/** What waits for a person: the list, and a person's word. */
import type { Pool } from "pg";
import type { PgBoss } from "pg-boss";
import { inTransaction } from "./database.ts";
import { closeByHand } from "./guard.ts";
import { printTable } from "./print-table.ts";
import { asBossDb, captureQueue } from "./queue.ts";
import { book, captureKey, readShipment, type Shipment, shipmentColumns } from "./shipments.ts";

export interface ParkedItem extends Shipment {
  readonly state: "parked" | "abandoned" | "settled" | "released";
  /** Times the capture was begun. */
  readonly attempt: number;
  readonly openedAt: Date;
  readonly worker: number;
  /** The error, the client's advice, and the answer as received; null when the worker died. */
  readonly result: unknown;
  /** What became of earlier attempts, and outcomes that came late. */
  readonly history: readonly unknown[];
  readonly look: string | null;
}

export async function readParked(pool: Pool): Promise<ParkedItem[]> {
  const { rows } = await pool.query(
    `select ${shipmentColumns}, i.state, i.attempt, i.opened_at as "openedAt", i.owner as worker, i.result, i.history, i.look
     from intents i join shipments s on i.key = 'capture:' || s.id
     where i.state in ('parked', 'abandoned') or i.look is not null
     order by i.closed_at`,
  );
  return rows;
}

/** A table for the eye, or a JSON object per line with everything, for a checking job. */
export async function printParked(pool: Pool, { json }: { json: boolean }): Promise<void> {
  const items = await readParked(pool);
  if (json) return items.forEach((item) => void console.log(JSON.stringify(item)));
  const rows = items.map((item) => [
    item.id,
    item.transactionId,
    `${item.amount} ${item.currency}`,
    item.state === "settled" ? "for a look" : "parked",
    why(item),
  ]);
  printTable(["shipment", "authorization", "amount", "", "why"], rows, "left");
  console.log(`${items.length} in all. "parked --json" shows everything, with the answers as received.`);
}

function why({ state, look, result }: ParkedItem): string {
  if (look !== null) return look;
  if (state === "abandoned") return "its worker died before it stored an outcome";
  const reason = (result as { reason?: string } | null)?.reason ?? "unknown";
  return reason.length > 70 ? `${reason.slice(0, 69)}…` : reason;
}

export const verdicts = ["captured", "not-captured", "send-again"] as const;
export type Verdict = (typeof verdicts)[number];

export class NotForAPerson extends Error {}

/**
 * Settles an item by hand, after a look into the service's back office. `send-again` is for what is certain not to have
 * been captured; the reason is kept with it.
 *
 * @throws NotForAPerson
 */
export async function settleByHand(
  pool: Pool,
  boss: PgBoss,
  { shipmentId, verdict, reason, by }: { shipmentId: string; verdict: Verdict; reason: string; by: string },
): Promise<void> {
  const shipment = await readShipment(pool, shipmentId);
  await inTransaction(pool, async (tx) => {
    const { rows: booked } = await tx.query("select from books where shipment_id = $1", [shipmentId]);
    if (booked.length > 0 && verdict !== "captured") {
      throw new NotForAPerson("It is booked as captured: correct the books first, with a refund if the money moved.");
    }
    const state = verdict === "send-again" ? "released" : "settled";
    const result = { outcome: "by_hand", verdict, reason, by, at: new Date().toISOString() };
    if (!(await closeByHand(tx, captureKey(shipmentId), { state, result }))) {
      throw new NotForAPerson("It is not parked, or its worker is back and about to store the outcome.");
    }
    if (verdict === "captured") await book(tx, shipment, { transactionId: null, by });
    if (verdict === "send-again") await boss.send(captureQueue, { shipmentId }, { db: asBossDb(tx) });
  });
}
