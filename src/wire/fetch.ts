import { readBody } from "./body.js";
import type { Exchange, Outgoing } from "./exchange.js";
import { LibraryError } from "./failures.js";
import { charsetOf, joined } from "./headers.js";

type Fetch = typeof globalThis.fetch;

/** Uses the caller's own `fetch`, or the global one at the time of the call. */
export function fetchExchange(callers: Fetch | undefined): Exchange {
  const fetch: Fetch = callers ?? ((...request) => globalThis.fetch(...request));
  const transport = {
    isClosed: false,
    enter: async () => () => undefined, // `fetch` manages its own connections
    close() {
      transport.isClosed = true;
    },
    async send(outgoing: Outgoing) {
      const response = await throughKy(fetch, outgoing);
      const headers = joined([...response.headers].flat());
      const body = await readBody(response.body ?? [], charsetOf(headers), outgoing);
      return { httpStatus: response.status, headers, body };
    },
  };
  return transport;
}

/** Resolves or rejects as the fetch did. An error of ky would hold the whole request. */
async function throughKy(fetch: Fetch, outgoing: Outgoing): Promise<Response> {
  const { method, url, deadline } = outgoing;
  // Loaded with the first call, because it loads Node's fetch, which takes longer than all the rest.
  const { default: ky, isNetworkError } = await deadline.race(import("ky"));
  // ky's own timeout ends with the headers; the deadline covers the body too.
  const once = () => send(fetch, outgoing);
  const asked = ky(url, { method, retry: 0, timeout: false, throwHttpErrors: false, fetch: once });
  return deadline.race(asked).catch((error) => {
    throw isNetworkError(error) ? error.cause : error;
  });
}

async function send(fetch: Fetch, { method, url, headers, body, deadline, onSending }: Outgoing): Promise<Response> {
  if (!deadline.maySend()) throw new LibraryError("the call is over");
  onSending();
  const init = { method, headers, redirect: "manual", signal: deadline.signal } as const;
  const response = await fetch(url, method === "GET" ? init : { ...init, ...contentOf(body, headers) });
  if (typeof response?.status === "number") return response;
  throw new LibraryError("fetch returned no Response: fix the client's option fetch");
}

/**
 * A stream can be read only once. If fetch still has the body, it repeats a POST by itself on HTTP 421, on HTTP/2
 * REFUSED_STREAM and (Deno) on a dead connection.
 */
function contentOf(text: string, headers: Outgoing["headers"]) {
  const bytes = new TextEncoder().encode(text);
  const pull = (controller: ReadableStreamDefaultController) => {
    controller.enqueue(bytes);
    controller.close();
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  return { headers: { ...headers, "content-length": String(bytes.byteLength) }, body, duplex: "half" as const };
}
