/** Captures each shipment once, and books it in the same transaction. */
import { basicAuth, PaymentClient, PaymentValidationError } from "merchant-payments";
import { Once, type OnceCapture, type OnceOptions, OnceStoppedError } from "merchant-payments/once";
import { PostgresOnceStore } from "merchant-payments/once/postgres";
import type { Pool, PoolClient } from "pg";
import type { JobResult } from "pg-boss";
import type { CaptureJob } from "./queue.ts";
import { readSettings } from "./settings.ts";
import { book, readShipment, requestOf, unbook } from "./shipments.ts";

export type Captures = Once<PoolClient>;

export function capturesOn(pool: Pool, options: Partial<OnceOptions<PoolClient>> = {}): Once<PoolClient> {
  const { baseUrl, merchantId, password, times } = readSettings();
  const payments = new PaymentClient({ baseUrl, auth: basicAuth(merchantId, password) });
  const store = new PostgresOnceStore<PoolClient>(pool);
  return new Once({ payments, store, book, unbook, merchant: merchantId, ...times, ...options });
}

/**
 * One delivery of a job: `completed` leaves the queue nothing to do, `failed` is delivered again, `deadletter` waits for a
 * person.
 *
 * @throws OnceStoppedError
 */
export async function deliver(
  captures: Captures,
  pool: Pool,
  { id, data }: { readonly id: string; readonly data: CaptureJob },
): Promise<JobResult> {
  try {
    const record = await captures.finalize(data.shipmentId, ...requestOf(await readShipment(pool, data.shipmentId)));
    return { id, ...(await resultOf(captures, record)) };
  } catch (error) {
    if (error instanceof OnceStoppedError) throw error;
    const why = String(error);
    return { id, status: error instanceof PaymentValidationError ? "deadletter" : "failed", output: { why } };
  }
}

async function resultOf(captures: Captures, { state, reason, blockedBy }: OnceCapture) {
  if (state !== "retryable" && state !== "waiting" && state !== "sending") return { status: "completed" } as const;
  const blocking = blockedBy === undefined ? undefined : await captures.get(blockedBy);
  const isStuck = blocking !== undefined && waitsForPerson(blocking);
  return { status: isStuck ? "deadletter" : "failed", output: { why: reason ?? state } } as const;
}

/** The service cannot be asked what became of it. */
export const waitsForPerson = ({ state, dueAt }: OnceCapture) =>
  state === "parked" || state === "conflict" || (state === "pending" && dueAt === undefined);
