/** The timer of `once.start`, and a store that is away. */
import { OnceStoppedError, OnceStoreError } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { fault } from "merchant-payments/testing";
import { afterEach, expect, test, vi } from "vitest";
import { merchant, none, signed } from "./merchant.js";
import { MINUTE, put, record } from "./records.js";

afterEach(() => vi.useRealTimers());

/** A merchant whose worker gets no response before the test lets it. */
function merchantThatWaits() {
  const held = Promise.withResolvers<void>();
  const shop = merchant();
  const slow: typeof shop.service.fetch = async (...call) => {
    await held.promise;
    return shop.service.fetch(...call);
  };
  return { ...shop, waiting: shop.worker({ payments: shop.client(undefined, slow) }), respond: held.resolve };
}

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * MINUTE);

test("start sweeps at once and then every minute, until stop", async () => {
  const { once, service, sell, books } = merchant();
  const sweep = vi.fn(() => undefined);
  const { capture } = sell({ paymentMethod: "card" });
  service.faults.next("finalize", fault.loseResponse());
  expect(await capture("K-1")).toMatchObject({ state: "unknown" });
  once.start({ onError: sweep });
  await minutes(1);
  expect(books).toEqual(["K-1 100.00"]);
  await once.stop();
  expect(vi.getTimerCount()).toBe(0); // which would keep the process running
  service.faults.next("finalize", fault.loseResponse());
  await sell({ paymentMethod: "card" }).capture("K-2");
  await minutes(60);
  expect([books, sweep.mock.calls]).toEqual([["K-1 100.00"], []]);
});

test("start is called once, and again after stop", async () => {
  const { once } = merchant();
  once.start();
  expect(() => once.start()).toThrow(new TypeError("once.start was called already: call await once.stop() first"));
  await once.stop();
  once.start({ everyMs: 5 * MINUTE });
  await once.stop();
  await once.stop();
  expect(() => once.start({ everyMs: 0 })).toThrow("start: everyMs must be a whole number of milliseconds");
  expect(() => once.start({ interval: 5 } as object)).toThrow("start: interval is not a known key");
});

test("stop awaits a sweep that somebody called, with all of its keys", async () => {
  const { once, service, sell, books } = merchant();
  for (const key of ["K-1", "K-2", "K-3"]) {
    service.faults.next("finalize", fault.drop());
    await sell({ paymentMethod: "card" }).capture(key);
  }
  await minutes(1);
  const sweeping = once.sweep({ concurrency: 1 });
  await once.stop();
  expect(books).toEqual(["K-1 100.00", "K-2 100.00", "K-3 100.00"]);
  await sweeping;
});

test("stop awaits a decision, with the keys that it sends", async () => {
  const { once, service, store, sell, snapshot } = merchant();
  const { capture } = sell();
  service.faults.next("finalize", fault.loseResponse());
  await capture("K-1", { totalAmount: "40.00" });
  await capture("K-2", { totalAmount: "60.00" });
  await minutes(40);
  const seen = await snapshot("K-1");
  const sendBlocked = [await snapshot("K-2")];
  const balance = { finalized: "40.00", pending: "0" };
  const deciding = once.decide(seen, { ...signed, as: "captured", balance, sendBlocked });
  await once.stop();
  store.database.close();
  expect(await deciding).toMatchObject({ state: "captured" });
});

test("a timer that is started while stop waits is ended by the next stop", async () => {
  const { waiting: once, respond, service, sell, books } = merchantThatWaits();
  const capturing = sell().capture("K-1", {}, once);
  await minutes(0);
  const stopping = once.stop();
  once.start();
  respond();
  await Promise.all([capturing, stopping]);
  expect(() => once.start()).toThrow("once.start was called already");
  await once.stop();
  service.faults.next("finalize", fault.drop());
  await sell({ paymentMethod: "card" }).capture("K-2");
  await minutes(60);
  expect(books).toEqual(["K-1 100.00"]);
});

test("a sweep never overlaps itself, and stop awaits the key in progress, and begins no other", async () => {
  const { waiting: once, respond, service, sell, taken } = merchantThatWaits();
  for (const key of ["K-1", "K-2", "K-3", "K-4", "K-5"]) {
    service.faults.next("finalize", fault.drop());
    await sell({ paymentMethod: "card" }).capture(key);
  }
  await minutes(1);
  once.start();
  await minutes(0);
  let isStopped = false;
  const stopped = once.stop().then(() => {
    isStopped = true;
  });
  await minutes(0.1);
  expect([isStopped, taken()]).toEqual([false, []]);
  respond();
  await stopped;
  expect(taken()).toHaveLength(4);
});

test("stop awaits a delivery in progress", async () => {
  const { waiting: once, respond, sell, books } = merchantThatWaits();
  const capturing = sell().capture("K-1", {}, once);
  await minutes(0);
  const stopping = once.stop();
  respond();
  await stopping;
  expect(books).toEqual(["K-1 100.00"]);
  await capturing;
});

