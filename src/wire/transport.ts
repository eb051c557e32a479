import type { CallFacts } from "../errors/call-facts.js";
import { PaymentAbortedError } from "../errors/payment-aborted-error.js";
import { PaymentConnectionError } from "../errors/payment-connection-error.js";
import { PaymentTimeoutError } from "../errors/payment-timeout-error.js";
import type { AnyPaymentError } from "../errors/to-result.js";
import { attach } from "./attached.js";
import { type Auth, authenticate } from "./authenticate.js";
import type { CallTimes, Deadline } from "./deadline.js";
import type { Exchange, Incoming } from "./exchange.js";
import { type HeaderRecord, lowerCased, requestHeaders } from "./headers.js";
import { provesNotSent } from "./outcome.js";
import { scrub } from "./scrub.js";
import { urlOf } from "./url.js";

/** A request as an operation encodes it. */
export interface WireRequest {
  readonly method: "POST" | "GET";
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
  /** The base URL, without a slash at its end. */
  readonly base: string;
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
  readonly deadline: Deadline;
  readonly facts: CallFacts;
  readonly observer: { attempting(attempt: number): void; retrying(error: AnyPaymentError, delayMs: number): void };
}

/** A response that did not break off, and how its body ended. */
export type WireResponse = Awaited<ReturnType<typeof send>>;

/**
 * Text in, text out. Sends the request once.
 *
 * @throws PaymentConnectionError, PaymentTimeoutError, PaymentAbortedError
 */
export async function send(request: WireRequest, call: WireCall, client: TransportOptions, attempt: number) {
  const { deadline, observer } = call;
  if (!deadline.maySend()) throw failure(undefined, "", "not_sent", call);
  observer.attempting(attempt);
  const { httpStatus, headers, body } = await attemptOnce(request, call, client);
  const durationMs = performance.now() - call.startedAt;
  const received = { httpStatus, headers, body: body.text, attempts: attempt, durationMs };
  if (typeof body.end === "string") return { received, end: body.end };
  throw attach(failure(body.end.error, "the response broke off", "unknown", call), { response: received });
}

async function attemptOnce(request: WireRequest, call: WireCall, client: TransportOptions): Promise<Incoming> {
  const { method, route, values, query, body } = request;
  const { auth, base, exchange, maxResponseBytes } = client;
  const { deadline } = call;
  const url = urlOf(base, route, values) + query;
  let leave: (() => void) | undefined;
  let what = "auth failed";
  let mayBeSent = false;
  const onSending = () => {
    mayBeSent = true;
  };
  try {
    leave = await exchange.enter(deadline);
    const credentials = await authenticate(auth, { method, url, body, signal: deadline.signal }, deadline);
    const ours = requestHeaders(body, client.userAgent);
    const headers = { ...client.headers, ...lowerCased(call.headers), ...ours, ...credentials };
    what = "the connection failed";
    return await exchange.send({ method, url, headers, body, maxResponseBytes, deadline, onSending });
  } catch (error) {
    const isProof = !mayBeSent || (deadline.ended === undefined && provesNotSent(error));
    const waitedFor = leave === undefined ? scrub(error).detail : undefined;
    throw failure(error, what, isProof ? "not_sent" : "unknown", call, waitedFor);
  } finally {
    leave?.();
  }
}

/** The error of an attempt. It asks first who ended the call: an abort reason may look like any error. */
export function failure(
  error: unknown,
  what: string,
  outcome: "not_sent" | "unknown",
  { facts, timeoutMs, signal, deadline }: Omit<WireCall, "observer">,
  waitedFor?: string,
) {
  const { ended } = deadline;
  if (ended === "timeout") return new PaymentTimeoutError(facts, outcome, timeoutMs, waitedFor);
  if (ended === "too_late") return new PaymentTimeoutError(facts, "not_sent", timeoutMs, "sendBefore had passed");
  if (ended === "aborted") return new PaymentAbortedError(facts, outcome, reasonOf(signal));
  return attach(new PaymentConnectionError(facts, outcome, what, scrub(error)), { cause: error });
}

function reasonOf(signal: AbortSignal | undefined): unknown {
  try {
    return signal?.reason;
  } catch {
    return undefined; // a hand-made signal
  }
}
