/** The library's own error. Its words hold nothing of the caller's, so they may be shown. */
export class LibraryError extends Error {
  /** Why the same call would fail again: `headers` that cannot be sent, or other code in the `program`. */
  readonly fault: "headers" | "program" | undefined;

  constructor(words: string, { fault, ...options }: ErrorOptions & { fault?: "headers" | "program" } = {}) {
    super(words, options);
    this.fault = fault;
  }
}

/** A library error after which the call makes no further attempt. */
export class FinalError extends LibraryError {}
