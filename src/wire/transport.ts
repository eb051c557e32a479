import { PaymentAbortedError } from "../errors/payment-aborted-error.js";
import { PaymentConnectionError } from "../errors/payment-connection-error.js";
import type { CallFacts } from "../errors/payment-error.js";
import { PaymentTimeoutError } from "../errors/payment-timeout-error.js";
import { type Auth, authenticate } from "./authenticate.js";
import { rememberCause } from "./cause-of.js";
import type { CallTimes, Deadline } from "./deadline.js";
import type { Exchange, Incoming, Method } from "./exchange.js";
import { type HeaderRecord, lowerCased, requestHeaders } from "./headers.js";
import { provesNotSent } from "./outcome.js";
import { type ReceivedResponse, remember } from "./received.js";
import { scrub } from "./scrub.js";
import { type BaseUrl, pathOf } from "./url.js";

/** A request as an operation encodes it. */
export interface WireRequest {
  readonly method: Method;
  /** The path with its placeholders. */
  readonly route: string;
  /** For the placeholders, not encoded. */
  readonly values: Readonly<Record<string, string>>;
  /** What stands behind the path, its question mark included; empty for nothing. */
  readonly query: string;
  /** JSON text; empty for none. */
  readonly body: string;
}

export const post = (route: string, values: WireRequest["values"], body: string): WireRequest => {
  return { method: "POST", route, values, query: "", body };
};

/** Where and how a client sends. */
export interface TransportOptions {
  readonly base: BaseUrl;
  readonly auth: Auth;
  readonly exchange: Exchange;
  /** Names in lower case. */
  readonly headers: HeaderRecord;
  readonly userAgent: string;
  readonly maxResponseBytes: number;
}

/** What a caller may set for one call. */
export interface CallLimits extends CallTimes {
  readonly headers: HeaderRecord;
  readonly maxRetries: number;
}

/** One call: its limits, what its errors say of it, and who is told of its attempts. */
export interface WireCall extends CallLimits {
  readonly facts: CallFacts;
  readonly observer: { attempting(attempt: number): void };
}

/** An answer, and why it cannot be read where it cannot. */
export interface Answer {
  readonly received: ReceivedResponse;
  readonly unreadable: "too_large" | "not_utf8" | undefined;
}

/**
 * Text in, text out. Sends the request once.
 *
 * @throws PaymentConnectionError, PaymentTimeoutError, PaymentAbortedError
 */
export async function send(
  request: WireRequest,
  call: WireCall,
  options: TransportOptions,
  deadline: Deadline,
  attempt: number,
): Promise<Answer> {
  if (!deadline.maySend()) throw failure(undefined, "", "not_sent", call, deadline);
  call.observer.attempting(attempt);
  const { httpStatus, headers, body } = await attemptOnce(request, call, options, deadline);
  const received = { httpStatus, headers, body: body.text, attempts: attempt, durationMs: deadline.passedMs };
  if (body.end === "complete") return { received, unreadable: undefined };
  if (typeof body.end === "string") return { received, unreadable: body.end };
  throw remember(failure(body.end.error, "the answer broke off", "unknown", call, deadline), received);
}

async function attemptOnce(
  { method, route, values, query, body }: WireRequest,
  call: WireCall,
  { auth, base, exchange, headers: clients, userAgent, maxResponseBytes }: TransportOptions,
  deadline: Deadline,
): Promise<Incoming> {
  const path = pathOf(base, route, values) + query;
  let leave: (() => void) | undefined;
  let what = "auth failed";
  let mayBeSent = false;
  const onSending = () => {
    mayBeSent = true;
  };
  try {
    leave = await exchange.enter(deadline);
    const signing = { method, url: base.origin + path, body, signal: deadline.signal };
    const credentials = await authenticate(auth, signing, deadline);
    const headers = { ...clients, ...lowerCased(call.headers), ...requestHeaders(body, userAgent), ...credentials };
    what = "the connection failed";
    return await exchange.send({ method, base, path, headers, body, maxResponseBytes, deadline, onSending });
  } catch (error) {
    const isProof = !mayBeSent || (deadline.ended === undefined && provesNotSent(error));
    const waitedFor = leave === undefined ? scrub(error).detail : undefined;
    throw failure(error, what, isProof ? "not_sent" : "unknown", call, deadline, waitedFor);
  } finally {
    leave?.();
  }
}

/** The error of an attempt. It asks first who ended the call: an abort reason may look like any error. */
export function failure(
  error: unknown,
  what: string,
  outcome: "not_sent" | "unknown",
  call: Pick<WireCall, "facts" | "timeoutMs" | "signal">,
  deadline: Deadline,
  waitedFor?: string,
) {
  switch (deadline.ended) {
    case "timeout":
      return new PaymentTimeoutError(call.facts, outcome, call.timeoutMs, waitedFor);
    case "too_late":
      return new PaymentTimeoutError(call.facts, "not_sent", call.timeoutMs, "sendBefore had passed");
    case "aborted":
      return new PaymentAbortedError(call.facts, outcome, reasonOf(call.signal));
    default:
      return rememberCause(new PaymentConnectionError(call.facts, outcome, what, scrub(error)), error);
  }
}

function reasonOf(signal: AbortSignal | undefined): unknown {
  try {
    return signal?.reason;
  } catch {
    return undefined; // a hand-made signal
  }
}
