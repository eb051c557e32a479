/** A capture and its booking are one transaction. A failure of the store is retried. */
import type { DatabaseSync } from "node:sqlite";
import type { OnceBook, OnceBooking, OnceEntry, OnceStore } from "merchant-payments/once";
import { OnceDecisionError, OnceStoreError } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { OnceRecord } from "../../src/once/record.js";
import { moved } from "../../src/once/rules/transition.js";
import { OnceBookError } from "../../src/once/stores/book-error.js";
import { read, write } from "../../src/once/stores/document.js";
import { OnceListeners } from "../../src/once/worker/on-change.js";
import { type ChangeOptions, type KeyChange, storeChange } from "../../src/once/worker/store-change.js";
import { heldByWorker, MINUTE, readRecord, record, request, put as storeRecord, terms } from "./records.js";

type Store = OnceStore<DatabaseSync>;
const place = { key: "K-1", authorizationId: "A-1" };

let store: SqliteOnceStore;
let book: OnceBook<DatabaseSync>;
let told: [OnceEntry, unknown][];
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  store = new SqliteOnceStore(":memory:");
  store.database.exec("create table books (what text)");
  book = vi.fn((db: DatabaseSync, { key, request }: OnceBooking) => {
    db.prepare("insert into books values (?)").run(`${key} ${request.totalAmount}`);
  });
  told = [];
});

const put = (own: OnceRecord) => storeRecord(store, own);
/** A function of a program in JavaScript, which the compiler does not check. */
const unchecked = (book: (db: DatabaseSync) => unknown) => book as OnceBook<DatabaseSync>;
const readBooks = () =>
  store.database
    .prepare("select what from books")
    .all()
    .map(({ what }) => what);
const failing = (cause: unknown) =>
  vi.mocked(book).mockImplementationOnce((db) => {
    db.exec("insert into books values ('half')");
    throw cause;
  });

type More = {
  [Name in keyof (ChangeOptions<DatabaseSync> & KeyChange)]?:
    | (ChangeOptions<DatabaseSync> & KeyChange)[Name]
    | undefined;
};

function change(next: KeyChange["next"], more: More = {}): Promise<OnceRecord> {
  const listeners = new OnceListeners((...change) => void told.push(change as [OnceEntry, unknown]));
  const books = { store, book, unbook: undefined, terms, listeners, ...more };
  return storeChange(
    books as ChangeOptions<DatabaseSync>,
    { place, token: "mine", next, patienceMs: MINUTE, ...more } as KeyChange,
  );
}
const capturing = (more: object = {}) =>
  change(
    ({ own, now }) => moved({ ...(own as OnceRecord), finalization: { transactionId: "T-1" } }, "captured", now),
    more,
  );
/** Finds a capture and changes nothing, as a sweep or a delivery does. */
const unchanged = () => change(({ own }) => own as OnceRecord, { token: "sweep" });

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
  expect(await capturing()).toMatchObject({ state: "captured", isBooked: true, waitsFor: "nobody", version: 2 });
  expect(readBooks()).toEqual(["K-1 60.00"]);
});

test("a capture that is booked keeps the reason of the person who decided it", async () => {
  await put(record("parked"));
  const reason = "captured, decided by Åsa: seen in the back office";
  const deciding = change(({ own, now }) => moved({ ...(own as OnceRecord), reason }, "captured", now));
  expect(await deciding).toMatchObject({ isBooked: true, reason });
});

test("book gets the capture as it is stored", async () => {
  await put(heldByWorker());
  await capturing();
  const booked = vi.mocked(book).mock.calls[0]?.[1] as OnceBooking;
  expect(await readRecord(store, "K-1")).toMatchObject(JSON.parse(JSON.stringify(booked)));
});

