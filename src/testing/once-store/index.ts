/**
 * Tests a store for `Once`: it must keep what is stored, and prevent two changes from overlapping. The tests run in any
 * test framework.
 *
 * @packageDocumentation
 */

export type { MakeStore, OnceStoreTest, StoreUnderTest } from "./store-under-test.js";
export { onceStoreTests } from "./tests.js";
