// The queries of the store. `npm run lab -- once` runs them on PostgreSQL.
import type { OnceKnown } from "merchant-payments/once";
import { type PostgresClient, PostgresOnceStore, type PostgresOnceStoreOptions } from "merchant-payments/once/postgres";
import { expect, test, vi } from "vitest";
import { OnceBookError } from "../../src/once/stores/book-error.js";
import { rowOf } from "../../src/testing/once-store/rows.js";

const row = rowOf("shipment-1", { state: "captured", waitsFor: "nobody", document: "stored" });
const { document } = row;
const withoutBook = () => ({ ...row, document: "without book" });
const COMMIT_BOOK = "set constraints all immediate; release savepoint once_book; commit";

/** What a query gets, by its first word: an error is thrown, and a function responds each time anew. */
type Responses = Readonly<Record<string, unknown>>;

/** Records its queries by their first word, and responds by it. */
function scripted(responses: Responses = {}, options: PostgresOnceStoreOptions = {}) {
  const said: string[] = [];
  const client = {
    async query(text: string) {
      const first = /^\s*(begin|select|insert|set constraints|rollback to|rollback|create|alter|drop|book)/.exec(
        text,
      )?.[1];
      const words = first ?? (text.endsWith("savepoint once_book") ? "savepoint" : text);
      said.push(words);
      const given = responses[words];
      const response = typeof given === "function" ? await given(text) : given;
      if (response instanceof Error) throw response;
      const found = Array.isArray(response) ? response : [response ?? null];
      return { rows: found.map((each) => ({ found: JSON.stringify(each) })) };
    },
    release: vi.fn<PostgresClient["release"]>(),
    on: vi.fn<NonNullable<PostgresClient["on"]>>(),
  };
  const store = new PostgresOnceStore({ connect: async () => client }, { schema: "shop", ...options });
  return { said, client, store };
}

const nothing = { now: 1_000, own: null, others: [] };
const book = async (tx: PostgresClient) => void (await tx.query("book"));

test("a change takes four round trips", async () => {
  const { store, said, client } = scripted({ select: nothing });
  const decide = vi.fn(() => ({ row }));
  expect(await store.change(row, decide)).toEqual({ document });
  expect(decide).toHaveBeenCalledExactlyOnceWith({ now: 1_000, own: undefined, others: [] });
  expect(said).toEqual(["begin", "select", "insert", "commit"]);
  expect(client.release).toHaveBeenCalledExactlyOnceWith(false);
});

test("a change that books takes five round trips, and the booking", async () => {
  const { store, said } = scripted({ select: nothing });
  expect(await store.change(row, () => ({ row, book, withoutBook }))).toEqual({ document });
  expect(said).toEqual(["begin", "select", "insert", "savepoint", "book", "set constraints"]);
});

test("a change sets time-outs, then locks the merchant's key, then the authorization", async () => {
  const queries = async (merchant: string) => {
    const { store, client } = scripted({ select: nothing }, { merchant });
    const query = vi.spyOn(client, "query");
    await store.change(row, () => ({ row }));
    return query.mock.calls[0]?.[0].split(/;\s*/) as string[];
  };
  const [north, south] = [await queries("north"), await queries("south")];
  expect(north).toEqual([
    "begin isolation level read committed read write",
    "set local synchronous_commit = on",
    "set local statement_timeout = 10000",
    "set local lock_timeout = 5000",
    "set local idle_in_transaction_session_timeout = 10000",
    expect.stringMatching(/^select pg_advisory_xact_lock\(1869505329,-?\d+\)$/),
    expect.stringMatching(/^select pg_advisory_xact_lock\(1869505330,-?\d+\)$/),
  ]);
  expect(south.slice(0, 5)).toEqual(north.slice(0, 5));
  expect(south.slice(5)).not.toEqual(north.slice(5));
});

test("book has its own time-out, which the server knows", async () => {
  const { store, client } = scripted({ select: nothing }, { bookTimeoutMs: 2_000 });
  const query = vi.spyOn(client, "query");
  await store.change(row, () => ({ row, book, withoutBook }));
  expect(query.mock.calls[3]?.[0].split(/;\s*/)).toEqual([
    "set local statement_timeout = 2000",
    "set local idle_in_transaction_session_timeout = 2000",
    "savepoint once_book",
  ]);
  expect(query.mock.calls[5]?.[0]).toBe(COMMIT_BOOK);
  expect(store.bookTimeoutMs).toBe(2_000);
});

test("an unchanged row is not written", async () => {
  const { store, said } = scripted({ select: { ...nothing, own: document } });
  expect(await store.change(row, () => ({ row: undefined }))).toEqual({ document });
  expect(said).toEqual(["begin", "select", "commit"]);
});

