import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { onceStoreTests, type StoreUnderTest } from "merchant-payments/testing/once";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { rowOf } from "../../src/testing/once-store/rows.js";
import { skipWaits } from "../support/time.js";

const folder = mkdtempSync(join(tmpdir(), "once-sqlite-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newFile = () => join(folder, `${files++}.db`);

async function madeOf(file: string): Promise<StoreUnderTest<DatabaseSync>> {
  const store = new SqliteOnceStore(file);
  const opened = [store];
  store.database.exec(`
    create table books (line text not null) strict;
    create table ledgers (name text primary key) strict;
    create table entries (ledger text references ledgers deferrable initially deferred) strict`);
  const made = {
    store,
    isAsync: false,
    write: (tx: DatabaseSync, line: string) => void tx.prepare("insert into books values (?)").run(line),
    written: async () =>
      store.database
        .prepare("select line from books")
        .all()
        .map(({ line }) => String(line)),
    spoilers: {
      hidesError(tx: DatabaseSync) {
        try {
          tx.exec("insert or rollback into ledgers values ('1'), ('1')");
        } catch {
          return;
        }
      },
      endsTransaction: (tx: DatabaseSync) => tx.exec("rollback"),
      breaksAtCommit: (tx: DatabaseSync) => tx.exec("insert into entries values ('no such ledger')"),
    },
    ofMerchant: async (merchant: string) => new SqliteOnceStore(store.database, { merchant }),
    async close() {
      for (const { database } of opened) database.close();
    },
  };
  if (file === ":memory:") return made;
  return {
    ...made,
    async reopen() {
      const again = new SqliteOnceStore(file);
      opened.push(again);
      return again;
    },
  };
}

beforeEach(skipWaits);

describe("SqliteOnceStore in memory", () => {
  for (const { name, run } of onceStoreTests) test(name, () => run(() => madeOf(":memory:")));
});

describe("SqliteOnceStore in a file, and again in the same file", () => {
  const make = () => madeOf(newFile());
  for (const { name, run } of onceStoreTests) test(name, () => run(make));
});

const row = rowOf("key-1", { state: "captured", waitsFor: "nobody", document: "stored" });
const { document } = row;
const withoutBook = () => ({ ...row, document: "without book" });

test("a change throws at once while another program writes", async () => {
  const file = newFile();
  const store = new SqliteOnceStore(file);
  const other = new DatabaseSync(file);
  other.exec("begin immediate");
  const decide = vi.fn(() => ({ row }));
  await expect(store.change(row, decide)).rejects.toThrow("database is locked");
  expect(decide).not.toHaveBeenCalled();
  other.exec("rollback");
  expect(await store.change(row, decide)).toEqual({ document });
});

test("an option that is misspelt is invalid, because another merchant's store captures again", () => {
  const options = { merchnat: "north" } as object;
  expect(() => new SqliteOnceStore(":memory:", options)).toThrow(
    new TypeError("SqliteOnceStore: merchnat is not a known key: did you mean merchant?"),
  );
});

test("a commit that fails for the store's own reasons is thrown, and rolled back", async () => {
  const store = new SqliteOnceStore(":memory:");
  const exec = store.database.exec.bind(store.database);
  const full = Object.assign(new Error("database or disk is full"), { errcode: 13 });
  const failures = [full];
  vi.spyOn(store.database, "exec").mockImplementation((sql) => {
    const failure = sql === "commit" && failures.pop();
    if (failure) throw failure;
    exec(sql);
  });
  await expect(store.change(row, () => ({ row, book: () => undefined, withoutBook }))).rejects.toBe(full);
  expect([store.database.isTransaction, await store.find("key-1")]).toEqual([false, undefined]);
});

test("a change whose book throws is stored without it in the same transaction", async () => {
  const store = new SqliteOnceStore(":memory:");
  const cause = new Error("closed month");
  const book = () => {
    throw cause;
  };
  const decide = vi.fn(() => ({ row, book, withoutBook }));
  expect(await store.change(row, decide)).toEqual({ document: "without book", cause });
  expect(decide).toHaveBeenCalledOnce();
});

test("a book that is taken back and ends the transaction undoes the change", async () => {
  const store = new SqliteOnceStore(":memory:");
  const cause = new Error("closed month");
  const unbook = (tx: DatabaseSync) => {
    tx.exec("rollback");
    throw cause;
  };
  const decide = vi.fn(() => ({ row, book: unbook }));
  decide.mockReturnValueOnce({ row, book: unbook, withoutBook } as never);
  await expect(store.change(row, decide)).rejects.toBe(cause);
  expect(await store.find("key-1")).toBeUndefined();
});

test.each([
  ["rows as objects", {}],
  ["rows as lists", { returnArrays: true }],
  ["integers as bigints", { readBigInts: true }],
])("a connection of the merchant's own may return %s, and two stores leave its busy_timeout", async (_what, mode) => {
  const database = new DatabaseSync(newFile(), { timeout: 1_234, ...mode });
  const store = new SqliteOnceStore(database);
  expect(store.database).toBe(database);
  await store.change(row, () => ({ row: { ...row, dueAt: 1 } }));
  const again = new SqliteOnceStore(database);
  const same = await again.change(row, ({ own }) => {
    expect(own).toBe(document);
    return { row: undefined };
  });
  expect([same, await again.find("key-1")]).toMatchObject([{ document }, { document }]);
  expect([await again.due(9), await again.list({ limit: 9 })]).toMatchObject([[document], { documents: [document] }]);
  const counts = [{ state: "captured", waitsFor: "nobody", count: 1, oldestStateSince: 1_000 }];
  expect(await again.counts({ closed: true })).toMatchObject({ counts });
  const [timeout] = Object.values(database.prepare("pragma busy_timeout").get() as object);
  expect(Number(timeout)).toBe(1_234);
});

test("a Node whose statements have no mode for lists works", async () => {
  const database = new DatabaseSync(":memory:");
  const prepare = database.prepare.bind(database);
  vi.spyOn(database, "prepare").mockImplementation((sql) =>
    Object.assign(prepare(sql), { setReturnArrays: undefined }),
  );
  expect(await new SqliteOnceStore(database).change(row, () => ({ row }))).toEqual({ document });
});

describe("tables that cannot be made", () => {
  const failing = (words: string, error: Error) => {
    const database = new DatabaseSync(":memory:", { timeout: 1_234 });
    const exec = database.exec.bind(database);
    vi.spyOn(database, "exec").mockImplementation((sql) => {
      if (sql.includes(words)) throw error;
      exec(sql);
    });
    return database;
  };

  test.each([
    ["create table once_captures", Object.assign(new Error("database or disk is full"), { errcode: 13 })],
    ["begin immediate", new Error("database is not open")],
  ])("at %s leave the connection as it was", (words, error) => {
    const database = failing(words, error);
    expect(() => new SqliteOnceStore(database)).toThrow(error);
    expect([database.isTransaction, database.prepare("pragma busy_timeout").get()]).toEqual([
      false,
      { timeout: 1_234 },
    ]);
  });

  test("while another process writes are tried for ten seconds", () => {
    const busy = Object.assign(new Error("database is locked"), { errcode: 5 });
    const database = failing("begin immediate", busy);
    vi.spyOn(performance, "now")
      .mockReturnValueOnce(0)
      .mockReturnValueOnce(0)
      .mockReturnValueOnce(9_999)
      .mockReturnValue(10_001);
    expect(() => new SqliteOnceStore(database)).toThrow(busy);
    expect(vi.mocked(database.exec).mock.calls.filter(([sql]) => sql === "begin immediate")).toHaveLength(2);
  });
});

test("a Node without SQLite leads to a clear error", () => {
  vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
  expect(() => new SqliteOnceStore(":memory:")).toThrow(
    "SqliteOnceStore needs Node's SQLite: Node 22.13 or later, or the flag --experimental-sqlite",
  );
});

test("tables of a newer release are refused, and stay as they are", () => {
  const { database } = new SqliteOnceStore(":memory:");
  database.exec("insert into once_schema (version) values (99)");
  expect(() => new SqliteOnceStore(database)).toThrow(
    "a newer release of merchant-payments wrote the tables of Once: update this program to that release",
  );
});

test("each statement is prepared once", async () => {
  const store = new SqliteOnceStore(":memory:");
  const prepare = vi.spyOn(store.database, "prepare");
  await store.find("key-1");
  await store.find("key-1");
  expect(prepare).toHaveBeenCalledOnce();
});

test("each statement reads an index, without statistics, and the counts read nothing else", async () => {
  const database = new DatabaseSync(":memory:");
  const store = new SqliteOnceStore(database, { merchant: "north" });
  const prepare = vi.spyOn(database, "prepare");
  const planOf = async (call: () => Promise<unknown>) => {
    prepare.mockClear();
    await call();
    const [sql = ""] = prepare.mock.calls.map(([text]) => text).filter((text) => text.includes("once_keys"));
    const plan = database.prepare(`explain query plan ${sql}`).all();
    return plan.map(({ detail }) => String(detail)).find((detail) => detail.includes("once_keys"));
  };
  const period = { sortBy: "stateSince", from: 1_000, to: 2_000, limit: 10 } as const;
  expect(await planOf(() => store.counts())).toBe("SEARCH once_keys USING COVERING INDEX once_keys_open (merchant=?)");
  expect(await planOf(() => store.counts({ closed: true }))).toBe(
    "SEARCH once_keys USING COVERING INDEX once_keys_state (merchant=?)",
  );
  expect(await planOf(() => store.list({ waitsFor: "person", limit: 10 }))).toBe(
    "SEARCH once_keys USING INDEX once_keys_open (merchant=? AND waits_for=? AND key>?)",
  );
  expect(await planOf(() => store.list(period))).toMatch(/USING INDEX once_keys_since \(merchant=\? AND .*state_since/);
  expect(await planOf(() => store.list({ ...period, unbooked: true }))).toMatch(/USING INDEX once_keys_/);
  expect(await planOf(() => store.eraseSet({ to: 2_000, limit: 10 }, () => []))).toMatch(
    /USING INDEX once_keys_erasable \(merchant=\? AND .*state_since/,
  );
});