test("each change of a record is a new version with an owner, and an unchanged record is not", async () => {
  await put(record("unknown", { dueAt: 5 }));
  const next: KeyChange["next"] = ({ own }) => ({ ...(own as OnceRecord), repeats: 1 });
  expect(await change(next)).toMatchObject({ version: 2, waitsFor: "sweep", lastToken: "mine" });
  expect(await unchanged()).toMatchObject({ version: 2 });
  const other = { place: { key: "K-2", authorizationId: "A-2" } };
  expect(await change(() => record("parked", { key: "K-2" }), other)).toMatchObject({
    version: 1,
    waitsFor: "person",
    advice: expect.stringContaining("If 60.00 SEK is finalized and nothing is pending, the capture was made"),
  });
});

test.each([record("rejected"), record("captured", { isBooked: true }), record("captured", { dueAt: 1 })])(
  "a record that is $state, isBooked $isBooked, is not booked before it is due",
  async (own) => {
    await put(own);
    await unchanged();
    expect(book).not.toHaveBeenCalled();
  },
);

const notUnique = Object.assign(new Error("Key (name)=(Berg) already exists."), {
  code: "23505",
  constraint: "one_row",
  table: "captures",
  detail: "Key (name)=(Berg) already exists.",
});
const builder = Object.assign(new Error("insert into captures values (Berg)", { cause: notUnique }), {
  name: "DrizzleQueryError",
});

const ownCause = new Error("ledger closed");
ownCause.cause = ownCause;

