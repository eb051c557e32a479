/** Captures each shipment once, and books it in the same transaction. */
import { basicAuth, PaymentClient, PaymentValidationError } from "merchant-payments";
import { Once, type OnceEntry, type OnceOptions, OnceStoppedError } from "merchant-payments/once";
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
  const auth = basicAuth(merchantId, password);
  // The service of this example captures all that is left of a PayPal authorization only once. Has yours shown the same?
  const payments = new PaymentClient({ baseUrl, auth, resolve: { sendAgain: ["card", "paypal"] } });
  const store = new PostgresOnceStore<PoolClient>(pool, { merchant: merchantId, bookTimeoutMs });
  return new Once({ payments, store, book, unbook, onChange: tell, ...times, ...options });
}

/** Logs each change that somebody must know about. A rejected shipment may already have left. */
function tell({ key, state, waitsFor }: OnceEntry, cause?: unknown): void {
  if (waitsFor === "person" || state === "rejected") console.error(`${key} is ${state}, see "parked"`);
  if (cause !== undefined) console.error(`${key} is captured, and not booked: ${cause}`);
}

/**
 * Handles one delivery of a job. A `completed` job is done, a `failed` one is delivered again, and a `deadletter` waits for
 * a person.
 *
 * @throws OnceStoppedError if the circuit breaker is open.
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

async function resultOf(captures: Captures, { state, reason, blockedBy }: OnceEntry) {
  if (state !== "retryable" && state !== "blocked" && state !== "sending") return { status: "completed" } as const;
  const blocking = blockedBy === undefined ? undefined : await captures.get(blockedBy);
  const isStuck = blocking?.waitsFor === "person";
  return { status: isStuck ? "deadletter" : "failed", output: { why: reason ?? state } } as const;
}
