/** The body of a response as far as it came, and how it ended. */
export interface BodyReading {
  readonly text: string;
  readonly end: "complete" | "too_large" | "undecodable" | { readonly error: unknown };
}

const utf8 = { strict: new TextDecoder("utf-8", { fatal: true }), lenient: new TextDecoder() };

/** Makes the decoders of a charset. A runtime that does not know it reads UTF-8. */
function decodersOf(charset: string): typeof utf8 {
  try {
    return { strict: new TextDecoder(charset, { fatal: true }), lenient: new TextDecoder(charset) };
  } catch {
    return utf8;
  }
}

/** A mebibyte of `[{},{},…]` would take half a second and 300 MB to parse. A list of real objects has fewer values. */
const BYTES_PER_VALUE = 16;

/** Gathers a body in one buffer, so that a million chunks of one byte do not become a million objects. */
export class BodyBytes {
  #bytes = new Uint8Array();
  #length = 0;
  readonly #decoders: typeof utf8;

  /** @param charset - as the response declares it. */
  constructor(charset = "utf-8") {
    this.#decoders = decodersOf(charset);
  }

  /** Adds a chunk. Returns false if the body then exceeds the limit. */
  add(chunk: Uint8Array, max: number): boolean {
    const length = this.#length + chunk.byteLength;
    if (length > max) return false;
    if (length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(length, Math.min(2 * this.#bytes.length, max)));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = length;
    return true;
  }

  /**
   * Returns the whole body. Too many values also make it too large: a comma, bracket or brace precedes each value or
   * its key.
   */
  whole(max: number): BodyReading {
    const bytes = this.#bytes.subarray(0, this.#length);
    let values = 0;
    for (const byte of bytes) if (byte === 0x2c || byte === 0x5b || byte === 0x7b) values += 1;
    if (values > max / BYTES_PER_VALUE) return this.broken("too_large");
    try {
      return { text: this.#decoders.strict.decode(bytes), end: "complete" };
    } catch {
      return this.broken("undecodable");
    }
  }

  /** Returns what came, for the record only; it is never parsed. Bytes that cannot be decoded become U+FFFD. */
  broken(end: Exclude<BodyReading["end"], "complete">): BodyReading {
    return { text: this.#decoders.lenient.decode(this.#bytes.subarray(0, this.#length)), end };
  }
}
