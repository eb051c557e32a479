/** Histories that try to capture twice, to book twice, to deny a capture, or to leave a key without an owner. */
import type { DatabaseSync } from "node:sqlite";
import type { OnceStore } from "merchant-payments/once";
import { fault } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { merchant, none, signed } from "./merchant.js";
import { HOUR, MINUTE } from "./records.js";

type Shop = ReturnType<typeof merchant>;

/** A worker whose calls go through, and whose responses wait until the test lets them go. */
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

test("a key that is corrected to another authorization while a sweep is under way waits behind that one's keys", async () => {
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
