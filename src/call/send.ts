import { PaymentAbortedError, PaymentConnectionError, PaymentTimeoutError } from "../errors/kinds.js";
import type { ResolvedOptions } from "../options/client.js";
import { attach, causeOf } from "../wire/attached.js";
import type { Deadline } from "../wire/deadline.js";
import type { Incoming } from "../wire/exchange.js";
import { FinalError, LibraryError, provesNotSent, scrub } from "../wire/failures.js";
import { credentialsIn, type HeaderRecord, lowerCased } from "../wire/headers.js";
import { urlOf } from "../wire/url.js";
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

/** The request as it leaves, but for the headers of `auth` and the length of its body. */
export function outgoing(request: WireRequest, client: ResolvedOptions, callHeaders: HeaderRecord) {
  const { method, route, values, body } = request;
  const query = [client.baseQuery, request.query].filter(Boolean).join("&");
  const url = urlOf(client.base, route, values) + (query && `?${query}`);
  const content = body === "" ? {} : { "content-type": "application/json" };
  return { method, url, headers: { ...content, ...client.headers, ...lowerCased(callHeaders) }, body };
}

const NO_CONNECTION =
  "no connection was made: check baseUrl, or the proxy; HTTPS_PROXY counts only with NODE_USE_ENV_PROXY=1";

async function attemptOnce(request: WireRequest, call: CallInFlight, client: ResolvedOptions): Promise<Incoming> {
  const { auth, exchange, maxResponseBytes } = client;
  const { deadline, observer } = call;
  const { method, url, headers, body } = outgoing(request, client, call.limits.headers);
  let leave: (() => void) | undefined;
  const inUse = `all connections were in use: raise maxConnections (${client.maxConnections}), or make fewer calls at once`;
  let step = { what: "the call failed", waitedFor: inUse }; // what fails, and what a call waits for until its deadline
  let mayBeSent = false;
  const onSending = () => {
    mayBeSent = true;
    observer.mayBeSent = true;
  };
  try {
    leave = await exchange.enter(deadline);
    step = { what: "auth failed", waitedFor: "auth had not returned" };
    const given = await deadline.race(auth({ method, url, body, signal: deadline.signal }));
    const all = { ...headers, ...credentialsIn(given) };
    step = { what: "the connection failed", waitedFor: NO_CONNECTION };
    return await exchange.send({ method, url, headers: all, body, maxResponseBytes, deadline, onSending });
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
  step: { readonly what?: string; readonly error?: unknown; readonly waitedFor?: string } = {},
) {
  const { what = "", error, waitedFor } = step;
  const { timeoutMs, signal } = limits;
  const timeout = (detail?: string) => new PaymentTimeoutError(facts, outcome, timeoutMs, detail);
  switch (deadline.ended) {
    case "timeout":
      return timeout(
        waitedFor && outcome === "not_sent" ? `the deadline of ${timeoutMs} ms passed (${waitedFor})` : undefined,
      );
    case "no_time":
      return timeout(`less than a quarter of the deadline of ${timeoutMs} ms was left (${waitedFor})`);
    case "too_late":
      return timeout("sendBefore had passed; call again with a later one, and check the clock of this host");
    case "aborted":
      return new PaymentAbortedError(facts, outcome, signal?.reason);
    case undefined: {
      const fault = error instanceof LibraryError ? error.fault : undefined;
      const failed = new PaymentConnectionError(facts, outcome, what, scrub(error), fault);
      return attach(failed, { cause: error, isFinal: error instanceof FinalError });
    }
  }
}
