/** One capture per key, over the fake service and a store in memory. Time passes only where a test says so. */
import { basicAuth, Decimal, type Finalization, PaymentClient } from "merchant-payments";
import { OnceDecisionError, OnceStoppedError } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { fault, paymentError } from "merchant-payments/testing";
import { describe, expect, test, vi } from "vitest";
import { merchant, none, signed } from "./merchant.js";
import { allOf, HOUR, MINUTE, put, record } from "./records.js";

describe("Once", () => {
  test("resolves a lost response when it is due, and books it once", async () => {
    const { service, once, sell, books, pass, taken } = merchant();
    const { capture } = sell();
    service.faults.next("finalize", fault.loseResponse());
    expect(await capture("K-1")).toMatchObject({ state: "unknown", mayBeCaptured: true });
    expect(await capture("K-1")).toMatchObject({ state: "unknown", attempts: 1 });
    pass(MINUTE);
    expect(await once.sweep()).toMatchObject([{ key: "K-1", state: "captured", isBooked: true }]);
    expect(await capture("K-1")).toMatchObject({ state: "captured" });
    expect([taken(), books]).toEqual([["100.00"], ["K-1 100.00"]]);
  });

  test("sends a second key of a card that a person says is captured, and the sweep parks it after a lost response", async () => {
    const { service, once, sell, snapshot, pass, taken } = merchant();
    const { capture } = sell({ paymentMethod: "card" });
    service.faults.next("finalize", fault.drop());
    await capture("K-1");
    await once.decide(await snapshot("K-1"), { ...signed, as: "captured" }); // the person was wrong
    service.faults.next("finalize", fault.loseResponse());
    expect(await capture("K-2")).toMatchObject({ state: "parked", finalizedBefore: "100.00" });
    pass(HOUR);
    expect(await once.sweep()).toMatchObject([]);
    expect(taken()).toEqual(["100.00"]);
    expect(await capture("K-3")).toMatchObject({ state: "blocked", blockedBy: "K-2" });
  });

  test("asks a person about a part that was sent again after a lost response, and rejected as too much", async () => {
    const { service, once, sell, books, snapshot, pass, taken } = merchant();
    const { capture } = sell();
    service.faults.next("finalize", fault.loseResponse());
    expect(await capture("K-1", { totalAmount: "60.00" })).toMatchObject({ state: "parked" });
    await expect(once.decide(await snapshot("K-1"), { ...signed, as: "send_again", balance: none })).rejects.toThrow(
      "take a new snapshot after",
    );
    pass(HOUR);
    await once.decide(await snapshot("K-1"), { ...signed, as: "send_again", balance: none }); // the person was wrong
    expect(await once.sweep()).toMatchObject([{ state: "parked" }]);
    expect([taken(), books]).toEqual([["60.00"], []]);
  });

  test.each([400, 403, 404, 405, 410, 422])(
    "asks a person about a part whose response an intermediary has replaced by its own HTTP %i",
    async (httpStatus) => {
      const { service, once, sell, taken, pass } = merchant();
      const { capture } = sell();
      service.faults.next("finalize", fault.status(httpStatus, { committed: true }));
      expect(await capture("K-1", { totalAmount: "30.00" })).toMatchObject({ state: "parked", mayBeCaptured: true });
      expect(await capture("K-1", { totalAmount: "30.00" })).toMatchObject({ state: "parked", waitsFor: "person" });
      pass(MINUTE);
      await once.sweep();
      expect(taken()).toEqual(["30.00"]);
    },
  );

  test("asks a person if an intermediary repeats the request and passes on the second response", async () => {
    const { service, sell, books, taken } = merchant();
    service.faults.next("finalize", fault.duplicate({ response: "second" }));
    expect(await sell().capture("K-1")).toMatchObject({ state: "parked", mayBeCaptured: true });
    expect([taken(), books]).toEqual([["100.00"], []]);
  });

  test("reports a conflict if an intermediary repeats a partial capture", async () => {
    const { service, sell, books } = merchant();
    service.faults.next("finalize", fault.duplicate({ response: "second" }));
    expect(await sell().capture("K-1", { totalAmount: "50.00" })).toMatchObject({
      state: "conflict",
      finalization: { totalAmountFinalized: "100" },
    });
    expect(books).toEqual([]);
  });

  test("opens the circuit breaker after three keys with a wrong password, and captures all with the right one", async () => {
    const { service, client, worker, sell, books, taken } = merchant();
    let password = "yesterday's";
    const payments = {
      ...(Object.create(client()) as PaymentClient),
      preview: client().preview.bind(client()),
      timeoutMs: 30_000,
      sendAgain: client().sendAgain,
      meaningOf: client().meaningOf.bind(client()),
      finalize: (...call: Parameters<PaymentClient["finalize"]>) => client(password).finalize(...call),
      resolveFinalization: (...call: Parameters<PaymentClient["resolveFinalization"]>) =>
        client(password).resolveFinalization(...call),
    };
    const once = worker({ payments });
    const jobs = Array.from({ length: 6 }, (_, index) => [`K-${index}`, sell({}, once)] as const);
    const deliverAll = () => Promise.allSettled(jobs.map(([key, { capture }]) => capture(key)));
    const first: PromiseSettledResult<unknown>[] = [];
    for (const [key, { capture }] of jobs) first.push(...(await Promise.allSettled([capture(key)])));
    expect(first.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "rejected",
      "rejected",
      "rejected",
    ]);
    expect(first[5]).toMatchObject({ reason: { reason: "merchant", cause: { httpStatus: 401 } } });
    expect((await once.list()).entries).toMatchObject([
      { state: "retryable", mayBeCaptured: false },
      { state: "retryable" },
      { state: "retryable" },
    ]);
    expect(service.requests).toHaveLength(3);

    once.resume();
    const second = (await deliverAll()).map(({ status }) => status);
    expect(second).toEqual(["fulfilled", "fulfilled", "rejected", "rejected", "rejected", "rejected"]);
    password = service.password;
    once.resume();
    await deliverAll();
    expect([taken().length, books.length]).toEqual([6, 6]);
  });

  test("opens the circuit breaker after ten unknown keys, and captures all when the service is back", async () => {
    const { service, once, sell, snapshot, books, pass, taken } = merchant();
    service.faults.every(1, "finalize", fault.status(503));
    const jobs = Array.from(
      { length: 12 },
      (_, index) => [`K-${10 + index}`, sell({ paymentMethod: "card" })] as const,
    );
    for (const [key, { capture }] of jobs)
      await capture(key).catch((error) => expect(error).toBeInstanceOf(OnceStoppedError));
    for (const [key] of jobs.slice(0, 10)) expect(await snapshot(key)).toMatchObject({ state: "unknown", repeats: 0 });
    for (let time = 0; time < 9; time += 1) {
      pass(MINUTE);
      once.resume();
      await expect(once.sweep()).rejects.toThrow("no response said what became of the last calls");
    }
    expect((await once.list({ states: ["parked"] })).entries).toEqual([]);
    service.faults.clear();
    pass(HOUR);
    once.resume();
    await once.sweep();
    for (const [key, { capture }] of jobs) await capture(key);
    expect([taken().length, new Set(books).size, books.length]).toEqual([12, 12, 12]);
  });

  test("lets a delivery replace a request that cannot be captured", async () => {
    const { sell, books, once } = merchant();
    const { capture } = sell();
    await capture("K-1", { totalAmount: "40.00" });
    expect(await capture("K-2", { totalAmount: "600.00" })).toMatchObject({ state: "rejected", mayBeCaptured: false });
    expect(await capture("K-2", { totalAmount: "60.00" })).toMatchObject({ state: "captured" });
    await expect(capture("K-2", { totalAmount: "6.00" })).rejects.toMatchObject({
      issues: [
        {
          path: "key",
          code: "not_allowed",
          message: expect.stringContaining("stands for another request, which is captured"),
        },
      ],
    });
    await expect(capture("K-2", { totalAmount: "600.00" })).rejects.toMatchObject({
      issues: [
        {
          path: "key",
          code: "not_allowed",
          message: expect.stringContaining("this one was replaced by a later delivery"),
        },
      ],
    });
    expect(books).toEqual(["K-1 40.00", "K-2 60.00"]);
    expect(await once.get("K-3")).toBeUndefined();
  });

  test("lets only a person correct a request that may have arrived", async () => {
    const { service, once, sell, snapshot, pass, taken, books } = merchant();
    const { capture, authorization, ...sale } = sell();
    service.faults.next("finalize", fault.drop());
    await capture("K-1", { totalAmount: "70.00" });
    await expect(capture("K-1", { totalAmount: "30.00" })).rejects.toThrow("which is parked");
    const correction = { ...signed, authorization, balance: none };
    const correct = async () => once.correct(await snapshot("K-1"), { ...sale, totalAmount: "30.00" }, correction);
    await expect(correct()).rejects.toThrow(OnceDecisionError);
    pass(HOUR);
    expect(await correct()).toMatchObject({ state: "retryable", waitsFor: "sweep" });
    expect(await once.sweep()).toMatchObject([{ state: "captured" }]);
    expect([taken(), books]).toEqual([["30.00"], ["K-1 30.00"]]);
  });

  test("never sends a pending key again, and books it when it completes", async () => {
    const { service, once, sell, snapshot, pass, books } = merchant();
    const { capture, transactionId } = sell({ pending: true });
    expect(await capture("K-1")).toMatchObject({ state: "pending" });
    pass(HOUR);
    expect(await once.sweep()).toMatchObject([{ state: "pending" }]);
    pass(HOUR);
    const again = { ...signed, as: "send_again", balance: { finalized: "0", pending: "100.00" } } as const;
    await expect(once.decide(await snapshot("K-1"), again)).rejects.toThrow("something is pending");
    expect(books).toEqual([]);
    service.completePending(transactionId);
    expect(await once.sweep()).toMatchObject([{ state: "captured" }]);
    expect([service.finalizations.length, books]).toEqual([1, ["K-1 100.00"]]);
  });

  test("sends nothing from a worker that was suspended for an hour after its reservation", async () => {
    const { store, worker, once, sell, snapshot, pass, taken, books } = merchant();
    const change: typeof store.change = async (...args) => {
      const changed = await store.change(...args);
      if (changed.document.includes('"state":"sending"')) {
        pass(HOUR); // the worker is suspended
        await once.sweep();
        await once.decide(await snapshot("K-1"), { ...signed, as: "send_again", balance: none });
        await once.sweep();
      }
      return changed;
    };
    const { capture } = sell();
    const stopped = worker({ store: Object.assign(Object.create(store), { change }) });
    await capture("K-1", { totalAmount: "60.00" }, stopped);
    expect(await once.get("K-1")).toMatchObject({ state: "captured", history: [{}, { late: { state: "retryable" } }] });
    expect([taken(), books]).toEqual([["60.00"], ["K-1 60.00"]]);
  });

  test.each([
    ["wall", (ms: number) => void vi.setSystemTime(Date.now() + ms)],
    ["steady", (ms: number) => vi.spyOn(performance, "now").mockReturnValue(performance.now() + ms)],
  ])("ends a lease by the %s clock", async (_which, jump) => {
    const { store, worker, sell, taken } = merchant({ leaseMs: MINUTE });
    const change: typeof store.change = async (...args) => {
      const changed = await store.change(...args);
      if (changed.document.includes('"state":"sending"')) jump(MINUTE);
      return changed;
    };
    const late = worker({ store: Object.assign(Object.create(store), { change }) });
    expect(await sell().capture("K-1", {}, late)).toMatchObject({
      state: "retryable",
      reason: expect.stringContaining("sendBefore"),
    });
    expect(taken()).toEqual([]);
  });
});

