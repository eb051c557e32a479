/** One capture per key, over the fake service and a store in memory. Time passes only where a test says so. */
import type { DatabaseSync } from "node:sqlite";
import type { PaymentClient } from "merchant-payments";
import { type OnceEntry, OnceStoreError } from "merchant-payments/once";
import type { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { fault, paymentError } from "merchant-payments/testing";
import { describe, expect, test, vi } from "vitest";
import { merchant, signed, wrapped } from "./merchant.js";
import { HOUR, MINUTE } from "./records.js";

/** What a call ends in, while time passes. */
async function ended<T>(ms: number, call: Promise<T>): Promise<T | Error> {
  const [end] = await Promise.all([call.catch((error: Error) => error), vi.advanceTimersByTimeAsync(ms)]);
  return end;
}

type End = ReturnType<SqliteOnceStore["change"]>;
/** Stands in for the changes of a store, and may let each of them pass. */
function between(store: SqliteOnceStore, change: (pass: () => End, number: number, place: object) => End) {
  const own = store.change.bind(store);
  let number = 0;
  return vi.spyOn(store, "change").mockImplementation((...call) => change(() => own(...call), ++number, call[0]));
}

describe("finalize", () => {
  test("captures once, books once, and is done", async () => {
    const { sell, books, taken, snapshot } = merchant();
    const { capture } = sell();
    const first = await capture("K-1");
    const recorded = { waitsFor: "nobody", recorded: "captured", isRecorded: true, closing: 1 };
    expect(first).toMatchObject({ state: "captured", ...recorded });
    expect(await capture("K-1")).toEqual(first);
    expect([taken(), books]).toEqual([["100.00"], ["K-1.1 100.00"]]);
    expect(await snapshot("K-1")).toMatchObject({ version: 2, attempts: 1, history: [] });
  });

  test("tells `fail` of a rejection in the delivery, and of one that the sweep finds", async () => {
    const { service, once, sell, books, pass } = merchant();
    service.faults.next("finalize", fault.error("ORDER_NOT_FOUND"));
    expect(await sell().capture("K-1")).toMatchObject({ state: "rejected", recorded: "failed", waitsFor: "nobody" });
    service.faults.next("finalize", fault.refuse());
    service.faults.next("finalize", fault.error("ORDER_NOT_FOUND"));
    await sell().capture("K-2");
    pass(MINUTE);
    expect(await once.sweep()).toMatchObject([{ key: "K-2", state: "rejected", recorded: "failed" }]);
    expect(books).toEqual(["K-1.1 failed", "K-2.1 failed"]);
  });

  test("parks what has the transaction of another key's capture: one finalization is booked once", async () => {
    const { client, worker, once, sell, books, pass, snapshot } = merchant();
    const card = () => sell({ paymentMethod: "card" }).capture;
    await card()("K-1", {}, once);
    const { transactionId } = (await snapshot("K-1")).finalization;
    const responding = (statusKey: string, finalized: number, id: object) => {
      const figures = { totalAmountFinalized: finalized, totalAmountPendingFinalization: 100 - finalized };
      const rest = { canFinalizeAgain: false, amountRemainingForFinalize: 0, ...figures };
      return { status: { isSuccess: true, errorNumber: 0, statusKey }, ...rest, ...id };
    };
    const responses = [
      responding("SUCCESS", 100, { transactionId }), // it takes the second card of an order for a repeat of the first
      responding("PENDING", 0, { transactionId }),
      responding("SUCCESS", 100, {}),
    ];
    const other = worker({ payments: client(async () => Response.json(responses.shift())) });
    expect(await card()("K-2", {}, other)).toMatchObject({ state: "parked", question: "more_captured" });
    expect(await card()("K-3", {}, other)).toMatchObject({ state: "pending" });
    pass(HOUR);
    expect(await other.sweep()).toMatchObject([{ key: "K-3", state: "parked", question: "more_captured" }]);
    expect(books).toEqual(["K-1.1 100.00"]);
  });

  test("throws what is invalid, and stores nothing", async () => {
    const { sell, review } = merchant();
    const capturing = sell().capture("K-1", { totalAmount: "-1" });
    await expect(capturing).rejects.toMatchObject({ name: "PaymentValidationError", outcome: "not_sent" });
    expect((await review.list()).entries).toEqual([]);
  });

  test("takes facts that are null as absent", async () => {
    const { once, sell } = merchant();
    const { authorization, capture: _, ...sale } = sell();
    const absent = { hasLineItems: null, expiresAt: null, finalizedBefore: null };
    const options = { authorization: { ...authorization, ...absent } };
    expect(await once.finalize("K-1", sale, options)).toMatchObject({ state: "captured" });
  });

  test("parks a key for which the service responds twice with a status key that nobody has declared", async () => {
    const { service, once, sell, pass } = merchant();
    service.faults.every(1, "finalize", fault.error("CARD_EXPIRED"));
    expect(await sell().capture("K-1")).toMatchObject({ state: "unknown" });
    pass(MINUTE);
    expect(await once.sweep()).toMatchObject([{ state: "parked", question: "unlisted_key" }]);
  });

  test("tells onChange of each change once it is stored, in the order of the versions", async () => {
    const told: string[] = [];
    const { sell } = merchant({
      onChange({ key, version, state, isRecorded, request }, cause) {
        told.push(`${key} ${version} ${state} ${isRecorded} ${"body" in request} ${cause}`);
        throw new Error("a listener that fails changes nothing");
      },
    });
    await sell().capture("K-1");
    expect(told).toEqual(["K-1 1 sending false false undefined", "K-1 2 captured true false undefined"]);
  });

  test("tells onChange by version, though the response to an earlier COMMIT comes later", async () => {
    const told: string[] = [];
    const { store, sell, once, pass } = merchant({
      onChange: ({ version, state }) => void told.push(`${version} ${state}`),
    });
    const { promise: late, resolve: respond } = Promise.withResolvers<void>();
    between(store, async (pass, number) => {
      const end = await pass();
      if (number === 1) await late;
      return end;
    });
    const capturing = sell().capture("K-1");
    pass(10 * MINUTE);
    await once.sweep();
    respond();
    await capturing;
    expect(told.slice(0, 2)).toEqual(["1 sending", "2 unknown"]);
  });
});

const broken = () => {
  throw Object.assign(new Error("connect to 10.0.0.7"), { code: "ERR_SQLITE_ERROR", errcode: 19 });
};

describe("a hook that fails", () => {
  test("leaves a capture that is not recorded, is called after growing pauses, and waits for a person after a day", async () => {
    const book = vi.fn(broken);
    const causes: unknown[] = [];
    const { once, sell, pass, snapshot, taken } = merchant({
      book,
      onChange: (_, cause) => cause && causes.push(cause),
    });
    expect(await sell().capture("K-1")).toMatchObject({
      state: "captured",
      waitsFor: "sweep",
      isRecorded: false,
      hookCause: { name: "Error", code: "ERR_SQLITE_ERROR 19" },
      advice: expect.stringContaining("your books lack this capture"),
    });
    for (const minutes of [1, 5, 15, 60, 60]) {
      pass(minutes * MINUTE);
      await once.sweep();
    }
    expect([book.mock.calls.length, causes.length, taken()]).toEqual([6, 6, ["100.00"]]);
    pass(24 * HOUR);
    await once.sweep();
    expect(await snapshot("K-1")).toMatchObject({ waitsFor: "person", question: "hook" });
    book.mockImplementation(() => undefined as never);
    pass(HOUR);
    expect(await once.sweep()).toMatchObject([{ waitsFor: "nobody", isRecorded: true, closing: 1 }]);
  });

  test("is in a warning of the process with its message, of which only name and codes are stored", async () => {
    const emitWarning = vi.spyOn(process, "emitWarning").mockReturnValue();
    const { sell, snapshot } = merchant({ book: broken, fail: broken });
    const { capture } = sell({ paymentMethod: "card" });
    await capture("K-1");
    await capture("K-2");
    const booking = "K-1: the money moved, and book failed: Error: connect to 10.0.0.7";
    expect(emitWarning).toHaveBeenCalledWith(expect.stringContaining(booking), expect.anything());
    const warning =
      "K-2: the key was not captured, and fail failed: Error: connect to 10.0.0.7. The sweep calls it again";
    expect(emitWarning).toHaveBeenCalledWith(expect.stringContaining(warning), {
      type: "OnceWarning",
      code: "HOOK_FAILED",
    });
    expect(JSON.stringify(await snapshot("K-2"))).not.toContain("10.0.0.7");
  });

  test("is told, whatever it throws", async () => {
    const causes: unknown[] = [];
    const book = () => {
      throw undefined;
    };
    const { sell } = merchant({ book, onChange: (_, cause) => cause && causes.push(cause) });
    expect(await sell().capture("K-1")).toMatchObject({ isRecorded: false, hookCause: { name: "OnceHookError" } });
    expect(causes.map(String)).toEqual(["OnceHookError: the hook threw undefined"]);
  });

  test.each(["commit", "rollback"])("by %s leaves a capture that is not recorded, and is called again", async (end) => {
    let isBroken = true;
    const book = (db: DatabaseSync) => void (isBroken && db.exec(end));
    const { sell, once, pass } = merchant({ book, onChange: () => undefined });
    const found = { state: "captured", isRecorded: false, hookCause: { name: "OnceHookError" } };
    expect(await ended(1_000, sell().capture("K-1"))).toMatchObject(found);
    isBroken = false;
    pass(MINUTE);
    expect(await once.sweep()).toMatchObject([{ isRecorded: true, closing: 1 }]);
  });

  test("may deliver another key, which is stored after its own transaction", async () => {
    const delivered: Promise<OnceEntry>[] = [];
    const { sell, books, store } = merchant({
      book: (_db, { key }) => {
        books.push(key);
        if (key === "K-1") delivered.push(next.capture("K-2"));
      },
    });
    const next = sell();
    expect(await sell().capture("K-1")).toMatchObject({ state: "captured", isRecorded: true });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await delivered[0]).toMatchObject({ state: "captured", isRecorded: true });
    expect([books, store.database.isTransaction]).toEqual([["K-1", "K-2"], false]);
  });
});