const lost = new Error("Connection terminated unexpectedly");
const refused = Object.assign(new Error("violates foreign key constraint"), { code: "23503", severity: "ERROR" });
const killed = Object.assign(new Error("terminating connection"), { code: "57P01", severity: "FATAL" });

test.each<[string, Responses, string[], boolean]>([
  ["the locks are not granted", { begin: lost }, ["begin", "rollback"], false],
  ["the row is not written", { select: nothing, insert: lost }, ["begin", "select", "insert", "rollback"], false],
  [
    "the response to COMMIT is lost",
    { select: nothing, commit: lost, rollback: lost },
    ["begin", "select", "insert", "commit", "rollback"],
    true,
  ],
])("a change is rolled back if %s, and a broken connection is thrown away", async (_, responses, said, isBroken) => {
  const scene = scripted(responses);
  await expect(scene.store.change(row, () => ({ row }))).rejects.toBe(lost);
  expect(scene.said).toEqual(said);
  expect(scene.client.release).toHaveBeenCalledExactlyOnceWith(isBroken);
});

const begun = ["begin", "select", "insert", "savepoint", "book"];
const undone = ["rollback to", "insert", "commit"];
const anew = ["begin", "select", "insert", "commit"];

test.each<[string, Responses, string[], Error, boolean[]]>([
  ["throws", { book: refused }, [...begun, ...undone], refused, [false]],
  [
    "throws, and the savepoint is gone",
    { book: refused, "rollback to": refused },
    [...begun, "rollback to", ...anew],
    refused,
    [true, false],
  ],
  [
    "throws, and the response to the next COMMIT is lost",
    { book: refused, commit: vi.fn().mockReturnValueOnce(lost) },
    [...begun, ...undone, ...anew],
    refused,
    [true, false],
  ],
  [
    "breaks a constraint at the commit",
    { "set constraints": refused },
    [...begun, "set constraints", ...undone],
    refused,
    [false],
  ],
  [
    "is booked, and the response to COMMIT is lost",
    { "set constraints": lost },
    [...begun, "set constraints", ...anew],
    lost,
    [true, false],
  ],
  [
    "is booked, and the session is ended",
    { "set constraints": killed },
    [...begun, "set constraints", ...anew],
    killed,
    [true, false],
  ],
])("a change whose book %s is stored without it", async (_what, responses, said, cause, releases) => {
  const scene = scripted({ select: nothing, ...responses });
  const change = scene.store.change(row, () => ({ row, book, withoutBook }));
  expect(await change).toEqual({ document: "without book", cause });
  expect(scene.said).toEqual(said);
  expect(scene.client.release.mock.calls.flat()).toEqual(releases);
});

test("a change whose book never ends is stored without it, on another connection", async () => {
  vi.useFakeTimers();
  const { store, said, client } = scripted({ select: nothing });
  const change = store.change(row, () => ({ row, book: () => new Promise(() => undefined), withoutBook }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await change).toEqual({
    document: "without book",
    cause: new OnceBookError("book took longer than 10000 ms"),
  });
  expect(said).toEqual([...begun.slice(0, -1), ...anew]);
  expect(client.release.mock.calls.flat()).toEqual([true, false]);
});

test("a change whose session ends while book waits is stored without it, on another connection", async () => {
  const { store, client } = scripted({ select: nothing });
  const waits = () => {
    client.on.mock.calls[0]?.[1](killed);
    return new Promise(() => undefined);
  };
  expect(await store.change(row, () => ({ row, book: waits, withoutBook }))).toEqual({
    document: "without book",
    cause: killed,
  });
});

test("a change whose COMMIT was done, and whose response was lost, is found", async () => {
  const select = vi.fn(() => ({ ...nothing, own: document }) as object).mockReturnValueOnce(nothing);
  const { store, said } = scripted({ select, "set constraints": lost });
  const decide = ({ own }: OnceKnown) => (own === undefined ? { row, book, withoutBook } : { row: undefined });
  expect(await store.change(row, decide)).toEqual({ document });
  expect(said).toEqual([...begun, "set constraints", "begin", "select", "commit"]);
});

test("a change that the session that was left still locks is tried again, for ten seconds", async () => {
  const locked = Object.assign(new Error("canceling statement due to lock timeout"), {
    code: "55P03",
    severity: "ERROR",
  });
  const begin = vi
    .fn<() => unknown>()
    .mockReturnValueOnce("begun")
    .mockReturnValueOnce(locked)
    .mockReturnValueOnce(locked);
  const { store } = scripted({ begin, select: nothing, "set constraints": lost });
  expect(await store.change(row, () => ({ row, book, withoutBook }))).toEqual({
    document: "without book",
    cause: lost,
  });
  begin.mockReturnValueOnce("begun").mockReturnValue(locked);
  vi.spyOn(performance, "now").mockReturnValueOnce(0).mockReturnValue(10_001);
  await expect(store.change(row, () => ({ row, book, withoutBook }))).rejects.toBe(locked);
});

test("a connection that does not respond after book has failed is given up after five seconds", async () => {
  vi.useFakeTimers();
  const { store, client } = scripted({ select: nothing, book: refused, "rollback to": () => new Promise(() => {}) });
  const change = store.change(row, () => ({ row, book, withoutBook }));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await change).toEqual({ document: "without book", cause: refused });
  expect(client.release.mock.calls.flat()).toEqual([true, false]);
});

