/** The body of an answer as far as it came, and whether it is whole. */
export interface BodyReading {
  readonly text: string;
  readonly end: "complete" | "too_large" | "not_utf8" | { readonly error: unknown };
}

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder();

/** Gathers a body, at most so many bytes of it. */
export class BodyBytes {
  readonly #max: number;
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** False when the chunk is one too many. */
  add(chunk: Uint8Array): boolean {
    if (this.#length + chunk.byteLength > this.#max) return false;
    this.#chunks.push(chunk);
    this.#length += chunk.byteLength;
    return true;
  }

  whole(): BodyReading {
    try {
      return { text: strict.decode(this.#join()), end: "complete" };
    } catch {
      return this.broken("not_utf8");
    }
  }

  /** For the record only, never to be parsed: what is no UTF-8 becomes U+FFFD, and the end may be missing. */
  broken(end: Exclude<BodyReading["end"], "complete">): BodyReading {
    return { text: lenient.decode(this.#join()), end };
  }

  #join(): Uint8Array {
    const [first] = this.#chunks;
    if (this.#chunks.length === 1 && first !== undefined) return first;
    const bytes = new Uint8Array(this.#length);
    let offset = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, offset);
      offset += chunk.byteLength;
    }
    return bytes;
  }
}
