import type { OnceStore } from "../../once/index.js";

/** An empty store, and what is needed to see it from outside. */
export interface StoreUnderTest<Tx> {
  readonly store: OnceStore<Tx>;
  /** Writes a line into a table of yours, within the transaction, as a merchant's `book` would. */
  readonly write: (tx: Tx, line: string) => void | Promise<void>;
  /** The lines that are committed, in any order. */
  readonly written: () => Promise<readonly string[]>;
  /** Ways in which `book` goes wrong unseen, each within the transaction. Absent where the database has no such way. */
  readonly spoilers?: {
    /** A statement fails, and `book` hides its error. */
    readonly hidesError?: (tx: Tx) => unknown;
    /** `book` commits or rolls back by itself. */
    readonly endsTransaction?: (tx: Tx) => unknown;
    /** A constraint that is checked at the commit does not hold. */
    readonly breaksAtCommit?: (tx: Tx) => unknown;
  };
  /** True where `book` may take its time while other changes go on. */
  readonly isAsync: boolean;
  /** The same records as another process finds them, on connections of its own. Absent where there is no such thing. */
  readonly reopen?: () => Promise<OnceStore<Tx>>;
  /** The keys of another merchant in the same tables. Absent where a store has one merchant only. */
  readonly ofMerchant?: (merchant: string) => Promise<OnceStore<Tx>>;
  /** The same records, by a store that ends a `book` after so many milliseconds. Absent where none does. */
  readonly withBookTimeout?: (ms: number) => Promise<OnceStore<Tx>>;
  /** Breaks the transaction from outside, as a worker's death does. Absent where there is no such thing. */
  readonly crash?: (tx: Tx) => Promise<void>;
  readonly close: () => Promise<void>;
}

export type MakeStore<Tx> = () => Promise<StoreUnderTest<Tx>>;

/** Runs a test over a new store, and closes that in any case. */
export async function over<Tx>(
  make: MakeStore<Tx>,
  test: (made: StoreUnderTest<Tx>) => void | Promise<void>,
): Promise<void> {
  const made = await make();
  try {
    await test(made);
  } finally {
    await made.close();
  }
}

/** A test of a store. */
export interface OnceStoreTest {
  readonly name: string;
  /** Rejects with an `AssertionError` of `node:assert` where the store fails. */
  readonly run: <Tx>(make: MakeStore<Tx>) => Promise<void>;
}
