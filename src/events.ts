import type { CallFacts, CallIdentifiers } from "./errors/call-facts.js";
import type { FinalizationProof } from "./errors/finalization-state.js";
import type { Outcome } from "./errors/payment-error.js";
import type { ErrorScope } from "./errors/scope.js";
import type { AnyPaymentError } from "./errors/to-result.js";

/** What every event says of its call. Never credentials, bodies or personal data. */
export interface PaymentEventBase extends CallIdentifiers {
  /** Random, the same in all events of one call. */
  readonly callId: string;
  readonly operation: CallFacts["operation"];
  /** Undefined while the input is not accepted, and so is the route. */
  readonly method: "POST" | "GET" | undefined;
  /** The path with its placeholders, for metrics: `orders/create`. */
  readonly route: string | undefined;
  /** The attempt that this is about, from 1; 0 before the first. */
  readonly attempt: number;
}

/** An attempt begins. */
export interface RequestEvent extends PaymentEventBase {
  readonly type: "request";
}

/** An attempt was proven not to have been sent, or was a read that told nothing; another follows. */
export interface RetryEvent extends PaymentEventBase {
  readonly type: "retry";
  readonly code: AnyPaymentError["code"];
  readonly delayMs: number;
}

/** The call ended in a result. */
export interface ResponseEvent extends PaymentEventBase {
  readonly type: "response";
  readonly outcome: "succeeded";
  readonly pending: boolean;
  readonly httpStatus: number;
  readonly durationMs: number;
}

/** The call found out what became of an earlier finalization, or did not; `state` says which. */
export interface ResolveEvent extends PaymentEventBase {
  readonly type: "resolve";
  readonly state: FinalizationProof["state"];
  /** Of the error that this second call ended in; undefined after a success. */
  readonly code: AnyPaymentError["code"] | undefined;
  /** Undefined when no response came. */
  readonly httpStatus: number | undefined;
  readonly durationMs: number;
}

/** The call ended in an error. */
export interface FailureEvent extends PaymentEventBase {
  readonly type: "failure";
  readonly code: AnyPaymentError["code"];
  readonly outcome: Outcome;
  /** `merchant` when every other call would fail in the same way. */
  readonly scope: ErrorScope;
  readonly statusKey: string | undefined;
  /** Undefined when no response came. */
  readonly httpStatus: number | undefined;
  readonly durationMs: number;
}

/** Each call ends in exactly one `response`, `resolve` or `failure`. */
export type PaymentEvent = RequestEvent | RetryEvent | ResponseEvent | ResolveEvent | FailureEvent;

/** Called synchronously. What it throws or rejects with is ignored: a listener never harms a call. */
export type PaymentEventListener = (event: PaymentEvent) => void;
