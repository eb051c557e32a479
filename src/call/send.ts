import { PaymentAbortedError } from "../errors/payment-aborted-error.js";
import { PaymentConnectionError } from "../errors/payment-connection-error.js";
import { PaymentTimeoutError } from "../errors/payment-timeout-error.js";
import type { ResolvedOptions } from "../options/client.js";
import { attach, causeOf } from "../wire/attached.js";
import type { Deadline } from "../wire/deadline.js";
import type { Incoming } from "../wire/exchange.js";
import { areUnsendable, credentialsIn, lowerCased, requestHeaders } from "../wire/headers.js";
import { OpeningError, UnsentError } from "../wire/library-error.js";
import { provesNotSent } from "../wire/outcome.js";
import { scrub } from "../wire/scrub.js";
import { urlOf, withQuery } from "../wire/url.js";
import type { CallObserver } from "./observer.js";
import type { Accepted, CheckedCall, WireRequest } from "./operation.js";

/** A call in flight, with its deadline and its observer. */
export interface CallInFlight<Call = CheckedCall> extends Accepted<Call> {
  readonly deadline: Deadline;
  readonly observer: CallObserver;
}

/** A response that did not break off, and how its body ended. */
export type WireResponse = Awaited<ReturnType<typeof send>>;

/**
 * Sends the request once, as text, and returns the response as text.
 *
 * @throws PaymentConnectionError, PaymentTimeoutError or PaymentAbortedError if no response came or it broke off.
 */
export async function send(request: WireRequest, call: CallInFlight, client: ResolvedOptions, attempt: number) {
  const { deadline, observer } = call;
  if (!deadline.maySend()) throw failure(call, "not_sent");
  observer.attempting(attempt);
  if (!deadline.maySend()) throw failure(call, "not_sent"); // the listener of the event took until now
  const { httpStatus, headers, body } = await attemptOnce(request, call, client);
  const durationMs = performance.now() - call.limits.startedAt;
  const response = { httpStatus, headers, body: body.text, attempts: attempt, durationMs };
  if (typeof body.end === "string") return { response, end: body.end };
  const error = failure(call, "unknown", { what: "the response broke off", error: body.end.error });
  throw attach(error, { response, cause: causeOf(error) });
}

/** What an attempt is doing: what fails then, and what it waits for if the deadline passes before anything is sent. */
type Step = { readonly what: string; readonly waitedFor?: string };

const AUTH: Step = { what: "auth failed", waitedFor: "auth had not returned" };
const CONNECTION: Step = {
  what: "the connection failed",
  waitedFor: "no connection was made: check baseUrl, or the proxy",
};

async function attemptOnce(request: WireRequest, call: CallInFlight, client: ResolvedOptions): Promise<Incoming> {
  const { method, route, values, query, body } = request;
  const { auth, base, exchange, maxResponseBytes } = client;
  const { deadline } = call;
  let leave: (() => void) | undefined;
  let step: Step = { what: "the call failed" };
  let mayBeSent = false;
  const onSending = () => {
    mayBeSent = true;
  };
  try {
    const url = withQuery(urlOf(base, route, values), client.baseQuery, query);
    leave = await exchange.enter(deadline);
    step = AUTH;
    const given = await deadline.race(auth({ method, url, body, signal: deadline.signal }));
    const merchants = { ...client.headers, ...lowerCased(call.limits.headers) };
    const headers = { ...requestHeaders(body, client.userAgent, merchants), ...credentialsIn(given) };
    step = CONNECTION;
    return await exchange.send({ method, url, headers, body, maxResponseBytes, deadline, onSending });
  } catch (error) {
    const isProof = !mayBeSent || (deadline.ended === undefined && provesNotSent(error));
    const waitedFor = leave === undefined ? scrub(error).detail : step.waitedFor;
    const isOfProgram = leave === undefined || error instanceof OpeningError || error instanceof UnsentError;
    const fault = isOfProgram ? "program" : areUnsendable(error) ? "headers" : undefined;
    throw failure(call, isProof ? "not_sent" : "unknown", { what: step.what, error, waitedFor, fault });
  } finally {
    leave?.();
  }
}

const BUSY_FIX = "find what blocks the event loop, or make fewer calls at once";

type ConnectionFault = ConstructorParameters<typeof PaymentConnectionError>[4];
type Details = { what?: string; error?: unknown; waitedFor?: string | undefined; fault?: ConnectionFault };

/** Makes the error of an attempt. Checks first who ended the call, because an abort reason may look like any error. */
export function failure(
  { facts, limits, deadline }: Pick<CallInFlight, "facts" | "limits" | "deadline">,
  outcome: "not_sent" | "unknown",
  { what = "", error, waitedFor, fault }: Details = {},
) {
  const { ended, busyMs } = deadline;
  const { timeoutMs, signal } = limits;
  const isBusy = busyMs > timeoutMs / 2; // what the call waited for is then not the reason
  const busy = isBusy ? `the process was busy for ${Math.round(busyMs)} ms: ${BUSY_FIX}` : undefined;
  const why = busy ?? waitedFor;
  const unsent = why && `the deadline of ${timeoutMs} ms passed (${why})`;
  if (ended === "timeout")
    return new PaymentTimeoutError(facts, outcome, timeoutMs, outcome === "not_sent" ? unsent : busy);
  const noTime = `less than a quarter of the deadline of ${timeoutMs} ms was left (${why})`;
  if (ended === "no_time") return new PaymentTimeoutError(facts, "not_sent", timeoutMs, noTime);
  const tooLate = "sendBefore had passed; call again with a later one";
  if (ended === "too_late") return new PaymentTimeoutError(facts, "not_sent", timeoutMs, tooLate);
  if (ended === "aborted") return new PaymentAbortedError(facts, outcome, reasonOf(signal));
  return attach(new PaymentConnectionError(facts, outcome, what, scrub(error), fault), { cause: error });
}

function reasonOf(signal: AbortSignal | undefined): unknown {
  try {
    return signal?.reason;
  } catch {
    return undefined; // a hand-made signal whose getter throws
  }
}
