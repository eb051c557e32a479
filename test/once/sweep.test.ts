/** What a sweep does, with the service and without it. */
import type { DatabaseSync } from "node:sqlite";
import { OnceStoppedError, type OnceStore } from "merchant-payments/once";
import { fault } from "merchant-payments/testing";
import { describe, expect, test, vi } from "vitest";
import { merchant, none, signed } from "./merchant.js";
import { HOUR, heldByWorker, MINUTE, put as putInto, record, request } from "./records.js";

describe("while the circuit breaker is open, a sweep throws after what needs no service:", () => {
  /** A merchant whose password is wrong, so that its circuit breaker opens with the first key. */
  async function withoutService(options = {}) {
    const shop = merchant({ stopAfter: { rejections: 1 }, ...options });
    const sale = shop.sell({ paymentMethod: "card" });
    shop.service.faults.every(1, "finalize", fault.status(401));
    await expect(sale.capture("K-0")).rejects.toThrow(OnceStoppedError);
    const sent = shop.service.requests.length;
    const put = (own: ReturnType<typeof record>) => putInto(shop.store, own);
    const sweep = async () => {
      await expect(shop.once.sweep({ limit: 3 })).rejects.toThrow(OnceStoppedError);
      expect(shop.service.requests).toHaveLength(sent);
    };
    return { ...shop, put, sweep };
  }

  test("it books, although keys that wait for the service fill all that is due", async () => {
    const { put, sweep, once, store, books, pass } = await withoutService();
    const card = { ...request, paymentMethod: "card", authorizedAmount: "60.00" } as const;
    const unknown = { request: card, mayBeCaptured: true, waitsFor: "sweep", dueAt: 1, openSince: Date.now() } as const;
    for (let key = 1; key < 9; key += 1) {
      await put(record("unknown", { key: `K-${key}`, authorizationId: `A-${key}`, ...unknown }));
    }
    await put(record("captured", { key: "BOOK-1", dueAt: Date.now() }));
    await put(record("captured", { key: "BOOK-2", dueAt: Date.now() + HOUR }));
    const change = vi.spyOn(store, "change");
    await sweep();
    expect(change.mock.calls.map(([{ key }]) => key)).toEqual(["K-1", "K-2", "K-3", "BOOK-1"]);
    expect(await once.get("BOOK-1")).toMatchObject({ isBooked: true, waitsFor: "nobody" });
    expect(books).toEqual(["BOOK-1 60.00"]);
    pass(HOUR);
    await sweep();
    expect(books).toEqual(["BOOK-1 60.00", "BOOK-2 60.00"]);
  });

  test("it takes over a lease that is over", async () => {
    const { put, sweep, snapshot, store } = await withoutService();
    await put(heldByWorker({ token: "dead", dueAt: Date.now() }));
    const list = vi.spyOn(store, "list");
    await sweep();
    expect(list).not.toHaveBeenCalled(); // nothing more was due
    expect(await snapshot("K-1")).toMatchObject({ state: "parked", waitsFor: "person" });
  });

  test("it leaves to a person what is open for a day, and a decision waits", async () => {
    const { put, sweep, snapshot, pass } = await withoutService();
    const decided = { decidedAt: Date.now(), openSince: Date.now(), dueAt: Date.now() };
    await put(record("retryable", decided));
    await sweep();
    expect(await snapshot("K-1")).toMatchObject({ state: "retryable", decidedAt: decided.decidedAt, version: 1 });
    pass(24 * HOUR);
    await sweep();
    expect(await snapshot("K-1")).toMatchObject({ state: "retryable", isOverdue: true, waitsFor: "person" });
    expect(await snapshot("K-0")).toMatchObject({ state: "retryable", isOverdue: true, waitsFor: "person" });
  });

  test("it takes over and marks keys, although keys that wait for the service fill all that is due", async () => {
    const { put, sweep, snapshot, pass } = await withoutService();
    const decided = { decidedAt: Date.now(), openSince: Date.now(), dueAt: 1 };
    for (const key of ["D-1", "D-2", "D-3"]) await put(record("retryable", { key, authorizationId: key, ...decided }));
    const dead = { key: "L-1", authorizationId: "L-1", token: "dead", dueAt: Date.now() };
    await put(heldByWorker({ ...dead, waitsFor: "sweep" }));
    const undelivered = { key: "R-1", authorizationId: "R-1", openSince: Date.now() - 24 * HOUR, dueAt: Date.now() };
    await put(record("retryable", { ...undelivered, waitsFor: "delivery" }));
    pass(MINUTE);
    await sweep();
    expect(await snapshot("L-1")).toMatchObject({ state: "parked", waitsFor: "person" });
    expect(await snapshot("R-1")).toMatchObject({ state: "retryable", isOverdue: true, waitsFor: "person" });
    expect(await snapshot("D-1")).toMatchObject({ state: "retryable", version: 1 });
  });

  test("it carries on without the service if the circuit breaker opens amid it", async () => {
    const { service, once, store, sell, snapshot, books, pass } = merchant({ stopAfter: { unknowns: 1 } });
    service.faults.every(1, "finalize", fault.loseResponse());
    await sell({ paymentMethod: "card" })
      .capture("K-0")
      .catch(() => undefined);
    once.resume();
    const unbooked = record("captured", { dueAt: Date.now() + HOUR });
    await putInto(store, unbooked);
    pass(HOUR);
    service.faults.clear();
    service.faults.every(1, "finalize", fault.status(503));
    await expect(once.sweep()).rejects.toThrow("no response said what became of the last calls");
    expect([await snapshot("K-0"), books]).toMatchObject([{ state: "unknown" }, ["K-1 60.00"]]);
  });
});

