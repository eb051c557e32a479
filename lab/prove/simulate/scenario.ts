/** The plan of one batch. Every authorization is of 20. */

export const AUTHORIZED = 20;
export const MAX_NETWORK_DELAY_MS = 20_000;
export const LATE_MS = 9_000;
export const STALL_MS = 40_000;

/** What the network does with a call. */
export const ways = [
  "plain",
  "connection refused", // nothing is sent
  "request lost",
  "response lost",
  "broken", // processed, and the connection breaks
  "late", // the request arrives after its lease
  "doubled", // the request arrives twice; the first response counts
  "replayed", // by an intermediary, which passes on the second response
] as const;

/** What responds in place of the service's own response. */
export const substitutes = [
  "none",
  "CUST_ACCT_NOT_ELIGIBLE",
  "HTTP_401",
  "forbidden",
  "INTERNAL_ERROR",
  "INTERNAL_ERROR, processed",
  "a page",
  "a page, processed",
] as const;

export type Substitute = (typeof substitutes)[number];

export interface CallFault {
  readonly way: (typeof ways)[number];
  readonly substitute: Substitute;
}

/** What the database does with a change. */
export type StoreFault = "none" | "away" | "response lost" | "done, and the process stalls";

/** What one delivery or sweep meets. */
export interface Circumstances {
  readonly worker: 0 | 1;
  readonly calls: readonly CallFault[];
  readonly changes: readonly StoreFault[];
  /** Its process dies at any step. Requests and changes that have begun go on. */
  readonly dies: boolean;
}

export interface Delivery extends Circumstances {
  /** While the one before is still running. */
  readonly atOnce: boolean;
  /** Of the corrected request. */
  readonly isCorrected: boolean;
}

/** The decision that a person aims at. It is made only if the balance allows it, except for the last. */
export type Intent = "not_captured" | "send_again" | "correct" | "captured, unseen";

export interface Shipment {
  readonly key: string;
  readonly amount: number;
  readonly correctedTo: number;
  readonly deliveries: readonly Delivery[];
  readonly people: readonly Intent[];
}

export interface OtherJob {
  readonly does: "captures" | "pends" | "annuls";
  readonly amount: number;
  /** How many of our requests have arrived by then. */
  readonly after: number;
}

/** An authorization, how the service treats it, and its shipments. */
export interface Given {
  readonly id: string;
  readonly method: "card" | "invoice" | "paypal";
  readonly currency: "SEK" | "JPY";
  /** The authorized amount that the merchant states. */
  readonly stated: number;
  readonly pending: boolean;
  readonly pendingIs: "PENDING" | "SUCCESS";
  /** What becomes of the pending amounts. */
  readonly completions: readonly ("goes through" | "fails")[];
  readonly accepts: 100 | 115;
  /** Whether it ends an authorization at 100 %, though it accepts 115 %. */
  readonly endsAt100: boolean;
  readonly whenFull: "PAYMENT_COMPLETED" | "FINALIZE_AMT_EXCEEDED";
  readonly rejectionTells: "all" | "zeros" | "nothing" | "canFinalizeAgain" | "finalized";
  readonly successTells: "all" | "nothing";
  readonly pendingTells: "all" | "pending";
  /** Breaks its contract: accepts a second capture where only one is allowed. */
  readonly acceptsBoth: boolean;
  readonly others: readonly OtherJob[];
  /** Whether a shipment is delivered only after the one before it. */
  readonly isInTurn: boolean;
  readonly shipments: readonly Shipment[];
}

/** What every call meets while it lasts. */
export type Outage = "unreachable" | "a page" | "HTTP_401";

export interface Scenario {
  readonly authorizations: readonly Given[];
  readonly sweeps: readonly Circumstances[];
  /** The steps of the clock, repeated. */
  readonly ticksMs: readonly number[];
  /** A jump of each worker's wall clock, or whether its monotonic clock stops. */
  readonly clocks: readonly (number | "sleeps")[];
  readonly outage: Outage | undefined;
  /** How often the books cannot be written. */
  readonly bookFailures: number;
  /** The shipment that a filter always forbids. */
  readonly forbidden: number | undefined;
}

/** The documented exceptions: each must break an invariant. */
export const exceptions = [
  "stated too low", // the authorized amount, so that a part looks like all that is left
  "same amount", // another job captures it meanwhile
  "outlives maxNetworkDelayMs", // a request that arrives nevertheless
  "a copy that fits", // an intermediary replays a part that the service accepts twice
  "accepts both", // the service breaks its contract
] as const;

export type Exception = (typeof exceptions)[number] | "none";
