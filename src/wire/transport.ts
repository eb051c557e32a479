import { PaymentAbortedError } from "../errors/payment-aborted-error.js";
import { PaymentConnectionError } from "../errors/payment-connection-error.js";
import type { CallFacts } from "../errors/payment-error.js";
import { PaymentTimeoutError } from "../errors/payment-timeout-error.js";
import { type Auth, authenticate } from "./authenticate.js";
import { rememberCause } from "./cause-of.js";
import { type CallTimes, Deadline } from "./deadline.js";
import type { Exchange, Incoming } from "./exchange.js";
import { type HeaderRecord, lowerCased, requestHeaders } from "./headers.js";
import { provesNotSent } from "./outcome.js";
import { type ReceivedResponse, remember } from "./received.js";
import { pause, retryDelay } from "./retry.js";
import { scrub } from "./scrub.js";
import { type BaseUrl, pathOf } from "./url.js";

/** A request as an operation encodes it. */
export interface WireRequest {
  /** The path with its placeholders. */
  readonly route: string;
  readonly segments: readonly string[];
  /** JSON text; empty for none. */
  readonly body: string;
}

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
  readonly observer: { attempting(attempt: number): void; retrying(delayMs: number): void };
}

/** An answer, and why it cannot be read where it cannot. */
export interface Answer {
  readonly received: ReceivedResponse;
  readonly unreadable: "too_large" | "not_utf8" | undefined;
}

/**
 * Text in, text out. A request is sent once, and again only after an attempt that is proven not to have been sent.
 *
 * @throws PaymentConnectionError, PaymentTimeoutError, PaymentAbortedError
 */
export async function send(request: WireRequest, call: WireCall, options: TransportOptions): Promise<Answer> {
  if (options.exchange.isClosed()) {
    const cause = { name: "Error", detail: "make a new one" };
    throw new PaymentConnectionError(call.facts, "not_sent", "the client was closed", cause);
  }
  const startedAt = performance.now();
  const deadline = new Deadline(call);
  try {
    const { incoming, attempts } = await firstAnswer(request, call, options, deadline);
    const { httpStatus, headers, body } = incoming;
    const durationMs = performance.now() - startedAt;
    const received: ReceivedResponse = { httpStatus, headers, body: body.text, attempts, durationMs };
    if (body.end === "complete") return { received, unreadable: undefined };
    if (typeof body.end === "string") return { received, unreadable: body.end };
    throw remember(failure(body.end.error, "the answer broke off", "unknown", call, deadline), received);
  } finally {
    deadline.close();
  }
}

async function firstAnswer(request: WireRequest, call: WireCall, options: TransportOptions, deadline: Deadline) {
  for (let attempt = 1; ; attempt += 1) {
    if (!deadline.maySend()) throw failure(undefined, "", "not_sent", call, deadline);
    call.observer.attempting(attempt);
    try {
      const incoming = await attemptOnce(request, call, options, deadline);
      return { incoming, attempts: attempt };
    } catch (error) {
      const delayMs = retryDelay(error, attempt, call.maxRetries, deadline);
      if (delayMs === undefined) throw error;
      call.observer.retrying(delayMs);
      await pause(delayMs, deadline);
      if (deadline.ended === "timeout") throw error;
    }
  }
}

async function attemptOnce(
  { segments, body }: WireRequest,
  call: WireCall,
  { auth, base, exchange, headers: clients, userAgent, maxResponseBytes }: TransportOptions,
  deadline: Deadline,
): Promise<Incoming> {
  const path = pathOf(base, segments);
  let leave: (() => void) | undefined;
  let what = "auth failed";
  let mayBeSent = false;
  const onSending = () => {
    mayBeSent = true;
  };
  try {
    leave = await exchange.enter(deadline);
    const credentials = await authenticate(auth, base.origin + path, body, deadline);
    const headers = { ...clients, ...lowerCased(call.headers), ...requestHeaders(body, userAgent), ...credentials };
    what = "the connection failed";
    return await exchange.send({ base, path, headers, body, maxResponseBytes, deadline, onSending });
  } catch (error) {
    const isProof = !mayBeSent || (deadline.ended === undefined && provesNotSent(error));
    const waitedFor = leave === undefined ? scrub(error).detail : undefined;
    throw failure(error, what, isProof ? "not_sent" : "unknown", call, deadline, waitedFor);
  } finally {
    leave?.();
  }
}

/** The error of an attempt. It asks first who ended the call: an abort reason may look like any error. */
function failure(
  error: unknown,
  what: string,
  outcome: "not_sent" | "unknown",
  call: WireCall,
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