test("a call of book that comes after its end is rejected, and not sent", async () => {
  const { store, said, client } = scripted({ select: nothing });
  const lent: PostgresClient[] = [];
  await store.change(row, () => ({ row, book: (tx) => void lent.push(tx), withoutBook }));
  const before = said.length;
  await expect(lent[0]?.query("book")).rejects.toThrow("book has ended: this call comes too late");
  expect([said.length, lent[0]?.release === client.release]).toEqual([before, false]);
});

test("book reads the properties of its connection", async () => {
  const { store, client } = scripted({ select: nothing });
  const seen: unknown[] = [];
  Object.assign(client, { processID: 4711 });
  await store.change(row, () => ({
    row,
    book: (tx) => void seen.push(Reflect.get(tx, "processID")),
    withoutBook,
  }));
  expect(seen).toEqual([4711]);
});

test("with no row without booking, what book throws is thrown", async () => {
  const { store, said } = scripted({ select: nothing, book: refused });
  await expect(store.change(row, () => ({ row, book }))).rejects.toBe(refused);
  expect(said).toEqual([...begun, "rollback to", "rollback"]);
  const other = scripted({ select: nothing, "set constraints": lost });
  await expect(other.store.change(row, () => ({ row, book }))).rejects.toBe(lost);
});

test("an error of decide is thrown, and the connection is kept", async () => {
  const { store, said, client } = scripted({ select: nothing });
  const invalid = new Error("invalid");
  const change = store.change(row, () => {
    throw invalid;
  });
  await expect(change).rejects.toBe(invalid);
  expect(said).toEqual(["begin", "select", "rollback"]);
  expect(client.release).toHaveBeenCalledExactlyOnceWith(false);
});

test("a connection gets one error listener, however often it is used", async () => {
  const { store, client } = scripted();
  await store.due(1);
  await store.due(1);
  expect(client.on).toHaveBeenCalledOnce();
  expect(client.on.mock.calls[0]?.[1](lost)).toBeUndefined();
});

test("a client without error events is accepted", async () => {
  const found = { document, now: 1 };
  const { client } = scripted({ select: found });
  const { on: _, ...plain } = client;
  const store = new PostgresOnceStore({ connect: async () => plain }, { schema: "shop" });
  expect(await store.find("key")).toEqual(found);
});

test("a list passes its filters to the database, and names the schema", async () => {
  const page = { documents: [document], now: 1 };
  const { store, client } = scripted({ select: page }, { schema: 'the "shop"', merchant: "north" });
  const query = vi.spyOn(client, "query");
  expect(await store.list({ limit: 10 })).toEqual(page);
  await store.list({ states: ["unknown", "parked"], from: 5, to: 9, unbooked: true, after: "a", limit: 2 });
  await store.list({ states: [], limit: 2 });
  const calls = query.mock.calls.filter((call: readonly unknown[]) => call[1] !== undefined) as unknown[][];
  const ofState = ["north", "a", 5, 9];
  expect(calls.map(([, values]) => values)).toEqual([
    ["north", "", 10, 10],
    [...ofState, "unknown", 2, ...ofState, "parked", 2, 2],
    [],
  ]);
  expect(calls[0]?.[0]).toContain(
    'from "the ""shop""".once_keys where merchant = $1 and key > $2 order by key limit $3',
  );
});

test("counts have no oldest time where nothing is due", async () => {
  const count = { state: "parked", waitsFor: "person", count: 2, oldestStateSince: 5 };
  const { store } = scripted({
    select: { now: 9, counts: [{ ...count, oldestDueAt: null, earliestExpiresAt: null }] },
  });
  const none = { oldestDueAt: undefined, earliestExpiresAt: undefined };
  expect(await store.counts()).toStrictEqual({ now: 9, counts: [{ ...count, ...none }] });
  const times = { oldestDueAt: 7, earliestExpiresAt: 8 };
  const due = scripted({ select: { now: 9, counts: [{ ...count, ...times }] } });
  expect(await due.store.counts()).toStrictEqual({ now: 9, counts: [{ ...count, ...times }] });
});