test("no key is sent while another key of its authorization is not finished", async () => {
  const { service, once, sell, snapshot, pass, taken, books } = merchant();
  const { capture } = sell();
  service.faults.next("finalize", fault.drop());
  await capture("K-1");
  pass(HOUR);
  const seen = await snapshot("K-1");
  await once.decide(seen, { ...signed, as: "not_captured", balance: none });
  const seenAgain = await snapshot("K-1");
  service.faults.next("finalize", fault.loseResponse());
  expect(await capture("K-2")).toMatchObject({ state: "unknown" });
  const again = once.decide(seenAgain, { ...signed, as: "send_again", balance: none });
  await expect(again).rejects.toThrow("K-1: K-2 of the same authorization is not finished");
  pass(MINUTE);
  await once.sweep();
  expect([taken(), books]).toEqual([["100.00"], ["K-2 100.00"]]);
});

describe("a decision that another key of the authorization was captured", () => {
  async function closedWrongly() {
    const shop = merchant();
    const { capture } = shop.sell();
    shop.service.faults.next("finalize", fault.loseResponse());
    await capture("K-1");
    shop.pass(HOUR);
    const wrong = { ...signed, as: "not_captured", balance: none } as const; // of another authorization
    await shop.once.decide(await shop.snapshot("K-1"), wrong);
    const right = { ...signed, as: "captured", transactionId: "202601150000000099" } as const;
    const correct = async () => void (await shop.once.decide(await shop.snapshot("K-1"), right));
    return { ...shop, capture, correct };
  }

  test("parks a key that is not resolved yet, because the balance may be of the other one", async () => {
    const { service, once, capture, correct, pass, taken, books } = await closedWrongly();
    service.faults.next("finalize", fault.drop());
    expect(await capture("K-2")).toMatchObject({ state: "unknown" });
    await correct();
    pass(HOUR);
    expect(await once.sweep()).toMatchObject([{ key: "K-2", state: "parked" }]);
    expect([taken(), books]).toEqual([["100.00"], ["K-1 100.00"]]);
  });

  test("makes a key in flight a conflict", async () => {
    const { client, service, worker, capture, correct, taken, books } = await closedWrongly();
    const responding: typeof service.fetch = async (...call) => {
      const response = await service.fetch(...call);
      await correct();
      return response;
    };
    expect(await capture("K-2", {}, worker({ payments: client(undefined, responding) }))).toMatchObject({
      state: "conflict",
      reason: "another key of its authorization has been captured since it was sent",
    });
    expect([taken(), books]).toEqual([["100.00"], ["K-1 100.00"]]);
  });
});

