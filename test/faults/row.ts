import type { Outcome, PaymentClientOptions } from "merchant-payments";
import type { Way } from "../support/way.js";
import type { Peer, StartPeer } from "./peer.js";

/** How much of the tested call's request arrived, over all connections. */
type Saw = "none" | "part" | "whole";

/** How a call must end. */
export interface Verdict {
  /** The error's name, or "result". */
  readonly class: string;
  /** Absent for a result. */
  readonly code?: string;
  readonly outcome?: Outcome;
  /** The system's code behind it. */
  readonly cause?: string | undefined;
  /** What the message says of the cause. */
  readonly detail?: string | undefined;
  readonly httpStatus?: number;
  /** What is kept of the response's body. */
  readonly kept?: string;
  /** How many requests came whole. */
  readonly requests: number;
  readonly saw: Saw;
}

/** More than one if the order of events can differ: each verdict is true for one order. */
type Verdicts = Verdict | readonly Verdict[];

/** The verdicts of a row, written by hand; one for each transport if the two rightly differ. */
export type Due = Verdicts | { readonly [Each in Way]?: Verdicts };

export interface RowOptions {
  readonly call?: FaultyCall;
  /** A first call succeeds; then this happens to its idle connection; then the call is made. */
  readonly meanwhile?: (peer: Peer) => void | Promise<void>;
  /** The oldest Node on which the fault is possible. */
  readonly since?: number;
  /** Why it may be `unknown` though nothing came. */
  readonly unprovable?: string;
  /**
   * The server sends bytes on a new connection before the request is written. node:http then makes no further attempt.
   */
  readonly serverTalksFirst?: boolean;
  /** If TLS does not get ready, fetch keeps the connection until its own connect timeout of ten seconds. */
  readonly isKeptByFetch?: boolean;
}

/** One fault of the matrix. */
export interface Row extends RowOptions {
  readonly name: string;
  readonly server: StartPeer;
  readonly due: Due;
}

interface FaultyCall extends Partial<Pick<PaymentClientOptions, "timeoutMs" | "maxRetries" | "auth">> {
  /** A request of a megabyte, or one with an empty object, instead of some hundred bytes. */
  readonly size?: "big" | "empty";
  readonly isAbortedBefore?: boolean;
  /** The caller aborts the call after this many milliseconds. */
  readonly abortAfterMs?: number;
}

export const row = (name: string, server: StartPeer, due: Due, options?: RowOptions): Row => {
  return { name, server, due, ...options };
};

export function verdictsFor({ due }: Row, way: Way): readonly Verdict[] {
  const verdicts = "node" in due || "fetch" in due ? (due[way] ?? []) : (due as Verdicts);
  return Array.isArray(verdicts) ? verdicts : [verdicts as Verdict];
}

/** What came to the server. */
export const whole = { requests: 1, saw: "whole" } as const;
export const part = { requests: 0, saw: "part" } as const;
export const nothing = { requests: 0, saw: "none" } as const;

type Came = typeof whole | typeof part | typeof nothing;
type More = Pick<Verdict, "cause" | "detail" | "kept">;

/** How a call may end. */
export const done: Verdict = { class: "result", ...whole };

const connection = { class: "PaymentConnectionError", code: "connection" } as const;
const timeout = { class: "PaymentTimeoutError", code: "timeout" } as const;
const aborted = { class: "PaymentAbortedError", code: "aborted" } as const;

const unknown =
  (how: Pick<Verdict, "class" | "code">) =>
  (came: Came = whole, more: More = {}): Verdict => ({ ...how, outcome: "unknown", ...came, ...more });
export const lost = unknown(connection);
export const timedOut = unknown(timeout);
export const givenUp = unknown(aborted);
export const unsent = (cause?: string): Verdict => {
  return { ...connection, outcome: "not_sent", ...nothing, ...(cause !== undefined && { cause }) };
};
export const unsentInTime: Verdict = { ...timeout, outcome: "not_sent", ...nothing };
export const unsentGivenUp: Verdict = { ...aborted, outcome: "not_sent", ...nothing };
/** The end of a call that is stopped while it connects, which an aborted fetch does not report. */
export const inTime = { node: unsentInTime, fetch: timedOut(nothing) };
export const byCaller = { node: unsentGivenUp, fetch: givenUp(nothing) };

const unexpectedResponse = { class: "PaymentResponseError", code: "unexpected_response" } as const;

/** A response that is not the service's. */
export const unexpected = (httpStatus: number, came: Came = whole, more: More = {}): Verdict => {
  return { ...unexpectedResponse, outcome: "unknown", httpStatus, ...came, ...more };
};
/** A rejection that only its HTTP status tells, as one by an intermediary. */
export const rejectedByStatus = (httpStatus: number, came: Came = whole, more: More = {}): Verdict => {
  return { ...unexpectedResponse, outcome: "rejected", httpStatus, ...came, ...more };
};
/** A rejection by the service. */
export const rejection = (httpStatus: number, outcome: Outcome = "rejected", came: Came = whole): Verdict => {
  return { class: "PaymentServiceError", code: "service_error", outcome, httpStatus, ...came };
};
