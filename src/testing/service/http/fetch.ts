/** `service.fetch`, the built-in adapter: no socket, no interception. */
import { aborted } from "../state/clock.js";
import { connectionBroken } from "./delivery.js";
import { handleRequest, type ServiceBehindHttp } from "./handle-request.js";

/** The part of the platform's `fetch` that the fake offers. */
export type FakeFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export function fetchFrom(service: ServiceBehindHttp): FakeFetch {
  // Kept from garbage collection: a collected Request no longer receives its caller's abort.
  const inFlight = new Set<Request>();
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    inFlight.add(request);
    try {
      const givenUp = aborted(request.signal).then(() => Promise.reject(request.signal.reason));
      const delivery = await Promise.race([handleRequest(service, request, "fetch"), givenUp]);
      if (delivery.kind === "stalled") await givenUp;
      request.signal.throwIfAborted();
      // The caller's own signal: a Request's copy stops working if the Request is collected before the body is read.
      const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
      if (delivery.kind === "response") return fetched(delivery.response, request.method, signal);
      throw delivery.kind === "refused" ? connectionRefused() : connectionBroken("fetch failed");
    } finally {
      inFlight.delete(request);
    }
  };
}

/** Like the platform's fetch: HEAD has no body, and a body breaks off if the caller gives up. */
function fetched(response: Response, method: string, signal: AbortSignal | undefined): Response {
  if (method === "HEAD") return new Response(null, response);
  if (signal === undefined || response.body === null) return response;
  return new Response(response.body.pipeThrough(new TransformStream(), { signal }), response);
}

/** What Node's fetch rejects with if no server listened. */
function connectionRefused(): TypeError {
  const details = { errno: -111, code: "ECONNREFUSED", syscall: "connect", address: "127.0.0.1", port: 443 };
  const cause = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:443"), details);
  return new TypeError("fetch failed", { cause });
}
