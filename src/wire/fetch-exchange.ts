import { BodyBytes, type BodyReading } from "./body.js";
import type { Exchange, Outgoing } from "./exchange.js";
import { joined } from "./headers.js";
import { withoutPrototype } from "./json.js";
import { LibraryError } from "./library-error.js";

/**
 * Makes a request body that fetch cannot send twice. If fetch still has the body, it repeats a POST by itself on HTTP
 * 421, on HTTP/2 REFUSED_STREAM and (Deno) on a dead connection. A stream can be read only once.
 */
function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      if (bytes.byteLength > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}

/** Makes a transport over a `fetch`: the caller's own, or the global one at the time of the call. */
export function fetchExchange(callers: typeof globalThis.fetch | undefined): Exchange {
  const fetch: typeof globalThis.fetch = callers ?? ((...request) => globalThis.fetch(...request));
  let isClosed = false;
  return {
    enter: async () => () => undefined, // `fetch` manages its own connections
    isClosed: () => isClosed,
    close() {
      isClosed = true;
    },
    async send(outgoing) {
      const response = await throughKy(() => fetchOnce(fetch, outgoing), outgoing);
      const headers = joined([...response.headers].flat());
      return { httpStatus: response.status, headers, body: await readBody(response, outgoing) };
    },
  };
}

/** Resolves or rejects as the fetch did. An error of ky would hold the whole request. */
async function throughKy(send: () => Promise<Response>, { method, url, deadline }: Outgoing): Promise<Response> {
  // Loaded with the first call, because it loads Node's fetch, which takes longer than all the rest.
  const { default: ky } = await deadline.race(import("ky"));
  const { promise: sending, resolve, reject } = Promise.withResolvers<Response>();
  const fetch = () => {
    resolve(send());
    return sending;
  };
  // ky's own timeout ends with the headers; the deadline covers the body too.
  await ky(url, { method, retry: 0, timeout: false, throwHttpErrors: false, fetch }).catch(reject);
  return sending;
}

async function fetchOnce(fetch: typeof globalThis.fetch, outgoing: Outgoing): Promise<Response> {
  const { method, url, headers, body, deadline, onSending } = outgoing;
  const bytes = new TextEncoder().encode(body);
  const sized = { ...headers, "content-length": String(bytes.byteLength) };
  const content = method === "GET" ? { headers } : ({ headers: sized, body: streamOf(bytes), duplex: "half" } as const);
  const init = withoutPrototype({ method, ...content, redirect: "manual", signal: deadline.signal } as const);
  if (!deadline.maySend()) throw new LibraryError("the call is over");
  onSending();
  const fetching = new Promise<Response>((resolve) => resolve(fetch(url, init))); // a lazy thenable would start again with each use
  // A caller's fetch may respond after the call is over. Nobody would read that body, and it would hold a connection.
  const freed = fetching.then((response) => (deadline.signal.aborted ? response.body?.cancel() : undefined));
  freed.catch(() => undefined); // it failed as the call did, or returned nothing that can be freed
  const response = await deadline.race(fetching);
  // By name too, because realms and copies differ.
  const isResponse = response instanceof Response || Object.prototype.toString.call(response) === "[object Response]";
  if (!isResponse) throw new LibraryError("fetch gave no Response");
  return response;
}

/**
 * Reads the body until the deadline, and counts bytes after decompression. Never throws: a failure is part of the
 * reading.
 */
async function readBody(response: Response, { maxResponseBytes, deadline }: Outgoing): Promise<BodyReading> {
  const bytes = new BodyBytes();
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    reader = response.body?.getReader(); // throws if a caller's fetch has read the body already
    if (reader === undefined) return bytes.whole(maxResponseBytes);
    for (let chunks = 1; ; chunks += 1) {
      const { done, value } = await deadline.race(reader.read());
      if (done) return bytes.whole(maxResponseBytes);
      if (!ArrayBuffer.isView(value)) throw new LibraryError("the body gives something else than bytes");
      // Chunks without a pause delay the timer. A response that a busy process reads late has fewer chunks, and counts.
      if (chunks % 256 === 0 && deadline.ended !== undefined) throw new LibraryError("the call is over");
      if (!bytes.add(value, maxResponseBytes)) return bytes.broken("too_large");
    }
  } catch (error) {
    return bytes.broken({ error });
  } finally {
    // Frees the connection if the rest is not wanted. Not awaited, because cancelling may never end.
    new Promise((resolve) => resolve(reader?.cancel())).catch(() => undefined);
  }
}
