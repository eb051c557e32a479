import { deaths } from "./deaths.js";
import { shared } from "./shared.js";
import type { OnceRulesTest } from "./worker.js";

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
