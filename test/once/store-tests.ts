/** What every store of `Once` must do. The tests of SQLite run them here, and `npm run lab -- once` on PostgreSQL. */
import { deepEqual, equal, notEqual, ok } from "node:assert/strict";
import type { OnceState, OnceWaitsFor } from "merchant-payments/once";
import { counts, due, erasable, find, list, ofAuthorizations } from "../../src/once/stores/queries.ts";
import type { OnceChange, OnceKnown, OnceRow, OnceStore } from "../../src/once/stores/store.ts";

/** A store with the merchant's books beside it. */
export interface StoreUnderTest<Tx> {
  readonly store: OnceStore<Tx>;
  readonly ofMerchant: (merchant: string) => OnceStore<Tx>;
  /** Writes a line into the books. */
  readonly write: (tx: Tx, line: string) => unknown;
  /** The lines that were committed. */
  readonly written: () => Promise<readonly string[]>;
  /** What a hook may do to its transaction, without throwing. */
  readonly spoilers: {
    readonly endsTransaction: (tx: Tx) => unknown;
    readonly commits: (tx: Tx) => unknown;
    readonly breaksAtCommit: (tx: Tx) => unknown;
  };
  readonly close: () => Promise<void>;
}

export function rowOf(key: string, more: Partial<OnceRow> = {}): OnceRow {
  return {
    key,
    authorizationId: `authorization of ${key}`,
    captureId: undefined,
    version: 1,
    state: "queued",
    stateSince: 1,
    waitsFor: "sweep",
    dueAt: undefined,
    needsCall: true,
    personAt: undefined,
    isErased: false,
    format: 1,
    document: `{"key":"${key}"}`,
    ...more,
  };
}

const before = ({ own }: OnceKnown) => (own === undefined ? 0 : 1);
const put = async <Tx>(store: OnceStore<Tx>, row: OnceRow) =>
  equal((await store.change(row, (known) => ({ row, before: before(known) }))).end, "stored");
const keysOf = (documents: readonly string[]) => documents.map((document) => JSON.parse(document).key);

const hooked = <Tx>(row: OnceRow, run: (tx: Tx) => unknown): OnceChange<Tx> => ({
  row: { ...row, document: '"not recorded"' },
  before: 0,
  hook: {
    run,
    succeeded: { ...row, document: '"recorded"' },
    failed: (cause) => ({ ...row, document: JSON.stringify(String(cause)) }),
  },
});

type Test<Tx> = (under: StoreUnderTest<Tx>) => Promise<void>;

