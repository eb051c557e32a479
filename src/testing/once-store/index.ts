/**
 * Tries a store for `Once`: whether it keeps what it is given, keeps two changes from overlapping, and holds with the rules
 * of `Once` over it. Of no test framework.
 *
 * @packageDocumentation
 */

export { type OnceRulesTest, onceRulesTests } from "./rules/tests.js";
export type { OnceLibrary } from "./rules/worker.js";
export type { MakeStore, StoreUnderTest } from "./store-under-test.js";
export { type OnceStoreTest, onceStoreTests } from "./tests.js";
