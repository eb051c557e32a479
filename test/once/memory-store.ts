import type {
  OnceChange,
  OnceChanged,
  OnceCount,
  OnceCounts,
  OnceKnown,
  OncePage,
  OncePlace,
  OnceQuery,
  OnceRow,
  OnceStore,
} from "merchant-payments/once";
import type { StoreUnderTest } from "merchant-payments/testing/once";

/** What is written within a change, and whether the transaction is over: it has ended, or its worker has died. */
export interface MemoryTx {
  readonly lines: string[];
  isOver: boolean;
}

/** What the stores of a test share: the rows of each merchant, by their keys. */
class Memory {
  readonly rows = new Map<string, Map<string, OnceRow>>();
  readonly lines: string[] = [];
}

const NEVER = Number.MAX_SAFE_INTEGER;

const documentsOf = (rows: readonly OnceRow[]) => rows.map(({ document }) => document);

/** A minimal store in memory, with async books. */
class MemoryOnceStore implements OnceStore<MemoryTx> {
  readonly #memory: Memory;
  readonly #rows: Map<string, OnceRow>;
  readonly #ends = new Map<string, Promise<void>>();
  readonly #held = new Set<string>();
  readonly #bookTimeoutMs: number;

  constructor(memory: Memory, merchant = "", bookTimeoutMs = Number.POSITIVE_INFINITY) {
    this.#memory = memory;
    this.#bookTimeoutMs = bookTimeoutMs;
    this.#rows = memory.rows.get(merchant) ?? new Map();
    memory.rows.set(merchant, this.#rows);
  }

  async change({ key, authorizationId }: OncePlace, decide: (known: OnceKnown) => OnceChange<MemoryTx>) {
    const unlocks = [await this.#lock(`key ${key}`), await this.#lock(`authorization ${authorizationId}`)];
    this.#held.add(key);
    try {
      const others = this.#all().filter((each) => each.key !== key && each.authorizationId === authorizationId);
      const own = this.#rows.get(key)?.document;
      return await this.#store(own, decide({ now: Date.now(), own, others: documentsOf(others) }));
    } finally {
      this.#held.delete(key);
      for (const unlock of unlocks) unlock();
    }
  }

  async #store(own: string | undefined, change: OnceChange<MemoryTx>): Promise<OnceChanged> {
    const { row, book, withoutBook } = change;
    const tx: MemoryTx = { lines: [], isOver: false };
    try {
      await Promise.race([book?.(tx), ...this.#timeouts()]);
      if (tx.isOver) throw new Error("the transaction is over");
    } catch (cause) {
      if (withoutBook === undefined) throw cause;
      const unbooked = withoutBook(cause);
      this.#rows.set(unbooked.key, unbooked);
      return { document: unbooked.document, cause };
    } finally {
      tx.isOver = true;
    }
    if (row !== undefined) this.#rows.set(row.key, row);
    this.#memory.lines.push(...tx.lines);
    return { document: row?.document ?? (own as string) };
  }

  #timeouts(): Promise<void>[] {
    if (this.#bookTimeoutMs === Number.POSITIVE_INFINITY) return [];
    const late = new Error("book took too long");
    return [new Promise((_, reject) => setTimeout(reject, this.#bookTimeoutMs, late))];
  }

  async find(key: string) {
    const row = this.#rows.get(key);
    return row && { document: row.document, now: Date.now() };
  }

  async list(query: OnceQuery): Promise<OncePage> {
    const { states, waitsFor, from = 0, to = Infinity, authorizationIds, unbooked } = query;
    const { sortBy = "key", after = "", limit } = query;
    const timeOf = ({ expiresAt = NEVER, stateSince }: OnceRow) => ({ key: 0, stateSince, expiresAt })[sortBy];
    const afterTime = sortBy === "key" || after === "" ? 0 : (query.afterTime ?? NEVER);
    const rows = this.#all()
      .sort((one, other) => timeOf(one) - timeOf(other))
      .filter(
        (row) =>
          (timeOf(row) === afterTime ? row.key > after : timeOf(row) > afterTime) &&
          (states?.includes(row.state) ?? true) &&
          (waitsFor === undefined || row.waitsFor === waitsFor) &&
          row.stateSince >= from &&
          row.stateSince < to &&
          (authorizationIds?.includes(row.authorizationId) ?? true) &&
          !(unbooked && !row.isUnbooked),
      );
    return { documents: documentsOf(rows.slice(0, limit)), now: Date.now() };
  }

  async due(limit: number) {
    const dueAt = (row: OnceRow) => row.dueAt ?? Number.POSITIVE_INFINITY;
    const due = this.#all().filter((row) => dueAt(row) <= Date.now() && !this.#held.has(row.key));
    return documentsOf(due.sort((one, other) => dueAt(one) - dueAt(other)).slice(0, limit));
  }

  async counts({ closed = false }: { readonly closed?: boolean } = {}): Promise<OnceCounts> {
    const rows = this.#all().filter(({ waitsFor }) => (waitsFor === "nobody") === closed);
    const groups = Map.groupBy(rows, ({ state, waitsFor }) => `${state} ${waitsFor}`);
    const counts = [...groups.entries()].sort().map(([, rows]): OnceCount => {
      const { state, waitsFor } = rows[0] as OnceRow;
      const dueAt = rows.flatMap((row) => row.dueAt ?? []);
      const oldestStateSince = Math.min(...rows.map(({ stateSince }) => stateSince));
      const oldestDueAt = dueAt.length === 0 ? undefined : Math.min(...dueAt);
      const expiresAt = rows.flatMap((row) => row.expiresAt ?? []);
      const earliestExpiresAt = expiresAt.length === 0 ? undefined : Math.min(...expiresAt);
      return { state, waitsFor, count: rows.length, oldestDueAt, oldestStateSince, earliestExpiresAt };
    });
    return { counts, now: Date.now() };
  }

  readonly eraseSet: NonNullable<OnceStore<MemoryTx>["eraseSet"]> = async (of, erase) => {
    const { to, after = "", afterTime = 0, limit } = of;
    const isLater = ({ stateSince, key }: OnceRow) =>
      stateSince > afterTime || (stateSince === afterTime && key > after);
    const rows = this.#all()
      .sort((one, other) => one.stateSince - other.stateSince)
      .filter((row) => row.waitsFor === "nobody" && !row.isErased && !this.#held.has(row.key))
      .filter((row) => isLater(row) && row.stateSince < to);
    for (const row of erase({ documents: documentsOf(rows.slice(0, limit)), now: Date.now() })) {
      const { document, isErased } = row;
      this.#rows.set(row.key, { ...(this.#rows.get(row.key) as OnceRow), document, isErased });
    }
  };

  /** In the order of their keys. */
  #all(): OnceRow[] {
    return [...this.#rows.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
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
