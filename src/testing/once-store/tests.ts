import { booking } from "./booking.js";
import { changes } from "./changes.js";
import { crashes } from "./crashes.js";
import { erasing } from "./erasing.js";
import { expiry } from "./expiry.js";
import { lookups } from "./lookups.js";
import { merchants } from "./merchants.js";
import { periods } from "./periods.js";
import { stalls } from "./stalls.js";
import type { OnceStoreTest } from "./store-under-test.js";

/**
 * Tests what `Once` needs from a store. A test that needs something your store does not have (`reopen`, `eraseSet`, `isAsync`
 * and others) names it, and passes.
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
  ...periods,
  ...expiry,
  ...erasing,
  ...merchants,
  ...stalls,
  ...crashes,
];
