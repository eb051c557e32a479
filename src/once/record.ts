import type { PaymentMethod, ReceivedResponse, ReportedFinalization } from "../index.js";

/**
 * What is known about a key's money.
 *
 * - `waiting`: another key of the same authorization is unfinished (`blockedBy`). Nothing is in flight.
 * - `sending`: a worker holds the key. The money may be moving.
 * - `retryable`: not captured, or a person decided to send it again. Nothing is in flight; it may be sent again.
 * - `unknown`: it may have been captured. At `dueAt`, the sweep sends the request again to find out. This can move
 *   the money.
 * - `pending`: the service accepted it and has not completed it. No money has moved yet; nothing is booked.
 * - `captured`: the money moved.
 * - `rejected`: it was not captured. The service rejected it, or it was not sent; `reason` says why.
 * - `not_captured`: the authorization was released first, or a person decided `not_captured`.
 * - `parked`: only a person can find out whether it was captured, or why it keeps failing.
 * - `conflict`: the balance, or a late success, does not match the stored captures. It may have been captured twice, or
 *   by somebody else.
 */
export type OnceState =
  | "waiting"
  | "sending"
  | "retryable"
  | "unknown"
  | "pending"
  | "captured"
  | "rejected"
  | "not_captured"
  | "parked"
  | "conflict";

/** Who has to act next: nobody, your queue (it delivers the job again), the sweep, or a person (`advice` says how). */
export type OnceWaitsFor = "nobody" | "delivery" | "sweep" | "person";

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
  /** JSON text; empty if there is no body. */
  readonly body: string;
  readonly hasLineItems?: boolean | undefined;
}

/** What the service reported about a finalization; amounts are decimal text. */
export type StoredFinalization = {
  readonly [Name in keyof Omit<ReportedFinalization, "unreadable">]:
    | (Name extends "canFinalizeAgain" ? boolean : string)
    | undefined;
};

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
  /** An outcome that came after its lease was over. */
  readonly late?: { readonly state: string; readonly finalization: StoredFinalization } | undefined;
  /** The request that was replaced. */
  readonly request?: StoredRequest | undefined;
}

/** Everything that is stored about a key. Plain JSON; all times are milliseconds since 1970, by the store's clock. */
export interface OnceRecord {
  /** The idempotency key. */
  readonly key: string;
  /** Rises with every change. */
  readonly version: number;
  readonly state: OnceState;
  readonly stateSince: number;
  readonly waitsFor: OnceWaitsFor;
  /** True once it has been open for `personAfterMs`: from then on it waits for a person. */
  readonly isOverdue: boolean;
  /** The latest of these times: the key was stored, its request was replaced or corrected, a person decided. */
  readonly openSince: number;
  /** The authorization's transaction. No capture starts while another key of this authorization is unfinished. */
  readonly authorization: string;
  readonly request: StoredRequest;
  /** When the facts of the authorization were last stored. */
  readonly factsAt: number;
  /** Whether `correct` or `adopt` entered the request. */
  readonly isFromPerson: boolean;
  /** Whether the request has been sent at least once. */
  readonly isSent: boolean;
  /**
   * True once an attempt was pending or in conflict, or did not prove whether the money moved. From then on, only the
   * service's balance or a person can close the key.
   */
  readonly mayBeCaptured: boolean;
  /** When a person's `send_again` or `correct` told the sweep to send the request. */
  readonly decidedAt?: number | undefined;
  /** What the authorization's other keys had captured when a worker last took this key to send it, as decimal text. */
  readonly finalizedBefore: string;
  /** False if `finalizedBefore` relies on a person's decision. Then a person must resolve an unknown outcome. */
  readonly isFinalizedBeforeCertain: boolean;
  /** Identifies the worker that holds the key; absent if none does. */
  readonly token?: string | undefined;
  /** Identifies the last finished change, so that a retry of it finds what is stored. */
  readonly lastToken?: string | undefined;
  /** When the sweep next acts on the key: takes it over, resolves, books or sends it, or hands it to a person. */
  readonly dueAt?: number | undefined;
  /** Until this time, an earlier attempt may still arrive at the service. */
  readonly mayArriveUntil: number;
  readonly firstSentAt?: number | undefined;
  readonly lastSentAt?: number | undefined;
  /** How often a worker took the key to send or repeat the request. */
  readonly attempts: number;
  /** How often the request was repeated without finding out its outcome. */
  readonly asked: number;
  /** How often the key was rejected with the scope `merchant` while other keys were processed. At 3, it is parked. */
  readonly rejections: number;
  /** Whether the capture is in the merchant's books. */
  readonly isBooked: boolean;
  /** How often `book` has failed since the capture. */
  readonly bookFailures: number;
  /** The unfinished key that this one waits for. */
  readonly blockedBy?: string | undefined;
  /** Whether personal data was erased. */
  readonly isErased: boolean;
  /** What the service reported: identifiers of the capture, and the last balance. */
  readonly finalization: StoredFinalization;
  /** Why it is in its state, for a person. */
  readonly reason?: string | undefined;
  /** The question for manual review, or what to do after a rejection. */
  readonly advice?: string | undefined;
  /** The last response, as received. It may contain personal data. */
  readonly response?: ReceivedResponse | undefined;
  readonly history: readonly OnceHistoryEntry[];
}

const SHOWN = [
  "key",
  "version",
  "state",
  "stateSince",
  "waitsFor",
  "isOverdue",
  "reason",
  "advice",
  "isBooked",
  "blockedBy",
  "dueAt",
  "firstSentAt",
  "lastSentAt",
  "attempts",
  "finalization",
] as const;

type Shown = Pick<OnceRecord, (typeof SHOWN)[number]>;

/**
 * What a worker needs to know about a key. You can log it, without a request body or response. Only its `reason` may
 * quote the service or a person. `once.get` returns the whole record.
 */
export interface OnceCapture extends Shown {
  /** What is sent, without its body. */
  readonly request: Omit<StoredRequest, "body">;
}

export function captureOf(record: OnceRecord): OnceCapture {
  const { body: _, ...request } = record.request;
  return { ...(Object.fromEntries(SHOWN.map((name) => [name, record[name]])) as Shown), request };
}

/** A record as it was at `seenAt`. It has the request body: do not log it. Pass it to `decide` or `correct`. */
export interface OnceSnapshot extends OnceRecord {
  /** Milliseconds since 1970, by the store's clock. */
  readonly seenAt: number;
}
