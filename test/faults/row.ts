import type { Outcome, PaymentClientOptions } from "merchant-payments";
import type { Way } from "../support/way.js";
import type { Peer, StartPeer } from "./peer.js";

/** How much of the request came: of the call in question, all connections together. */
export type Saw = "none" | "part" | "whole";

/** What must come out of a call. */
export interface Verdict {
  /** The error's name, or "result". */
  readonly class: string;
  /** None of a result. */
  readonly code?: string;
  readonly outcome?: Outcome;
  /** The system's code behind it. */
  readonly cause?: string | undefined;
  readonly httpStatus?: number | undefined;
  /** How many requests came whole. */
  readonly requests: number;
  readonly saw: Saw;
}

/** One fault of the matrix. */
export interface Row {
  readonly name: string;
  readonly server: StartPeer;
  readonly call?: FaultyCall;
  /** A first call is made, which succeeds; then this happens to the connection that is kept; then the call is made. */
  readonly meanwhile?: (peer: Peer) => void | Promise<void>;
  /** What must come out, written by hand. More than one where it depends on who is first, and all of them are true. */
  readonly both?: Verdict | readonly Verdict[];
  readonly node?: Verdict | readonly Verdict[];
  readonly fetch?: Verdict | readonly Verdict[];
  /** The oldest Node on which there is such a thing. */
  readonly since?: number;
  /** Why it may be `unknown` though nothing came. */
  readonly unprovable?: string;
  /** fetch keeps a connection on which TLS does not get ready until its own connect timeout of ten seconds. */
  readonly isKeptByFetch?: boolean;
}

export interface FaultyCall extends Partial<Pick<PaymentClientOptions, "timeoutMs" | "maxRetries" | "auth">> {
  /** A request of a megabyte instead of some hundred bytes. */
  readonly isBig?: boolean;
  readonly isAbortedBefore?: boolean;
  /** The caller gives up after so many milliseconds. */
  readonly abortAfterMs?: number;
}

export function verdictsFor(row: Row, way: Way): readonly Verdict[] {
  const expected = row[way] ?? row.both ?? [];
  return Array.isArray(expected) ? expected : [expected as Verdict];
}

/** What came to the server. */
export const whole = { requests: 1, saw: "whole" } as const;
export const part = { requests: 0, saw: "part" } as const;
export const nothing = { requests: 0, saw: "none" } as const;

/** How a call may end. */
export const lost = { class: "PaymentConnectionError", code: "connection", outcome: "unknown" } as const;
export const timedOut = { class: "PaymentTimeoutError", code: "timeout", outcome: "unknown" } as const;
export const givenUp = { class: "PaymentAbortedError", code: "aborted", outcome: "unknown" } as const;
export const unsent = { class: "PaymentConnectionError", code: "connection", outcome: "not_sent", ...nothing } as const;
export const unsentInTime = { ...timedOut, outcome: "not_sent", ...nothing } as const;
export const unsentGivenUp = { ...givenUp, outcome: "not_sent", ...nothing } as const;
export const done = { class: "result", ...whole } as const;
/** An answer that is none of the service's. */
export const strange = { class: "PaymentResponseError", code: "unexpected_response", outcome: "unknown" } as const;
export const turnedAway = { ...strange, outcome: "rejected" } as const;
/** The service's own no. */
export const refusal = { class: "PaymentServiceError", code: "service_error", outcome: "rejected" } as const;
