import { booking } from "./booking.js";
import { changes } from "./changes.js";
import { crashes } from "./crashes.js";
import { lookups } from "./lookups.js";
import { merchants } from "./merchants.js";
import { stalls } from "./stalls.js";
import type { OnceStoreTest } from "./store-under-test.js";

/**
 * What `Once` relies on in a store. A test that a store has nothing for (`reopen`, `crash`, `isAsync` and others) says so in its name,
 * and passes.
 *
 * @example
 * ```ts
 * for (const { name, run } of onceStoreTests) test(name, () => run(makeStore));
 * ```
 */
export const onceStoreTests: readonly OnceStoreTest[] = [
  ...changes,
  ...booking,
  ...lookups,
  ...merchants,
  ...stalls,
  ...crashes,
];
