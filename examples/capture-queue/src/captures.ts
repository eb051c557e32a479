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

export function capturesOn(
  pool: Pool,
  options: Partial<OnceOptions<PoolClient>> = {},
  { baseUrl, merchantId, password, bookTimeoutMs, times } = readSettings(),
): Captures {
  const payments = new PaymentClient({ baseUrl, auth: basicAuth(merchantId, password) });
  const store = new PostgresOnceStore<PoolClient>(pool, { merchant: merchantId, bookTimeoutMs });
  return new Once({ payments, store, book, unbook, onChange: tell, ...times, ...options });
}

/** Tells the log of each change that somebody has to know of. A rejected shipment may have left the house already. */
function tell({ key, state, waitsFor }: OnceCapture, cause?: unknown): void {
  if (waitsFor === "person" || state === "rejected") console.error(`${key} is ${state}, see "parked"`);
  if (cause !== undefined) console.error(`${key} is captured, and not booked: ${cause}`);
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
    const capture = await captures.finalize(data.shipmentId, ...requestOf(await readShipment(pool, data.shipmentId)));
    return { id, ...(await resultOf(captures, capture)) };
  } catch (error) {
    if (error instanceof OnceStoppedError) throw error;
    const why = String(error);
    return { id, status: error instanceof PaymentValidationError ? "deadletter" : "failed", output: { why } };
  }
}

async function resultOf(captures: Captures, { state, reason, blockedBy }: OnceCapture) {
  if (state !== "retryable" && state !== "waiting" && state !== "sending") return { status: "completed" } as const;
  const blocking = blockedBy === undefined ? undefined : await captures.get(blockedBy);
  const isStuck = blocking?.waitsFor === "person";
  return { status: isStuck ? "deadletter" : "failed", output: { why: reason ?? state } } as const;
}
