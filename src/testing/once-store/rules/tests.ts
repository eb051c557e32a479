import type { MakeStore } from "../store-under-test.js";
import { deaths } from "./deaths.js";
import { shared } from "./shared.js";
import type { OnceLibrary } from "./worker.js";

/** A test of `Once` over a store. */
export interface OnceRulesTest {
  readonly name: string;
  /** Rejects with an `AssertionError` of `node:assert` where a rule does not hold over the store. */
  readonly run: <Tx>(make: MakeStore<Tx>, library: OnceLibrary) => Promise<void>;
}

/**
 * Whether the rules of `Once` hold over a store, beside the fake of the service: one capture and one booking, whoever dies
 * or stands still.
 *
 * @example
 * ```ts
 * for (const { name, run } of onceRulesTests) test(name, () => run(makeStore, { Once, PaymentClient, basicAuth }));
 * ```
 */
export const onceRulesTests: readonly OnceRulesTest[] = [...shared, ...deaths];
