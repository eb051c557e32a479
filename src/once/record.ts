import type { PaymentMethod, ReceivedResponse, ReportedFinalization } from "../index.js";

/**
 * What is known of a key.
 *
 * - `waiting`: another key of the same authorization is unfinished (`blockedBy`). Nothing was sent; call again later.
 * - `sending`: a worker holds the key.
 * - `retryable`: proven not captured, and nothing is in flight. The same call may be made again.
 * - `unknown`: it may have been captured, and the service is asked again when it is due.
 * - `pending`: the service accepted it and has not completed it. No money has moved yet; nothing is booked.
 * - `captured`, `rejected`, `not_captured`: known.
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

/** The finalization as it goes out, each time the same to the digit, and what is known of its authorization. */
export interface StoredRequest {
  /** Says which request a key stands for: merchant, order, authorization, amount and currency. */
  readonly fingerprint: string;
  readonly orderId?: string | undefined;
  /** The authorization's. */
  readonly transactionId: string;
  /** Decimal text. */
  readonly totalAmount: string;
  /** JSON text, empty for none. */
  readonly body: string;
  readonly paymentMethod: PaymentMethod;
  /** Decimal text. */
  readonly authorizedAmount: string;
  readonly currencyCode: string;
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
  /** The state that it left. */
  readonly state: OnceState;
  /** Who decided it; absent when the service's response did. */
  readonly by?: string | undefined;
  readonly why?: string | undefined;
  /** An outcome that came after its lease was over and somebody else had taken over. */
  readonly late?: { readonly state: string; readonly finalization: StoredFinalization } | undefined;
  /** What was asked for before a correction. */
  readonly request?: StoredRequest | undefined;
}

/** All that is known of a key. Plain JSON. */
export interface OnceRecord {
  readonly key: string;
  /** Rises with every change. */
  readonly version: number;
  readonly state: OnceState;
  /** Milliseconds since 1970, by the store's clock, as are all times here. */
  readonly stateSince: number;
  /** True once an attempt may have captured: from then on only the balance or a person closes the key. */
  readonly mayBeCaptured: boolean;
  /** The merchant and the authorization: of the keys of one, only one is unfinished at a time. */
  readonly authorization: string;
  readonly request: StoredRequest;
  /** Decimal text: what the other keys of this authorization had captured when it was last reserved. */
  readonly finalizedBefore: string;
  /** False where a person's word is among that: nothing can be resolved then. */
  readonly isFinalizedBeforeCertain: boolean;
  /** Of the worker that holds the key. */
  readonly token?: string | undefined;
  /** Of whoever stored the last outcome. */
  readonly lastToken?: string | undefined;
  /** When there is something to do without a person: the end of the lease, or the time to ask or to book again. */
  readonly dueAt?: number | undefined;
  /** Until then an earlier attempt may still arrive at the service. */
  readonly mayArriveUntil: number;
  /** How often it was sent, the first time included. */
  readonly attempts: number;
  /** How often the service was asked what became of it, and did not tell. */
  readonly asked: number;
  /** How often it was rejected for the merchant's sake while others passed. */
  readonly rejections: number;
  /** A corrected request may not take it: it was sent, and rejected by something that may not have been the service. */
  readonly isBoundToRequest: boolean;
  /** False for a capture that is not in the merchant's books yet. */
  readonly isBooked: boolean;
  /** The key that this one waits for. */
  readonly blockedBy?: string | undefined;
  readonly finalization: StoredFinalization;
  /** Why it is where it is, for a person. */
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
  "reason",
  "advice",
  "isBooked",
  "blockedBy",
  "dueAt",
  "finalization",
] as const;

/** What a worker needs to know of a key. It holds no body, so it is safe to log. `once.get` returns the whole record. */
export interface OnceCapture extends Pick<OnceRecord, (typeof SHOWN)[number]> {
  readonly request: Omit<StoredRequest, "body" | "fingerprint">;
}

export function captureOf(record: OnceRecord): OnceCapture {
  const { body: _, fingerprint: __, ...request } = record.request;
  const shown = Object.fromEntries(SHOWN.map((name) => [name, record[name]]));
  return { ...(shown as Pick<OnceRecord, (typeof SHOWN)[number]>), request };
}

/** A record as it stood at a moment. A person's decision names the snapshot that it is about. */
export interface OnceSnapshot extends OnceRecord {
  /** By the store's clock. */
  readonly seenAt: number;
}

/** Whether the next key of the same authorization has to wait for this one. */
export function isUnfinished({ state, mayBeCaptured }: OnceRecord): boolean {
  return (
    ["sending", "unknown", "pending", "parked", "conflict"].includes(state) || (state === "retryable" && mayBeCaptured)
  );
}
