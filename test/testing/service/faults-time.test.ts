/** What waits: for the service's clock, for the caller to give up, or for `deliverLate`. Nothing waits for real time. */
import { setImmediate } from "node:timers/promises";
import { toResult } from "merchant-payments";
import { type FakeFault, type FakePaymentService, fault } from "merchant-payments/testing";
import { describe, expect, test, vi } from "vitest";
import { collectGarbage } from "../../support/collect-garbage.js";
import { adapters, newService, type OpenAdapter, post } from "../../support/service-adapters.js";

const card = { paymentMethod: "card", totalAmount: "125.00" } as const;

/** How a finalization ends for its caller. */
async function end(adapter: OpenAdapter, sale: { transactionId: string; totalAmount: string }, signal?: AbortSignal) {
  const result = await toResult(adapter.payments.finalize(sale, { maxRetries: 0, ...(signal && { signal }) }));
  return result.ok ? result.value.status.statusKey : `${result.error.code} ${result.error.outcome}`;
}

/** The finalization is late, and its caller gives up. */
async function giveUpLate(adapter: OpenAdapter, sale: { transactionId: string; totalAmount: string }) {
  const caller = new AbortController();
  adapter.service.faults.next("finalize", fault.late());
  const ended = end(adapter, sale, caller.signal);
  await expect.poll(() => adapter.service.late).toMatchObject([{ operation: "finalize" }]);
  caller.abort();
  expect(await ended).toBe("aborted unknown");
}

describe.each(adapters)("through $name,", ({ open }) => {
  test.each([
    ["delay", fault.delay(5_000), 5_000],
    ["trickle", fault.trickle(500), 9 * 500],
  ])("the response of %s arrives when the clock is moved so far, and not before", async (name, armed, ms) => {
    await using adapter = await open();
    const { service } = adapter;
    service.faults.next("finalize", armed);
    const ended = end(adapter, service.sell(card));
    await expect.poll(() => service.finalizations).toHaveLength(1);
    service.clock.advance(ms - 1);
    await setImmediate();
    expect(service.requests).toEqual([]);
    service.clock.advance(1);
    expect(await ended).toBe("SUCCESS");
    await expect.poll(() => service.requests).toMatchObject([{ fault: name, delivered: true }]);
  });

  test("a late request is rejected if a second one has captured meanwhile", async () => {
    await using adapter = await open();
    const { service } = adapter;
    const sale = service.sell(card);
    await giveUpLate(adapter, sale);
    expect(service.finalizations).toEqual([]);
    expect(await end(adapter, sale)).toBe("SUCCESS");
    await service.deliverLate();
    expect([service.late, service.finalizations]).toMatchObject([[], [{ totalAmount: "125.00" }]]);
    expect(service.requests).toMatchObject([
      { number: 1, response: { statusKey: "SUCCESS" }, delivered: true },
      { number: 2, response: { statusKey: "PAYMENT_COMPLETED" }, delivered: false, received: { end: "silent" } },
    ]);
  });

  // As the platform's fetch does, for callers that depend on it. Our own client has its own deadline.
  test.each([
    { armed: fault.stallBody(), begins: true },
    { armed: fault.trickle(40), begins: true },
    { armed: fault.delay(60_000), begins: false },
    { armed: fault.stallHeaders(), begins: false },
  ])("an abort ends a call with the fault $armed.name", async ({ armed, begins }) => {
    await using adapter = await open();
    const { service, baseUrl } = adapter;
    const caller = new AbortController();
    service.faults.next("createOrder", armed);
    const response = adapter.fetch(baseUrl + path, { ...post, signal: caller.signal });
    const aborted = expect(response.then((begun) => begun.text())).rejects.toThrow("shop closed");
    if (begins) await response;
    await expect.poll(() => service.orders).toHaveLength(1);
    caller.abort(new Error("shop closed"));
    await aborted;
    await expect.poll(() => service.requests).toMatchObject([{ delivered: false }]);
    if (!begins) expect(service.requests).toMatchObject([{ received: { end: "silent" } }]);
  });
});

const path = "/orders/create/ORDER-1001/125.00/SEK";
const call = (service: FakePaymentService, signal: AbortSignal) =>
  service.fetch(`https://payments.example.com${path}`, { ...post, signal });

