// The queries of the store. `npm run lab -- once` runs them on PostgreSQL.
import type { OnceKnown } from "merchant-payments/once";
import {
  type PostgresClient,
  PostgresOnceStore,
  type PostgresOnceStoreOptions,
  postgresMigrations,
} from "merchant-payments/once/postgres";
import { expect, test, vi } from "vitest";
import { OnceBookError } from "../../src/once/stores/book-error.js";
import { rowOf } from "../../src/testing/once-store/rows.js";

const row = rowOf("shipment-1", { state: "captured", waitsFor: "nobody", document: "stored" });
const { document } = row;
const withoutBook = () => ({ ...row, document: "without book" });
const COMMIT_BOOK = "set constraints all immediate; release savepoint once_book; commit";

/** What a query gets, by its first word: an error is thrown, and a function responds each time anew. */
type Responses = Readonly<Record<string, unknown>>;

/** A row of one JSON text, or of a page. */
const rowOfResult = (found: unknown) => ({ found: JSON.stringify(found), ...Object(found) });

/** A connection that finds the tables of a release, by the number of its migrations. */
const finding = (migrations = postgresMigrations.length, error?: Error): PostgresClient => ({
  async query(text: string) {
    if (text.includes("current_user")) return { rows: [rowOfResult({ current: "shop", user: "mia", other: null })] };
    if (text.includes("once_schema") && error !== undefined) throw error;
    return { rows: Array.from({ length: migrations }, (_, index) => rowOfResult(index + 1)) };
  },
  release: () => undefined,
});

/** Records its queries by their first word, and responds by it. The first connection of the store finds the tables. */
function scripted(responses: Responses = {}, options: PostgresOnceStoreOptions = {}) {
  const said: string[] = [];
  const client = {
    async query(text: string) {
      const first = /^\s*(begin|select|insert|update|set constraints|rollback to|rollback|create|alter|drop|book)/.exec(
        text,
      )?.[1];
      const words = first ?? (text.endsWith("savepoint once_book") ? "savepoint" : text);
      said.push(words);
      const given = responses[words];
      const response = typeof given === "function" ? await given(text) : given;
      if (response instanceof Error) throw response;
      const found = Array.isArray(response) ? response : [response ?? null];
      return { rows: found.map(rowOfResult) };
    },
    release: vi.fn<PostgresClient["release"]>(),
    on: vi.fn<NonNullable<PostgresClient["on"]>>(),
  };
  const first = [finding()];
  const connect = async () => first.shift() ?? client;
  const store = new PostgresOnceStore({ connect }, { schema: "shop", ...options });
  return { said, client, store };
}

const nothing = { now: 1_000, own: null, others: [] };
const book = async (tx: PostgresClient) => void (await tx.query("book"));

test("a change takes four round trips", async () => {
  const { store, said, client } = scripted({ select: nothing });
  const query = vi.spyOn(client, "query");
  const decide = vi.fn(() => ({ row }));
  expect(await store.change(row, decide)).toEqual({ document });
  expect(decide).toHaveBeenCalledExactlyOnceWith({ now: 1_000, own: undefined, others: [] });
  const place = ["", "shipment-1", "authorization of shipment-1"];
  expect(query).toHaveBeenNthCalledWith(2, expect.stringContaining("for update"), place);
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
const crashed = Object.assign(new Error("could not write the log"), { code: "58030", severity: "PANIC" });
const silent = Object.assign(new Error("read ETIMEDOUT"), { code: "ETIMEDOUT" });

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
  [
    "is booked, and the server crashes",
    { "set constraints": crashed },
    [...begun, "set constraints", ...anew],
    crashed,
    [true, false],
  ],
  [
    "is booked, and the driver waits for COMMIT in vain",
    { "set constraints": silent },
    [...begun, "set constraints", ...anew],
    silent,
    [true, false],
  ],
])(
  "a change whose book %s is stored without it, and leaves no timer",
  async (_what, responses, said, cause, releases) => {
    vi.useFakeTimers();
    const scene = scripted({ select: nothing, ...responses });
    const change = scene.store.change(row, () => ({ row, book, withoutBook }));
    expect(await change).toEqual({ document: "without book", cause });
    expect(scene.said).toEqual(said);
    expect(scene.client.release.mock.calls.flat()).toEqual(releases);
    expect(vi.getTimerCount()).toBe(0);
  },
);

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
  void lent[0]?.query("book"); // nobody waits for it, and no rejection is left unhandled
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
  expect(client.on).toHaveBeenCalledExactlyOnceWith("error", expect.any(Function));
  expect(client.on.mock.calls[0]?.[1](lost)).toBeUndefined();
});

