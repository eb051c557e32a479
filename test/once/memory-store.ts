import type {
  OnceChange,
  OnceKnown,
  OncePlace,
  OnceQuery,
  OnceRecord,
  OnceSnapshot,
  OnceStore,
} from "merchant-payments/once";
import type { StoreUnderTest } from "merchant-payments/testing/once";

/** What is written within a change, and whether its worker has died meanwhile. */
export interface MemoryTx {
  readonly lines: string[];
  isDead: boolean;
}

/** A minimal store in memory, with async books. */
class MemoryOnceStore implements OnceStore<MemoryTx> {
  readonly lines: string[] = [];
  readonly #records = new Map<string, OnceRecord>();
  readonly #ends = new Map<string, Promise<void>>();
  readonly #held = new Set<string>();

  async change({ key, authorization }: OncePlace, decide: (known: OnceKnown) => OnceChange<MemoryTx>) {
    const unlocks = [await this.#lock(`key ${key}`), await this.#lock(`authorization ${authorization}`)];
    this.#held.add(key);
    try {
      const others = this.#all().filter((each) => each.key !== key && each.authorization === authorization);
      const { record, book } = decide({ now: Date.now(), own: this.#records.get(key), others });
      const tx: MemoryTx = { lines: [], isDead: false };
      await book?.(tx);
      if (tx.isDead) throw new Error("its worker died");
      this.#records.set(key, record);
      this.lines.push(...tx.lines);
      return record;
    } finally {
      this.#held.delete(key);
      for (const unlock of unlocks) unlock();
    }
  }

  async find(key: string) {
    const record = this.#records.get(key);
    return record && seen(record);
  }

  async list({ states, from = 0, to = Number.POSITIVE_INFINITY, unbooked, after = "", limit }: OnceQuery) {
    const records = this.#all().filter(
      ({ key, state, stateSince, isBooked }) =>
        key > after &&
        (states?.includes(state) ?? true) &&
        stateSince >= from &&
        stateSince < to &&
        !(unbooked && (state !== "captured" || isBooked)),
    );
    return records.slice(0, limit).map(seen);
  }

  async due(limit: number) {
    const dueAt = (record: OnceRecord) => record.dueAt ?? Number.POSITIVE_INFINITY;
    const due = this.#all().filter((record) => dueAt(record) <= Date.now() && !this.#held.has(record.key));
    return due.sort((one, other) => dueAt(one) - dueAt(other)).slice(0, limit);
  }

  /** In the order of their keys. */
  #all(): OnceRecord[] {
    return [...this.#records.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
  }

  /** Resolves to a function that unlocks, when all earlier changes are done. */
  async #lock(name: string): Promise<() => void> {
    const before = this.#ends.get(name) ?? Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ends.set(
      name,
      before.then(() => promise),
    );
    await before;
    return resolve;
  }
}

const seen = (record: OnceRecord): OnceSnapshot => ({ ...record, seenAt: Date.now() });

export async function memoryStore(): Promise<StoreUnderTest<MemoryTx>> {
  const store = new MemoryOnceStore();
  return {
    store,
    isAsync: true,
    write: async (tx, line) => void tx.lines.push(line),
    written: async () => store.lines,
    async crash(tx) {
      tx.isDead = true;
    },
    async close() {},
  };
}
