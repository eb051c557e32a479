/** A capture and its booking are one transaction. Time passes only where a test says so. */
import type { DatabaseSync } from "node:sqlite";
import type { OnceBook, OnceRecord, OnceSnapshot, OnceStore } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { stored } from "../../src/once/books.js";
import { withOutcome } from "../../src/once/outcome.js";
import type { OnceKnown } from "../../src/once/store.js";
import { stopTime } from "../support/time.js";
import { heldByWorker, known, partOnly, record, request } from "./records.js";

type Store = OnceStore<DatabaseSync>;
const place = { key: "K-1", authorization: "A-1" };
const finding = {
  verdict: { state: "captured", by: "first" } as const,
  finalization: { transactionId: "T-1" },
  fingerprint: request.fingerprint,
  neighbours: { areWell: true, pass: true },
};

let store: SqliteOnceStore;
let book: OnceBook<DatabaseSync>;
beforeEach(() => {
  stopTime();
  store = new SqliteOnceStore(":memory:");
  store.database.exec("create table books (what text)");
  book = vi.fn((db: DatabaseSync, { key, request }: OnceRecord) => {
    db.prepare("insert into books values (?)").run(`${key} ${request.totalAmount}`);
  });
});

const put = (own: OnceRecord) => store.change(place, () => ({ record: own }));
const booked = () =>
  store.database
    .prepare("select what from books")
    .all()
    .map(({ what }) => what);
const storeOutcome = (into: Store = store) =>
  stored({ store: into, book }, place, (known) => withOutcome(known, "mine", finding, partOnly));
const unchanged = () => stored({ store, book }, place, ({ own }) => own as OnceRecord);

/** A store that loses the connection so many times, before or after a change. */
function losing(times: number, isDone: boolean): Store {
  let left = times;
  const change: Store["change"] = async (where, decide) => {
    if (left === 0) return store.change(where, decide);
    left -= 1;
    if (isDone) await store.change(where, decide);
    throw new Error("the connection to the database was lost");
  };
  return Object.assign(Object.create(store), { change });
}

/** Lets the pauses of a call pass. */
async function passing<T>(call: Promise<T>): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  call.then(over, over);
  while (!isOver) await vi.advanceTimersByTimeAsync(10_000);
  return call;
}

test("a capture and its booking are stored together", async () => {
  await put(heldByWorker());
  expect(await storeOutcome()).toMatchObject({ state: "captured", isBooked: true, version: 2 });
  expect(booked()).toEqual(["K-1 60.00"]);
});

test("book gets the record as it is stored", async () => {
  await put(heldByWorker());
  await storeOutcome();
  const { seenAt: _, ...record } = (await store.find("K-1")) as OnceSnapshot;
  expect(JSON.parse(JSON.stringify(vi.mocked(book).mock.calls[0]?.[1]))).toEqual(record);
});

test("each change of a record is a new version, and an unchanged record is not", async () => {
  await put(record("unknown"));
  const next = ({ own }: OnceKnown): OnceRecord => ({ ...(own as OnceRecord), asked: 1 });
  expect(await stored({ store, book }, place, next)).toMatchObject({ version: 2 });
  expect(await unchanged()).toMatchObject({ version: 2 });
  expect(
    await stored({ store, book }, { key: "K-2", authorization: "A-2" }, () => record("unknown", { key: "K-2" })),
  ).toMatchObject({ version: 1 });
});

test("a record that is not captured is not booked", async () => {
  await put(record("rejected"));
  await unchanged();
  expect(book).not.toHaveBeenCalled();
});

describe("a book that throws", () => {
  test.each<[string, () => never]>([
    [
      "an error",
      () => {
        throw new Error("no such table");
      },
    ],
    [
      "text",
      () => {
        throw "ledger closed";
      },
    ],
  ])("%s leaves the capture not booked, listed and retried", async (_what, broken) => {
    await put(heldByWorker());
    vi.mocked(book).mockImplementationOnce((db) => {
      db.exec("insert into books values ('half')");
      broken();
    });
    const after = await storeOutcome();
    expect(after).toMatchObject({ state: "captured", isBooked: false, reason: "captured, and not booked: book threw" });
    expect(after.dueAt).toBeGreaterThan(Date.now());
    expect(booked()).toEqual([]);
    expect(await store.list({ unbooked: true, limit: 9 })).toMatchObject([{ key: "K-1" }]);

    expect(await unchanged()).toMatchObject({
      state: "captured",
      isBooked: true,
      finalization: { transactionId: "T-1" },
    });
    expect(booked()).toEqual(["K-1 60.00"]);
    expect(await store.list({ unbooked: true, limit: 9 })).toEqual([]);
  });

  test("asynchronously leaves the capture not booked, if the store allows async books", async () => {
    let own = heldByWorker();
    const change: Store["change"] = async (_place, decide) => {
      const next = decide(known(own, 5));
      await next.book?.(store.database);
      own = next.record;
      return own;
    };
    vi.mocked(book).mockImplementationOnce(() => Promise.reject(new Error("ledger closed")));
    expect(await storeOutcome({ ...store, change } as unknown as Store)).toMatchObject({
      state: "captured",
      reason: "captured, and not booked: book threw",
    });
  });
});

