import type { PaymentMethod } from "../../index.js";
import type { StoredFacts, StoredRequest } from "../entry.js";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The times of `Once`, in milliseconds, and what it can resolve by itself. */
export interface Terms {
  /** From the reservation to the moment when the sweep may take over. */
  readonly leaseMs: number;
  /** After a lease, how long an attempt may still arrive at the service. */
  readonly maxNetworkDelayMs: number;
  /** How long a key may be open before it waits for a person. */
  readonly personAfterMs: number;
  /** The payment methods that may be sent again, as the merchant has declared. */
  readonly sendAgain: readonly PaymentMethod[];
  /** Whether, by these facts and declarations, the service cannot accept a second finalization beside the first. */
  readonly isResolvable: (request: StoredRequest, facts: StoredFacts, finalizedBefore: string) => boolean;
}

/** The pauses before a key is sent, sent again to find out, or its hook is called again. */
export const PAUSES_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];

/** The pause after so many pauses. The last one repeats. */
export const pauseAfter = (pauses: number, { personAfterMs }: Terms): number =>
  Math.min(PAUSES_MS[pauses] ?? HOUR, personAfterMs);

/** How long before its authorization expires a key waits for a person. */
export const EXPIRY_WARNING_MS = DAY;