test("a client without error events is accepted", async () => {
  const found = { document, now: 1 };
  const { client } = scripted({ select: found });
  const { on: _, ...plain } = client;
  const clients = [finding(), plain];
  const store = new PostgresOnceStore({ connect: async () => clients.shift() as PostgresClient }, { schema: "shop" });
  expect(await store.find("key")).toEqual(found);
});

test("a list passes its filters to the database, and names the schema", async () => {
  const page = { documents: [document], now: 1 };
  const { store, client } = scripted({ select: { document, now: "1" } }, { schema: 'the "shop"', merchant: "north" });
  const query = vi.spyOn(client, "query");
  expect(await store.list({ limit: 10 })).toEqual(page);
  await store.list({ states: ["unknown", "parked"], from: 5, to: 9, unbooked: true, after: "a", limit: 2 });
  await store.list({ states: ["unknown", "parked"], from: 5, sortBy: "stateSince", limit: 2 });
  await store.list({ states: [], limit: 2 });
  const calls = query.mock.calls.filter((call: readonly unknown[]) => call[1] !== undefined) as unknown[][];
  const ofState = ["north", "a", 5, 9];
  expect(calls.map(([, values]) => values)).toEqual([
    ["north", "", 10, 10],
    [...ofState, "unknown", 2, ...ofState, "parked", 2, 2],
    ["north", 5, "", "unknown", "parked", 2, 2], // one read of the index of times
    [],
  ]);
  expect(calls[0]?.[0]).toContain(
    'from "the ""shop""".once_keys where merchant = $1 and key > $2 order by key limit $3',
  );
});

