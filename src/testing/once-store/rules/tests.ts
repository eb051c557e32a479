import { deaths } from "./deaths.js";
import { shared } from "./shared.js";
import type { OnceRulesTest } from "./worker.js";

/**
 * Tests the rules of `Once` with a store and the fake of the service: one capture and one booking, even if workers die or
 * stall.
 *
 * @example
 * ```ts
 * for (const { name, run } of onceRulesTests) test(name, () => run(makeStore, { Once, PaymentClient, basicAuth }));
 * ```
 */
export const onceRulesTests: readonly OnceRulesTest[] = [...shared, ...deaths];