describe("a worker", () => {
  test("that was suspended for longer than its lease sends nothing, and does not open the circuit breaker", async () => {
    const { service, client, worker, sell } = merchant();
    const fetch: typeof globalThis.fetch = (...call) => service.fetch(...call);
    const payments = client(fetch);
    const suspended = wrapped(payments, {
      finalize: (...call) => {
        vi.setSystemTime(Date.now() + 120_000); // and continued two minutes later
        return payments.finalize(...call);
      },
    });
    const once = worker({ payments: suspended });
    for (const key of ["K-1", "K-2", "K-3", "K-4"]) {
      expect(await sell().capture(key, {}, once)).toMatchObject({ state: "queued" });
    }
    expect([service.requests, once.status().isOpen]).toEqual([[], false]);
  });

  test("whose store is away throws after its patience, and has sent nothing", async () => {
    const { store, sell, service } = merchant();
    const cause = new Error("the database is away");
    const change = vi.spyOn(store, "change").mockResolvedValue({ end: "failed", cause });
    expect(await ended(MINUTE, sell().capture("K-1"))).toMatchObject({
      name: "OnceStoreError",
      key: "K-1",
      state: undefined,
      finalization: {},
      message: "K-1 could not be stored, and this call sent nothing: fix the store. Then deliver the job again",
    });
    expect([change.mock.calls.length, service.requests.length]).toEqual([7, 0]);
  });

  test("whose store fails for good throws at once, before it sends anything", async () => {
    const { store, sell, service } = merchant();
    const cause = Object.assign(new Error("the tables are missing"), { isPermanent: true });
    vi.spyOn(store, "change").mockResolvedValue({ end: "failed", cause });
    await expect(sell().capture("K-1")).rejects.toThrow(
      "sent nothing: the tables are missing. Then deliver the job again",
    );
    expect(service.requests).toEqual([]);
  });

  test("retries a known outcome until its lease is over, and then throws it with its ids", async () => {
    const { store, sell, taken } = merchant();
    const cause = Object.assign(new Error("read-only"), { isPermanent: true });
    const change = between(store, async (pass, number) => (number === 1 ? await pass() : { end: "failed", cause }));
    expect(await ended(10 * MINUTE, sell().capture("K-1"))).toMatchObject({
      key: "K-1",
      state: "captured",
      finalization: { transactionId: expect.stringMatching(/^\d{18}$/) },
      message: expect.stringContaining(
        "K-1 is captured, and that could not be stored. (1) Log key, state and finalization of this error. (2) Fix the store: read-only. (3)",
      ),
    });
    expect([taken(), change.mock.calls.length > 5]).toEqual([["100.00"], true]);
  });

  test("whose key a newer release has written during the call throws the outcome with its ids", async () => {
    const { store, sell, client, worker } = merchant();
    const payments = client();
    const finalize = async (...call: Parameters<PaymentClient["finalize"]>) => {
      const captured = await payments.finalize(...call);
      store.database.exec("update once_keys set format = 2");
      return captured;
    };
    const delivering = sell().capture("K-1", {}, worker({ payments: wrapped(payments, { finalize }) }));
    expect(await ended(10 * MINUTE, delivering)).toMatchObject({
      name: "OnceStoreError",
      key: "K-1",
      state: "captured",
      finalization: { transactionId: expect.stringMatching(/^\d{18}$/) },
      message: expect.stringContaining("a newer release of merchant-payments wrote K-1: update this program"),
    });
  });

  test("finds what is stored where the response to COMMIT was lost, and books once", async () => {
    const { store, sell, books, taken } = merchant();
    const change = between(store, async (pass, number) => {
      const end = await pass();
      return number % 2 === 1 ? { end: "failed", cause: new Error("Connection terminated") } : end;
    });
    const found = { state: "captured", isRecorded: true, version: 2 };
    expect(await ended(1_000, sell().capture("K-1"))).toMatchObject(found);
    expect([taken(), books, change.mock.calls.length]).toEqual([["100.00"], ["K-1.1 100.00"], 4]);
  });

  test("takes over the key of a worker that died, and its late success closes the key", async () => {
    const { service, client, worker, once, sell, books, snapshot } = merchant();
    const held = Promise.withResolvers<void>();
    const dead = worker({
      payments: client(async (...call) => {
        const response = await service.fetch(...call);
        await held.promise;
        return response;
      }),
    });
    const late = sell().capture("K-1", { totalAmount: "30.00" }, dead);
    await expect.poll(() => service.finalizations).toHaveLength(1);
    vi.setSystemTime(Date.now() + 2 * MINUTE); // its machine sleeps
    expect(await once.sweep()).toMatchObject([{ state: "parked" }]);
    held.resolve();
    expect(await late).toMatchObject({ state: "captured", isRecorded: true });
    expect([await snapshot("K-1"), books]).toMatchObject([
      { history: [{ state: "parked", late: { state: "captured" } }] },
      ["K-1.1 30.00"],
    ]);
  });
});