describe("a book that fails", () => {
  const left = { state: "captured", isBooked: false, waitsFor: "sweep" } as const;

  test.each([
    ["an error", new Error("no such table"), { name: "Error" }],
    ["text", "ledger closed", {}],
    ["nothing", null, {}],
    ["an error that is its own cause", ownCause, { name: "Error" }],
    [
      "the library's own words",
      new OnceBookError("book took longer than 10000 ms"),
      { name: "OnceBookError", message: "book took longer than 10000 ms" },
    ],
    ["the error of a driver", notUnique, { name: "Error", code: "23505", constraint: "one_row", table: "captures" }],
    ["an error of a query builder", builder, { name: "DrizzleQueryError", code: "23505", constraint: "one_row" }],
    [
      "an error of SQLite",
      Object.assign(new Error(), { code: "ERR_SQLITE_ERROR", errcode: 1555 }),
      { code: "ERR_SQLITE_ERROR 1555" },
    ],
    [
      "words in its fields",
      Object.assign(new Error(), { code: "Åsa Berg", table: "x".repeat(101) }),
      { name: "Error" },
    ],
  ])("with %s leaves the capture not booked, listed and retried, with its cause", async (_what, cause, bookCause) => {
    await put(heldByWorker());
    failing(cause);
    const reason = "captured, and not booked: book failed";
    const advice =
      "The money moved, and `book` failed, so that your books lack this capture. Do not capture it again. Fix the cause: `bookCause` has its code, and `onChange` gets each error. The sweep then books the capture.";
    const failed = await capturing();
    expect(failed).toMatchObject({ ...left, bookFailures: 1, dueAt: MINUTE, reason, advice, version: 2, bookCause });
    expect(JSON.stringify(failed.bookCause)).not.toContain("Berg");
    expect(readBooks()).toEqual([]);
    expect(await store.list({ unbooked: true, limit: 9 })).toMatchObject({
      documents: [expect.stringContaining('"key":"K-1"')],
    });
    expect(told).toMatchObject([[{ key: "K-1", isBooked: false }, cause]]);

    expect(await unchanged()).toMatchObject({ isBooked: false, version: 2 });
    vi.setSystemTime(MINUTE);
    const after = await unchanged();
    expect(after).toMatchObject({ isBooked: true, bookFailures: 0, finalization: { transactionId: "T-1" } });
    expect([after.reason, after.advice, readBooks()]).toEqual([undefined, undefined, ["K-1 60.00"]]);
    expect(after.bookCause).toBeUndefined();
    expect(told[1]).toMatchObject([{ isBooked: true, version: 3 }, undefined]);
  });

  test("is named by its cause until the capture is booked or is no capture", async () => {
    const bookCause = { name: "Error" };
    await put(record("captured", { bookFailures: 1, bookCause, dueAt: MINUTE }));
    const overdue = change(({ own }) => ({ ...(own as OnceRecord), isOverdue: true }), { token: "sweep" });
    expect(await overdue).toMatchObject({ isBooked: false, bookCause });
    const back = change(({ own, now }) => moved(own as OnceRecord, "not_captured", now));
    expect((await back).bookCause).toBeUndefined();
  });

  test("again and again is tried after 1, 5, 5, 5 minutes, like the repeats of a request", async () => {
    await put(record("captured"));
    vi.mocked(book).mockImplementation(() => {
      throw new Error("the month is closed");
    });
    const dueAt: (number | undefined)[] = [];
    for (let times = 0; times < 4; times += 1) {
      const after = await unchanged();
      dueAt.push(after.dueAt);
      vi.setSystemTime(after.dueAt ?? 0);
    }
    expect(dueAt).toEqual([MINUTE, 6 * MINUTE, 11 * MINUTE, 16 * MINUTE]);
  });

  const ended = "book has ended the transaction";
  const asynchronous = "with SQLite, book must be synchronous";
  const spoilers: readonly (readonly [what: string, spoil: (db: DatabaseSync) => unknown, cause: string])[] = [
    [
      "hides an error that ended the transaction",
      (db) => {
        try {
          db.exec("insert or rollback into strictly values ('taken')");
        } catch {
          return;
        }
      },
      ended,
    ],
    ["rolls back", (db) => db.exec("rollback"), ended],
    ["rolls back and begins anew", (db) => db.exec("rollback; begin; insert into books values ('beside')"), ended],
    [
      "releases the savepoint",
      (db) => db.exec("release once_book; insert into strictly values ('taken')"),
      "UNIQUE constraint failed: strictly.what",
    ],
    [
      "breaks a constraint that is checked at the commit",
      (db) => db.exec("insert into lines values ('no such ledger')"),
      "FOREIGN KEY constraint failed",
    ],
    [
      "returns a promise",
      async () => {
        throw new Error("nobody hears this");
      },
      asynchronous,
    ],
    ["returns a query that runs when it is awaited", () => Object.create(Promise.prototype), asynchronous],
  ];

  test.each(spoilers)("as it %s leaves the capture not booked", async (_what, spoil, cause) => {
    await put(heldByWorker());
    store.database.exec(`
      pragma foreign_keys = on;
      create table strictly (what text unique);
      insert into strictly values ('taken');
      create table lines (ledger text references ledgers deferrable initially deferred);
      create table ledgers (name text primary key)`);
    const half = unchecked((db) => {
      db.exec("insert into books values ('half')");
      return spoil(db);
    });
    expect(await capturing({ book: half })).toMatchObject({ ...left, finalization: { transactionId: "T-1" } });
    expect(await readRecord(store, "K-1")).toMatchObject({ ...left, version: 2, dueAt: MINUTE });
    expect([readBooks(), store.database.isTransaction]).toEqual([[], false]);
    expect(told).toMatchObject([[{ isBooked: false }, { message: expect.stringContaining(cause) }]]);
  });

  test("as it is asynchronous books nothing more on this connection, and everything else goes on", async () => {
    await put(heldByWorker());
    vi.mocked(book).mockImplementationOnce(unchecked(async () => undefined));
    await capturing();
    vi.setSystemTime(MINUTE);
    expect(await unchanged()).toMatchObject({ isBooked: false, bookFailures: 2 });
    expect(told[1]?.[1]).toMatchObject({ message: expect.stringContaining("with SQLite, book must be synchronous") });
    expect(book).toHaveBeenCalledOnce();
  });

  test("as it commits has booked what it committed", async () => {
    await put(heldByWorker());
    vi.mocked(book).mockImplementationOnce((db) => db.exec("insert into books values ('K-1'); commit"));
    expect(await capturing()).toMatchObject({ state: "captured", isBooked: true, version: 2 });
    expect(readBooks()).toEqual(["K-1"]);
  });
});

