import { OnceStoreError } from "../errors.js";
import type { OnceStore } from "./store.js";

/** The store, whose failures to read are an `OnceStoreError`. Whoever changes a key reports a failure itself. */
export function guarded<Tx>(store: OnceStore<Tx>): OnceStore<Tx> {
  const { merchant } = store;
  async function guard<Found>(read: () => Promise<Found>): Promise<Found> {
    try {
      return await read();
    } catch (cause) {
      if (cause instanceof OnceStoreError) throw cause; // it names the key
      throw new OnceStoreError({ key: undefined, merchant, finalization: {} }, cause);
    }
  }
  return {
    merchant,
    change: (place, decide) => store.change(place, decide),
    find: (key) => guard(() => store.find(key)),
    list: (query) => guard(() => store.list(query)),
    due: (limit) => guard(() => store.due(limit)),
    counts: (of) => guard(() => store.counts(of)),
    eraseSet: store.eraseSet && ((of, erase) => guard(async () => store.eraseSet?.(of, erase))),
  };
}