test("two merchants in one file resolve their own keys with their own credentials", async () => {
  const { service, client, worker, store, sell, pass, taken } = merchant();
  const ofMerchant = (name: string) => new SqliteOnceStore(store.database, { merchant: name });
  const [north, south] = ["north", "south"].map((name) => worker({ store: ofMerchant(name) }));
  const elsewhere = worker({ store: ofMerchant("elsewhere"), payments: client("another password") });
  service.faults.every(1, "finalize", fault.drop());
  const [first, second] = [sell(), sell()];
  for (const [once, { orderId, transactionId, totalAmount, authorization }] of [
    [north, first],
    [south, second],
  ] as const) {
    await once?.finalize("1001", { orderId, transactionId, totalAmount }, { authorization });
  }
  service.faults.clear();
  pass(MINUTE);
  expect(await elsewhere.sweep()).toEqual([]);
  const of = ({ transactionId }: typeof first) => ({ transactionId });
  expect(await south?.sweep()).toMatchObject([{ key: "1001", merchant: "south", request: of(second) }]);
  expect(await north?.sweep()).toMatchObject([{ key: "1001", merchant: "north", request: of(first) }]);
  expect(taken()).toHaveLength(2);
  store.database.close();
  await expect(north?.sweep()).rejects.toThrow("the store of merchant north could not read its keys");
});