test("after resume, stop awaits the deliveries that wait for the first one", async () => {
  const { once, service, sell, books } = merchant({ stopAfter: { rejections: 1 } });
  service.faults.next("finalize", fault.status(401));
  await expect(sell().capture("K-0")).rejects.toThrow(OnceStoppedError);
  once.resume();
  const capturing = ["K-1", "K-2", "K-3"].map((key) => sell().capture(key));
  await once.stop();
  expect(books).toEqual(["K-1 100.00", "K-2 100.00", "K-3 100.00"]);
  await Promise.all(capturing);
});

test("stop awaits deliveries that come while it waits, and deliveries after it still capture", async () => {
  const { once, sell, books } = merchant();
  const capturing = [sell().capture("K-1")];
  const stopping = once.stop();
  capturing.push(sell().capture("K-2"));
  await stopping;
  expect(books).toEqual(["K-1 100.00", "K-2 100.00"]);
  await Promise.all(capturing);
  expect(await sell().capture("K-3")).toMatchObject({ state: "captured" });
});

test("stop awaits a decision in progress", async () => {
  const held = Promise.withResolvers<void>();
  const { service, store, worker, sell, snapshot } = merchant();
  service.faults.next("finalize", fault.drop());
  await sell().capture("K-1");
  await minutes(60);
  const once = worker({
    store: {
      change: async (...of) => {
        await held.promise;
        return store.change(...of);
      },
      find: (key) => store.find(key),
      list: (query) => store.list(query),
      due: (limit) => store.due(limit),
      counts: (of) => store.counts(of),
    },
  });
  const deciding = once.decide(await snapshot("K-1"), { ...signed, as: "not_captured", balance: none });
  await minutes(0);
  let isStopped = false;
  const stopping = once.stop().then(() => {
    isStopped = true;
  });
  await minutes(0);
  expect(isStopped).toBe(false);
  held.resolve();
  await stopping;
  expect(await snapshot("K-1")).toMatchObject({ state: "not_captured" });
  await deciding;
});

test("a sweep of as many keys as it may work on is followed by the next at once, and one that fails is not", async () => {
  const { once, store, books } = merchant();
  for (let number = 0; number < 250; number += 1) {
    await put(store, record("captured", { key: `K-${number}`, authorizationId: `A-${number}`, dueAt: Date.now() }));
  }
  const due = vi.spyOn(store, "due");
  once.start();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([due.mock.calls.length, (await once.counts()).counts, books.length]).toEqual([3, [], 250]);
  await minutes(1);
  expect(due).toHaveBeenCalledTimes(4);
  due.mockRejectedValue(new Error("the database is away"));
  await minutes(2);
  expect(due).toHaveBeenCalledTimes(6);
  await once.stop();
});

test("errors of a sweep reach onError, the breaker stays open, and the timer goes on", async () => {
  const { once, service, store, sell, taken } = merchant({ stopAfter: { rejections: 1 } });
  service.faults.next("finalize", fault.status(401));
  await expect(sell().capture("K-1")).rejects.toThrow(OnceStoppedError);
  const errors: unknown[] = [];
  const onError = (error: unknown) => {
    errors.push(error);
    throw new Error("the logger is away");
  };
  once.start({ onError });
  await minutes(2);
  expect(errors).toEqual([expect.any(OnceStoppedError), expect.any(OnceStoppedError), expect.any(OnceStoppedError)]);
  vi.spyOn(store, "due").mockRejectedValue(new Error("the database is away"));
  await minutes(1);
  expect(errors.at(-1)).toMatchObject({ name: "OnceStoreError", cause: new Error("the database is away") });
  await once.stop();
  expect(taken()).toEqual([]);
});

test("without onError, the process warns once of the same failure in a row", async () => {
  const { once, store } = merchant();
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  const due = vi.spyOn(store, "due").mockRejectedValue(new Error("password authentication failed for mia"));
  once.start();
  await minutes(2);
  due.mockRejectedValue(new TypeError("a mistake"));
  await minutes(1);
  await once.stop();
  const warning =
    "a sweep failed: OnceStoreError: the store could not read its keys. Fix the store, then call again. The next one comes all the same. Give once.start an onError to get every error";
  expect(warn.mock.calls).toEqual([[warning, { type: "OnceWarning", code: "SWEEP_FAILED" }]]);
});

test.each<
  [
    string,
    (shop: ReturnType<typeof merchant>, seen: { key: string; version: number; seenAt: number }) => Promise<unknown>,
  ]
