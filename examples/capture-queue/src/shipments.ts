/** The shipments, and the books of what was captured for them. */
import { createHash } from "node:crypto";
import type { PaymentMethod } from "merchant-payments";
import type { Pool } from "pg";
import type { PgBoss } from "pg-boss";
import { inTransaction } from "./database.ts";
import type { Db } from "./guard.ts";
import { asBossDb, captureQueue } from "./queue.ts";

// numeric without a scale keeps the digits as they were given; pg hands numeric out as text.
export const shipmentsSchema = `
  create table shipments (
    id uuid primary key,
    order_number text not null,
    order_id text not null,
    transaction_id text not null,
    payment_method text not null,
    authorized_amount numeric not null,
    amount numeric not null check (amount > 0),
    currency text not null,
    shipped_at timestamptz not null default now()
  );
  create table books (
    shipment_id uuid primary key references shipments,
    amount numeric not null,
    currency text not null,
    transaction_id text,
    booked_by text not null,
    booked_at timestamptz not null default now()
  );
`;

export interface Shipment {
  readonly id: string;
  readonly orderNumber: string;
  readonly orderId: string;
  /** Of the authorization. */
  readonly transactionId: string;
  readonly paymentMethod: PaymentMethod;
  readonly authorizedAmount: string;
  /** What to capture: decimal text. */
  readonly amount: string;
  readonly currency: string;
}

/** Stores shipments together with their capture jobs: either both are there or neither. */
export async function ship(pool: Pool, boss: PgBoss, shipments: readonly Shipment[]): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query(
      `insert into shipments
         (id, order_number, order_id, transaction_id, payment_method, authorized_amount, amount, currency)
       select id, "orderNumber", "orderId", "transactionId", "paymentMethod", "authorizedAmount", amount, currency
       from jsonb_to_recordset($1) as given(id uuid, "orderNumber" text, "orderId" text, "transactionId" text,
         "paymentMethod" text, "authorizedAmount" numeric, amount numeric, currency text)`,
      [JSON.stringify(shipments)],
    );
    const jobs = shipments.map(({ id }) => ({ data: { shipmentId: id } }));
    await boss.insert(captureQueue, jobs, { db: asBossDb(tx) });
  });
}

export const shipmentColumns = `
  s.id, s.order_number as "orderNumber", s.order_id as "orderId", s.transaction_id as "transactionId",
  s.payment_method as "paymentMethod", s.authorized_amount as "authorizedAmount", s.amount, s.currency`;

export async function readShipment(db: Db, id: string): Promise<Shipment> {
  const { rows } = await db.query(`select ${shipmentColumns} from shipments s where id = $1`, [id]);
  if (rows[0] === undefined) throw new Error(`There is no shipment ${id}.`);
  return rows[0];
}

/** The guard's key of a shipment's capture: a shipment is captured once. */
export function captureKey(shipmentId: string): string {
  return `capture:${shipmentId}`;
}

/** Says what the capture asks the service for: a shipment that is changed after its intent is another request. */
export function fingerprintOf({ orderId, transactionId, amount, currency }: Shipment): string {
  return createHash("sha256")
    .update(JSON.stringify([orderId, transactionId, amount, currency]))
    .digest("hex");
}

/** The primary key keeps a shipment from being booked twice. */
export async function book(
  db: Db,
  { id, amount, currency }: Shipment,
  { transactionId, by }: { transactionId: string | null; by: string },
): Promise<void> {
  await db.query(
    `insert into books (shipment_id, amount, currency, transaction_id, booked_by) values ($1, $2, $3, $4, $5)
     on conflict (shipment_id) do nothing`,
    [id, amount, currency, transactionId, by],
  );
}
