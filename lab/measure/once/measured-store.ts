import type { Once, OnceRecord } from "merchant-payments/once";

/** The work of a store since `begin`. */
export interface Work {
  readonly statements: number;
  readonly commits: number;
  /** Written ahead. */
  readonly bytes: number;
}

export interface MeasuredStore<Tx> extends Pick<ConstructorParameters<typeof Once<Tx>>[0], "store" | "book"> {
  readonly name: string;
  /** Captures at a time. */
  readonly callers: number;
  /** Adds keys like the last of these; of a thousand, one is like each of the others. */
  readonly fill: (like: readonly OnceRecord[], keys: number) => Promise<void>;
  readonly begin: () => Promise<void>;
  readonly end: () => Promise<Work>;
}