describe("when an open circuit breaker may admit one key, a sweep", () => {
  /** A merchant whose circuit breaker has been open for a minute. The service works again. */
  async function mayAdmitOne() {
    const shop = merchant({ stopAfter: { rejections: 1 } });
    shop.service.faults.next("finalize", fault.refuse());
    await expect(shop.sell().capture("K-0")).rejects.toThrow(OnceStoppedError);
    shop.pass(MINUTE);
    const put = (key: string, own: ReturnType<typeof record>) => {
      const { orderId, transactionId } = shop.sell({ paymentMethod: "card", totalAmount: "60.00" });
      const card = { ...request, paymentMethod: "card", authorizedAmount: "60.00", orderId, transactionId } as const;
      return putInto(shop.store, { ...own, key, authorizationId: transactionId, request: card });
    };
    return { ...shop, put };
  }
  const open = { openSince: Date.UTC(2026, 0, 15), dueAt: 1 };

  test.each([
    record("unknown", { ...open, mayBeCaptured: true }),
    record("pending", { ...open, mayBeCaptured: true }),
    record("retryable", { ...open, decidedAt: open.openSince }),
    record("blocked", { ...open, decidedAt: open.openSince }),
  ])("tries one that is $state, and then sends the others", async (own) => {
    const { once, put, books } = await mayAdmitOne();
    await put("K-1", own);
    await put("K-2", own);
    await once.sweep({ concurrency: 1 });
    expect(books).toEqual(["K-1 60.00", "K-2 60.00"]);
  });

  test.each<[string, ReturnType<typeof record>]>([
    ["is to be booked", record("captured", open)],
    ["is held by a dead worker", heldByWorker({ ...open, token: "dead", decidedAt: open.openSince })],
    ["waits for a delivery, for too long", record("retryable", { ...open, openSince: 1 })],
    ["expires soon", record("unknown", { ...open, dueAt: Date.UTC(2027, 0, 1), expiryWarningAt: 1 })],
  ])("does not try a key instead that %s", async (_what, own) => {
    const { once, put, books } = await mayAdmitOne();
    await put("K-1", own);
    await put("K-2", record("unknown", { ...open, dueAt: 2, mayBeCaptured: true }));
    await once.sweep({ concurrency: 2 }); // both at once
    expect(books).toContain("K-2 60.00");
  });
});

