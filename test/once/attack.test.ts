/** Histories that try to capture twice, to book twice, to deny a capture, or to leave a key without an owner. */
import type { DatabaseSync } from "node:sqlite";
import type { OnceStore } from "merchant-payments/once";
import { fault } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { merchant, none, signed } from "./merchant.js";
import { HOUR, MINUTE } from "./records.js";

type Shop = ReturnType<typeof merchant>;

/** A worker whose calls reach the service and whose responses wait until the test releases them. */
function slowWorker({ service, client, worker }: Shop) {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const fetch: typeof service.fetch = async (...call) => {
    const response = await service.fetch(...call);
    arrived.resolve();
    await released.promise;
    return response;
  };
  return { slow: worker({ payments: client(undefined, fetch) }), arrived: arrived.promise, release: released.resolve };
}

test("a key that is corrected to another authorization during a sweep waits behind that one's keys", async () => {
  const { service, store, once, worker, sell, snapshot, pass, taken } = merchant();
  const [first, second] = [sell(), sell({ amount: "200.00" })];
  service.faults.next("finalize", fault.drop);
  await first.capture("K-1");
  service.faults.next("finalize", fault.loseResponse);
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
  expect(await snapshot("K-1")).toMatchObject({ state: "waiting", blockedBy: "K-2", waitsFor: "sweep" });
  expect(taken()).toEqual(["60.00"]);
});

describe("a person who decides captured and then not_captured", () => {
  test("while a worker waits for the response has to wait until nothing can arrive any more", async () => {
    const shop = merchant();
    const { once, sell, snapshot, taken, books } = shop;
    const { capture } = sell({ amount: "200.00" });
    const { slow, arrived, release } = slowWorker(shop);
    const delivery = capture("K-1", { totalAmount: "60.00" }, slow);
    await arrived;
    await once.decide(await snapshot("K-1"), { ...signed, as: "captured" });
    const decision = { ...signed, as: "not_captured" } as const;
    await expect(once.decide(await snapshot("K-1"), decision)).rejects.toThrow("an earlier attempt could still arrive");
    release();
    expect(await delivery).toMatchObject({ state: "captured", isBooked: true });
    expect([taken(), books]).toEqual([["60.00"], ["K-1 60.00"]]);
  });

  test("needs a balance to correct the key, which the service may have captured after all", async () => {
    const { once, sell, snapshot, pass, taken } = merchant();
    const { capture, authorization, ...sale } = sell({ amount: "200.00" });
    await capture("K-1", { totalAmount: "60.00" });
    await once.decide(await snapshot("K-1"), { ...signed, as: "not_captured" }); // the person was wrong
    pass(HOUR);
    const sixty = { finalized: "60.00", pending: "0" };
    const correct = async (balance?: typeof sixty) =>
      once.correct(await snapshot("K-1"), { ...sale, totalAmount: "50.00" }, { ...signed, authorization, balance });
    await expect(correct()).rejects.toThrow("balance.finalized is required");
    await expect(correct(sixty)).rejects.toThrow("60 is finalized, and the other keys captured 0");
    expect(taken()).toEqual(["60.00"]);
  });
});

test("a success that comes while a decision is carried out ends the decision", async () => {
  const shop = merchant();
  const { service, once, worker, client, sell, snapshot, pass, taken } = shop;
  const { capture } = sell({ amount: "200.00" });
  const { slow, arrived, release } = slowWorker(shop);
  const delivery = capture("K-1", { totalAmount: "60.00" }, slow);
  await arrived;
  pass(2 * MINUTE);
  expect(await once.sweep()).toMatchObject([{ state: "parked" }]);
  pass(HOUR);
  await once.decide(await snapshot("K-1"), { ...signed, as: "send_again", balance: none }); // the person was wrong
  const rejecting: typeof service.fetch = async () => {
    release();
    await delivery;
    return new Response(null, { status: 401 });
  };
  await worker({ payments: client(undefined, rejecting) }).sweep();
  expect(await snapshot("K-1")).toMatchObject({ state: "conflict", waitsFor: "person" });
  pass(HOUR);
  await once.sweep();
  expect(taken()).toEqual(["60.00"]);
});

test("a late response that shows two captures makes a key a conflict that a person said is captured", async () => {
  const shop = merchant();
  const { service, once, sell, snapshot, taken } = shop;
  const { capture } = sell({ amount: "200.00" });
  const { slow, arrived, release } = slowWorker(shop);
  service.faults.next("finalize", fault.duplicate({ response: "second" }));
  const delivery = capture("K-1", { totalAmount: "60.00" }, slow);
  await arrived;
  await once.decide(await snapshot("K-1"), { ...signed, as: "captured" });
  release();
  expect(await delivery).toMatchObject({ state: "conflict", waitsFor: "person", isBooked: true });
  expect(taken()).toEqual(["60.00", "60.00"]);
});

test("a book that rolls the transaction back and begins another one does not lose the capture", async () => {
  const { once, sell, snapshot, store, pass } = merchant({
    book: (db, { key }) => {
      db.exec("rollback; begin");
      db.exec(`insert into entries (key) values ('${key}')`);
    },
  });
  store.database.exec("create table entries (key text) strict");
  expect(await sell().capture("K-1")).toMatchObject({ state: "captured", isBooked: false, bookFailures: 1 });
  pass(MINUTE);
  await once.sweep();
  expect(await snapshot("K-1")).toMatchObject({ state: "captured", isBooked: false, bookFailures: 2 });
  expect(store.database.prepare("select * from entries").all()).toEqual([]);
});

describe("facts that tell too little", () => {
  test("do not let a kept success close a key after a question that may have captured too", async () => {
    const shop = merchant();
    const { service, client, once, worker, sell, snapshot, pass, taken } = shop;
    const { capture: _, authorization: __, ...sale } = sell({ amount: "160.00" });
    const authorization = { paymentMethod: "paypal", authorizedAmount: "60.00", currencyCode: "SEK" } as const;
    const { slow, arrived, release } = slowWorker(shop);
    const delivery = slow.finalize("K-1", { ...sale, totalAmount: "60.00" }, { authorization });
    await arrived;
    pass(2 * MINUTE);
    expect(await once.sweep()).toMatchObject([{ state: "unknown" }]);
    pass(MINUTE);
    const losing: typeof service.fetch = async (...call) => {
      await service.fetch(...call);
      release();
      await delivery;
      throw new TypeError("fetch failed");
    };
    await worker({ payments: client(undefined, losing) }).sweep();
    expect(await snapshot("K-1")).toMatchObject({ state: "parked", waitsFor: "person" });
    expect(taken()).toEqual(["60.00", "60.00"]);
  });

  test("are corrected by a person, also beside a key that was captured with the right ones", async () => {
    const { once, sell, snapshot, taken } = merchant();
    const { capture, authorization, ...sale } = sell({ amount: "160.00" });
    await capture("K-1", { totalAmount: "100.00" });
    const wrong = { ...authorization, authorizedAmount: "60.00" };
    const request = { ...sale, totalAmount: "60.00" };
    await once.finalize("K-2", request, { authorization: wrong });
    expect(await snapshot("K-2")).toMatchObject({ state: "rejected", isSent: false });
    await expect(
      once.correct(await snapshot("K-2"), request, { ...signed, authorization: { ...wrong, authorizedAmount: "70" } }),
    ).rejects.toThrow("must be those of K-1, of the same authorization");
    await once.correct(await snapshot("K-2"), request, { ...signed, authorization });
    expect(await once.sweep()).toMatchObject([{ key: "K-2", state: "captured" }]);
    expect(taken()).toEqual(["100.00", "60.00"]);
  });
});
