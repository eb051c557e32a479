import type { CallIdentifiers, FinalizationProof, OperationName } from "./errors/facts.js";
import type { Outcome, PaymentError } from "./errors/kinds.js";

/** Fields of every event: no credentials, bodies or amounts, but ids, which identify customers in your database. */
export interface PaymentEventBase extends CallIdentifiers {
  /** Random; the same in all events of one call. */
  readonly callId: string;
  readonly operation: OperationName | (string & {});
  /** Undefined until the input is accepted, and if a look-up replaces the request; so is `route`. */
  readonly method: "POST" | "GET" | undefined;
  /** The path with its placeholders, for metrics: `orders/create`. */
  readonly route: string | undefined;
  /** The number of the attempt, from 1; 0 before the first. */
  readonly attempt: number;
}

export interface RequestEvent extends PaymentEventBase {
  readonly type: "request";
}

/** An attempt was proven not sent, or was a read with outcome `unknown`. Another attempt follows. */
export interface RetryEvent extends PaymentEventBase {
  readonly type: "retry";
  readonly code: PaymentError["code"];
  readonly delayMs: number;
}

/** The call returned a result. For `resolveFinalization`, a `resolve` event is sent instead. */
export interface ResponseEvent extends PaymentEventBase {
  readonly type: "response";
  readonly outcome: "succeeded";
  readonly pending: boolean;
  readonly httpStatus: number;
  readonly durationMs: number;
}

/** A call of `resolveFinalization` returned. `state` says what became of the earlier finalization. */
export interface ResolveEvent extends PaymentEventBase {
  readonly type: "resolve";
  readonly state: FinalizationProof["state"];
  /** The code of this second call's error; undefined after a success. */
  readonly code: PaymentError["code"] | undefined;
  /** Undefined if no response came. */
  readonly httpStatus: number | undefined;
  readonly durationMs: number;
}

/** The call threw an error. `resolveFinalization` throws one for invalid input. */
export interface FailureEvent extends PaymentEventBase {
  readonly type: "failure";
  readonly code: PaymentError["code"];
  readonly outcome: Outcome;
  /** `merchant` if every other call would probably fail in the same way. */
  readonly scope: PaymentError["scope"];
  readonly statusKey: string | undefined;
  readonly httpStatus: number | undefined;
  readonly durationMs: number;
}

/** Each call ends in exactly one `response`, `resolve` or `failure`. */
export type PaymentEvent = RequestEvent | RetryEvent | ResponseEvent | ResolveEvent | FailureEvent;

/** Receives the events, synchronously. Anything that it throws or rejects with is ignored, so it never harms a call. */
export type PaymentEventListener = (event: PaymentEvent) => void;
