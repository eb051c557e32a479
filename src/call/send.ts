import { PaymentAbortedError, PaymentConnectionError, PaymentTimeoutError } from "../errors/kinds.js";
import type { ResolvedOptions } from "../options/client.js";
import { attach, causeOf } from "../wire/attached.js";
import type { Deadline } from "../wire/deadline.js";
import type { Incoming } from "../wire/exchange.js";
import { FinalError, LibraryError, provesNotSent, scrub } from "../wire/failures.js";
import { credentialsIn, lowerCased, requestHeaders } from "../wire/headers.js";
import { urlOf, withQuery } from "../wire/url.js";
import type { CallObserver } from "./observer.js";
import type { Accepted, CheckedCall, WireRequest } from "./operation.js";

export interface CallInFlight<Call = CheckedCall> extends Accepted<Call> {
  readonly deadline: Deadline;
  readonly observer: CallObserver;
}

export type WireResponse = Awaited<ReturnType<typeof send>>;

/** Sends the request once. Throws a PaymentError if no response came, or if it broke off. */
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
interface Step {
  readonly what: string;
  readonly waitedFor?: string;
}

const AUTH: Step = { what: "auth failed", waitedFor: "auth had not returned" };
const CONNECTION: Step = {
  what: "the connection failed",
  waitedFor: "no connection was made: check baseUrl, or the proxy",
};

async function attemptOnce(request: WireRequest, call: CallInFlight, client: ResolvedOptions): Promise<Incoming> {
  const { method, route, values, query, body } = request;
  const { auth, base, exchange, maxResponseBytes } = client;
  const { deadline, observer } = call;
  const url = withQuery(urlOf(base, route, values), client.baseQuery, query);
  let leave: (() => void) | undefined;
  const inUse = `all connections were in use: raise maxConnections (${client.maxConnections}), or make fewer calls at once`;
  let step: Step = { what: "the call failed", waitedFor: inUse };
  let mayBeSent = false;
  const onSending = () => {
    mayBeSent = true;
    observer.mayBeSent = true;
  };
  try {
    leave = await exchange.enter(deadline);
    step = AUTH;
    const given = await deadline.race(auth({ method, url, body, signal: deadline.signal }));
    const merchants = { ...client.headers, ...lowerCased(call.limits.headers) };
    const headers = { ...requestHeaders(body, client.userAgent, merchants), ...credentialsIn(given) };
    step = CONNECTION;
    return await exchange.send({ method, url, headers, body, maxResponseBytes, deadline, onSending });
  } catch (error) {
    const isProof = !mayBeSent || (deadline.ended === undefined && provesNotSent(error));
    throw failure(call, isProof ? "not_sent" : "unknown", { ...step, error });
  } finally {
    leave?.();
  }
}

/** Makes the error of an attempt. Checks first who ended the call, because an abort reason may look like any error. */
export function failure(
  { facts, limits, deadline }: Pick<CallInFlight, "facts" | "limits" | "deadline">,
  outcome: "not_sent" | "unknown",
  { what = "", error, waitedFor }: Partial<Step> & { readonly error?: unknown } = {},
) {
  const { timeoutMs, signal } = limits;
  const isUnsent = outcome === "not_sent";
  const timeout = (detail: string | undefined) => new PaymentTimeoutError(facts, outcome, timeoutMs, detail);
  const why = busyIn(deadline, timeoutMs) ?? (isUnsent ? waitedFor : undefined);
  switch (deadline.ended) {
    case "timeout":
      return timeout(isUnsent && why !== undefined ? `the deadline of ${timeoutMs} ms passed (${why})` : why);
    case "no_time":
      return timeout(`less than a quarter of the deadline of ${timeoutMs} ms was left (${why})`);
    case "too_late":
      return timeout("sendBefore had passed; call again with a later one");
    case "aborted":
      return new PaymentAbortedError(facts, outcome, signal?.reason);
    case undefined: {
      const fault = error instanceof LibraryError ? error.fault : undefined;
      const failed = new PaymentConnectionError(facts, outcome, what, scrub(error), fault);
      return attach(failed, { cause: error, isFinal: error instanceof FinalError });
    }
  }
}

/** Says that the process was busy for most of the deadline. What the call waited for is then not the reason. */
function busyIn({ busyMs }: Deadline, timeoutMs: number): string | undefined {
  if (busyMs <= timeoutMs / 2) return undefined;
  const fix = "find what blocks the event loop, or make fewer calls at once";
  return `the process was busy for ${Math.round(busyMs)} ms: ${fix}`;
}