test("a key, the due keys and the counts are those of the merchant", async () => {
  const { store, client } = scripted({ select: { document, counts: [] } }, { merchant: "north" });
  const query = vi.spyOn(client, "query");
  await store.find("key-1");
  await store.due(5);
  await store.counts();
  const calls = query.mock.calls.filter((call: readonly unknown[]) => call[1] !== undefined) as unknown[][];
  expect(calls.map(([, values]) => values)).toEqual([["north", "key-1"], ["north", 5], ["north"]]);
  expect(calls[2]?.[0]).toContain("waits_for <> 'nobody'");
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

test("an empty page has the time of the store", async () => {
  const { store } = scripted({ select: { document: null, now: "5" } });
  expect(await store.list({ limit: 1 })).toEqual({ documents: [], now: 5 });
});

test("the closed keys are counted with a time limit of their own", async () => {
  const { store, client } = scripted({ select: { now: 9, counts: [] } });
  const query = vi.spyOn(client, "query");
  await store.counts({ closed: true });
  expect(query.mock.calls[0]?.[0]).toContain("set local statement_timeout = 120000");
});

test("a set is erased in one transaction: read, locked, and stored by its keys", async () => {
  const { store, said, client } = scripted({ select: { document: "full", now: "5" } }, { merchant: "north" });
  const query = vi.spyOn(client, "query");
  const erase = vi.fn(() => [{ ...row, document: '{"is": "short"}' }]);
  await store.eraseSet({ to: 9_000, after: "key-1", afterTime: 1_000, limit: 500 }, erase);
  expect(erase).toHaveBeenCalledExactlyOnceWith({ documents: ["full"], now: 5 });
  expect(said).toEqual(["begin", "select", "update", "commit"]);
  const calls = query.mock.calls as unknown as readonly (readonly [string, readonly unknown[]])[];
  expect(calls[1]?.[0]).toMatch(/for update skip locked\) as page on true order by state_since, key$/);
  expect(calls.map(([, values]) => values).slice(1, 3)).toEqual([
    ["north", 1_000, "key-1", 9_000, 500],
    ["north", '{"shipment-1":{"is": "short"}}'],
  ]);
  query.mockClear();
  await store.eraseSet({ to: 9_000, limit: 500 }, erase);
  expect(query).toHaveBeenNthCalledWith(2, expect.any(String), ["north", 0, "", 9_000, 500]);
});

test("the schema, and the release of its tables, is asked for once", async () => {
  const clients = [finding(), scripted({ select: { counts: [], now: 1 } }).client];
  const connect = vi.fn(async () => (clients.length > 1 ? clients.shift() : clients[0]) as PostgresClient);
  const store = new PostgresOnceStore({ connect });
  await store.counts();
  await store.counts();
  expect(connect).toHaveBeenCalledTimes(3);
});

/** What a migration finds: the schema, its tables, and how many migrations were run. It runs the others. */
function migrating(
  found: { schema: boolean; tables: boolean; versions?: number; other?: string },
  failures: Responses = {},
  options: PostgresOnceStoreOptions = { schema: "shop" },
) {
  let { schema, tables, versions = 0 } = found;
  const { other = null } = found;
  const select = (text: string) => {
    if (text.includes("current_user")) return { current: "shop", user: "mia", other };
    if (text.includes("pg_namespace")) return { schema, tables };
    return Array.from({ length: versions }, (_, index) => index + 1);
  };
  const ran = (text: string) => {
    if (text.startsWith("create schema")) schema = true;
    else versions += 1;
    tables ||= versions > 0;
  };
  const { client, said } = scripted({ select, create: ran, alter: ran, drop: ran, ...failures });
  return { store: new PostgresOnceStore({ connect: async () => client }, options), client, said };
}

test("each migration is a transaction of its own, and none is run again", async () => {
  const start = ["begin", "select", "select"];
  const settings = 'set local search_path to "shop"';
  const fresh = migrating({ schema: false, tables: false });
  const query = vi.spyOn(fresh.client, "query");
  await fresh.store.migrate();
  expect(query).toHaveBeenNthCalledWith(3, expect.stringContaining("to_regclass"), ["shop", '"shop".once_schema']);
  expect(fresh.said.slice(0, 7)).toEqual([...start, "create", settings, "create", "commit"]);
  expect(fresh.said.filter((words) => words === "commit")).toHaveLength(postgresMigrations.length + 1);
  const allButTheLast = migrating({ schema: true, tables: true, versions: postgresMigrations.length - 1 });
  await allButTheLast.store.migrate();
  const nothing = [...start, "select", settings, "commit"];
  expect(allButTheLast.said).toEqual([...start, "select", settings, "drop", "commit", ...nothing]);
});

test("a migration has no time limit, unless one is given", async () => {
  const { store, client } = migrating({ schema: true, tables: true, versions: postgresMigrations.length });
  const query = vi.spyOn(client, "query");
  const limits = () => query.mock.calls[0]?.[0];
  await store.migrate();
  expect(limits()).toContain(
    "set local lock_timeout = 0; set local statement_timeout = 0; select pg_advisory_xact_lock(1869505328,",
  );
  query.mockClear();
  await store.migrate({ timeoutMs: 5_000 });
  expect(limits()).toContain("set local lock_timeout = 0; set local statement_timeout = 5000;");
  await expect(store.migrate({ timeoutMs: 0 })).rejects.toThrow(
    "migrate: timeoutMs must be a whole number of milliseconds",
  );
});

const newer = "a newer release of merchant-payments wrote the tables of Once: update this program to that release";

test("tables of a newer release are refused by a migration, and by a program that runs none", async () => {
  const versions = postgresMigrations.length + 1;
  await expect(migrating({ schema: true, tables: true, versions }).store.migrate()).rejects.toThrow(newer);
  const store = new PostgresOnceStore({ connect: async () => finding(versions) });
  await expect(store.change(row, () => ({ row }))).rejects.toMatchObject({ message: newer, isPermanent: true });
});

const forbidden = (what: string) => Object.assign(new Error(`permission denied for ${what}`), { code: "42501" });

test.each([
  [
    "create the schema",
    { schema: false, tables: false },
    'schema shop does not exist, and user mia may not create it: let an administrator run create schema "shop" authorization "mia"',
  ],
  [
    "create tables",
    { schema: true, tables: false },
    'user mia may not create tables in schema shop: let an administrator run grant usage, create on schema "shop" to "mia"',
  ],
  [
    "change the tables",
    { schema: true, tables: true },
    "user mia does not own the tables of Once in schema shop: let their owner call store.migrate()",
  ],
])("a user who may not %s gets one sentence that says what to run", async (_what, found, message) => {
  await expect(migrating(found, { create: forbidden("schema shop") }).store.migrate()).rejects.toThrow(message);
  const away = new Error("the connection was lost");
  await expect(migrating(found, { create: away }).store.migrate()).rejects.toBe(away);
});

test.each(["table once_keys", "schema shop"])("a user without rights on %s is told what to run", async (what) => {
  const message =
    'user mia may not use the tables of Once: let their owner run grant usage on schema "shop" to "mia"; grant select, insert, update on "shop".once_keys, "shop".once_schema to "mia"';
  const { store } = scripted({ select: forbidden(what) });
  await expect(store.change(row, () => ({ row }))).rejects.toMatchObject({ message, isPermanent: true });
  const unopened = new PostgresOnceStore({ connect: async () => finding(0, forbidden(what)) });
  await expect(unopened.find("key")).rejects.toMatchObject({ message, isPermanent: true });
  const books = forbidden("table books");
  const other = scripted({ select: nothing, book: books });
  await expect(other.store.change(row, () => ({ row, book }))).rejects.toBe(books);
});

test.each([
  ["25006", "cannot execute INSERT in a read-only transaction"],
  ["0A000", "cannot set transaction read-write mode during recovery"],
])("a database that is read-only (%s) is one clear sentence", async (code, text) => {
  const { store } = scripted({ begin: Object.assign(new Error(text), { code }) });
  const message =
    "the database is read-only, such as a standby: give PostgresOnceStore the primary. A standby serves get, list, counts and report";
  await expect(store.change(row, () => ({ row }))).rejects.toMatchObject({ message, isPermanent: true });
});

test("a migration without a schema does not make tables beside those of another schema of the search path", async () => {
  const schemas = { current: "shop_b", other: "public" };
  const { client } = scripted({
    select: (text: string) => (text.includes("current_schemas") ? schemas : { tables: false }),
  });
  await expect(new PostgresOnceStore({ connect: async () => client }).migrate()).rejects.toThrow(
    'schema public of the search path already has the tables of Once: give PostgresOnceStore schema: "public" to use them. New tables (schema: "shop_b") know none of its captures, and the same jobs are captured again',
  );
});

test.each([
  ["the schema is given", { tables: false, other: "public" }, { schema: "shop" }],
  ["the current schema has the tables", { tables: true, versions: 1, other: "public" }, {}],
  ["no other schema has them", { tables: false }, {}],
])("a migration runs if %s", async (_what, found, options) => {
  const { store, said } = migrating({ schema: true, ...found }, {}, options);
  await store.migrate();
  expect(said.filter((words) => words === "drop")).not.toEqual([]);
});

test("a search path without a schema is one clear sentence", async () => {
  const { client } = scripted({ select: { current: null, other: null } });
  const message = "no schema of the search path exists: give PostgresOnceStore a schema";
  await expect(new PostgresOnceStore({ connect: async () => client }).due(1)).rejects.toThrow(message);
});

test("a forgotten migration is one clear sentence, and tables that book misses are not", async () => {
  const missing = (name: string) => Object.assign(new Error(`relation "${name}" does not exist`), { code: "42P01" });
  const message = "PostgresOnceStore has no tables of this release in its schema: call await store.migrate() first";
  const opening = (...found: Parameters<typeof finding>) =>
    new PostgresOnceStore({ connect: async () => finding(...found) }).due(1);
  await expect(opening(0, missing("shop.once_schema"))).rejects.toMatchObject({ message, isPermanent: true });
  await expect(opening(postgresMigrations.length - 1)).rejects.toMatchObject({ message, isPermanent: true });
  const dropped = scripted({ select: missing("shop.once_keys") });
  await expect(dropped.store.due(1)).rejects.toThrow(message);
  const other = scripted({ select: nothing, book: missing("shop.ledger") });
  await expect(other.store.change(row, () => ({ row, book }))).rejects.toThrow('"shop.ledger" does not exist');
});

test.each([
  [{ merchnat: "north" } as object, "PostgresOnceStore: merchnat is not a known key: did you mean merchant?"],
  [{ bookTimeoutMs: 0 }, "PostgresOnceStore: bookTimeoutMs must be a whole number of milliseconds, 1 to 2147483647"],
])("an option is invalid: %o", (options, message) => {
  expect(() => scripted({}, options)).toThrow(new TypeError(message));
});
