import type { PaymentMethod, ReceivedResponse, ReportedFinalization } from "../index.js";

export const owners = ["nobody", "delivery", "sweep", "person"] as const;
const underway = ["blocked", "sending", "retryable", "unknown", "pending"] as const;
export const states = [...underway, "captured", "rejected", "not_captured", "parked", "conflict"] as const;

/** What is known about a key's money: see {@link OnceEntry.state}. */
export type OnceState = (typeof states)[number];

/** Who acts next on a key: see {@link OnceEntry.waitsFor}. */
export type OnceWaitsFor = (typeof owners)[number];

/** The facts of an authorization. All of its keys agree on them. */
export interface StoredFacts {
  readonly paymentMethod: PaymentMethod;
  /** The full amount of the authorization, as decimal text. */
  readonly authorizedAmount: string;
  readonly currencyCode: string;
}

/** The finalization as it is sent, the same in each attempt, with the facts of its authorization. */
export interface StoredRequest extends StoredFacts {
  readonly orderId?: string | undefined;
  /** The authorization's transaction. */
  readonly transactionId: string;
  /** The amount to capture, as decimal text. */
  readonly totalAmount: string;
  /** JSON text; `{}` if there is nothing beside the path's values, and empty once it is erased. */
  readonly body: string;
  readonly hasLineItems?: boolean | undefined;
}

/** What the service reported about a finalization; amounts are decimal text. */
export type StoredFinalization = {
  readonly [Name in keyof Omit<ReportedFinalization, "unreadable">]:
    | (Name extends "canFinalizeAgain" ? boolean : string)
    | undefined;
};

/** Why `book` failed: what an error says about itself. Of messages, only the library's own are kept: others may quote data. */
export interface OnceBookCause {
  readonly name?: string | undefined;
  readonly message?: string | undefined;
  /** Of the database's own error, also if a query builder has wrapped it. */
  readonly code?: string | undefined;
  readonly constraint?: string | undefined;
  readonly table?: string | undefined;
  readonly column?: string | undefined;
}

/** What the client option `lookUp` has read of a key's authorization. Times are milliseconds since 1970. */
export interface OnceLookedUp {
  /** What was captured and completed, as decimal text. */
  readonly finalized: string;
  /** What was accepted and is not completed, as decimal text. */
  readonly pending: string;
  /** When the first of the equal reads in a row began. */
  readonly since: number;
  /** When the last read began. */
  readonly at: number;
}

/** The balance of an authorization that a person gave for a decision; amounts are decimal text. */
export interface OnceGivenBalance {
  readonly finalized?: string | undefined;
  readonly pending?: string | undefined;
  /** Why it does not show what was decided; empty once it is erased. */
  readonly differs?: string | undefined;
}

/** An event in the history of a key. */
export interface OnceHistoryEntry {
  /** Milliseconds since 1970, by the store's clock. */
  readonly at: number;
  /** The state that the key had before. */
  readonly state: OnceState;
  /** Who decided; absent if a response or a delivery caused the event. */
  readonly by?: string | undefined;
  /** The reason that `by` gave; absent once it is erased. */
  readonly why?: string | undefined;
  /** The balance by which `by` decided. */
  readonly balance?: OnceGivenBalance | undefined;
  /** An outcome that came after its lease was over. */
  readonly late?: { readonly state: string; readonly finalization: StoredFinalization } | undefined;
  /** The request that was replaced. */
  readonly request?: StoredRequest | undefined;
}

/**
 * What a worker needs to know about a key. You can log it, without a request body or response. Only its `reason` may
 * quote the service or a person. Times are milliseconds since 1970, by the store's clock.
 */