describe("a store that fails for a moment", () => {
  test.each([
    ["stores the outcome later", false],
    ["has stored the outcome, which is not booked twice", true],
  ])("%s, and tells of it once", async (_what, isDone) => {
    await put(heldByWorker());
    expect(await passing(capturing({ store: losing(3, isDone) }))).toMatchObject({
      state: "captured",
      isBooked: true,
      version: 2,
    });
    expect(readBooks()).toEqual(["K-1 60.00"]);
    expect(told).toMatchObject([[{ key: "K-1", version: 2 }, undefined]]);
  });

  test("throws what is known, once its patience is over", async () => {
    await put(heldByWorker());
    const finalization = { transactionId: "T-1", batchId: "B-1", acquirerId: undefined };
    const call = capturing({ store: losing(99, false), unstored: { state: "captured", finalization } });
    await expect(passing(call)).rejects.toMatchObject({
      name: "OnceStoreError",
      key: "K-1",
      state: "captured",
      finalization,
      message:
        "K-1 is captured, and that could not be stored: log key, state and finalization of this error, and fix the store. The sweep then finds out, or asks a person, who needs what you logged",
      cause: { message: "the connection to the database was lost" },
    });
    expect(Date.now()).toBeGreaterThan(MINUTE - 20_000);
  });

  test("is tried again after 0.05, 0.2, 1, 3 and then every 10 seconds, until its patience is over", async () => {
    const triedAt: number[] = [];
    const change: Store["change"] = async () => {
      triedAt.push(Date.now());
      throw new Error("the connection to the database was lost");
    };
    const call = capturing({ store: Object.assign(Object.create(store), { change }), patienceMs: 24_250 });
    await expect(passing(call)).rejects.toThrow(OnceStoreError);
    expect(triedAt).toEqual([0, 50, 250, 1_250, 4_250, 14_250, 24_250]);
  });

  test("tells of no change if another worker made one before it was tried again", async () => {
    await put(heldByWorker());
    const overtaken: Store["change"] = async (_where, decide) => {
      decide({ now: 0, own: (await store.find("K-1"))?.document, others: [] }); // rolled back
      await put(record("parked", { version: 2, lastToken: "of another worker" }));
      throw new Error("the connection to the database was lost");
    };
    const tries = vi.fn(store.change.bind(store)).mockImplementationOnce(overtaken);
    const parked = change(
      ({ own, now }) => (own?.state === "sending" ? moved(own, "parked", now) : (own as OnceRecord)),
      { store: Object.assign(Object.create(store), { change: tries }) },
    );
    expect(await passing(parked)).toMatchObject({ state: "parked", version: 2 });
    expect(told).toEqual([]);
  });

  test("knows nothing of a key that was not sent", async () => {
    const error = await passing(capturing({ store: losing(99, false), patienceMs: 100 })).catch((error) => error);
    expect(error).toBeInstanceOf(OnceStoreError);
    expect([error.state, error.finalization, error.message]).toEqual([
      undefined,
      {},
      "K-1 could not be stored: this call sent nothing. Fix the store, then call again",
    ]);
  });

  test.each([new OnceDecisionError("there is no key K-1"), "a mistake that is no error"])(
    "is not tried again after a mistake: %s",
    async (mistake) => {
      const failing = vi.fn(() => {
        throw mistake;
      });
      await expect(change(failing)).rejects.toBe(mistake);
      expect(failing).toHaveBeenCalledOnce();
    },
  );
});

test("a capture that a delivery has booked stays booked although the book of another worker failed", async () => {
  await put(heldByWorker());
  failing(new Error("locked"));
  const losing: Store["change"] = async (...args) => {
    const after = await store.change(...args);
    if (read(after.document).isBooked || readBooks().length > 0) return after;
    vi.setSystemTime(Date.now() + MINUTE);
    await unchanged(); // a delivery of the same job, before the response to the commit is lost
    throw new Error("the connection to the database was lost");
  };
  const call = capturing({ store: Object.assign(Object.create(store), { change: losing }), patienceMs: 10 * MINUTE });
  expect(await passing(call)).toMatchObject({ isBooked: true });
  await unchanged();
  expect(readBooks()).toEqual(["K-1 60.00"]);
});

