/** A door to the fake for code that takes a `fetch`: no socket, no interception. */
import { connectionBroken, connectionRefused } from "./broken-connection.js";
import { handleRequest, type ServiceBehindHttp } from "./http.js";

/** The part of the platform's `fetch` that the fake offers. */
export type FakeFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export function fetchFrom(service: ServiceBehindHttp): FakeFetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const reply = await handleRequest(service, request, { door: "fetch" });
    if (reply.kind === "stalled") await aborted(request.signal);
    request.signal.throwIfAborted();
    switch (reply.kind) {
      case "response":
        return reply.response;
      case "refused":
        throw connectionRefused();
      default:
        throw connectionBroken("fetch failed");
    }
  };
}

/** Resolves when the caller gives up. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