describe("it is invalid to give", () => {
  test.each([
    ["empty", ""],
    ["longer than 200", "K".repeat(201)],
    ["a number", 7],
    ["half a surrogate pair, which a database takes for another one", "K-\ud800"],
    ["text with a NUL", "K-\0"],
  ])("a key that is %s", async (_what, key) => {
    const { sell, service, store } = merchant();
    const change = vi.spyOn(store, "change");
    await expect(sell().capture(key as string)).rejects.toMatchObject({
      issues: [{ path: "key", code: "bad_format" }],
    });
    expect(service.requests).toEqual([]);
    expect(change).not.toHaveBeenCalled();
  });

  test.each(["paymentMethod", "authorizedAmount", "currencyCode"])("an authorization without its %s", async (fact) => {
    const { sell, once } = merchant();
    const { authorization, capture: _, ...sale } = sell();
    const call = once.finalize("K-1", sale, { authorization: { ...authorization, [fact]: null } });
    await expect(call).rejects.toMatchObject({ issues: [{ path: `options.authorization.${fact}`, code: "required" }] });
  });

  test("an authorization whose currency is empty text", async () => {
    const { sell, once } = merchant();
    const { authorization, capture: _, ...sale } = sell();
    const call = once.finalize("K-1", sale, { authorization: { ...authorization, currencyCode: "" } });
    await expect(call).rejects.toMatchObject({
      issues: [{ path: "options.authorization.currencyCode", code: "bad_format" }],
    });
  });

  test("an amount that only claims to be a Decimal", async () => {
    const falseDecimal = JSON.parse('{"toStringTag":"[object Decimal]","s":1,"e":2,"d":[125,0]}');
    const { sell, once } = merchant();
    const { authorization, capture: _, ...sale } = sell();
    const call = once.finalize("K-1", sale, { authorization: { ...authorization, authorizedAmount: falseDecimal } });
    await expect(call).rejects.toMatchObject({ issues: [{ path: "options.authorization.authorizedAmount" }] });
  });

  test.each([{}, null, undefined])("no facts: the options are %o", async (options) => {
    const { once, sell } = merchant();
    const { authorization: _, capture: __, ...sale } = sell();
    const names = ["paymentMethod", "authorizedAmount", "currencyCode"];
    const issues = names.map((name) => ({ path: `options.authorization.${name}`, code: "required" }));
    await expect(once.finalize("K-1", sale, options as never)).rejects.toMatchObject({ issues });
    const adoption = { by: "Åsa", why: "captured before", isBooked: true, at: new Date(0), ...options } as never;
    await expect(once.adopt("K-1", sale, adoption)).rejects.toMatchObject({ issues });
  });

  test.each([
    [
      { paymentMethd: "paypal", paymentMethod: null },
      "unknown_key",
      "options.authorization.paymentMethd is not a known key: did you mean paymentMethod?",
    ],
    [
      { finalizedBefore: "5.00" },
      "not_allowed",
      "options.authorization.finalizedBefore must be left out: `Once` computes it",
    ],
  ])("facts like %o", async (more, code, message) => {
    const { once, sell, service } = merchant();
    const { authorization, capture: _, ...sale } = sell();
    const call = once.finalize("K-1", sale, { authorization: { ...authorization, ...more } as never });
    await expect(call).rejects.toMatchObject({ issues: [{ code, message }] });
    expect(service.requests).toEqual([]);
  });

  test("an amount of zero, which no balance can prove", async () => {
    const { client, worker, sell } = merchant();
    const payments = new PaymentClient({
      baseUrl: "https://pay.example",
      auth: basicAuth("m", "p"),
      waive: ["positiveTotal"],
    });
    const once = worker({ payments });
    const message = "totalAmount must be greater than 0: a balance cannot show what became of a capture of 0";
    await expect(sell({}, once).capture("K-1", { totalAmount: "0.00" })).rejects.toMatchObject({
      issues: [{ path: "totalAmount", code: "not_positive", message }],
    });
    await client().close();
  });
});