export function storeTests<Tx>(): Readonly<Record<string, Test<Tx>>> {
  return {
    async "a change stores a row, and the next one reads it under the same locks"({ store }) {
      const row = rowOf("K-1", { authorizationId: "A" });
      await put(store, row);
      await put(store, rowOf("K-0", { authorizationId: "A", format: 2 }));
      let seen: OnceKnown | undefined;
      const ended = await store.change({ key: "K-1", authorizationId: "A", captureId: "T" }, (known) => {
        seen = known;
        return { row: undefined, before: 1 };
      });
      deepEqual(ended, { end: "stored", document: row.document });
      deepEqual(seen?.own, { key: "K-1", format: 1, document: row.document });
      deepEqual(seen?.others, [{ key: "K-0", format: 2, document: '{"key":"K-0"}' }]);
      ok(Math.abs((seen?.now ?? 0) - Date.now()) < 60_000);
      deepEqual((await find(store, "K-1")).own, seen?.own);
      equal((await find(store, "K-9")).own, undefined);
    },

    async "a rule's error fails the change, and nothing is stored"({ store }) {
      const cause = new Error("a rule");
      deepEqual(await store.change(rowOf("K-1"), () => { throw cause; }), { end: "failed", cause }); // biome-ignore format: one line
      equal((await find(store, "K-1")).own, undefined);
    },

    async "a change of a version that was not read fails, and stores nothing"({ store }) {
      await put(store, rowOf("K-1"));
      const stale = rowOf("K-1", { version: 8, document: '"stale"' });
      equal((await store.change(stale, () => ({ row: stale, before: 7 }))).end, "failed");
      equal((await store.change(stale, () => hooked<Tx>(stale, () => undefined))).end, "failed");
      equal((await find(store, "K-1")).own?.document, '{"key":"K-1"}');
    },

    async "changes of one key, of one authorization and of one capture do not overlap"({ store }) {
      const places = [
        { key: "K-1", authorizationId: "A", captureId: "T" },
        { key: "K-2", authorizationId: "A", captureId: "T" },
        { key: "K-3", authorizationId: "B", captureId: "T" },
      ];
      const first: (string | undefined)[] = [];
      await Promise.all(
        places.map((place) =>
          store.change(place, ({ sameCapture }) => {
            first.push(sameCapture);
            return { row: rowOf(place.key, place), before: 0 };
          }),
        ),
      );
      equal(first.filter((key) => key === undefined).length, 1); // each of the others finds one that was stored before
    },

    async "a hook's writes and its record are one transaction"({ store, write, written }) {
      const row = rowOf("K-1");
      const ended = await store.change(row, () => hooked<Tx>(row, (tx) => write(tx, "K-1")));
      deepEqual(ended, { end: "stored", document: '"recorded"' });
      deepEqual(await written(), ["K-1"]);
    },

    async "a hook that throws is undone, and its cause is stored"({ store, write, written }) {
      const row = rowOf("K-1");
      const run = (tx: Tx) => {
        const writing = write(tx, "K-1");
        const fail = () => {
          throw new Error("closed");
        };
        return writing instanceof Promise ? writing.then(fail) : fail();
      };
      const ended = await store.change(row, () => hooked<Tx>(row, run));
      equal(ended.end, "hook_failed");
      equal((await find(store, "K-1")).own?.document, '"Error: closed"');
      deepEqual(await written(), []);
    },

    async "a hook that breaks a constraint at COMMIT is undone"({ store, spoilers, written }) {
      const row = rowOf("K-1");
      equal((await store.change(row, () => hooked<Tx>(row, spoilers.breaksAtCommit))).end, "hook_failed");
      notEqual((await find(store, "K-1")).own, undefined);
      deepEqual(await written(), []);
    },

    async "a hook that ends the transaction is lost, and nothing says that it is recorded"({ store, spoilers }) {
      const row = rowOf("K-1");
      equal((await store.change(row, () => hooked<Tx>(row, spoilers.endsTransaction))).end, "hook_lost");
      equal((await find(store, "K-1")).own, undefined);
    },

    async "a hook that commits by itself leaves a key that is not recorded"({ store, spoilers }) {
      const row = rowOf("K-1");
      equal((await store.change(row, () => hooked<Tx>(row, spoilers.commits))).end, "hook_lost");
      equal((await find(store, "K-1")).own?.document, '"not recorded"');
    },

    async "keys and documents hold any text, and are sorted by the text that is stored"({ store }) {
      const odd = ["Åsa’s – \u{1f600}", "a'b", 'a"b', "a\\b", "a?b", "a\nb", "$1", "K-1"];
      for (const key of odd) await put(store, rowOf(key, { document: JSON.stringify({ key: "x" }) }));
      for (const key of odd) equal((await find(store, key)).own?.key, key);
      const { documents } = await list(store, { states: [], waitsFor: undefined, after: "", limit: 100 });
      equal(documents.length, odd.length);
    },

    async "a list selects by state and owner, page by page"({ store }) {
      const rows: [string, OnceState, OnceWaitsFor][] = [
        ["a", "parked", "person"],
        ["b", "queued", "sweep"],
        ["c", "captured", "nobody"],
        ["d", "pending", "person"],
        ["e", "parked", "person"],
      ];
      for (const [key, state, waitsFor] of rows) await put(store, rowOf(key, { state, waitsFor }));
      await put(store, rowOf("f", { state: "parked", waitsFor: "person", format: 2 })); // of a newer release
      const listed = async (states: OnceState[], waitsFor?: OnceWaitsFor, after = "", limit = 100) =>
        keysOf((await list(store, { states, waitsFor, after, limit })).documents);
      deepEqual(await listed([]), ["a", "b", "c", "d", "e"]);
      deepEqual(await listed([], "person"), ["a", "d", "e"]);
      deepEqual(await listed([], "person", "a", 1), ["d"]);
      deepEqual(await listed([], "nobody"), ["c"]);
      deepEqual(await listed(["parked", "captured"]), ["a", "c", "e"]);
      deepEqual(await listed(["parked", "pending"], "person", "a", 1), ["d"]);
    },

    async "due keys come oldest first: those for a call, those for none, and those to be marked"({ store }) {
      const now = Date.now();
      await put(store, rowOf("later", { dueAt: now + 100_000 }));
      await put(store, rowOf("second", { dueAt: 2 }));
      await put(store, rowOf("first", { dueAt: 1 }));
      await put(store, rowOf("newer", { dueAt: 0, format: 2 }));
      await put(store, rowOf("held", { dueAt: 3, needsCall: false, state: "sending" }));
      await put(store, rowOf("old", { personAt: 4 }));
      const keysDue = async (which: "call" | "no_call" | "mark", limit = 9) =>
        (await due(store, which, limit)).map(({ key, authorizationId }) => [key, authorizationId]);
      deepEqual(await keysDue("call"), [["first", "authorization of first"], ["second", "authorization of second"]]); // biome-ignore format: one line
      deepEqual(await keysDue("call", 1), [["first", "authorization of first"]]);
      deepEqual((await keysDue("no_call")).map(([key]) => key), ["held"]); // biome-ignore format: one line
      deepEqual((await keysDue("mark")).map(([key]) => key), ["old"]); // biome-ignore format: one line
    },

    async "counts are of open keys, with the earliest times"({ store }) {
      await put(store, rowOf("a", { stateSince: 5, dueAt: 9 }));
      await put(store, rowOf("b", { stateSince: 4 }));
      await put(store, rowOf("c", { state: "parked", waitsFor: "person", stateSince: 7, format: 2 }));
      await put(store, rowOf("d", { state: "captured", waitsFor: "nobody" }));
      deepEqual((await counts(store)).counts, [
        { state: "parked", waitsFor: "person", count: 1, oldestDueAt: undefined, oldestStateSince: 7 },
        { state: "queued", waitsFor: "sweep", count: 2, oldestDueAt: 9, oldestStateSince: 4 },
      ]);
    },

    async "erasable keys are closed, not erased and old, page by page"({ store }) {
      const closed = { state: "captured", waitsFor: "nobody" } as const;
      await put(store, rowOf("b", { ...closed, stateSince: 1 }));
      await put(store, rowOf("a", { ...closed, stateSince: 1 }));
      await put(store, rowOf("c", { ...closed, stateSince: 9 }));
      await put(store, rowOf("d", { ...closed, isErased: true }));
      await put(store, rowOf("e"));
      const [first, second] = await erasable(store, 9, undefined);
      deepEqual([first?.key, second?.key], ["a", "b"]);
      deepEqual(await erasable(store, 9, first), [second]);
      deepEqual(await erasable(store, 9, second), []);
    },

    async "merchants share nothing, though their keys have the same names"({ store, ofMerchant }) {
      const south = ofMerchant("south");
      await put(store, rowOf("K-1", { authorizationId: "A", captureId: "T", dueAt: 1 }));
      equal((await find(south, "K-1")).own, undefined);
      deepEqual(await due(south, "call", 9), []);
      deepEqual((await counts(south)).counts, []);
      let seen: OnceKnown | undefined;
      await south.change({ key: "K-2", authorizationId: "A", captureId: "T" }, (known) => {
        seen = known;
        return { row: rowOf("K-2"), before: 0 };
      });
      deepEqual([seen?.others, seen?.sameCapture], [[], undefined]);
      deepEqual(await ofAuthorizations(store, ["A", "a'b"]), ['{"key":"K-1"}']);
    },
  };
}
