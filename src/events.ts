import type { OperationName } from "./errors/advice.js";
import type { CallIdentifiers, Outcome } from "./errors/payment-error.js";
import type { ErrorScope } from "./errors/scope.js";
import type { AnyPaymentError } from "./errors/settle.js";

/** What every event says of its call. Never credentials, bodies or personal data. */
export interface PaymentEventBase extends CallIdentifiers {
  /** Random, the same in all events of one call. */
  readonly callId: string;
  readonly operation: OperationName;
  /** The path with its placeholders, for metrics: `orders/create`; undefined while the input is not accepted. */
  readonly route: string | undefined;
  /** The attempt that this is about, from 1; 0 before the first. */
  readonly attempt: number;
}

/** An attempt begins. */
export interface RequestEvent extends PaymentEventBase {
  readonly type: "request";
}

/** An attempt was proven not to have been sent; another follows. */
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

/** The call ended in an error. */
export interface FailureEvent extends PaymentEventBase {
  readonly type: "failure";
  readonly code: AnyPaymentError["code"];
  readonly outcome: Outcome;
  /** `merchant` when every other call would fail in the same way. */
  readonly scope: ErrorScope;
  readonly statusKey: string | undefined;
  /** Undefined when no answer came. */
  readonly httpStatus: number | undefined;
  readonly durationMs: number;
}

/** Each call ends in exactly one `response` or `failure`. */
export type PaymentEvent = RequestEvent | RetryEvent | ResponseEvent | FailureEvent;

/** Called synchronously. What it throws or rejects with is ignored: a listener never harms a call. */
export type PaymentEventListener = (event: PaymentEvent) => void;

export function notify(listener: PaymentEventListener | undefined, event: PaymentEvent): void {
  if (listener === undefined) return;
  try {
    // An async function passes for a listener. Its rejection would end the process, also that of a promise from another realm.
    const result: unknown = listener(Object.freeze(event));
    if (result !== undefined) Promise.resolve(result).catch(() => undefined);
  } catch {
    // A failing listener does not stop a call.
  }
}