describe("a sweep carries out what a person decided,", () => {
  test("and keeps the decision while the service rejects it for the merchant", async () => {
    const { service, once, sell, snapshot, pass, taken } = merchant();
    const { capture } = sell();
    service.faults.next("finalize", fault.drop());
    await capture("K-1", { totalAmount: "60.00" });
    pass(HOUR);
    await once.decide(await snapshot("K-1"), { ...signed, as: "send_again", balance: none });
    service.faults.next("finalize", fault.status(401));
    expect(await once.sweep()).toMatchObject([{ state: "retryable", waitsFor: "sweep" }]);
    expect(await once.sweep()).toEqual([]);
    pass(MINUTE);
    expect(await once.sweep()).toMatchObject([{ state: "captured", isBooked: true }]);
    expect(taken()).toEqual(["60.00"]);
  });

  test("and sends a correction that a delivery of the old job cannot undo", async () => {
    const { once, sell, snapshot, taken, books } = merchant();
    const { capture, authorization, ...sale } = sell({ totalAmount: "90.00" });
    const wrong = { ...authorization, authorizedAmount: "100.00" };
    const old = () => once.finalize("K-1", { ...sale, totalAmount: "100.00" }, { authorization: wrong });
    expect(await old()).toMatchObject({ state: "rejected" });
    const right = { ...sale, totalAmount: "90.00" };
    await once.correct(await snapshot("K-1"), right, { ...signed, authorization });
    await expect(old()).rejects.toThrow("this one was replaced by Åsa");
    const newInvoice = { ...sale, totalAmount: "100.00", invoiceId: "INV-2" };
    const again = once.finalize("K-1", newInvoice, { authorization: wrong });
    await expect(again).rejects.toThrow("this one was replaced by Åsa");
    expect(await once.sweep()).toMatchObject([{ state: "captured", isBooked: true }]);
    await expect(old()).rejects.toThrow("this one was replaced by Åsa");
    expect([taken(), books]).toEqual([["90.00"], ["K-1 90.00"]]);
    expect(await capture("K-1")).toMatchObject({ state: "captured" });
  });

  test("not once the decision has lapsed", async () => {
    const { service, once, sell, snapshot, pass } = merchant();
    const { capture } = sell();
    service.faults.next("finalize", fault.drop());
    await capture("K-1", { totalAmount: "60.00" });
    pass(HOUR);
    await once.decide(await snapshot("K-1"), { ...signed, as: "send_again", balance: none });
    const sent = service.requests.length;
    pass(24 * HOUR);
    expect(await once.sweep()).toMatchObject([{ state: "retryable", waitsFor: "person" }]);
    expect(await capture("K-1", { totalAmount: "60.00" })).toMatchObject({ state: "retryable" });
    expect(service.requests).toHaveLength(sent);
    expect((await snapshot("K-1")).advice).toContain("Look up the finalized and the pending amount");
  });
});

test("with the circuit breaker open, a sweep that is stopped books no further key", async () => {
  const closed = () => {
    throw new Error("the month is closed");
  };
  const shop = merchant({ stopAfter: { rejections: 1 }, book: closed, onChange: () => undefined });
  for (const key of ["K-1", "K-2", "K-3", "K-4"]) await shop.sell({ paymentMethod: "card" }).capture(key);
  const booked: string[] = [];
  const once = shop.worker({
    book: (_db, { key }) => {
      booked.push(key);
      if (booked.length === 2) void once.stop();
    },
  });
  shop.service.faults.next("finalize", fault.status(401));
  await expect(shop.sell().capture("K-5", {}, once)).rejects.toThrow(OnceStoppedError);
  shop.pass(MINUTE);
  const { document = "" } = (await shop.store.find("K-5")) ?? {};
  vi.spyOn(shop.store, "due").mockResolvedValue(Array(100).fill(document)); // filled by what waits for the service
  once.start({ onError: () => undefined });
  await vi.advanceTimersByTimeAsync(0);
  await once.stop();
  expect(booked).toEqual(["K-1", "K-2"]);
});

