/** Lists the shipments that wait for a person, and applies a person's decision. */
import type { OnceCorrection, OnceDecision, OnceQuery, OnceSnapshot, OnceVersion } from "merchant-payments/once";
import type { Pool } from "pg";
import type { PgBoss } from "pg-boss";
import { type Captures, waitsForPerson } from "./captures.ts";
import { inTransaction } from "./database.ts";
import { asBossDb, captureQueue } from "./queue.ts";
import { InvalidCommand } from "./runs.ts";
import { readShipment, requestOf } from "./shipments.ts";

const givenUp = `select data->>'shipmentId' as id, output->>'why' as why from pgboss.job
  where name = $1 and state = 'failed' order by 1`;

async function* listed(captures: Captures, query: Partial<OnceQuery>): AsyncGenerator<OnceSnapshot> {
  for (let after: string | undefined; ; ) {
    const page = await captures.list({ ...query, ...(after === undefined ? {} : { after }) });
    yield* page;
    after = page.at(-1)?.key;
    if (after === undefined) return;
  }
}

/** Prints a summary of each, or all of it as a JSON object per line, for a checking job. */
export async function printParked(captures: Captures, pool: Pool, { json }: { json: boolean }): Promise<void> {
  const printed = new Set<string>();
  const print = (snapshot: OnceSnapshot) => {
    if (printed.size === printed.add(snapshot.key).size) return; // it is in two of the lists below
    if (json) return console.log(JSON.stringify({ ...snapshot, snapshot: versionText(snapshot) }));
    const { key, state, request, reason, advice } = snapshot;
    const { totalAmount, currencyCode, paymentMethod, transactionId } = request;
    console.log(`${key}: ${state}, ${totalAmount} ${currencyCode} by ${paymentMethod}, authorization ${transactionId}`);
    for (const text of [reason, advice, `--snapshot ${versionText(snapshot)}`])
      if (text !== undefined) console.log(`  ${text}`);
  };
  for await (const snapshot of listed(captures, { states: ["parked", "conflict", "pending", "rejected"] })) {
    if (snapshot.state === "rejected" || waitsForPerson(snapshot)) print(snapshot);
  }
  for await (const snapshot of listed(captures, { unbooked: true })) print(snapshot);
  for (const { id: key, why: reason } of (await pool.query(givenUp, [captureQueue])).rows) {
    const stored = await captures.get(key);
    const snapshot = versionText({ key, version: 0, seenAt: 0 }); // of a shipment that no capture was begun for
    if (stored !== undefined) print({ ...stored, reason });
    else console.log(json ? JSON.stringify({ key, snapshot, reason }) : `${key}: ${reason}\n  --snapshot ${snapshot}`);
  }
}

const versionText = ({ key, version, seenAt }: OnceVersion) => `${key}:${version}:${seenAt}`;

function readVersion(shipmentId: string, text: string): OnceVersion {
  const [, key, version, seenAt] = /^(.+):(\d+):(\d+)$/.exec(text) ?? [];
  if (key !== shipmentId) throw new InvalidCommand(`--snapshot is not of ${shipmentId}: copy it from "parked".`);
  return { key, version: Number(version), seenAt: Number(seenAt) };
}

/** @throws InvalidCommand, OnceDecisionError */
export async function decide(
  captures: Captures,
  boss: PgBoss,
  { shipmentId, snapshot, decision }: { shipmentId: string; snapshot: string; decision: OnceDecision },
): Promise<string> {
  const { state } = await captures.decide(readVersion(shipmentId, snapshot), decision);
  if (state === "retryable") await boss.send(captureQueue, { shipmentId });
  return state;
}

interface Correction extends Pick<OnceCorrection, "by" | "why"> {
  readonly shipmentId: string;
  readonly snapshot: string;
  readonly amount: string;
}

/** Gives the shipment and its capture another amount. @throws InvalidCommand, OnceDecisionError */
export async function correct(
  captures: Captures,
  { pool, boss }: { pool: Pool; boss: PgBoss },
  { shipmentId, snapshot, amount, by, why }: Correction,
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query("update shipments set amount = $2 where id = $1", [shipmentId, amount]);
    await boss.send(captureQueue, { shipmentId }, { db: asBossDb(tx) });
    const [finalization, { authorization }] = requestOf(await readShipment(tx, shipmentId));
    const isBegun = (await captures.get(shipmentId)) !== undefined;
    if (!isBegun) return;
    await captures.correct(readVersion(shipmentId, snapshot), finalization, { by, why, authorization });
  });
}
