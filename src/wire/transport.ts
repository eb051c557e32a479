import ky from "ky";
import type { Auth } from "../auth.js";
import { PaymentAbortedError } from "../errors/payment-aborted-error.js";
import { PaymentConnectionError } from "../errors/payment-connection-error.js";
import type { FailedCall } from "../errors/payment-error.js";
import { PaymentTimeoutError } from "../errors/payment-timeout-error.js";
import { readBody, streamOf } from "./body.js";
import { Deadline } from "./deadline.js";
import { type HeaderRecord, headerFault, lowerCased, requestHeaders } from "./headers.js";
import { CONNECT_TIMEOUT, provesNotSent } from "./outcome.js";
import { type ReceivedResponse, remember } from "./received.js";
import { scrub } from "./scrub.js";
import { buildUrl } from "./url.js";

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
  readonly baseUrl: string;
  readonly auth: Auth;
  readonly fetch: typeof fetch | undefined;
  readonly headers: HeaderRecord;
  readonly userAgent: string;
  readonly maxResponseBytes: number;
}

/** One call: its limits, and what its errors say of it. */
export interface WireCall {
  readonly failed: FailedCall;
  readonly headers: HeaderRecord;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly onAttempt: (attempt: number) => void;
  readonly onRetry: (delayMs: number) => void;
}

/** An answer, and why it cannot be read where it cannot. */
export interface Answer {
  readonly received: ReceivedResponse;
  readonly unreadable: "too_large" | "not_utf8" | undefined;
}

const FIRST_RETRY_MS = 250;
const CONNECTING_MS = 12_000; // undici gives up connecting after 10 s, in practice after up to 10.5 s

/**
 * Text in, text out. A request is sent once, and again only after an attempt that is proven not to have been sent.
 *
 * @throws PaymentConnectionError, PaymentTimeoutError, PaymentAbortedError
 */
export async function send(request: WireRequest, call: WireCall, options: TransportOptions): Promise<Answer> {
  const startedAt = performance.now();
  const deadline = new Deadline(call.timeoutMs, call.signal);
  try {
    const { response, attempts } = await firstAnswer(request, call, options, deadline);
    const reading = await readBody(response, options.maxResponseBytes, deadline);
    const received: ReceivedResponse = {
      httpStatus: response.status,
      headers: Object.fromEntries(response.headers),
      body: reading.text,
      attempts,
      durationMs: performance.now() - startedAt,
    };
    if (reading.end === "complete") return { received, unreadable: undefined };
    if (typeof reading.end === "string") return { received, unreadable: reading.end };
    throw remember(failure(reading.end.error, "the answer broke off", "unknown", call, deadline), received);
  } finally {
    deadline.close();
  }
}

async function firstAnswer(request: WireRequest, call: WireCall, options: TransportOptions, deadline: Deadline) {
  for (let attempt = 1; ; attempt += 1) {
    if (deadline.ended !== undefined) throw failure(undefined, "", "not_sent", call, deadline);
    call.onAttempt(attempt);
    try {
      return { response: await attemptOnce(request, call, options, deadline), attempts: attempt };
    } catch (error) {
      const delayMs = retryDelay(error, attempt, call, deadline);
      if (delayMs === undefined) throw error;
      call.onRetry(delayMs);
      await pause(delayMs, deadline);
      if (deadline.ended === "timeout") throw error;
    }
  }
}

async function attemptOnce(request: WireRequest, call: WireCall, options: TransportOptions, deadline: Deadline) {
  const url = buildUrl(options.baseUrl, request.segments);
  const credentials = await authenticate(url.href, request.body, call, options, deadline);
  const bytes = new TextEncoder().encode(request.body);
  let handedOver = false;
  try {
    const exchange = ky.post(url, {
      body: streamOf(bytes),
      headers: {
        ...requestHeaders(bytes.byteLength, options.userAgent, options.headers, call.headers),
        ...credentials,
      },
      signal: deadline.signal,
      retry: 0,
      timeout: false, // ky's ends with the headers and hides undici's connect timeout; the deadline covers everything
      throwHttpErrors: false,
      redirect: "manual",
      fetch: (input, init) => {
        deadline.signal.throwIfAborted(); // the call may have ended meanwhile, and a caller's fetch may not look
        handedOver = true;
        return (options.fetch ?? globalThis.fetch)(input, init);
      },
    });
    discardWhenLate(exchange, deadline);
    const response = await deadline.race(exchange);
    if (!(response instanceof Response) && tagOf(response) !== "Response")
      throw new TypeError("fetch gave no Response");
    return response;
  } catch (error) {
    const isProof = !handedOver || (deadline.ended === undefined && provesNotSent(error));
    throw failure(error, "the connection failed", isProof ? "not_sent" : "unknown", call, deadline);
  }
}

async function authenticate(
  url: string,
  body: string,
  call: WireCall,
  { auth }: TransportOptions,
  deadline: Deadline,
): Promise<HeaderRecord> {
  try {
    const headers = await deadline.race(Promise.resolve(auth({ method: "POST", url, body, signal: deadline.signal })));
    // Not a Headers or a Map, whose entries are not its properties: the request would leave without credentials.
    if (tagOf(headers) !== "Object") throw new TypeError("auth gave no plain object of headers");
    const isSound = Object.entries(headers).every(([name, value]) => !headerFault(name, value, ["authorization"]));
    if (!isSound) throw new TypeError();
    return lowerCased(headers);
  } catch (error) {
    throw failure(error, "auth failed or gave headers that cannot be sent", "not_sent", call, deadline);
  }
}

/** The error of an attempt. Who ended the call is asked first: an abort reason may look like any error. */
function failure(error: unknown, what: string, outcome: "not_sent" | "unknown", call: WireCall, deadline: Deadline) {
  switch (deadline.ended) {
    case "timeout":
      return new PaymentTimeoutError(call.failed, outcome, call.timeoutMs);
    case "aborted":
      return new PaymentAbortedError(call.failed, outcome, call.signal?.reason);
    default:
      return new PaymentConnectionError(call.failed, outcome, what, scrub(error));
  }
}

/** How long to wait before another attempt; undefined when there must be none or it could not end in time. */
function retryDelay(error: unknown, attempt: number, call: WireCall, deadline: Deadline): number | undefined {
  if (!(error instanceof PaymentConnectionError) || error.outcome !== "not_sent" || attempt > call.maxRetries) {
    return undefined;
  }
  const longest = FIRST_RETRY_MS * 2 ** (attempt - 1);
  const delayMs = longest / 2 + (Math.random() * longest) / 2;
  const neededMs = delayMs + (error.cause.code === CONNECT_TIMEOUT ? CONNECTING_MS : 0);
  return neededMs < deadline.remainingMs ? delayMs : undefined;
}

async function pause(delayMs: number, deadline: Deadline): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, delayMs);
  await deadline.race(promise).catch(() => undefined); // why the wait ended is asked of the deadline
  clearTimeout(timer);
}

/** A caller's `fetch` may answer after the call is over: its body then holds a connection that nobody reads from. */
function discardWhenLate(exchange: Promise<Response>, deadline: Deadline): void {
  exchange
    .then(async (response) => {
      if (deadline.ended !== undefined) await response.body?.cancel();
    })
    .catch(() => undefined); // it failed as the call did, or is no answer of which anything could be freed
}

/** What kind of object a caller's own function gave. By name, not instanceof: realms and copies differ. */
function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}