describe("what one key fails with does not keep a sweep from the others:", () => {
  async function withThree(fails: (key: string, change: number) => boolean) {
    const shop = merchant();
    for (const key of ["K-1", "K-2", "K-3"]) {
      shop.service.faults.next("finalize", fault.loseResponse());
      await shop.sell().capture(key);
    }
    shop.pass(MINUTE);
    const changes = new Map<string, number>();
    const change: OnceStore<DatabaseSync>["change"] = async (place, decide) => {
      const nth = (changes.get(place.key) ?? 0) + 1;
      changes.set(place.key, nth);
      if (fails(place.key, nth)) {
        shop.pass(MINUTE); // the time of all retries
        throw new Error("could not serialize");
      }
      return shop.store.change(place, decide);
    };
    const { store } = shop;
    const once = shop.worker({
      store: {
        change,
        find: (key) => store.find(key),
        list: (query) => store.list(query),
        due: (limit) => store.due(limit),
        counts: (of) => store.counts(of),
      },
    });
    return { ...shop, once };
  }

  test("a key that the store cannot take", async () => {
    const { once } = await withThree((key) => key === "K-1");
    expect(await once.sweep()).toMatchObject([
      { key: "K-2", state: "captured" },
      { key: "K-3", state: "captured" },
    ]);
  });

  test("two keys that the store cannot take, and one between them", async () => {
    const { once } = await withThree((key) => key !== "K-2");
    expect(await once.sweep({ concurrency: 1 })).toMatchObject([{ key: "K-2", state: "captured" }]);
  });

  test("a key whose outcome the store cannot take, which is thrown in the end with what is known", async () => {
    const { once, snapshot } = await withThree((key, nth) => key === "K-1" && nth > 1);
    await expect(once.sweep()).rejects.toMatchObject({ name: "OnceStoreError", key: "K-1", state: "captured" });
    expect(await snapshot("K-3")).toMatchObject({ state: "captured" });
  });

  test("but a store that fails for two keys in a row is away", async () => {
    const { once, snapshot } = await withThree((key) => key !== "K-3");
    const sweep = once.sweep({ concurrency: 1 });
    await expect(sweep).rejects.toMatchObject({ name: "OnceStoreError", key: "K-2", state: undefined });
    expect(await snapshot("K-3")).toMatchObject({ state: "unknown" });
  });

  test("and no list is read then, so that an outcome that is not stored is thrown", async () => {
    const shop = merchant({ stopAfter: { unknowns: 2 } });
    for (const key of ["K-1", "K-2"]) {
      shop.service.faults.next("finalize", fault.loseResponse());
      await shop
        .sell({ paymentMethod: "card" })
        .capture(key)
        .catch(() => undefined);
    }
    shop.pass(MINUTE);
    const { change } = shop.store;
    let changes = 0;
    vi.spyOn(shop.store, "change").mockImplementation(async (...of) => {
      changes += 1;
      if (changes === 1) return change.apply(shop.store, of);
      shop.pass(MINUTE); // the time of all retries
      throw new Error("the database is away");
    });
    const list = vi.spyOn(shop.store, "list");
    const sweep = shop.once.sweep({ limit: 2, concurrency: 1 });
    await expect(sweep).rejects.toMatchObject({ name: "OnceStoreError", key: "K-1", state: "captured" });
    expect(list).not.toHaveBeenCalled();
  });

  test("a document that cannot be read", async () => {
    const { once, store, sell, service, pass } = merchant();
    service.faults.next("finalize", fault.loseResponse());
    await sell({ paymentMethod: "card" }).capture("K-1");
    pass(MINUTE);
    const due = await store.due(9);
    vi.spyOn(store, "due").mockResolvedValueOnce(["{", ...due]);
    expect(await once.sweep()).toMatchObject([{ key: "K-1", state: "captured" }]);
  });

  test("a mistake in two keys", async () => {
    const { once, store, pass } = merchant();
    const none = { ...request, totalAmount: "none" };
    const broken = record("unknown", { waitsFor: "sweep", dueAt: 1, request: none });
    await putInto(store, broken);
    await putInto(store, { ...broken, key: "K-2", authorizationId: "A-2" });
    pass(MINUTE);
    expect(await once.sweep()).toEqual([]);
    expect((await once.counts()).counts).toMatchObject([{ state: "unknown", count: 2, oldestDueAt: 1 }]);
  });
});

test("a key that is corrected to another authorization during a sweep waits behind that one's keys", async () => {
  const { service, store, once, worker, sell, snapshot, pass, taken } = merchant();
  const [first, second] = [sell(), sell({ totalAmount: "200.00" })];
  service.faults.next("finalize", fault.drop());
  await first.capture("K-1");
  service.faults.next("finalize", fault.loseResponse());
  expect(await second.capture("K-2", { totalAmount: "60.00" })).toMatchObject({ state: "parked" });
  pass(HOUR);
  const { transactionId, orderId, authorization } = second;
  const due: OnceStore<DatabaseSync>["due"] = async (limit) => {
    const records = await store.due(limit);
    const request = { transactionId, orderId, totalAmount: "60.00" };
    await once.correct(await snapshot("K-1"), request, { ...signed, authorization, balance: none });
    return records;
  };
  const change = store.change.bind(store);
  await worker({ store: Object.assign(Object.create(store), { due, change }) }).sweep();
  await once.sweep();
  expect(await snapshot("K-1")).toMatchObject({ state: "blocked", blockedBy: "K-2", waitsFor: "sweep" });
  expect(taken()).toEqual(["60.00"]);
});

