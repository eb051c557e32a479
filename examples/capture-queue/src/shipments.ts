/** The shipments, and the books of what was captured for them. */
import type { Finalization, PaymentMethod } from "merchant-payments";
import type { OnceAuthorization, OnceSnapshot } from "merchant-payments/once";
import type { Pool } from "pg";
import type { PgBoss } from "pg-boss";
import { type Db, inTransaction } from "./database.ts";
import { asBossDb, captureQueue } from "./queue.ts";

// `numeric` without a scale keeps all digits, and pg returns it as text.
export const shipmentsSchema = `
  create table shipments (
    id uuid primary key,
    order_id text not null,
    transaction_id text not null,
    payment_method text not null,
    authorized_amount numeric not null,
    amount numeric not null check (amount > 0),
    currency text not null
  );
  create table books (
    shipment_id uuid not null references shipments,
    closing int not null,
    is_captured boolean not null,
    amount numeric not null,
    currency text not null,
    transaction_id text,
    primary key (shipment_id, closing)
  );
`;

export interface Shipment {
  readonly id: string;
  readonly orderId: string;
  /** The authorization's transaction. */
  readonly transactionId: string;
  readonly paymentMethod: PaymentMethod;
  readonly authorizedAmount: string;
  /** The amount to capture, as decimal text. */
  readonly amount: string;
  readonly currency: string;
}

/** Stores shipments and their capture jobs in one transaction. */
export async function ship(pool: Pool, boss: PgBoss, shipments: readonly Shipment[]): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await store(tx, shipments);
    const jobs = shipments.map(({ id }) => ({ data: { shipmentId: id } }));
    await boss.insert(captureQueue, jobs, { db: asBossDb(tx) });
  });
}

export const store = (db: Db, shipments: readonly Shipment[]) =>
  db.query(
    `insert into shipments (id, order_id, transaction_id, payment_method, authorized_amount, amount, currency)
       select id, "orderId", "transactionId", "paymentMethod", "authorizedAmount", amount, currency
       from jsonb_to_recordset($1) as given(id uuid, "orderId" text, "transactionId" text, "paymentMethod" text,
         "authorizedAmount" numeric, amount numeric, currency text)`,
    [JSON.stringify(shipments)],
  );

export async function readShipment(db: Db, id: string): Promise<Shipment> {
  const { rows } = await db.query(
    `select id, order_id as "orderId", transaction_id as "transactionId", payment_method as "paymentMethod",
       authorized_amount as "authorizedAmount", amount, currency from shipments where id = $1`,
    [id],
  );
  if (rows[0] === undefined) throw new Error(`There is no shipment ${id}.`);
  return rows[0];
}

/** The finalization of a shipment, and the facts of its authorization. */
export function requestOf(shipment: Shipment): [Finalization, { authorization: OnceAuthorization }] {
  const { orderId, transactionId, amount, paymentMethod, authorizedAmount, currency } = shipment;
  return [
    { orderId, transactionId, totalAmount: amount },
    { authorization: { paymentMethod, authorizedAmount, currencyCode: currency, hasLineItems: false } },
  ];
}

/** Runs in the transaction that stores the capture. The key is the shipment's id. */
export const book = (tx: Db, capture: OnceSnapshot) => note(tx, capture, true);

/** Runs when a shipment was not captured. It may already have left. */
export const fail = (tx: Db, entry: OnceSnapshot) => note(tx, entry, false);

async function note(tx: Db, { key, closing, request, finalization }: OnceSnapshot, isCaptured: boolean): Promise<void> {
  await tx.query(
    `insert into books (shipment_id, closing, is_captured, amount, currency, transaction_id)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [key, closing, isCaptured, request.totalAmount, request.currencyCode, finalization.transactionId],
  );
}