test("responses arrive in the order of their times, in one move of the clock", async () => {
  const service = newService();
  const ended: string[] = [];
  for (const [orderNumber, ms] of [
    ["LATER", 300],
    ["SOONER", 200],
    ["NEXT-DAY", 86_400_000],
  ] as const) {
    service.faults.next("createOrder", fault.delay(ms), { orderNumber });
    const url = `https://payments.example.com/orders/create/${orderNumber}/1.00/SEK`;
    void service.fetch(url, post).then(() => ended.push(orderNumber));
  }
  await expect.poll(() => service.orders).toHaveLength(3);
  service.clock.set(new Date("2026-03-04T18:00:00Z"));
  await expect.poll(() => ended).toEqual(["SOONER", "LATER"]);
});

describe("a late request", () => {
  async function late(service: FakePaymentService, afterMs?: number) {
    const caller = new AbortController();
    service.faults.next("createOrder", fault.late(afterMs));
    const told = expect(call(service, caller.signal)).rejects.toThrow();
    await expect.poll(() => service.late).toHaveLength(1);
    return { caller, told };
  }

  test("is due once the clock was moved so far, in steps or to a time, and has arrived when the move returns", async () => {
    const service = newService();
    const { caller, told } = await late(service, 60_000);
    caller.abort();
    await told;
    service.clock.advance(20_000);
    service.clock.set(new Date("2026-03-04T12:00:59Z"));
    expect(service.orders).toEqual([]);
    service.clock.advance(1_000);
    expect(service.requests).toMatchObject([
      { receivedAt: "2026-03-04T12:00:00.000Z", processedAt: "2026-03-04T12:01:00.000Z" },
    ]);
  });

  test("never arrives before its caller has given up", async () => {
    const service = newService();
    const { caller, told } = await late(service, 1_000);
    service.clock.advance(86_400_000);
    const delivered = service.deliverLate();
    expect(service.orders).toEqual([]);
    caller.abort();
    await Promise.all([told, delivered]);
    expect(service.orders).toHaveLength(1);
  });

  test("is forgotten by a reset, and nobody waits for it any longer", async () => {
    const service = newService();
    const { caller, told } = await late(service);
    const delivered = service.deliverLate();
    service.reset();
    caller.abort();
    await Promise.all([told, delivered]);
    expect([service.late, service.orders, service.requests]).toEqual([[], [], []]);
  });

  test("arrives although its caller gave up on the way", async () => {
    const service = newService();
    const caller = new AbortController();
    service.faults.next("createOrder", fault.late(0));
    const told = expect(call(service, caller.signal)).rejects.toThrow();
    caller.abort();
    await told;
    await expect.poll(() => service.orders).toHaveLength(1);
  });
});

test("an abort ends a call of service.fetch however old the call is", async () => {
  const service = newService();
  const caller = new AbortController();
  service.faults.next("createOrder", fault.stallHeaders());
  const listener = vi.fn();
  call(service, caller.signal).catch(listener);
  await expect.poll(() => service.requests).toHaveLength(1);
  for (let round = 0; round < 2; round += 1) {
    collectGarbage();
    await setImmediate();
  }
  caller.abort(new Error("shop closed"));
  await expect.poll(() => listener).toHaveBeenCalledWith(new Error("shop closed"));
});

test("no fault needs a timer: under fake timers, each ends as it does otherwise", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setImmediate"] });
  const service = newService();
  const bodyWith = async (armed: FakeFault, ms: number) => {
    const { length: before } = service.orders;
    service.faults.next("createOrder", armed);
    const response = service.fetch(`https://payments.example.com${path}`, post);
    while (service.orders.length === before) await setImmediate();
    service.clock.advance(ms);
    return (await response).text();
  };
  await expect(bodyWith(fault.truncate(), 0)).rejects.toThrow("terminated");
  expect(await bodyWith(fault.delay(50), 50)).toContain("SUCCESS");
  expect(await bodyWith(fault.trickle(10), 90)).toContain("SUCCESS");
});

test("the clock can run: what waits then arrives in real time, until the run is ended", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const service = newService();
  service.faults.every(1, "createOrder", fault.delay(5_000));
  const ended = vi.fn();
  const order = () => call(service, new AbortController().signal).then(ended);
  const first = order();
  await expect.poll(() => service.orders).toHaveLength(1);
  const stop = service.clock.run();
  vi.advanceTimersByTime(5_010);
  await first;
  void order();
  await expect.poll(() => service.orders).toHaveLength(2);
  stop();
  vi.advanceTimersByTime(60_000);
  await setImmediate();
  expect(ended).toHaveBeenCalledTimes(1);
});
