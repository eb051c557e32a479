import type { Deadline } from "./deadline.js";

/**
 * A request body that fetch cannot send twice. fetch repeats a POST by itself on HTTP 421, on HTTP/2 REFUSED_STREAM
 * and (Deno) on a dead connection, whenever it still has the body; a stream is gone once it was read.
 */
export function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      if (bytes.byteLength > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}

/** The body as far as it came, and whether it is whole. */
export interface BodyReading {
  readonly text: string;
  readonly end: "complete" | "too_large" | "not_utf8" | { readonly error: unknown };
}

/** Reads at most `maxBytes`, counted after decompression, until the deadline. Never throws. */
export async function readBody(response: Response, maxBytes: number, deadline: Deadline): Promise<BodyReading> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    reader = response.body?.getReader(); // throws where a caller's own fetch has read the body already
    if (reader === undefined) return { text: "", end: "complete" };
    for (;;) {
      const { done, value } = await deadline.race(reader.read());
      if (done) return decode(chunks, length);
      if (!ArrayBuffer.isView(value)) throw new TypeError("the body gives something else than bytes");
      if (length + value.byteLength > maxBytes) return { text: lenient(chunks, length), end: "too_large" };
      chunks.push(value);
      length += value.byteLength;
    }
  } catch (error) {
    return { text: lenient(chunks, length), end: { error } };
  } finally {
    // Frees the connection when the rest is not wanted. Not awaited: cancelling may wait for what never comes.
    reader?.cancel().catch(() => undefined);
  }
}

function decode(chunks: readonly Uint8Array[], length: number): BodyReading {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(join(chunks, length)), end: "complete" };
  } catch {
    return { text: lenient(chunks, length), end: "not_utf8" };
  }
}

/** For the record only, never to be parsed: a byte that is no UTF-8 becomes U+FFFD, and the end may be missing. */
function lenient(chunks: readonly Uint8Array[], length: number): string {
  return new TextDecoder().decode(join(chunks, length));
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