>([
  ["sweep", ({ once }) => once.sweep()],
  ["get", ({ once }) => once.get("K-1")],
  ["list", ({ once }) => once.list()],
  ["counts", ({ once }) => once.counts()],
  ["erase", ({ once }) => once.erase({ before: new Date() })],
  ["decide", ({ once }, seen) => once.decide(seen, { ...signed, as: "not_captured" })],
  [
    "correct",
    ({ once, sell }, seen) => {
      const { authorization, capture: _, ...sale } = sell();
      return once.correct(seen, sale, { ...signed, authorization, balance: none });
    },
  ],
  ["report", ({ once }) => once.report({ from: new Date(0), to: new Date() }).totals()],
])("while the database is away, %s throws OnceStoreError with its error as the cause", async (_what, call) => {
  const shop = merchant();
  const away = new Error("connect ECONNREFUSED 10.0.0.5:5432");
  for (const method of ["find", "list", "due", "counts", "eraseSet"] as const)
    vi.spyOn(shop.store, method).mockRejectedValue(away);
  const failing = call(shop, { key: "K-1", version: 1, seenAt: Date.now() });
  await expect(failing).rejects.toThrow(OnceStoreError);
  await expect(call(shop, { key: "K-1", version: 1, seenAt: 0 })).rejects.toMatchObject({
    cause: away,
    key: undefined,
  });
});

test("an outcome that a standby cannot store is tried again, because it may become the primary", async () => {
  const { store, sell, books } = merchant();
  const readOnly = Object.assign(new Error("the database is read-only"), { isPermanent: true });
  const change = store.change.bind(store);
  vi.spyOn(store, "change").mockImplementationOnce(change).mockRejectedValueOnce(readOnly).mockImplementation(change);
  const capturing = sell().capture("K-1");
  await minutes(0.1);
  expect(await capturing).toMatchObject({ state: "captured", isBooked: true });
  expect(books).toEqual(["K-1 100.00"]);
});

test("a decision that the store cannot take is tried again for a lease without the time of a call", async () => {
  const { once, store } = merchant({ leaseMs: 60_000, timeoutMs: 30_000 });
  const change = vi.spyOn(store, "change").mockRejectedValue(new Error("the database is away"));
  const withdrawing = once.withdraw("K-1", signed).catch((error) => error);
  await minutes(2);
  expect(await withdrawing).toBeInstanceOf(OnceStoreError);
  expect(change).toHaveBeenCalledTimes(7); // at 0, 0.05, 0.25, 1.25, 4.25, 14.25 and 24.25 seconds
});

test("errors and warnings name the merchant of the store", async () => {
  const store = new SqliteOnceStore(":memory:", { merchant: "north" });
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  const book = () => {
    throw new Error("closed");
  };
  const { once, service, sell } = merchant({ store, book, stopAfter: { rejections: 1 } });
  await sell({ paymentMethod: "card" }, once)
    .capture("K-1")
    .catch(() => undefined);
  const seen = await once.get("K-1");
  expect(seen).toMatchObject({ merchant: "north", isBooked: false });
  expect((await store.find("K-1"))?.document).not.toContain("north");
  expect(warn.mock.lastCall?.[0]).toContain("K-1 of merchant north: the money moved, and book failed");
  await expect(
    once.decide({ key: "K-1", version: 1, seenAt: Date.now() }, { ...signed, as: "captured" }),
  ).rejects.toThrow(
    expect.objectContaining({ merchant: "north", message: expect.stringContaining("(merchant north)") }),
  );
  service.faults.next("finalize", fault.status(401));
  await expect(sell({}, once).capture("K-2")).rejects.toMatchObject({
    merchant: "north",
    message: expect.stringContaining("captures of merchant north have stopped"),
  });
  const newer = '{"format":4,"key":"K-9"}';
  vi.spyOn(store, "find").mockResolvedValue({ document: newer, now: 0 });
  await expect(once.get("K-9")).rejects.toMatchObject({
    merchant: "north",
    message: expect.stringContaining("K-9 of merchant north was written"),
  });
  vi.spyOn(store, "due").mockRejectedValue(new Error("away"));
  once.start();
  await minutes(0);
  await once.stop();
  expect(warn.mock.lastCall?.[0]).toContain("a sweep of merchant north failed");
});

test("a store without its tables is not tried again: nothing waits for 24 seconds", async () => {
  const store = new SqliteOnceStore(":memory:", { merchant: "north" });
  const { once, service, sell } = merchant({ store });
  const missing = Object.assign(new Error("call await store.migrate() first"), { isPermanent: true });
  const change = vi.spyOn(store, "change").mockRejectedValue(missing);
  await expect(sell().capture("K-1")).rejects.toMatchObject({ name: "OnceStoreError", key: "K-1", cause: missing });
  expect([change.mock.calls.length, service.requests]).toEqual([1, []]);
  await expect(once.withdraw("K-2", signed)).rejects.toThrow(
    "K-2 of merchant north could not be stored: this call sent nothing",
  );
});
