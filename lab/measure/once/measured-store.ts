import type { Once, OnceRecord } from "merchant-payments/once";

/** The work of a store since `begin`. */
export interface Work {
  readonly statements: number;
  readonly commits: number;
  /** Bytes written to the log. */
  readonly bytes: number;
}

export interface MeasuredStore<Tx> extends Pick<ConstructorParameters<typeof Once<Tx>>[0], "store" | "book"> {
  readonly name: string;
  /** Concurrent captures. */
  readonly callers: number;
  /** Adds keys like the last one. Of a thousand, one is like each of the others. */
  readonly fill: (like: readonly OnceRecord[], keys: number) => Promise<void>;
  readonly begin: () => Promise<void>;
  readonly end: () => Promise<Work>;
}
