/** Lists the shipments that wait for a person, and applies a person's decision. */
import type { OnceCorrection, OnceDecision, OnceListQuery, OnceSnapshot, OnceVersion } from "merchant-payments/once";
import type { Pool } from "pg";
import type { Captures } from "./captures.ts";
import { inTransaction } from "./database.ts";
import { beginAnew, captureQueue } from "./queue.ts";
import { InvalidCommand } from "./runs.ts";
import { readShipment, requestOf } from "./shipments.ts";

const givenUp = `select data->>'shipmentId' as id, output->>'why' as why from pgboss.job
  where name = $1 and state = 'failed' order by 1`;

async function* listed(captures: Captures, query: OnceListQuery): AsyncGenerator<OnceSnapshot> {
  for (let after: string | undefined; ; ) {
    const { entries: page, next } = await captures.list({ ...query, after });
    yield* page;
    if (next === undefined) return;
    after = next;
  }
}

/**
 * Prints each shipment that needs somebody: it waits for a person, or for a delivery that the queue has given up, or it was
 * rejected and may already have left. With `json`, it prints whole snapshots, one JSON object per line, for a monitoring job.
 */
export async function printParked(captures: Captures, pool: Pool, { json }: { json: boolean }): Promise<void> {
  const printed = new Set<string>();
  const print = (snapshot: OnceSnapshot) => {
    printed.add(snapshot.key);
    if (json) return console.log(JSON.stringify({ ...snapshot, snapshot: versionText(snapshot) }));
    const { key, state, waitsFor, request, reason, advice } = snapshot;
    const { totalAmount, currencyCode, paymentMethod, transactionId } = request;
    const what = `${totalAmount} ${currencyCode} by ${paymentMethod}, authorization ${transactionId}`;
    console.log(`${key}: ${state}, waits for ${waitsFor}; ${what}`);
    for (const text of [reason, advice, `--snapshot ${versionText(snapshot)}`])
      if (text !== undefined) console.log(`  ${text}`);
  };
  for await (const snapshot of listed(captures, { waitsFor: "person" })) print(snapshot);
  for (const { id: key, why: reason } of (await pool.query(givenUp, [captureQueue])).rows) {
    if (printed.has(key)) continue;
    const stored = await captures.get(key);
    if (stored !== undefined) print({ ...stored, reason });
    else printUnstored({ key, reason }, json);
  }
  for await (const snapshot of listed(captures, { states: ["rejected"] })) {
    if (!printed.has(snapshot.key)) print(snapshot);
  }
}

/** Prints a shipment whose input is invalid, so that nothing is stored or sent. */
function printUnstored(shipment: { readonly key: string; readonly reason: string }, json: boolean): void {
  const { key, reason } = shipment;
  const snapshot = versionText({ key, version: 0, seenAt: 0 });
  const text = `${key}: invalid, waits for person\n  ${reason}\n  --snapshot ${snapshot}`;
  console.log(json ? JSON.stringify({ ...shipment, waitsFor: "person", snapshot }) : text);
}

const versionText = ({ key, version, seenAt }: OnceVersion) => `${key}:${version}:${seenAt}`;

function readVersion(shipmentId: string, text: string): OnceVersion {
  const [, key, version, seenAt] = /^(.+):(\d+):(\d+)$/.exec(text) ?? [];
  if (key !== shipmentId) throw new InvalidCommand(`--snapshot is not of ${shipmentId}: copy it from "parked".`);
  return { key, version: Number(version), seenAt: Number(seenAt) };
}

/**
 * Stores a decision, which the next sweep carries out, and delivers waiting jobs again.
 *
 * @throws InvalidCommand, OnceDecisionError
 */
export async function decide(
  captures: Captures,
  pool: Pool,
  { shipmentId, snapshot, decision }: { shipmentId: string; snapshot: string; decision: OnceDecision },
): Promise<string> {
  const { state } = await captures.decide(readVersion(shipmentId, snapshot), decision);
  await beginAnew(pool);
  return state;
}

interface Correction extends Pick<OnceCorrection, "by" | "why"> {
  readonly shipmentId: string;
  readonly snapshot: string;
  readonly amount: string;
}

/** Changes the amount of a shipment and its capture; the next sweep sends it. @throws InvalidCommand, OnceDecisionError */
export async function correct(
  captures: Captures,
  pool: Pool,
  { shipmentId, snapshot, amount, by, why }: Correction,
): Promise<void> {
  const version = readVersion(shipmentId, snapshot);
  await inTransaction(pool, async (tx) => {
    await tx.query("update shipments set amount = $2 where id = $1", [shipmentId, amount]);
    await beginAnew(tx); // also the job of a shipment whose input was invalid
    const [finalization, { authorization }] = requestOf(await readShipment(tx, shipmentId));
    const isBegun = (await captures.get(shipmentId)) !== undefined;
    if (isBegun) await captures.correct(version, finalization, { by, why, authorization });
  });
}