describe("a sweep works on four keys at once,", () => {
  /** Unknown captures, and a service that holds each request until it is let through. */
  async function held(count: number, more: object = {}) {
    const shop = merchant(more);
    const { client, service, worker, sell, pass } = shop;
    const waiting: (() => void)[] = [];
    const slow: typeof service.fetch = async (...call) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return service.fetch(...call);
    };
    for (let key = 1; key <= count; key += 1) {
      service.faults.next("finalize", fault.drop());
      await sell({ paymentMethod: "card" }).capture(`K-${key}`);
    }
    pass(MINUTE);
    service.requests.length = 0;
    const once = worker({ payments: client(undefined, slow) });
    const turn = () => vi.advanceTimersByTimeAsync(1);
    return { ...shop, once, waiting, turn };
  }

  test("and begins another one when one of them is done", async () => {
    const { once, waiting, turn, taken } = await held(6);
    const sweep = once.sweep();
    await turn();
    expect(waiting).toHaveLength(4);
    waiting[0]?.();
    await turn();
    expect([waiting.length, taken()]).toEqual([5, ["100.00"]]);
    for (let index = 1; index < 6; index += 1) {
      waiting[index]?.();
      await turn();
    }
    expect(await sweep).toHaveLength(6);
    expect(taken()).toHaveLength(6);
  });

  test("or on as many as it is told", async () => {
    const { once, store, waiting, turn } = await held(3);
    const list = vi.spyOn(store, "list");
    const sweep = once.sweep({ concurrency: 2, limit: 3 });
    await turn();
    expect(waiting).toHaveLength(2);
    for (const _ of [1, 2]) {
      for (const letGo of waiting) letGo();
      await turn();
    }
    await sweep;
    expect(list).not.toHaveBeenCalled(); // only while the circuit breaker is open
  });

  test("and on those of one authorization in turn", async () => {
    const { once, store, service, pass } = merchant();
    let inProgress = 0;
    const change = store.change.bind(store);
    vi.spyOn(store, "change").mockImplementation(async (...given) => {
      inProgress += 1;
      expect(inProgress).toBe(1);
      const changed = await change(...given);
      await Promise.resolve();
      inProgress -= 1;
      return changed;
    });
    for (const key of ["K-1", "K-2", "K-3"]) {
      await putInto(store, record("captured", { key, dueAt: 1, request: { ...request, totalAmount: "20.00" } }));
    }
    pass(MINUTE);
    expect((await once.sweep()).map(({ key, isBooked }) => [key, isBooked])).toEqual([
      ["K-1", true],
      ["K-2", true],
      ["K-3", true],
    ]);
    expect(service.requests).toEqual([]);
  });

  test("and a key that was reserved when the circuit breaker opens is not sent, which counts for nothing", async () => {
    const { client, service, store, worker, sell, pass, snapshot } = merchant({ stopAfter: { rejections: 1 } });
    for (const key of ["K-1", "K-2"]) {
      service.faults.next("finalize", fault.drop());
      await sell({ paymentMethod: "card" }).capture(key);
    }
    pass(MINUTE);
    const opened = Promise.withResolvers<void>();
    const change = store.change.bind(store);
    let reservations = 0;
    vi.spyOn(store, "change").mockImplementation(async (place, decide) => {
      const changed = await change(place, decide);
      if (place.key === "K-2" && reservations++ === 0) await opened.promise; // its reservation is stored
      return changed;
    });
    const sent = service.requests.length;
    const rejecting: typeof service.fetch = async () => {
      setTimeout(opened.resolve, 5);
      return new Response("", { status: 401 });
    };
    const sweep = worker({ payments: client(undefined, rejecting) })
      .sweep()
      .catch((error) => error);
    await vi.advanceTimersByTimeAsync(10);
    expect(await sweep).toBeInstanceOf(OnceStoppedError);
    expect(service.requests).toHaveLength(sent);
    expect(await snapshot("K-2")).toMatchObject({ state: "unknown", attempts: 2, repeats: 0, mayBeCaptured: true });
  });
});