test.each(["__proto__", "constructor", "Sendung 🚢 é", "K".repeat(200), "'; drop table once_captures; --"])(
  "any other text can be a key: %s",
  async (key) => {
    const { sell, once } = merchant();
    await sell().capture(key);
    expect(await once.get(key)).toMatchObject({ key, state: "captured" });
    vi.advanceTimersByTime(1);
    const { entries } = once.report({ from: new Date(0), to: new Date(8.64e15) });
    expect(await allOf(entries)).toMatchObject([{ key }]);
  },
);

test("a report has each key once, however many there are", async () => {
  const { once, store } = merchant();
  const keys = Array.from({ length: 1_001 }, (_, index) => `K-${1_000 + index}`);
  for (const key of keys) await put(store, record("captured", { key, authorizationId: key }));
  const report = once.report({ from: new Date(0), to: new Date(1) });
  expect((await allOf(report.entries)).map(({ key }) => key)).toEqual(keys);
  const sums = (await report.totals()).map(({ count, amount }) => [count, amount.toFixed(2)]);
  expect(sums).toEqual([[1_001, "60060.00"]]);
});

test("an option that is undefined is absent", async () => {
  const absent = {
    timeoutMs: undefined,
    leaseMs: undefined,
    marginMs: undefined,
    maxNetworkDelayMs: undefined,
    resolveAfterMs: undefined,
  };
  const { service, sell } = merchant({ ...absent, merchant: undefined, stopAfter: { unknowns: undefined } } as object);
  service.faults.next("finalize", fault.loseResponse());
  const now = Date.now();
  expect(await sell().capture("K-1")).toMatchObject({
    dueAt: now + MINUTE,
    mayArriveUntil: now + 31 * MINUTE + 10_000,
  });
});

