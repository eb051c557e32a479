import type { OnceStore } from "../../once/index.js";

/** An empty store, with access to it from outside. */
export interface StoreUnderTest<Tx> {
  readonly store: OnceStore<Tx>;
  /** Writes a row into a table of yours within the transaction, as a merchant's `book` does. */
  readonly write: (tx: Tx, line: string) => void | Promise<void>;
  /** Resolves to the rows that are committed, in any order. */
  readonly written: () => Promise<readonly string[]>;
  /** Failures that `book` hides, each within the transaction. Absent if the database does not have them. */
  readonly spoilers?: {
    /** A statement fails, and `book` hides its error. */
    readonly hidesError?: (tx: Tx) => unknown;
    /** `book` commits or rolls back by itself. */
    readonly endsTransaction?: (tx: Tx) => unknown;
    /** Breaks a constraint that is checked at the commit. */
    readonly breaksAtCommit?: (tx: Tx) => unknown;
  };
  /** True if other changes can go on while `book` runs. */
  readonly isAsync: boolean;
  /** Opens the same rows as another process would, on separate connections. Absent if that is impossible. */
  readonly reopen?: () => Promise<OnceStore<Tx>>;
  /** Opens the store of another merchant in the same tables. Absent if a store has only one merchant. */
  readonly ofMerchant?: (merchant: string) => Promise<OnceStore<Tx>>;
  /** Opens the same rows with a store that ends `book` after this time. Absent if the store has no time limit. */
  readonly withBookTimeout?: (ms: number) => Promise<OnceStore<Tx>>;
  /** Breaks the transaction from outside, as a worker's death does. Absent if that is impossible. */
  readonly crash?: (tx: Tx) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Makes an empty store for one test. */
export type MakeStore<Tx> = () => Promise<StoreUnderTest<Tx>>;

/** Runs a test with a new store, and always closes the store. */
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
  /** Rejects with an `AssertionError` of `node:assert` if the store fails. */
  readonly run: <Tx>(make: MakeStore<Tx>) => Promise<void>;
}
