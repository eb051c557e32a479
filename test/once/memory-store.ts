import type {
  OnceChange,
  OnceChanged,
  OnceCount,
  OnceCounts,
  OnceKnown,
  OncePage,
  OncePlace,
  OnceQuery,
  OnceRecord,
  OnceStore,
} from "merchant-payments/once";
import type { StoreUnderTest } from "merchant-payments/testing/once";

/** What is written within a change, and whether the transaction is over: it has ended, or its worker has died. */
export interface MemoryTx {
  readonly lines: string[];
  isOver: boolean;
}

/** What the stores of a test share: the records of each merchant, by their keys. */
class Memory {
  readonly records = new Map<string, Map<string, OnceRecord>>();
  readonly lines: string[] = [];
}

/** A minimal store in memory, with async books. */
class MemoryOnceStore implements OnceStore<MemoryTx> {
  readonly #memory: Memory;
  readonly #records: Map<string, OnceRecord>;
  readonly #ends = new Map<string, Promise<void>>();
  readonly #held = new Set<string>();
  readonly #bookTimeoutMs: number;

  constructor(memory: Memory, merchant = "", bookTimeoutMs = Number.POSITIVE_INFINITY) {
    this.#memory = memory;
    this.#bookTimeoutMs = bookTimeoutMs;
    this.#records = memory.records.get(merchant) ?? new Map();
    memory.records.set(merchant, this.#records);
  }

  async change({ key, authorization }: OncePlace, decide: (known: OnceKnown) => OnceChange<MemoryTx>) {
    const unlocks = [await this.#lock(`key ${key}`), await this.#lock(`authorization ${authorization}`)];
    this.#held.add(key);
    try {
      const others = this.#all().filter((each) => each.key !== key && each.authorization === authorization);
      return await this.#store(decide({ now: Date.now(), own: this.#records.get(key), others }));
    } finally {
      this.#held.delete(key);
      for (const unlock of unlocks) unlock();
    }
  }

  async #store({ record, book, withoutBook }: OnceChange<MemoryTx>): Promise<OnceChanged> {
    const tx: MemoryTx = { lines: [], isOver: false };
    try {
      await Promise.race([book?.(tx), ...this.#timeouts()]);
      if (tx.isOver) throw new Error("the transaction is over");
    } catch (cause) {
      if (withoutBook === undefined) throw cause;
      this.#records.set(withoutBook.key, withoutBook);
      return { record: withoutBook, cause };
    } finally {
      tx.isOver = true;
    }
    this.#records.set(record.key, record);
    this.#memory.lines.push(...tx.lines);
    return { record };
  }

  #timeouts(): Promise<void>[] {
    if (this.#bookTimeoutMs === Number.POSITIVE_INFINITY) return [];
    const late = new Error("book took too long");
    return [new Promise((_, reject) => setTimeout(reject, this.#bookTimeoutMs, late))];
  }

  async find(key: string) {
    const record = this.#records.get(key);
    return record && { ...record, seenAt: Date.now() };
  }

  async list({ states, waitsFor, from = 0, to = Infinity, unbooked, after = "", limit }: OnceQuery): Promise<OncePage> {
    const records = this.#all().filter(
      (record) =>
        record.key > after &&
        (states?.includes(record.state) ?? true) &&
        (waitsFor === undefined || record.waitsFor === waitsFor) &&
        record.stateSince >= from &&
        record.stateSince < to &&
        !(unbooked && (record.state !== "captured" || record.isBooked)),
    );
    return { records: records.slice(0, limit), now: Date.now() };
  }

  async due(limit: number) {
    const dueAt = (record: OnceRecord) => record.dueAt ?? Number.POSITIVE_INFINITY;
    const due = this.#all().filter((record) => dueAt(record) <= Date.now() && !this.#held.has(record.key));
    return due.sort((one, other) => dueAt(one) - dueAt(other)).slice(0, limit);
  }

  async counts(): Promise<OnceCounts> {
    const groups = Map.groupBy(this.#all(), ({ state, waitsFor }) => `${state} ${waitsFor}`);
    const counts = [...groups.entries()].sort().map(([, records]): OnceCount => {
      const { state, waitsFor } = records[0] as OnceRecord;
      const dueAt = records.flatMap((record) => record.dueAt ?? []);
      const oldestStateSince = Math.min(...records.map(({ stateSince }) => stateSince));
      const oldestDueAt = dueAt.length === 0 ? undefined : Math.min(...dueAt);
      return { state, waitsFor, count: records.length, oldestDueAt, oldestStateSince };
    });
    return { counts, now: Date.now() };
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

export async function memoryStore(): Promise<StoreUnderTest<MemoryTx>> {
  const memory = new Memory();
  const end = (tx: MemoryTx) => {
    tx.isOver = true;
  };
  return {
    store: new MemoryOnceStore(memory),
    isAsync: true,
    async write(tx, line) {
      if (tx.isOver) throw new Error("the transaction is over");
      tx.lines.push(line);
    },
    written: async () => memory.lines,
    ofMerchant: async (merchant) => new MemoryOnceStore(memory, merchant),
    withBookTimeout: async (ms) => new MemoryOnceStore(memory, "", ms),
    spoilers: { endsTransaction: end },
    crash: async (tx) => end(tx),
    async close() {},
  };
}