describe("the request of a key", () => {
  const lines = [
    { id: "1", name: "Böcker 📚", quantity: 1.5, totalLineAmount: new Decimal("40.10"), taxPercent: "25.00" },
  ];
  const paths = ({ service }: ReturnType<typeof merchant>) =>
    service.requests.map(({ path, body }) => `${path} ${body}`);

  test.each<[string, Finalization["totalAmount"], string]>([
    ["text", "125.00", "125.00"],
    ["text with zeros that a database adds", "125.0000", "125.00"],
    ["a Decimal", new Decimal("125.50"), "125.5"],
  ])("has the amount of %s, the same each time", async (_what, totalAmount, text) => {
    const shop = merchant();
    const { capture, transactionId, orderId } = shop.sell({ totalAmount: text });
    shop.service.faults.next("finalize", fault.drop());
    await capture("K-1", { totalAmount });
    shop.pass(MINUTE);
    expect(await capture("K-1", { totalAmount })).toMatchObject({ state: "captured", request: { totalAmount: text } });
    const path = `/api/orders/${orderId}/transactions/${transactionId}/finalize/${text} {}`;
    expect(paths(shop)).toEqual([path, path]);
  });

  test("has lines and fields of a merchant's class, to the byte as the client sends them", async () => {
    class Shipment {
      readonly invoiceId = "INV-7";
      readonly lineItems = lines;
      readonly totalAmount = "40.10";
      readonly transactionId: string;
      constructor(transactionId: string) {
        this.transactionId = transactionId;
      }
      get weight() {
        return 12;
      }
    }
    const shop = merchant();
    const sold = {
      paymentMethod: "other",
      totalAmount: "40.10",
      lineItems: [{ id: "1", name: "Books", totalLineAmount: "40.10" }],
    } as const;
    const { transactionId, authorization } = shop.sell(sold);
    const direct = shop.sell(sold);
    shop.service.faults.next("finalize", fault.drop());
    await shop.once.finalize("K-1", new Shipment(transactionId), { authorization });
    shop.pass(MINUTE);
    const [swept] = await shop.once.sweep();
    await shop.client().finalize(new Shipment(direct.transactionId));
    expect(swept).toMatchObject({ state: "captured" });
    const bodies = shop.service.requests.map(({ body }) => body);
    expect(new Set(bodies).size).toBe(1);
    expect(bodies).toHaveLength(3);
    expect(bodies[0]).toContain('"taxPercent":25.00');
  });

  test.each([
    [{}, '{"invoiceId":"SHIP-1"}'],
    [{ invoiceId: null }, '{"invoiceId":"SHIP-1"}'],
    [{ invoiceId: "INV-7" }, '{"invoiceId":"INV-7"}'],
  ])("has the key as its invoice number if it has none: %j", async (more, body) => {
    const { service, sell } = merchant({ keyAsInvoiceId: true });
    await sell().capture("SHIP-1", more);
    expect(service.requests).toMatchObject([{ body }]);
  });

  test("keeps that the order has line items, and takes null for facts that are not known", async () => {
    const { sell, once, snapshot } = merchant();
    const { authorization, capture: _, ...sale } = sell();
    const absent = { finalizedBefore: null, expiresAt: null };
    await once.finalize("K-1", sale, { authorization: { ...authorization, ...absent, hasLineItems: true } });
    expect((await snapshot("K-1")).request.hasLineItems).toBe(true);
    await once.finalize("K-1", sale, { authorization: { ...authorization, ...absent, hasLineItems: null } });
  });

  test("needs no order", async () => {
    const { sell, once, service } = merchant({ timeoutMs: 5_000 });
    const { transactionId, totalAmount, authorization } = sell();
    const sale = { transactionId, totalAmount };
    expect(await once.finalize("K-1", sale, { authorization })).toMatchObject({ state: "captured" });
    expect(service.requests).toMatchObject([{ path: `/api/transactions/${transactionId}/finalize/100.00` }]);
  });
});

