import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { basicAuth, PaymentClient } from "merchant-payments";
import { Once, type OnceRecord } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { onceRulesTests, onceStoreTests, type StoreUnderTest } from "merchant-payments/testing/once";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { skipWaits } from "../support/time.js";

const folder = mkdtempSync(join(tmpdir(), "once-sqlite-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newFile = () => join(folder, `${files++}.db`);

async function madeOf(file: string): Promise<StoreUnderTest<DatabaseSync>> {
  const store = new SqliteOnceStore(file);
  const opened = [store];
  store.database.exec("create table books (line text not null) strict");
  const made = {
    store,
    isAsync: false,
    write: (tx: DatabaseSync, line: string) => void tx.prepare("insert into books values (?)").run(line),
    written: async () =>
      store.database
        .prepare("select line from books")
        .all()
        .map(({ line }) => String(line)),
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
  for (const { name, run } of onceRulesTests) test(name, () => run(make, { Once, PaymentClient, basicAuth }));
});

const place = { key: "key-1", authorization: "a" };
const record = {
  ...place,
  version: 1,
  state: "captured",
  stateSince: 1_000,
  isBooked: true,
} as unknown as OnceRecord;

test("an async book throws, and is undone", async () => {
  const store = new SqliteOnceStore(":memory:");
  store.database.exec("create table books (line text not null) strict");
  const change = store.change(place, () => ({
    record,
    async book(tx) {
      tx.exec("insert into books values ('key-1')");
      throw new Error("nobody hears this");
    },
  }));
  await expect(change).rejects.toThrow("with SQLite, book must be synchronous");
  expect(await store.find("key-1")).toBeUndefined();
  expect(store.database.prepare("select line from books").all()).toEqual([]);
});

test("a book that ends the transaction throws", async () => {
  const store = new SqliteOnceStore(":memory:");
  const change = store.change(place, () => ({ record, book: (tx) => tx.exec("rollback") }));
  await expect(change).rejects.toThrow("cannot commit - no transaction is active");
  expect(await store.find("key-1")).toBeUndefined();
});

test("a change throws at once while another program writes", async () => {
  const file = newFile();
  const store = new SqliteOnceStore(file);
  const other = new DatabaseSync(file);
  other.exec("begin immediate");
  const decide = vi.fn(() => ({ record }));
  await expect(store.change(place, decide)).rejects.toThrow("database is locked");
  expect(decide).not.toHaveBeenCalled();
  other.exec("rollback");
  expect(await store.change(place, decide)).toEqual(record);
});

test("a Node without SQLite leads to a clear error", () => {
  vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
  expect(() => new SqliteOnceStore(":memory:")).toThrow(
    "SqliteOnceStore needs Node's SQLite: Node 22.13 or later, or the flag --experimental-sqlite",
  );
});

test("the tables are created once, also in the merchant's own connection", async () => {
  const database = new DatabaseSync(newFile());
  await new SqliteOnceStore(database).change(place, () => ({ record }));
  const again = new SqliteOnceStore(database);
  expect(again.database).toBe(database);
  expect(await again.find("key-1")).toMatchObject(record);
});
