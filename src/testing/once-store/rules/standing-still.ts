/** A worker that stalls between two steps: for ever, like a dead one, or until it is woken. */
import type { OnceOptions } from "../../../once/index.js";

/** The steps of a worker, in their order. */
export const steps = [
  "before it takes the key",
  "once it has taken the key",
  "before it sends",
  "once it has the response",
  "before it stores the outcome",
  "once the outcome is stored",
] as const;

export type Step = (typeof steps)[number];

/** The store and the client for a worker that stalls at this step. */
export function standingStill<Tx>({ store, payments }: Pick<OnceOptions<Tx>, "store" | "payments">, at: Step) {
  const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
  let passed = 0;
  const step = () => {
    if (steps[passed++] !== at) return;
    arrive();
    return woken;
  };
  const between = async <T>(act: () => Promise<T>): Promise<T> => {
    await step();
    const result = await act();
    await step();
    return result;
  };
  const given: Pick<OnceOptions<Tx>, "store" | "payments"> = {
    store: {
      change: (place, decide) => between(() => store.change(place, decide)),
      find: store.find.bind(store),
      list: store.list.bind(store),
      due: store.due.bind(store),
      counts: store.counts.bind(store),
    },
    payments: {
      preview: payments.preview.bind(payments),
      check: payments.check.bind(payments),
      finalize: (...call) => between(() => payments.finalize(...call)),
      resolveFinalization: (...call) => between(() => payments.resolveFinalization(...call)),
    },
  };
  return { given, isThere, wake };
}