test("a key that two workers deliver while both sweep is sent once", async () => {
  const { service, once, worker, sell, taken, books } = merchant();
  const { capture } = sell();
  const deliveries = [capture("K-1"), capture("K-1", {}, worker()), once.sweep(), capture("K-1"), worker().sweep()];
  expect(await Promise.all(deliveries)).toMatchObject([
    { state: "captured" },
    { state: "sending" },
    [],
    { state: "sending" },
    [],
  ]);
  expect([service.requests.length, taken(), books]).toEqual([1, ["100.00"], ["K-1 100.00"]]);
});

test("a key that two workers resolve at once is resolved once", async () => {
  const { service, once, worker, sell, pass, taken, books } = merchant();
  const { capture } = sell();
  service.faults.next("finalize", fault.loseResponse());
  await capture("K-1");
  pass(MINUTE);
  await Promise.all([once.sweep(), worker().sweep(), capture("K-1")]);
  expect(await once.get("K-1")).toMatchObject({ state: "captured", attempts: 2 });
  expect([service.requests.length, taken(), books]).toEqual([2, ["100.00"], ["K-1 100.00"]]);
});

describe("a key", () => {
  test("whose call is aborted before it is sent is retryable", async () => {
    const { once, service, sell } = merchant();
    expect(await sell().capture("K-1", {}, once, AbortSignal.abort())).toMatchObject({ state: "retryable" });
    expect(service.requests).toEqual([]);
  });

  test("whose call is invalid after its reservation is retryable, and the error is thrown", async () => {
    const { once, sell } = merchant();
    const call = sell().capture("K-1", {}, once, {} as AbortSignal);
    await expect(call).rejects.toMatchObject({ code: "invalid_input" });
    expect(await once.get("K-1")).toMatchObject({
      reason: "the client finds the input invalid: options.signal",
      state: "retryable",
      mayBeCaptured: false,
    });
  });

  test("that the client finds invalid names the fields, and no value of them", async () => {
    const { client, worker, sell } = merchant();
    const payments = client();
    const issues = ["totalAmount", "options.authorization.currencyCode"].map((path) => {
      return { path, code: "not_allowed", message: `${path} must not be 125.00 or SEK` } as const;
    });
    vi.spyOn(payments, "finalize").mockRejectedValue(paymentError("invalid_input", { issues }));
    const once = worker({ payments });
    await expect(sell().capture("K-1", {}, once)).rejects.toMatchObject({ code: "invalid_input" });
    expect(await once.get("K-1")).toMatchObject({
      state: "retryable",
      reason: "the client finds the input invalid: totalAmount, options.authorization.currencyCode",
    });
  });

  test("that the service has accepted is pending, although its figures do not show it yet", async () => {
    const { service, sell } = merchant();
    const status = { isSuccess: true, errorNumber: 0, statusKey: "PENDING", statusMessage: "" };
    const told = { transactionId: "202601150000000099", canFinalizeAgain: false, totalAmountFinalized: 0 };
    service.faults.next("finalize", fault.response({ httpStatus: 200, body: JSON.stringify({ status, ...told }) }));
    expect(await sell().capture("K-1")).toMatchObject({ state: "pending", mayBeCaptured: true });
  });

  test("keeps a response with NUL in a form that every database stores", async () => {
    const { service, sell } = merchant();
    service.faults.next("finalize", fault.response({ httpStatus: 502, body: "<html>\0</html>" }));
    expect(await sell().capture("K-1")).toMatchObject({ response: { httpStatus: 502, body: "<html>␀</html>" } });
  });

  test("whose repeat is invalid stays unknown, and the error is thrown", async () => {
    const { once, service, sell, snapshot, pass } = merchant();
    const { capture } = sell();
    service.faults.next("finalize", fault.loseResponse());
    await capture("K-1");
    pass(MINUTE);
    const call = capture("K-1", {}, once, {} as AbortSignal);
    await expect(call).rejects.toMatchObject({ code: "invalid_input" });
    expect(await snapshot("K-1")).toMatchObject({ state: "unknown", repeats: 1, waitsFor: "sweep" });
  });

  test("of a partial capture blocks the next key until a person has decided", async () => {
    const { service, once, sell, snapshot, taken, books } = merchant();
    const { capture } = sell();
    service.faults.next("finalize", fault.incomplete());
    expect(await capture("K-1", { totalAmount: "40.00" })).toMatchObject({ state: "parked" });
    expect(await snapshot("K-1")).toMatchObject({
      response: { httpStatus: 200, body: expect.stringContaining("SUCCESS") },
    });
    expect(await capture("K-2", { totalAmount: "60.00" })).toMatchObject({ state: "blocked", blockedBy: "K-1" });
    const [first, second] = [await once.get("K-1"), await once.get("K-2")];
    expect(await once.list({ states: ["blocked", "parked"] })).toEqual({
      entries: [
        { ...first, blockedKeys: [second] },
        { ...second, blockedKeys: [] },
      ],
      next: undefined,
      now: Date.now(),
    });
    expect(await once.list({ limit: 1 })).toMatchObject({ entries: [{ key: "K-1" }], next: "K-1" });
    expect(await once.list({ after: "K-1", limit: 1 })).toMatchObject({
      entries: [{ key: "K-2", seenAt: Date.now() }],
    });
    const period = { from: new Date(0), limit: 1 };
    const { entries, next } = await once.list(period);
    expect(entries).toMatchObject([{ key: "K-1" }]);
    expect(await once.list({ ...period, after: next })).toMatchObject({ entries: [{ key: "K-2" }] });
    await once.decide(await snapshot("K-1"), { ...signed, as: "captured" });
    expect(await capture("K-2", { totalAmount: "60.00" })).toMatchObject({
      state: "captured",
      finalizedBefore: "40.00",
    });
    expect([taken(), books]).toEqual([
      ["40.00", "60.00"],
      ["K-1 40.00", "K-2 60.00"],
    ]);
  });

  test("whose capture could not be booked is booked by the sweep, or by a delivery", async () => {
    const open: string[] = [];
    vi.spyOn(process, "emitWarning").mockReturnValue();
    const { once, sell, pass } = merchant({
      book: (_db, { key }) => {
        if (!open.includes(key)) throw new Error("the month is closed");
      },
    });
    const jobs = ["K-1", "K-2"].map((key) => [key, sell().capture] as const);
    for (const [key, capture] of jobs) expect(await capture(key)).toMatchObject({ state: "captured", isBooked: false });
    expect((await once.list({ unbooked: true })).entries).toHaveLength(2);
    expect(process.emitWarning).toHaveBeenCalledOnce();
    open.push("K-1", "K-2");
    expect(await jobs[0]?.[1]("K-1")).toMatchObject({ isBooked: false });
    pass(MINUTE);
    expect(await jobs[0]?.[1]("K-1")).toMatchObject({ isBooked: true });
    expect(await once.sweep()).toMatchObject([{ key: "K-2", isBooked: true }]);
    expect((await once.list({ unbooked: true })).entries).toEqual([]);
  });

  test("that does not exist cannot be decided", async () => {
    const { once } = merchant();
    const decision = once.decide({ key: "K-9", version: 1, seenAt: 0 }, { ...signed, as: "captured" });
    await expect(decision).rejects.toThrow("there is no key K-9");
  });

  test("that a filter rejects again and again is parked while others pass", async () => {
    const { service, sell } = merchant();
    const unlucky = sell();
    const { orderId } = unlucky;
    for (const state of ["retryable", "retryable", "parked"]) {
      service.faults.next("finalize", fault.status(429), { orderId });
      expect(await sell().capture(`other-${service.requests.length}`)).toMatchObject({ state: "captured" });
      expect(await unlucky.capture("K-1")).toMatchObject({ state, mayBeCaptured: false });
    }
    expect(await unlucky.capture("K-1")).toMatchObject({ state: "parked" });
    expect(service.requests).toHaveLength(6);
  });
});
