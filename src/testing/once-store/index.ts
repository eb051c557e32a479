/**
 * Tries a store for `Once`: whether it keeps what it is given, keeps two changes from overlapping, and holds with the rules
 * of `Once` over it. Of no test framework.
 *
 * @packageDocumentation
 */

export { onceRulesTests } from "./rules/tests.js";
export type { OnceLibrary, OnceRulesTest } from "./rules/worker.js";
export type { MakeStore, OnceStoreTest, StoreUnderTest } from "./store-under-test.js";
export { onceStoreTests } from "./tests.js";
