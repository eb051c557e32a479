/** What waits for a person: the list, and a person's word. */
import type { Decision, Look, OnceQuery, OnceSnapshot, Signed } from "merchant-payments/once";
import type { Pool } from "pg";
import type { PgBoss } from "pg-boss";
import { type Captures, waitsForPerson } from "./captures.ts";
import { inTransaction } from "./database.ts";
import { asBossDb, captureQueue } from "./queue.ts";
import { Refused } from "./runs.ts";
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

/** For the eye, or a JSON object per line with everything, for a checking job. */
export async function printParked(captures: Captures, pool: Pool, { json }: { json: boolean }): Promise<void> {
  const printed = new Set<string>();
  const print = (look: OnceSnapshot) => {
    if (printed.size === printed.add(look.key).size) return; // twice in the lists below
    if (json) return console.log(JSON.stringify({ ...look, look: lookText(look) }));
    const { key, state, request, reason, advice } = look;
    const { totalAmount, currencyCode, paymentMethod, transactionId } = request;
    console.log(`${key}: ${state}, ${totalAmount} ${currencyCode} by ${paymentMethod}, authorization ${transactionId}`);
    for (const text of [reason, advice, `--look ${lookText(look)}`]) if (text !== undefined) console.log(`  ${text}`);
  };
  for await (const look of listed(captures, { states: ["parked", "conflict", "pending", "rejected"] })) {
    if (look.state === "rejected" || waitsForPerson(look)) print(look);
  }
  for await (const look of listed(captures, { unbooked: true })) print(look);
  for (const { id, why } of (await pool.query(givenUp, [captureQueue])).rows) {
    const look = await captures.get(id);
    const begin = `${id}:0:0`;
    if (look !== undefined) print({ ...look, reason: why });
    else console.log(json ? JSON.stringify({ key: id, look: begin, reason: why }) : `${id}: ${why}\n  --look ${begin}`);
  }
}

const lookText = ({ key, version, seenAt }: Look) => `${key}:${version}:${seenAt}`;

function readLook(shipmentId: string, text: string): Look {
  const [, key, version, seenAt] = /^(.+):(\d+):(\d+)$/.exec(text) ?? [];
  if (key !== shipmentId) throw new Refused(`--look is not of ${shipmentId}: copy it from "parked".`);
  return { key, version: Number(version), seenAt: Number(seenAt) };
}

/** @throws Refused, OnceDecisionError */
export async function decide(
  captures: Captures,
  boss: PgBoss,
  { shipmentId, look, decision }: { shipmentId: string; look: string; decision: Decision },
): Promise<string> {
  const { state } = await captures.decide(readLook(shipmentId, look), decision);
  if (state === "retryable") await boss.send(captureQueue, { shipmentId });
  return state;
}

/** Another amount, for the shipment and its capture alike. @throws Refused, OnceDecisionError */
export async function correct(
  captures: Captures,
  { pool, boss }: { pool: Pool; boss: PgBoss },
  { shipmentId, look, amount, ...signed }: Signed & { shipmentId: string; look: string; amount: string },
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query("update shipments set amount = $2 where id = $1", [shipmentId, amount]);
    await boss.send(captureQueue, { shipmentId }, { db: asBossDb(tx) });
    const [finalization, { authorization }] = requestOf(await readShipment(tx, shipmentId));
    const isBegun = (await captures.get(shipmentId)) !== undefined;
    if (isBegun) await captures.correct(readLook(shipmentId, look), finalization, { ...signed, authorization });
  });
}
