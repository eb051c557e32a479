/** A door to the fake for code that takes a `fetch`: no socket, no interception. */
import { handleRequest, type ServiceBehindHttp } from "./http.js";

/** The part of the platform's `fetch` that the fake offers. */
export type FakeFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export function fetchFrom(service: ServiceBehindHttp): FakeFetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const reply = await handleRequest(service, request);
    request.signal.throwIfAborted();
    if (reply.kind === "lost") throw connectionBroken();
    return reply.response;
  };
}

/** In the shape in which Node's fetch reports a socket that the other side closed before an answer came. */
function connectionBroken(): TypeError {
  const cause = Object.assign(new Error("other side closed"), { name: "SocketError", code: "UND_ERR_SOCKET" });
  return new TypeError("fetch failed", { cause });
}
