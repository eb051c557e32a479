import type { Deadline } from "./deadline.js";

export interface BodyReading {
  readonly text: string;
  readonly end: "complete" | "too_large" | "undecodable" | { readonly error: unknown };
}

/** A mebibyte of `[{},{},…]` would take half a second and 300 MB to parse. A list of real objects has fewer values. */
const BYTES_PER_VALUE = 16;

export async function readBody(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  charset: string | undefined,
  { maxResponseBytes: max, deadline }: { readonly maxResponseBytes: number; readonly deadline: Deadline },
): Promise<BodyReading> {
  let buffer = new Uint8Array(); // grows, because a million chunks of one byte as objects would take 600 MB
  let length = 0;
  const gather = async (): Promise<BodyReading["end"]> => {
    for await (const chunk of chunks) {
      const end = length + chunk.byteLength;
      if (end > max) return "too_large";
      if (end > buffer.length) {
        const grown = new Uint8Array(Math.max(end, 2 * length));
        grown.set(buffer.subarray(0, length));
        buffer = grown;
      }
      buffer.set(chunk, length);
      length = end;
    }
    return "complete";
  };
  const end = await deadline.race(gather()).catch((error) => ({ error }));
  const bytes = buffer.subarray(0, length);
  if (end !== "complete") return { text: decode(bytes, charset, false), end };
  try {
    const text = decode(bytes, charset, true);
    const limit = max / BYTES_PER_VALUE;
    return { text, end: text.length > limit && hasMoreValuesThan(limit, text) ? "too_large" : end };
  } catch {
    return { text: decode(bytes, charset, false), end: "undecodable" };
  }
}

function decode(bytes: Uint8Array, charset: string | undefined, fatal: boolean): string {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(charset, { fatal });
  } catch {
    decoder = new TextDecoder("utf-8", { fatal });
  }
  return decoder.decode(bytes);
}

const [QUOTE, COMMA, BRACKET, BACKSLASH, BRACE] = [0x22, 0x2c, 0x5b, 0x5c, 0x7b];

/** Counts JSON values: a comma, bracket or brace outside text precedes each value or its key. */
function hasMoreValuesThan(limit: number, json: string): boolean {
  let values = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) isInText = !isInText;
    else if (isInText && code === BACKSLASH) at += 1;
    else if (!isInText && (code === COMMA || code === BRACKET || code === BRACE)) values += 1;
  }
  return values > limit;
}
