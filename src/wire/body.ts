/** The body of a response as far as it came, and whether it is whole. */
export interface BodyReading {
  readonly text: string;
  readonly end: "complete" | "too_large" | "not_utf8" | { readonly error: unknown };
}

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder();

/** Gathers a body of limited size in one buffer, so that a million chunks of a byte do not become a million objects. */
export class BodyBytes {
  #bytes = new Uint8Array();
  #length = 0;

  /** False when the body with this chunk exceeds the limit. */
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

  whole(): BodyReading {
    try {
      return { text: strict.decode(this.#bytes.subarray(0, this.#length)), end: "complete" };
    } catch {
      return this.broken("not_utf8");
    }
  }

  /** For the record only, never parsed: bytes that are no UTF-8 become U+FFFD, and the end may be missing. */
  broken(end: Exclude<BodyReading["end"], "complete">): BodyReading {
    return { text: lenient.decode(this.#bytes.subarray(0, this.#length)), end };
  }
}