export interface OnceEntry {
  /** The idempotency key. */
  readonly key: string;
  /** The store's option `merchant`; absent if the store has none. */
  readonly merchant?: string | undefined;
  /** Rises with every change. */
  readonly version: number;
  /**
   * What is known about its money.
   *
   * - `blocked`: another key of the authorization was unfinished when this one was last tried (`blockedBy`). Nothing
   *   is in flight. Waits for `delivery`, or `sweep` after a decision to send it.
   * - `sending`: a worker took it: money may move. Another one takes over after `leaseMs` + `marginMs`. Waits for `sweep`.
   * - `retryable`: not captured, or a person decided to send it again. Nothing is in flight. Waits for `delivery`, or
   *   `sweep` after a decision to send it.
   * - `unknown`: it may have been captured. To resolve it, the sweep sends it again, which can capture. Waits for `sweep`.
   * - `pending`: the service accepted it and has not completed it. Its response shows no capture yet. Waits for `sweep`.
   * - `captured`: the money moved. Waits for `sweep` until it is booked, then `nobody`.
   * - `rejected`: by the service, or by `Once`, which did not send it. Normally not captured. Waits for `nobody`.
   * - `not_captured`: released before a capture, decided by a person, or withdrawn. Waits for `nobody`.
   * - `parked`: only a person can find out whether it was captured, or why it keeps failing. Waits for `person`.
   * - `conflict`: the balance, or a late success, does not match the stored captures: perhaps captured twice, or by
   *   somebody else. Waits for `person`.
   */
  readonly state: OnceState;
  /** When it entered its state. */
  readonly stateSince: number;
  /**
   * Who acts next.
   *
   * - `nobody`: it is captured and booked, or it is certain that it was not captured.
   * - `delivery`: your queue, which delivers the job again. Nothing is in flight.
   * - `sweep`: the next `once.sweep()` after `dueAt`.
   * - `person`: somebody who looks it up and decides, as `advice` says.
   */
  readonly waitsFor: OnceWaitsFor;
  /** True once it has been open for `personAfterMs`: from then on it waits for a person. */
  readonly isOverdue: boolean;
  /**
   * True once the sweep found that the authorization expires within `expiryWarningMs`: from then on it waits for a
   * person. A decision, another request or another `expiresAt` clears it.
   */
  readonly isExpiring: boolean;
  /** Why it is in its state, for a person. */
  readonly reason?: string | undefined;
  /** The question for manual review (`get` and `list` make it anew), or what to do after a rejection or a failed `book`. */
  readonly advice?: string | undefined;
  /** What is sent, without its body. A withdrawn key has no request: its texts are empty, and its amounts 0. */
  readonly request: Omit<StoredRequest, "body">;
  /** True if `withdraw` closed the key before a delivery. It is never sent. */
  readonly isWithdrawn: boolean;
  /** What the service reported: identifiers of the capture, and the last balance. */
  readonly finalization: StoredFinalization;
  /** Whether the capture is in the merchant's books. */
  readonly isBooked: boolean;
  /** Why `book` failed last; absent unless the capture waits to be booked. */
  readonly bookCause?: OnceBookCause | undefined;
  /** The key that this one waits for. It was unfinished when this one was last tried. */
  readonly blockedBy?: string | undefined;
  /** After this time, the service may release the authorization, as the merchant said. Absent if nobody said it. */
  readonly expiresAt?: number | undefined;
  /** When the sweep next acts on the key: takes it over, resolves, books or sends it, or hands it to a person. */
  readonly dueAt?: number | undefined;
  /** When the first attempt began. */
  readonly firstSentAt?: number | undefined;
  /** When the last attempt began. */
  readonly lastSentAt?: number | undefined;
  /** How often a worker took the key to send or repeat the request. */
  readonly attempts: number;
}

/** The capture that `book` writes into your books, or that `unbook` removes. */
export interface OnceBooking extends OnceEntry {
  /** What was sent. Its body may contain personal data. */
  readonly request: StoredRequest;
}

/** A key as it was at `seenAt`. It has the request body: do not log it. Pass it to `decide` or `correct`. */
export interface OnceSnapshot extends OnceBooking {
  /** When it was read, by the store's clock. */
  readonly seenAt: number;
  /** The latest of these times: the key was stored, its request was replaced or corrected, a person decided. */
  readonly openSince: number;
  /**
   * True once an attempt was pending or in conflict, or did not prove whether the money moved. From then on, only the
   * service's balance or a person can close the key.
   */
  readonly mayBeCaptured: boolean;
  /** Until this time, an earlier attempt may still arrive at the service. */
  readonly mayArriveUntil: number;
  /**
   * How many attempts ended with each status key of a failure, in upper case. Excludes responses whose HTTP status,
   * number or ids contradict a rejection, and responses that came late.
   */
  readonly statusKeyCounts: Readonly<Record<string, number>>;
  /**
   * What the sweep has read through the client option `lookUp`, at most every hour, while the key may be captured and
   * waits for a person or is pending. It is evidence, and never decides by itself. Pass it to `decide` or `correct` as
   * `balance`.
   */
  readonly lookedUp?: OnceLookedUp | undefined;
  /** Whether personal data was erased. */
  readonly isErased: boolean;
  /** The last response, as received. It may contain personal data. */
  readonly response?: ReceivedResponse | undefined;
  /** Late outcomes, decisions and replaced requests, the oldest first. */
  readonly history: readonly OnceHistoryEntry[];
}