describe("a store that fails for a moment", () => {
  test.each([
    ["stores the outcome later", false],
    ["has stored the outcome, which is not booked twice", true],
  ])("%s", async (_what, isDone) => {
    await put(heldByWorker());
    expect(await passing(storeOutcome(losing(3, isDone)))).toMatchObject({
      state: "captured",
      isBooked: true,
      version: 2,
    });
    expect(booked()).toEqual(["K-1 60.00"]);
  });

  test("throws if it stays away", async () => {
    await put(heldByWorker());
    await expect(passing(storeOutcome(losing(9, false)))).rejects.toThrow("the connection to the database was lost");
  });
});

test("a capture that a delivery has booked stays booked although the book of another worker failed", async () => {
  await put(heldByWorker());
  vi.mocked(book).mockImplementationOnce(() => {
    throw new Error("locked");
  });
  const change: Store["change"] = async (...change) => {
    const after = await store.change(...change);
    if (after.isBooked || (await booked()).length > 0) return after;
    await unchanged(); // a delivery of the same job, before the response to the commit is lost
    throw new Error("the connection to the database was lost");
  };
  expect(await passing(storeOutcome(Object.assign(Object.create(store), { change })))).toMatchObject({
    isBooked: true,
  });
  await unchanged();
  expect(booked()).toEqual(["K-1 60.00"]);
});

test.each(["plain", "promised"])("a capture is booked although book returns a value, %s", async (way) => {
  const written = { changes: 1 };
  const returning = (() => (way === "plain" ? written : Promise.resolve(written))) as unknown as OnceBook<DatabaseSync>;
  let own = heldByWorker();
  const change: Store["change"] = async (_place, decide) => {
    const next = decide(known(own, 5));
    await next.book?.(store.database);
    own = next.record;
    return own;
  };
  const books = { book: returning, store: { change } as unknown as Store };
  const after = await stored(books, place, (all) => withOutcome(all, "mine", finding, partOnly));
  expect(after).toMatchObject({ isBooked: true });
});

describe("a capture that a person takes back", () => {
  const back = (unbook?: OnceBook<DatabaseSync>) =>
    stored({ store, book, ...(unbook && { unbook }) }, place, ({ own }) => ({
      ...(own as OnceRecord),
      state: "not_captured",
    }));

  test("is unbooked in the same transaction", async () => {
    await put(record("captured", { isBooked: true }));
    const unbook = vi.fn((db: DatabaseSync) => db.exec("insert into books values ('taken back')"));
    expect(await back(unbook)).toMatchObject({ state: "not_captured", isBooked: false, version: 2 });
    expect(booked()).toEqual(["taken back"]);
  });

  test("is unbooked as it was booked, also if its request is corrected", async () => {
    await put(record("conflict", { isBooked: true }));
    const unbook = vi.fn();
    const fewer = { ...request, totalAmount: "50.00" };
    const corrected = ({ own }: OnceKnown) => ({ ...(own as OnceRecord), request: fewer, state: "retryable" as const });
    await stored({ store, book, unbook }, place, corrected);
    expect(unbook.mock.calls[0]?.[1]).toMatchObject({ request: { totalAmount: "60.00" } });
  });

  test.each([
    ["without an unbook", undefined, "give Once an unbook"],
    [
      "if unbook throws",
      () => {
        throw new Error("closed month");
      },
      "the books were not written",
    ],
  ])("stays as it is %s", async (_what, unbook, message) => {
    await put(record("captured", { isBooked: true }));
    await expect(back(unbook)).rejects.toThrow(message);
    expect(await store.find("K-1")).toMatchObject({ state: "captured", isBooked: true });
  });
});
