import type { PaymentMethod, ReceivedResponse, ReportedFinalization } from "../index.js";

const open = ["queued", "sending", "unknown", "pending", "parked"] as const;
export const states = [...open, "captured", "rejected", "not_captured"] as const;
export const owners = ["nobody", "sweep", "person"] as const;

/** What is known about a key's money: see {@link OnceEntry.state}. */
export type OnceState = (typeof states)[number];

/** Who acts next on a key: see {@link OnceEntry.waitsFor}. */
export type OnceWaitsFor = (typeof owners)[number];
type Parked = "balance" | "more_captured" | "late_success" | "refused" | "unlisted_key" | "facts";
type Overdue = "pending" | "expires" | "decision_lapsed" | "hook";

/** What was given, once it is read: null is absent. */
export type Read<Given> = { readonly [Name in keyof Given]: Exclude<Given[Name], null> };

/** The facts of an authorization, on which all of its keys agree. Amounts are decimal text. */
export interface StoredFacts {
  readonly paymentMethod: PaymentMethod;
  readonly authorizedAmount: string;
  readonly currencyCode: string;
}

/** The finalization as it is sent, the same in each attempt. `transactionId` is the authorization's. */
export interface StoredRequest extends StoredFacts {
  readonly orderId?: string | undefined;
  readonly transactionId: string;
  readonly totalAmount: string;
  /** JSON text, which may contain personal data; empty once it is erased, or if it has nothing but the path's values. */
  readonly body: string;
  readonly hasLineItems?: boolean | undefined;
}

/** What the service reported about a finalization; amounts are decimal text. */
export type StoredFinalization = {
  readonly [Name in keyof Omit<ReportedFinalization, "unreadable">]:
    | (Name extends "canFinalizeAgain" ? boolean : string)
    | undefined;
};

/** The balance of an authorization by which a person decided. `differs` is empty once it is erased. */
export interface StoredBalance {
  readonly finalized?: string | undefined;
  readonly pending?: string | undefined;
  readonly differs?: string | undefined;
}

/** A late outcome, a decision or a replaced request, in the history of a key. */
export interface HistoryEvent {
  readonly at: number;
  readonly state: OnceState; // before
  readonly as?: "captured" | "not_captured" | "send_again" | "corrected" | "withdrawn" | "adopted" | undefined;
  readonly by?: string | undefined;
  readonly why?: string | undefined; // absent once it is erased
  readonly balance?: StoredBalance | undefined;
  /** An outcome that came after its lease was over. */
  readonly late?: { readonly state: string; readonly finalization: StoredFinalization } | undefined;
  /** The request that was replaced. */
  readonly request?: StoredRequest | undefined;
}

/**
 * What a worker needs to know about a key. You can log it: it has no request body and no response. Only its `reason` may
 * quote the service or a person. Times are milliseconds since 1970, by the store's clock.
 */
export interface OnceEntry {
  readonly key: string;
  /** The store's option `merchant`. */
  readonly merchant?: string | undefined;
  /** Rises with every change. */
  readonly version: number;
  /**
   * What is known about its money.
   *
   * - `queued`: certainly not captured, or decided `send_again`. No request is in flight. The sweep sends it.
   * - `sending`: a worker has sent it, and money may move. The sweep takes it over after the worker's lease.
   * - `unknown`: it may have been captured. To find out, the sweep sends it again, which can capture it, but not twice.
   * - `pending`: the service accepted it and has not completed it.
   * - `captured`: the money moved. `Once` calls `book` until it succeeds.
   * - `rejected`: the service rejected it, or `Once` did so before sending. It calls `fail` until it succeeds.
   * - `not_captured`: the authorization was released, and its balance has only an earlier capture. A person can
   *   also decide it, or withdraw the key. `Once` calls `fail`, except for a withdrawn key.
   * - `parked`: only a person can find out what to do. `question` and `advice` say what to look up.
   */
  readonly state: OnceState;
  readonly stateSince: number;
  /** Who acts next: `nobody` on a closed and recorded key, the first `sweep` after `dueAt`, or a `person`. */
  readonly waitsFor: OnceWaitsFor;
  /**
   * Why it waits for a person; undefined if it does not.
   *
   * - `balance`: whether it was captured. `more_captured`: more was captured than the keys say, perhaps twice.
   * - `late_success`: a success came after the key was closed, queued or replaced.
   * - `refused`: the service rejects this key alone, for a reason that concerns the merchant.
   * - `unlisted_key`: the service responded twice with a status key that the client does not know.
   * - `facts`: its facts differ from those of the authorization's other keys.
   * - `pending`, `expires`, `decision_lapsed`, `hook`: it is open for too long, or its authorization soon expires.
   */
  readonly question?: Parked | Overdue | undefined;
  /** Why it is in its state. */
  readonly reason?: string | undefined;
  /** The question to a person, or what to do after a rejection. `get` and `list` make the question anew. */
  readonly advice?: string | undefined;
  /** What is sent, without its body. A key that was withdrawn before a delivery has no request: its texts are empty. */
  readonly request: Omit<StoredRequest, "body">;
  /** True if `withdraw` closed the key. It is never sent. */
  readonly isWithdrawn: boolean;
  /** What the service reported: the identifiers of the capture, and the last balance. */
  readonly finalization: StoredFinalization;
  /** Which hook succeeded last: `captured` after `book`, `failed` after `fail`. */
  readonly recorded?: "captured" | "failed" | undefined;
  /** Whether `recorded` fits the state. */
  readonly isRecorded: boolean;
  /** How often it was closed; the same again if `book` may have written the capture. Each hook succeeds once for it. */
  readonly closing: number;
  /** Why the hook failed last, without the error's message; absent unless the key waits for it. */
  readonly hookCause?: { readonly name?: string | undefined; readonly code?: string | undefined } | undefined;
  /** The key that this one waits for. It was unfinished when this one was last tried. */
  readonly blockedBy?: string | undefined;
  /** After this time, the service may release the authorization, as the merchant said. */
  readonly expiresAt?: number | undefined;
  /** When the sweep next acts on the key. */
  readonly dueAt?: number | undefined;
  readonly firstSentAt?: number | undefined;
  readonly lastSentAt?: number | undefined;
  /** How often a worker took the key to send the request. */
  readonly attempts: number;
}

/** A key with all that is stored about it, as it was at `seenAt`, for hooks and decisions. Do not log its request body. */
export interface OnceSnapshot extends OnceEntry {
  /** When it was read, by the store's clock. */
  readonly seenAt: number;
  readonly request: StoredRequest;
  /** The latest of these times: the key was stored, its request was replaced, a person decided. */
  readonly openSince: number;
  /** True once only the service's balance or a person can close the key. */
  readonly mayBeCaptured: boolean;
  /** Until this time, an earlier attempt may still arrive at the service. */
  readonly mayArriveUntil: number;
  /** True once it was open for too long, or its authorization soon expires. */
  readonly isOverdue: boolean;
  readonly isErased: boolean;
  /** The last response, as received. It may contain personal data. */
  readonly response?: ReceivedResponse | undefined;
  /** The oldest event first. */
  readonly history: readonly HistoryEvent[];
}
