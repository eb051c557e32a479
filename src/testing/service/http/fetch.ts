/** A door to the fake for code that takes a `fetch`: no socket, no interception. */

import { handleRequest, type ServiceBehindHttp } from "./handle-request.js";
import { connectionBroken, connectionRefused } from "./network-errors.js";

/** The part of the platform's `fetch` that the fake offers. */
export type FakeFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export function fetchFrom(service: ServiceBehindHttp): FakeFetch {
  // A Request that is garbage no longer hears of its caller's abort.
  const inFlight = new Set<Request>();
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    inFlight.add(request);
    try {
      const reply = await handleRequest(service, request, { door: "fetch" });
      if (reply.kind === "stalled") await aborted(request.signal);
      request.signal.throwIfAborted();
      if (reply.kind === "response") return asFetched(reply.response, request.method, init?.signal ?? signalOf(input));
      throw reply.kind === "refused" ? connectionRefused() : connectionBroken("fetch failed");
    } finally {
      inFlight.delete(request);
    }
  };
}

/** As the platform's fetch gives it: HEAD has no body, and a body breaks off when the caller gives up. */
function asFetched(response: Response, method: string, signal: AbortSignal | undefined): Response {
  if (method === "HEAD") return new Response(null, response);
  if (signal === undefined || response.body === null) return response;
  return new Response(response.body.pipeThrough(new TransformStream(), { signal }), response);
}

function signalOf(input: string | URL | Request): AbortSignal | undefined {
  return input instanceof Request ? input.signal : undefined;
}

/** Resolves when the caller gives up. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
