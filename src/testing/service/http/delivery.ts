/** The end of a request, which each adapter then shows to its caller. */

/** Without a response, the adapter shows what a network would show. */
export type Delivery =
  | { readonly kind: "response"; readonly response: Response }
  | { readonly kind: "refused" | "dropped" | "stalled" };

export interface Sendable {
  readonly httpStatus: number;
  /** With null, none is sent. */
  readonly contentType: string | null;
  readonly body: string;
  /** The allowed method, for HTTP 405. */
  readonly allow?: string;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** @param bodyOf - How the body arrives, if not at once. */
export function respondWith(
  { httpStatus, body, contentType, allow }: Sendable,
  bodyOf: (bytes: Bytes) => BodyInit = (bytes) => bytes,
): Delivery {
  const bytes = new TextEncoder().encode(body); // for text, a Response would make up a content type
  const headers = new Headers();
  if (httpStatus === 401) headers.set("www-authenticate", 'Basic realm="payment service"');
  if (httpStatus === 405) headers.set("allow", allow ?? "POST");
  if (contentType !== null) headers.set("content-type", contentType);
  if (httpStatus !== 204 && httpStatus !== 304) headers.set("content-length", String(bytes.byteLength));
  const response = new Response(body === "" ? null : bodyOf(bytes), { status: httpStatus, headers });
  return { kind: "response", response };
}

const half = (bytes: Bytes) => bytes.slice(0, Math.ceil(bytes.byteLength / 2));

/** The part of a body that arrives if it stalls or breaks off. */
export const halfOf = (body: string) => new TextDecoder().decode(half(new TextEncoder().encode(body)));

// Nothing is read ahead: an error would overtake the half before it, and a piece would count as read.
const onDemand = (source: UnderlyingDefaultSource<Bytes>) => new ReadableStream(source, { highWaterMark: 0 });

/** Half of a body, and then a connection that breaks, or nothing more. */
export function halfBody(bytes: Bytes, end: "broken" | "silent"): ReadableStream<Bytes> {
  let isSent = false;
  return onDemand({
    async pull(controller) {
      if (!isSent) controller.enqueue(half(bytes));
      else if (end === "silent") await new Promise(() => undefined);
      else controller.error(connectionBroken("terminated"));
      isSent = true;
    },
  });
}

const pieceCount = 10;

/**
 * A body in pieces.
 *
 * @param wait - Resolves when the piece of this number, from 0, is due, or when the signal says that nobody reads it.
 * @param onEnd - Is called with whether the caller read all of the body, or gave up before.
 */
export function tricklingBody(
  bytes: Bytes,
  wait: (piece: number, signal: AbortSignal) => Promise<void>,
  onEnd: (delivered: boolean) => void,
): ReadableStream<Bytes> {
  const size = Math.ceil(bytes.byteLength / pieceCount);
  const cancelled = new AbortController();
  let sent = 0;
  return onDemand({
    async pull(controller) {
      await wait(sent, cancelled.signal);
      if (cancelled.signal.aborted) return;
      controller.enqueue(bytes.slice(sent * size, (sent + 1) * size));
      sent += 1;
      if (sent * size < bytes.byteLength) return;
      onEnd(true);
      controller.close();
    },
    cancel() {
      onEnd(false);
      cancelled.abort();
    },
  });
}

/** What Node's fetch rejects with if the socket closed before a response began (`fetch failed`), or in the middle of it. */
export function connectionBroken(message: "fetch failed" | "terminated"): TypeError {
  const cause = Object.assign(new Error("other side closed"), { name: "SocketError", code: "UND_ERR_SOCKET" });
  return new TypeError(message, { cause });
}