test("the schema is asked for once", async () => {
  const { client, said } = scripted({ select: { current: "shop", other: null, counts: [], now: 1 } });
  const store = new PostgresOnceStore({ connect: async () => client });
  await store.counts();
  await store.counts();
  expect(said.filter((words) => words === "select")).toHaveLength(3);
});

/** A schema, whether it and its tables are there, and the migrations that were run. */
const place =
  (schema: boolean, tables: boolean, versions = 1) =>
  (text: string) => {
    if (text.includes("pg_namespace")) return { schema, tables };
    return text.includes("version") ? Array.from({ length: versions }, (_, index) => index + 1) : {};
  };

test("a migration that was run is not run again", async () => {
  const settings = 'set local search_path to "shop"';
  const fresh = scripted({ select: place(false, false) });
  await fresh.store.migrate();
  const all = ["create", "create", "alter", "drop"];
  expect(fresh.said).toEqual(["begin", "select", "select", "create", settings, ...all, "commit"]);
  const withTheFirst = scripted({ select: place(true, true) });
  await withTheFirst.store.migrate();
  expect(withTheFirst.said).toEqual(["begin", "select", "select", "select", settings, ...all.slice(1), "commit"]);
});

test("tables of a newer release are refused", async () => {
  await expect(scripted({ select: place(true, true, 5) }).store.migrate()).rejects.toThrow(
    "a newer release of merchant-payments wrote the tables of Once: update this program to that release",
  );
});

test("a schema that this user may not create is one sentence that says what to run", async () => {
  const forbidden = Object.assign(new Error("permission denied for database shop"), { code: "42501" });
  const missing = scripted({ select: place(false, false), create: forbidden });
  await expect(missing.store.migrate()).rejects.toThrow(
    'schema shop does not exist, and this user may not create it: let an administrator run create schema "shop" authorization <this user>',
  );
  const away = new Error("the connection was lost");
  await expect(scripted({ select: place(false, false), create: away }).store.migrate()).rejects.toBe(away);
});

test("a migration without a schema does not make tables beside those of another schema of the search path", async () => {
  const schemas = { current: "shop_b", other: "public" };
  const { client } = scripted({ select: (text: string) => text.includes("current_schemas") && schemas });
  await expect(new PostgresOnceStore({ connect: async () => client }).migrate()).rejects.toThrow(
    'schema public of the search path already has the tables of Once: give PostgresOnceStore schema: "public" to use them. New tables (schema: "shop_b") know none of its captures, and the same jobs are captured again',
  );
});

test("a search path without a schema is one clear sentence", async () => {
  const { client } = scripted({ select: { current: null, other: null } });
  const message = "no schema of the search path exists: give PostgresOnceStore a schema";
  await expect(new PostgresOnceStore({ connect: async () => client }).due(1)).rejects.toThrow(message);
});

test("a forgotten migration is one clear sentence, and tables that book misses are not", async () => {
  const missing = (name: string) => Object.assign(new Error(`relation "${name}" does not exist`), { code: "42P01" });
  const { store } = scripted({ select: missing("shop.once_keys") });
  const message = "PostgresOnceStore has no tables of this release in its schema: call await store.migrate() first";
  await expect(store.due(1)).rejects.toThrow(message);
  const column = Object.assign(new Error('column "expires_at" of relation "once_keys" does not exist'), {
    code: "42703",
  });
  const older = scripted({ select: nothing, insert: column });
  await expect(older.store.change(row, () => ({ row }))).rejects.toThrow(message);
  const unnamed = Object.assign(new Error("column once_keys.expires_at does not exist"), { code: "42703" });
  const olderList = scripted({ select: unnamed });
  const listing = vi.spyOn(olderList.client, "query");
  await expect(olderList.store.list({ limit: 1 })).rejects.toThrow(message);
  expect(listing.mock.calls[1]?.[0]).toContain("select key, state_since, once_keys.expires_at, document from"); // so that the error names the table
  const other = scripted({ select: nothing, book: missing("shop.ledger") });
  await expect(other.store.change(row, () => ({ row, book }))).rejects.toThrow('"shop.ledger" does not exist');
});

test.each([
  [{ merchnat: "north" } as object, "PostgresOnceStore: merchnat is not a known key: did you mean merchant?"],
  [{ bookTimeoutMs: 0 }, "PostgresOnceStore: bookTimeoutMs must be a whole number of milliseconds, 1 to 2147483647"],
])("an option is invalid: %o", (options, message) => {
  expect(() => scripted({}, options)).toThrow(new TypeError(message));
});
