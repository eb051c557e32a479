import { BodyBytes, type BodyReading } from "./body.js";
import type { Exchange, Outgoing } from "./exchange.js";
import { charsetOf, joined } from "./headers.js";
import { withoutPrototype } from "./json.js";
import { FinalError, LibraryError, UnsentError } from "./library-error.js";

const NO_TEXT =
  "fetch made text of the request's stream: leave the option fetch out, or give a fetch that takes a stream, such as undici's";

/**
 * Makes a request body that fetch cannot send twice. If fetch still has the body, it repeats a POST by itself on HTTP
 * 421, on HTTP/2 REFUSED_STREAM and (Deno) on a dead connection. A stream can be read only once.
 *
 * A fetch that takes no web stream, such as node-fetch, would send the text "[object ReadableStream]". Until the stream
 * is read, asking for that text throws.
 */
function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let isRead = false;
  const pull = (controller: ReadableStreamDefaultController) => {
    isRead = true;
    if (bytes.byteLength > 0) controller.enqueue(bytes);
    controller.close();
  };
  const text = () => {
    if (!isRead) throw new FinalError(NO_TEXT);
    return "[object ReadableStream]";
  };
  return Object.defineProperty(new ReadableStream({ pull }, { highWaterMark: 0 }), "toString", { value: text });
}

/** Makes a transport over a `fetch`: the caller's own, or the global one at the time of the call. */
export function fetchExchange(callers: typeof globalThis.fetch | undefined): Exchange {
  const fetch: typeof globalThis.fetch = callers ?? ((...request) => globalThis.fetch(...request));
  const own = {
    isClosed: false,
    enter: async () => () => undefined, // `fetch` manages its own connections
    close() {
      own.isClosed = true;
    },
    async send(outgoing: Outgoing) {
      const response = await throughKy(() => fetchOnce(fetch, outgoing), outgoing);
      try {
        const headers = joined([...response.headers].flat());
        return { httpStatus: response.status, headers, body: await readBody(response, charsetOf(headers), outgoing) };
      } catch (error) {
        free(response.body); // a caller's fetch returned headers that cannot be read
        throw error;
      }
    },
  };
  return own;
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

/** Makes the options of fetch. Until their headers are read, nobody can have sent the request. */
function initOf({ method, headers, body, deadline }: Outgoing, onHeaders: () => void) {
  const bytes = new TextEncoder().encode(body);
  const sized = { ...headers, "content-length": String(bytes.byteLength) };
  const content = method === "GET" ? {} : ({ body: streamOf(bytes), duplex: "half" } as const);
  const init = withoutPrototype({ method, ...content, redirect: "manual", signal: deadline.signal } as const);
  const get = () => {
    onHeaders();
    return method === "GET" ? headers : sized;
  };
  return Object.defineProperty(init, "headers", { enumerable: true, get });
}

async function fetchOnce(fetch: typeof globalThis.fetch, outgoing: Outgoing): Promise<Response> {
  const { url, deadline, onSending } = outgoing;
  let areHeadersRead = false;
  const init = initOf(outgoing, () => {
    areHeadersRead = true;
  });
  if (!deadline.maySend()) throw new LibraryError("the call is over");
  onSending();
  const fetching = new Promise<Response>((resolve) => resolve(fetch(url, init))); // a lazy thenable would start again with each use
  // A caller's fetch may respond after the call is over. Nobody would read that body, and it would hold a connection.
  const freed = fetching.then((response) => deadline.signal.aborted && free(response.body));
  freed.catch(() => undefined); // it failed as the call did, or returned nothing that can be freed
  const response = await deadline.race(fetching).catch((error) => {
    throw error instanceof FinalError && !areHeadersRead ? new UnsentError(error.message) : error;
  });
  // By name too, because realms and copies differ.
  const isResponse = response instanceof Response || Object.prototype.toString.call(response) === "[object Response]";
  if (isResponse) return response;
  free(Object(response).body);
  throw new LibraryError("fetch returned no Response: fix the client's option fetch");
}

/**
 * Reads the body until the deadline, and counts bytes after decompression. Never throws: a failure is part of the
 * reading.
 */
async function readBody(
  response: Response,
  charset: string | undefined,
  { maxResponseBytes, deadline }: Outgoing,
): Promise<BodyReading> {
  const bytes = new BodyBytes(charset);
  let unread: Freeable;
  try {
    const { body } = response;
    unread = body;
    if (body === null || body === undefined) return bytes.whole(maxResponseBytes);
    if (typeof body.getReader !== "function") {
      throw new LibraryError("fetch returned a body that is no web stream: fix the client's option fetch");
    }
    const reader: ReadableStreamDefaultReader<unknown> = body.getReader(); // throws if a caller's fetch has read the body already
    unread = reader;
    for (let chunks = 1; ; chunks += 1) {
      const { done, value } = await deadline.race(reader.read());
      if (done) return bytes.whole(maxResponseBytes);
      if (!isBytes(value)) throw new LibraryError("the body gives something else than bytes");
      // Chunks without a pause delay the timer. A response that a busy process reads late has fewer chunks, and counts.
      if (chunks % 256 === 0 && deadline.ended !== undefined) throw new LibraryError("the call is over");
      if (!bytes.add(value, maxResponseBytes)) return bytes.broken("too_large");
    }
  } catch (error) {
    return bytes.broken({ error });
  } finally {
    free(unread);
  }
}

/** By name, because realms differ. */
const isBytes = (chunk: unknown): chunk is Uint8Array =>
  Object.prototype.toString.call(chunk) === "[object Uint8Array]";

/** A web stream, its reader, or a Node stream. */
type Freeable = { cancel?(): unknown; destroy?(): unknown } | null | undefined;

/** Frees the connection if the rest of a body is not wanted. Does not wait, because cancelling may never end. */
function free(body: Freeable): void {
  const freeing = async () => (body?.cancel === undefined ? body?.destroy?.() : body.cancel());
  freeing().catch(() => undefined);
}
