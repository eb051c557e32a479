import type { PaymentMethod, ReceivedResponse, ReportedFinalization } from "../index.js";

/**
 * What is known of a key.
 *
 * - `waiting`: another key of the same authorization is unfinished (`blockedBy`). Nothing was sent.
 * - `sending`: a worker holds the key.
 * - `retryable`: proven not captured, and nothing is in flight. The same call may be made again.
 * - `unknown`: it may have been captured. The sweep asks the service when it is due.
 * - `pending`: the service accepted it and has not completed it. No money has moved yet; nothing is booked.
 * - `captured`: the money moved.
 * - `rejected`: the service did not do it.
 * - `not_captured`: the authorization was released without it.
 * - `parked`: only a person can find out.
 * - `conflict`: the balance fits nothing that was done here: perhaps captured twice, or by somebody else.
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

/** Who has to act next: nobody, the queue by a delivery of the job, the sweep, or a person by a decision. */
export type OnceWaitsFor = "nobody" | "delivery" | "sweep" | "person";

/** What an order was authorized with. All keys of one authorization agree on it. */
export interface StoredFacts {
  readonly paymentMethod: PaymentMethod;
  /** Decimal text. */
  readonly authorizedAmount: string;
  readonly currencyCode: string;
}

/** The finalization as it is sent, each time the same to the digit, and what is known of its authorization. */
export interface StoredRequest extends StoredFacts {
  readonly orderId?: string | undefined;
  /** The authorization's transaction. */
  readonly transactionId: string;
  /** Decimal text. */
  readonly totalAmount: string;
  /** JSON text, empty for none. */
  readonly body: string;
  readonly hasLineItems?: boolean | undefined;
}

/** What the service said of a finalization; amounts are decimal text. */
export type StoredFinalization = {
  readonly [Name in keyof Omit<ReportedFinalization, "unreadable">]:
    | (Name extends "canFinalizeAgain" ? boolean : string)
    | undefined;
};

/** Something that happened to a key. */
export interface OnceHistoryEntry {
  /** Milliseconds since 1970, by the store's clock. */
  readonly at: number;
  /** The state that the key had until then. */
  readonly state: OnceState;
  /** Who decided it; absent when the service's response did. */
  readonly by?: string | undefined;
  readonly why?: string | undefined;
  /** An outcome that came after its lease was over. */
  readonly late?: { readonly state: string; readonly finalization: StoredFinalization } | undefined;
  /** The request that was replaced. */
  readonly request?: StoredRequest | undefined;
}

/** All that is known of a key. Plain JSON; all times are milliseconds since 1970, by the store's clock. */
export interface OnceRecord {
  readonly key: string;
  /** Rises with every change. */
  readonly version: number;
  readonly state: OnceState;
  readonly stateSince: number;
  readonly waitsFor: OnceWaitsFor;
  /** True once it has been open for `personAfterMs`: from then on it waits for a person. */
  readonly isOverdue: boolean;
  /** When the key was stored, its request replaced, or it was last decided. */
  readonly openSince: number;
  /** The transaction of the authorization. Of its keys, only one is unfinished at a time. */
  readonly authorization: string;
  readonly request: StoredRequest;
  /** When the facts of the authorization were given. */
  readonly factsAt: number;
  /** Whether a person gave the request, by `correct` or `adopt`. */
  readonly isFromPerson: boolean;
  /** Whether the request has been sent at least once. */
  readonly isSent: boolean;
  /** True once an attempt may have captured: from then on only the balance or a person closes the key. */
  readonly mayBeCaptured: boolean;
  /** When a person decided that it is sent. The sweep carries it out. */
  readonly decidedAt?: number | undefined;
  /** Decimal text: what the other keys of this authorization had captured when it was last reserved. */
  readonly finalizedBefore: string;
  /** False where a person's decision is in that sum: nothing can be resolved then. */
  readonly isFinalizedBeforeCertain: boolean;
  /** Of the worker that holds the key. */
  readonly token?: string | undefined;
  /** Of the last change that left the key to nobody new: a repeat of that change finds it by this. */
  readonly lastToken?: string | undefined;
  /** When the sweep has something to do: the end of a lease, or the time to ask, to book, to send or to call a person. */
  readonly dueAt?: number | undefined;
  /** Until then an earlier attempt may still arrive at the service. */
  readonly mayArriveUntil: number;
  readonly firstSentAt?: number | undefined;
  readonly lastSentAt?: number | undefined;
  /** How often it was sent, the first time included. */
  readonly attempts: number;
  /** How often the service was asked what became of it, and did not tell. */
  readonly asked: number;
  /** How often it was rejected for the merchant's sake while others passed. */
  readonly rejections: number;
  /** Whether a capture is in the merchant's books. */
  readonly isBooked: boolean;
  /** How often `book` has failed since it was captured. */
  readonly bookFailures: number;
  /** The unfinished key that this one waits for. */
  readonly blockedBy?: string | undefined;
  /** Whether personal data was erased. */
  readonly isErased: boolean;
  readonly finalization: StoredFinalization;
  /** Why it is in its state, for a person. */
  readonly reason?: string | undefined;
  /** What to do now, for a person. */
  readonly advice?: string | undefined;
  /** The last response, as received; it may hold what the service echoes. */
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

/** What a worker needs to know of a key. It holds no body, so it is safe to log. `once.get` returns the whole record. */
export interface OnceCapture extends Shown {
  readonly request: Omit<StoredRequest, "body">;
}

export function captureOf(record: OnceRecord): OnceCapture {
  const { body: _, ...request } = record.request;
  return { ...(Object.fromEntries(SHOWN.map((name) => [name, record[name]])) as Shown), request };
}

/** A record as it stood at a moment. A person's decision names the snapshot that it is about. */
export interface OnceSnapshot extends OnceRecord {
  readonly seenAt: number;
}