describe("the sweep", () => {
  test("a second delivery of the key on trial does not end the trial: nobody else is sent meanwhile", async () => {
    const { service, client, worker, sell, pass } = merchant();
    const held = Promise.withResolvers<void>();
    let calls = 0;
    const once = worker({
      payments: client(async (...call) => {
        calls += 1;
        if (calls > 3) await held.promise;
        return service.fetch(...call);
      }),
    });
    for (const _ of [1, 2, 3]) service.faults.next("finalize", fault.refuse());
    const [first, ...more] = ["K-1", "K-2", "K-3", "K-4"].map((key) => ({ key, ...sell() }));
    for (const { key, capture } of more) await capture(key, {}, once);
    expect(once.status().isOpen).toBe(true);
    pass(MINUTE);
    const trial = first?.capture("K-1", {}, once);
    await expect.poll(() => calls).toBe(4);
    await first?.capture("K-1", {}, once);
    expect(await sell().capture("K-5", {}, once)).toMatchObject({ state: "queued", attempts: 0 });
    held.resolve();
    expect(await trial).toMatchObject({ state: "captured" });
    expect([calls, once.status().isOpen]).toEqual([4, false]);
  });

  test("with an open circuit breaker calls the hooks, and sends nothing until it is resumed", async () => {
    const book = vi.fn(broken);
    const { account, service, once, sell, pass } = merchant({ book, onChange: () => undefined });
    await sell().capture("K-0");
    book.mockImplementation(() => undefined as never);
    account.password = "changed at midnight";
    for (const key of ["K-1", "K-2", "K-3", "K-4"]) await sell().capture(key);
    pass(HOUR);
    expect(await once.sweep()).toMatchObject([{ key: "K-0", isRecorded: true }]);
    expect(service.requests).toHaveLength(4);
    account.password = service.password;
    once.resume();
    await once.sweep(); // one on trial
    expect(await once.sweep()).toHaveLength(3);
    expect(book).toHaveBeenCalledTimes(6);
  });

  test("with an open circuit breaker passes over the keys that wait for another one, and tries the next", async () => {
    const { service, once, sell, pass } = merchant();
    const { capture } = sell();
    service.faults.next("finalize", fault.drop());
    for (const key of ["K-1", "K-2", "K-3", "K-4"]) await capture(key, { totalAmount: "20.00" }); // wait for K-1
    pass(1_000);
    service.faults.every(1, "finalize", fault.refuse());
    for (const key of ["K-5", "K-6", "K-7"]) await sell().capture(key);
    service.faults.clear();
    pass(MINUTE);
    await once.sweep();
    expect(once.status().isOpen).toBe(false);
  });

  test("of queued keys behind an open circuit breaker touches none, and tries two at most once it may", async () => {
    const { once, sell, store, pass, service } = merchant();
    service.faults.every(1, "finalize", fault.refuse());
    for (let key = 0; key < 9; key += 1) await sell().capture(`K-${key}`);
    const change = vi.spyOn(store, "change");
    await once.sweep();
    expect(change).not.toHaveBeenCalled();
    pass(HOUR);
    await once.sweep();
    expect(change.mock.calls.length).toBeLessThanOrEqual(4); // one is sent, and the other one is not
    expect(once.status().isOpen).toBe(true);
  });

  test("skips documents of a newer format, sends nothing of their authorization, and lists the others", async () => {
    const { store, once, sell, pass, review, taken } = merchant();
    const { capture } = sell();
    await capture("K-1", { totalAmount: "10.00" });
    store.database.exec("update once_keys set format = 2, due_at = 1, needs_call = 1");
    expect(await capture("K-2", { totalAmount: "20.00" })).toMatchObject({ state: "queued", blockedBy: "K-1" });
    await expect(capture("K-1", { totalAmount: "10.00" })).rejects.toThrow("update this program to that release");
    pass(MINUTE);
    expect(await once.sweep()).toMatchObject([{ key: "K-2", state: "queued" }]);
    expect((await review.list()).entries.map(({ key }) => key)).toEqual(["K-2"]);
    await expect(review.get("K-1")).rejects.toThrow("update this program to that release");
    expect(taken()).toEqual(["10.00"]);
  });

  test("is told of a store that is away, after two keys in a row", async () => {
    const { service, once, sell, store } = merchant();
    service.faults.every(1, "finalize", fault.refuse());
    for (let key = 1; key < 9; key += 1) await sell({}).capture(`K-${key}`);
    once.resume();
    store.database.exec("update once_keys set due_at = 1, needs_call = 0");
    const cause = Object.assign(new Error("away"), { isPermanent: true });
    const change = vi.spyOn(store, "change").mockResolvedValue({ end: "failed", cause });
    await expect(once.sweep()).rejects.toBeInstanceOf(OnceStoreError);
    expect(change.mock.calls.length).toBeLessThan(8);
    vi.spyOn(store, "read").mockRejectedValue(cause);
    await expect(once.sweep()).rejects.toThrow("the store could not be read or written, and nothing was sent: away");
  });

  test("throws an outcome that it could not store, and does not end by a mistake in one key", async () => {
    const { service, client, worker, sell, store, pass } = merchant();
    service.faults.every(1, "finalize", fault.refuse());
    for (const key of ["K-1", "K-2"]) await sell().capture(key);
    service.faults.clear();
    pass(MINUTE);
    const finalize = () => {
      throw new Error("a wrapper's mistake");
    };
    const mistaken = wrapped(client(), { finalize });
    expect(await worker({ payments: mistaken }).sweep()).toEqual([]);
    pass(HOUR);
    expect(await worker().sweep()).toMatchObject([{ state: "unknown" }, { state: "unknown" }]); // it takes them over
    pass(MINUTE);
    const end = { end: "failed", cause: new Error("away") } as const;
    between(store, async (pass, _, place) => ("attempts" in place ? end : await pass())); // of outcomes
    const failed = await ended(10 * MINUTE, worker().sweep());
    expect(failed).toMatchObject({ key: expect.stringContaining("K-"), state: "captured" });
  });

  test("leaves a key that was corrected to another authorization since it was listed to the next sweep", async () => {
    const { service, once, review, sell, snapshot, store, pass, taken } = merchant();
    service.faults.next("finalize", fault.refuse());
    await sell().capture("K-1");
    const { authorization, capture: _, ...other } = sell();
    pass(MINUTE);
    const own = store.read.bind(store);
    vi.spyOn(store, "read").mockImplementation(async (...call) => {
      const found = await own(...call);
      const isListed = found.rows.some((row) => "due_at" in row);
      if (isListed) await review.correct(await snapshot("K-1"), other, { ...signed, authorization });
      return found;
    });
    expect(await once.sweep()).toMatchObject([{ state: "queued", attempts: 1 }]);
    vi.restoreAllMocks();
    expect(await once.sweep()).toMatchObject([{ state: "captured", request: { transactionId: other.transactionId } }]);
    expect(taken()).toEqual(["100.00"]);
  });

  test("keeps what it cannot send again to find out, because the client finds it invalid", async () => {
    const { service, client, worker, sell, pass } = merchant();
    service.faults.next("finalize", fault.loseResponse());
    await sell().capture("K-1");
    pass(MINUTE);
    const resolveFinalization = () => Promise.reject(paymentError("invalid_input"));
    const once = worker({ payments: wrapped(client(), { resolveFinalization }) });
    expect(await once.sweep()).toMatchObject([
      { state: "unknown", reason: expect.stringContaining("the client finds the input invalid: ") },
    ]);
  });

  test("closes no key by a balance that the client has looked up, where a wrapper lists more than its client", async () => {
    const { service, client, worker, sell, pass, books } = merchant();
    service.faults.next("finalize", fault.drop());
    await sell().capture("K-1");
    pass(MINUTE);
    const lookUp = () => ({ finalized: "100.00", pending: "0" }); // of another authorization of the order, perhaps
    const payments = client(service.fetch, { resolve: { sendAgain: ["card"], lookUp } });
    const once = worker({ payments: wrapped(payments, { sendAgain: ["card", "paypal"] }) });
    expect(await once.sweep()).toMatchObject([{ state: "unknown" }]);
    expect(books).toEqual([]);
  });

  test("that is forgotten is in a warning, once; where one runs there is none", async () => {
    const emitWarning = vi.spyOn(process, "emitWarning").mockReturnValue();
    const { service, sell, once, pass, store, worker } = merchant();
    const sweeping = worker();
    service.faults.next("finalize", fault.loseResponse());
    await sell().capture("K-1");
    pass(9 * MINUTE);
    await sell().capture("K-2");
    expect(emitWarning).not.toHaveBeenCalled();
    await sweeping.sweep();
    pass(5 * MINUTE);
    await sell().capture("K-3");
    expect(emitWarning).not.toHaveBeenCalled(); // the other process sweeps
    service.faults.next("finalize", fault.loseResponse());
    await sell().capture("K-4");
    pass(10 * MINUTE);
    vi.spyOn(store, "read").mockRejectedValueOnce(new Error("away")); // the next delivery looks again
    await sell().capture("K-5");
    for (let minutes = 0; minutes < 40; minutes += 10) {
      pass(10 * MINUTE);
      await sell({}).capture(`K-${6 + minutes}`);
    }
    await expect.poll(() => emitWarning.mock.calls).toHaveLength(1);
    const warning =
      "K-4 has waited for the sweep since 2026-01-15T00:15:00.000Z: call once.start() in one process at least";
    expect(emitWarning).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(warning), {
      type: "OnceWarning",
      code: "NO_SWEEP",
    });
    expect(once.status().lastSweepAt).toBeUndefined();
  });
});

test("options that are null are absent", () => {
  const absent = { onChange: null, leaseMs: null, maxNetworkDelayMs: null, personAfterMs: null };
  expect(merchant(absent).once.status()).toEqual({ isOpen: false, lastSweepAt: undefined });
});
