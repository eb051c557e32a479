/** What a night is made of. Every authorization is of 20. */

export const AUTHORIZED = 20;
export const HORIZON_MS = 20_000;
export const LATE_MS = 9_000;
export const STILL_MS = 40_000;

/** What the network does with a call. */
export const ways = [
  "plain",
  "refused", // the connection: nothing is sent
  "request lost",
  "response lost",
  "broken", // processed, and the connection breaks
  "late", // the request arrives when its lease is over
  "doubled", // the request arrives twice, the first response counts
  "replayed", // by a hop, which hands on the second response
] as const;

/** What the service says at a bad moment, in place of its own response. */
export const moments = [
  "none",
  "CUST_ACCT_NOT_ELIGIBLE",
  "HTTP_401",
  "forbidden",
  "INTERNAL_ERROR",
  "INTERNAL_ERROR, processed",
  "a page",
  "a page, processed",
] as const;

export type Moment = (typeof moments)[number];

export interface Fate {
  readonly way: (typeof ways)[number];
  readonly moment: Moment;
}

/** What the database does with a change. */
export type StoreFate = "plain" | "away" | "response lost" | "done, and then the process stands still";

/** What one delivery or sweep meets. */
export interface Met {
  readonly worker: 0 | 1;
  readonly calls: readonly Fate[];
  readonly changes: readonly StoreFate[];
  /** Its process dies, at any step. What it had begun to send or to store goes on. */
  readonly dies: boolean;
}

export interface Delivery extends Met {
  /** While the one before is still under way. */
  readonly atOnce: boolean;
  /** Of the request as it should have been. */
  readonly isCorrected: boolean;
}

/** What somebody does who looks at a key, and then into the back office; always as what it shows allows. */
export type Intent = "not_captured" | "send_again" | "correct" | "say captured, without a look";

export interface Shipment {
  readonly key: string;
  readonly amount: number;
  readonly correctedTo: number;
  readonly deliveries: readonly Delivery[];
  readonly people: readonly Intent[];
}

export interface Other {
  readonly does: "captures" | "pends" | "annuls";
  readonly amount: number;
  /** How many requests of ours have arrived by then. */
  readonly after: number;
}

/** An authorization, how the service treats it, and what is captured of it. */
export interface Given {
  readonly id: string;
  readonly method: "card" | "invoice" | "paypal";
  readonly currency: "SEK" | "JPY";
  /** What the merchant says it was authorized with. */
  readonly told: number;
  /** How the service responds. */
  readonly pending: boolean;
  readonly pendingIs: "PENDING" | "SUCCESS";
  readonly settlements: readonly ("goes through" | "fails")[];
  readonly accepts: 100 | 115;
  /** Whether it ends an authorization at 100 %, though it accepts 115 %. */
  readonly endsAt100: boolean;
  readonly whenFull: "PAYMENT_COMPLETED" | "FINALIZE_AMT_EXCEEDED";
  readonly refusalTells: "all" | "zeros" | "nothing" | "canFinalizeAgain" | "finalized";
  readonly successTells: "all" | "nothing";
  readonly pendingTells: "all" | "pending";
  /** Breaks its contract: takes a second one of whatever is once only. */
  readonly acceptsBoth: boolean;
  /** Other jobs on the same authorization. */
  readonly others: readonly Other[];
  /** Whether a shipment is delivered only when the one before it has been. */
  readonly isInTurn: boolean;
  readonly shipments: readonly Shipment[];
}

export interface Scenario {
  readonly authorizations: readonly Given[];
  readonly sweeps: readonly Met[];
  /** How the clock goes on, again and again. */
  readonly ticksMs: readonly number[];
  /** A jump of each worker's wall clock, or whether its steady clock stands still meanwhile. */
  readonly clocks: readonly (number | "sleeps")[];
  readonly outage: Outage | undefined;
  /** How often the books cannot be written. */
  readonly bookFailures: number;
  /** A filter refuses this shipment's text, always. */
  readonly poisonous: number | undefined;
}

/** What every call meets while it lasts. */
export type Outage = "unreachable" | "a page" | "HTTP_401";

/** Documented exceptions: each has to break something. */
export const exceptions = [
  "told less", // than was truly authorized, so that a part looks like all that is left
  "same amount", // somebody else captures it meanwhile
  "outlives the horizon", // a request that somebody delivers nevertheless
  "a copy that fits", // a hop replays a part that the service takes twice
  "accepts both", // a service that breaks its contract
] as const;

export type Exception = (typeof exceptions)[number] | "none";
