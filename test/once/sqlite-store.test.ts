import { copyFileSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { OnceReview } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { list, ofAuthorizations } from "../../src/once/stores/queries.js";
import { known } from "../../src/once/stores/sql.js";
import { rowOf, type StoreUnderTest, storeTests } from "./store-tests.js";

function file(): string {
  const folder = mkdtempSync(join(tmpdir(), "once-sqlite-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "captures.db");
}

function storeUnderTest(): StoreUnderTest<DatabaseSync> {
  const path = file();
  const store = new SqliteOnceStore(path, { create: true });
  const { database } = store;
  onTestFinished(() => database.close());
  database.exec(`create table books (line text) strict; create table shops (name text primary key) strict;
    create table lines (shop text references shops (name) deferrable initially deferred) strict`);
  return {
    store,
    ofMerchant: (merchant) => new SqliteOnceStore(path, { merchant }),
    write: (tx, line) => void tx.prepare("insert into books values (?)").run(line),
    written: async () =>
      database
        .prepare("select line from books")
        .all()
        .map(({ line }) => String(line)),
    spoilers: {
      endsTransaction: (tx) => tx.exec("rollback"),
      commits: (tx) => tx.exec("commit"),
      breaksAtCommit: (tx) => tx.exec("insert into lines values ('of no shop')"),
    },
    close: async () => undefined,
  };
}

test.each(Object.entries(storeTests<DatabaseSync>()))("SQLite: %s", async (_, run) => {
  await run(storeUnderTest());
});

test("a change reads a few rows, by the key, the authorization and the capture, however many a merchant has", () => {
  const { database } = new SqliteOnceStore(":memory:");
  onTestFinished(() => database.close());
  const [sql, ...values] = known("shop", { key: "K-1", authorizationId: "A", captureId: "C" });
  const plan = database.prepare(`explain query plan ${sql}`).all(...values);
  expect(plan.map(({ detail }) => String(detail)).filter((detail) => detail.startsWith("SEARCH"))).toEqual([
    expect.stringMatching(/\(merchant=\? AND key=\?\)$/),
    expect.stringMatching(/\(merchant=\? AND authorization_id=\?\)$/),
    expect.stringMatching(/\(merchant=\? AND capture_id=\?\)$/),
  ]);
});

test.each<[string, unknown]>([
  ["a relative path", "captures.db"],
  ["an empty variable", ""],
  ["nothing", undefined],
  ["null", null],
  ["a connection string", "postgres://localhost/shop"],
  ["an object", { exec: () => undefined }],
])("%s is no path of a store", (_, path) => {
  expect(() => new SqliteOnceStore(path as string, { create: true })).toThrow(TypeError);
  expect(() => new SqliteOnceStore(path as string, { create: true })).toThrow("needs the absolute path of its file");
});

test("a file that is not there, or has no tables of Once, needs create: true", () => {
  const path = file();
  expect(() => new SqliteOnceStore(path)).toThrow(
    `${path} does not exist. If this store was ever used, mount or restore its file`,
  );
  const { database } = new SqliteOnceStore(path, { create: true });
  database.exec("drop table once_keys");
  database.close();
  expect(() => new SqliteOnceStore(path)).toThrow(`${path} has no tables of Once`);
});

test("another program's database stays as it is", () => {
  const path = file();
  const theirs = new DatabaseSync(path);
  theirs.exec("create table theirs (id integer)");
  theirs.close();
  expect(() => new SqliteOnceStore(path)).toThrow(`${path} has no tables of Once`);
  expect(new DatabaseSync(path).prepare("pragma journal_mode").get()).toEqual({ journal_mode: "delete" });
});

test("a file that another process locks is opened once it is free, and any other failure is thrown", () => {
  const path = file();
  const failing = (errcode: number) => () => {
    throw Object.assign(new Error("locked or malformed"), { errcode });
  };
  const exec = vi.spyOn(DatabaseSync.prototype, "exec").mockImplementationOnce(failing(5));
  const { database } = new SqliteOnceStore(path, { create: true });
  database.close();
  exec.mockImplementationOnce(failing(11));
  expect(() => new SqliteOnceStore(path)).toThrow("locked or malformed");
});

test("a disk that is full at COMMIT is the store's failure, and not the hook's", async () => {
  const store = new SqliteOnceStore(":memory:");
  const exec = store.database.exec.bind(store.database);
  const cause = Object.assign(new Error("database or disk is full"), { errcode: 13 });
  vi.spyOn(store.database, "exec").mockImplementation((sql) => {
    if (sql === "commit") throw cause;
    exec(sql);
  });
  const row = rowOf("K-1");
  const hook = { run: () => undefined, succeeded: row, failed: () => row };
  expect(await store.change(row, () => ({ row, before: 0, hook }))).toEqual({ end: "failed", cause });
});

test("unknown options are a TypeError", () => {
  expect(() => new SqliteOnceStore(":memory:", { merchnt: "north" } as object)).toThrow("did you mean merchant?");
  expect(() => new SqliteOnceStore(":memory:", { schema: "north" } as object)).toThrow("schema is not a known key");
});

const swaps: Readonly<Record<string, (path: string) => void>> = {
  "was deleted": (path) => unlinkSync(path),
  "was replaced by a copy": (path) => {
    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
  },
  "has lost its log": (path) => unlinkSync(`${path}-wal`),
  "has another log": (path) => {
    copyFileSync(`${path}-wal`, `${path}.copy`);
    renameSync(`${path}.copy`, `${path}-wal`);
  },
};

/** Each gets the path of a link. */
const swapsOfLinks: typeof swaps = {
  "whose file was deleted": (link) => unlinkSync(`${link}.file`),
  "whose file has lost its log": (link) => unlinkSync(`${link}.file-wal`),
  "that leads to another file": (link) => {
    copyFileSync(`${link}.file`, `${link}.copy`);
    unlinkSync(link);
    symlinkSync(`${link}.copy`, link);
  },
};

async function expectFound(path: string, swap: (path: string) => void) {
  const store = new SqliteOnceStore(path, { create: true });
  onTestFinished(() => store.database.close());
  swap(path);
  const decide = vi.fn(() => ({ row: rowOf("K-1"), before: 0 }));
  const ended = await store.change(rowOf("K-1"), decide);
  expect(ended).toMatchObject({ end: "failed", cause: { isPermanent: true } });
  expect(decide).not.toHaveBeenCalled();
  await expect(new OnceReview({ store }).get("K-1")).rejects.toThrow("is not the file on disk");
}

test.each(Object.entries(swaps))("a file that %s is found before anything is sent", async (_, swap) => {
  await expectFound(file(), swap);
});

test.each(Object.entries(swapsOfLinks))("a link %s is found before anything is sent", async (_, swap) => {
  const link = file();
  symlinkSync(`${link}.file`, link);
  await expectFound(link, swap);
});

test("a file system that refuses the log is found before anything is sent", async () => {
  vi.spyOn(DatabaseSync.prototype, "exec").mockImplementationOnce(() => undefined); // the journal mode stays as it is
  await expectFound(file(), () => undefined);
});

test("a list of any size uses one statement, and counts its keys", async () => {
  const store = new SqliteOnceStore(":memory:");
  const prepare = vi.spyOn(store.database, "prepare");
  for (let limit = 1; limit <= 50; limit += 1) {
    await list(store, { states: ["parked", "pending"], waitsFor: "person", after: "", limit });
    await ofAuthorizations(
      store,
      Array.from({ length: limit }, (_, index) => `A-${index}`),
    );
  }
  expect(prepare).toHaveBeenCalledTimes(2);
});

test("a hook that returns a promise fails, and no hook is called any more in the process", async () => {
  vi.resetModules(); // the process of this test alone is spoiled
  onTestFinished(() => void vi.resetModules());
  const { SqliteOnceStore: Store } = await import("merchant-payments/once/sqlite");
  const store = new Store(":memory:");
  const change = (key: string, run: () => unknown) => {
    const row = rowOf(key);
    return store.change(row, () => ({ row, before: 0, hook: { run, succeeded: row, failed: () => row } }));
  };
  const hook = vi.fn();
  expect(await change("K-1", () => Promise.reject(new Error("late")))).toMatchObject({
    end: "hook_failed",
    cause: { name: "OnceHookError", message: expect.stringContaining("a hook must be synchronous") },
  });
  expect(await change("K-2", hook)).toMatchObject({ end: "hook_failed" });
  expect(hook).not.toHaveBeenCalled();
});