test("a key is not changed if a newer program wrote another one of its authorization, which is named", async () => {
  await put(heldByWorker());
  const other = write(record("captured", { key: "K-2" }));
  await store.change(other, () => ({ row: { ...other, document: '{"format":4,"key":"K-2"}' } }));
  await expect(capturing()).rejects.toThrow("K-2 was written by a newer version");
  expect(readBooks()).toEqual([]);
});

test("a capture is booked although book returns a value", async () => {
  await put(heldByWorker());
  vi.mocked(book).mockImplementationOnce(() => ({ changes: 1 }));
  expect(await capturing()).toMatchObject({ isBooked: true });
});

describe("a capture that a person takes back", () => {
  const back = (unbook?: OnceBook<DatabaseSync>, state: OnceRecord["state"] = "not_captured", more = {}) =>
    change(({ own, now }) => moved({ ...(own as OnceRecord), ...more }, state, now), {
      unbook,
      token: `back to ${state}`,
    });

  test.each(["not_captured", "retryable", "unknown", "parked", "rejected"] as const)(
    "is unbooked in the same transaction, when it becomes %s",
    async (state) => {
      await put(record("captured", { isBooked: true }));
      const unbook = vi.fn((db: DatabaseSync) => db.exec("insert into books values ('taken back')"));
      expect(await back(unbook, state)).toMatchObject({ state, isBooked: false, version: 2 });
      expect(readBooks()).toEqual(["taken back"]);
    },
  );

  test("is taken back although unbook commits, because its change is found", async () => {
    await put(record("captured", { isBooked: true }));
    const unbook = (db: DatabaseSync) => db.exec("insert into books values ('taken back'); commit");
    expect(await back(unbook)).toMatchObject({ state: "not_captured", isBooked: false, version: 2 });
    expect(readBooks()).toEqual(["taken back"]);
  });

  test("stays booked when it becomes a conflict, and when that is captured", async () => {
    await put(record("captured", { isBooked: true }));
    expect(await back(undefined, "conflict")).toMatchObject({ state: "conflict", isBooked: true, waitsFor: "person" });
    expect(await back(undefined, "captured")).toMatchObject({ state: "captured", isBooked: true, waitsFor: "nobody" });
    expect(book).not.toHaveBeenCalled();
  });

  test("is unbooked as it was booked, also if its request is corrected", async () => {
    await put(record("conflict", { isBooked: true }));
    const unbook = vi.fn();
    await back(unbook, "retryable", { request: { ...request, totalAmount: "50.00" } });
    expect(unbook.mock.calls[0]?.[1]).toMatchObject({ request: { totalAmount: "60.00" } });
  });

  test.each<[string, OnceBook<DatabaseSync> | undefined, string]>([
    [
      "without an unbook",
      undefined,
      "K-1 is in the books, and Once has no unbook that takes it out: add one, then decide again. captured is right only if the money moved",
    ],
    [
      "if unbook throws",
      () => {
        throw new Error("closed month");
      },
      "K-1: unbook failed. Fix its cause, take a new snapshot, and decide again unless the key shows your decision",
    ],
    [
      "if unbook returns a promise",
      unchecked(async () => undefined),
      "K-1: unbook failed. Fix its cause, take a new snapshot, and decide again unless the key shows your decision",
    ],
  ])("stays as it is %s", async (_what, unbook, message) => {
    await put(record("captured", { isBooked: true }));
    await expect(back(unbook)).rejects.toThrow(new OnceDecisionError(message));
    expect(await readRecord(store, "K-1")).toMatchObject({ state: "captured", isBooked: true, version: 1 });
    expect(told).toEqual([]);
  });

  test("names the merchant and the error of an unbook that fails", async () => {
    store = new SqliteOnceStore(":memory:", { merchant: "north" });
    await put(record("captured", { isBooked: true }));
    const cause = new Error("closed month");
    const unbook = () => {
      throw cause;
    };
    await expect(back(unbook)).rejects.toMatchObject({ name: "OnceDecisionError", merchant: "north", cause });
  });
});
