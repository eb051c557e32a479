/**
 * Tests a store for `Once`: it must keep what is stored, prevent two changes from overlapping, and work with the rules of
 * `Once`. The tests run in any test framework.
 *
 * @packageDocumentation
 */

export { onceRulesTests } from "./rules/tests.js";
export type { OnceLibrary, OnceRulesTest } from "./rules/worker.js";
export type { MakeStore, OnceStoreTest, StoreUnderTest } from "./store-under-test.js";
export { onceStoreTests } from "./tests.js";
