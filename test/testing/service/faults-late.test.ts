import { toResult } from "merchant-payments";
import { FakePaymentService, fault } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { adapters, fetchAdapter, newService, type OpenAdapter, post } from "../../support/service-adapters.js";
import { passTime, stopTime } from "../../support/time.js";

describe.each(adapters)("through $name,", ({ open }) => {
  test("a late request is rejected if a second one has captured meanwhile", async () => {
    stopTime();
    await using adapter = await open();
    const sale = adapter.service.sell({ paymentMethod: "card", totalAmount: "125.00" });
    adapter.service.faults.next("finalize", fault.late());
    expect(await timedOut(adapter, sale)).toBe("timeout unknown");
    expect(adapter.service.finalizations).toEqual([]);
    expect(adapter.service.late).toMatchObject([{ operation: "finalize", fault: "late" }]);
    expect(await end(adapter, sale)).toBe("SUCCESS");
    await adapter.service.deliverLate();
    expect([adapter.service.late, adapter.service.finalizations]).toMatchObject([[], [{ totalAmount: "125.00" }]]);
    expect(adapter.service.requests).toMatchObject([
      { number: 1, response: { statusKey: "SUCCESS" }, delivered: true },
      { number: 2, response: { statusKey: "PAYMENT_COMPLETED" }, delivered: false, received: { end: "silent" } },
    ]);
  });

  test("a late partial capture that was sent again is captured twice, which is what the fault is for", async () => {
    stopTime();
    await using adapter = await open();
    const sale = { ...adapter.service.sell({ paymentMethod: "other", totalAmount: "125.00" }), totalAmount: "30.00" };
    adapter.service.faults.next("finalize", fault.late());
    await timedOut(adapter, sale);
    await end(adapter, sale);
    await adapter.service.deliverLate();
    expect(adapter.service.authorizations).toMatchObject([{ totalAmountFinalized: "60.00" }]);
  });

  test("late(0) arrives as soon as its caller has aborted", async () => {
    stopTime();
    await using adapter = await open();
    const sale = adapter.service.sell({ paymentMethod: "card", totalAmount: "125.00" });
    adapter.service.faults.next("finalize", fault.late(0));
    expect(await timedOut(adapter, sale)).toBe("timeout unknown");
    await expect.poll(() => adapter.service.finalizations).toHaveLength(1);
    expect(adapter.service.requests).toMatchObject([{ fault: "late, 0 ms", delivered: false }]);
  });

  test.each([
    ["first", "SUCCESS", [{ delivered: true }, { delivered: false, received: { httpStatus: 200 } }]],
    ["second", "service_error unknown PAYMENT_COMPLETED", [{ delivered: false, received: {} }, { delivered: true }]],
  ] as const)("duplicate can deliver the %s response: %s", async (response, ended, requests) => {
    await using adapter = await open();
    adapter.service.faults.next("finalize", fault.duplicate({ response }));
    expect(await end(adapter, adapter.service.sell({ paymentMethod: "card", totalAmount: "125.00" }))).toBe(ended);
    expect(adapter.service.finalizations).toHaveLength(1);
    expect(adapter.service.requests).toMatchObject(requests);
  });
});

describe("a late request", () => {
  const call = (service: FakePaymentService, signal: AbortSignal) =>
    service.fetch("https://payments.example.com/orders/create/ORDER-1001/125.00/SEK", { ...post, signal });

  async function aborting(service: FakePaymentService, afterMs?: number) {
    const caller = new AbortController();
    service.faults.next("createOrder", fault.late(afterMs));
    const told = expect(call(service, caller.signal)).rejects.toThrow();
    await expect.poll(() => service.late).toHaveLength(1);
    return { caller, told };
  }

  test("is due so long after it was sent, as time passes or the clock is moved", async () => {
    stopTime();
    const service = new FakePaymentService();
    const { caller, told } = await aborting(service, 60_000);
    caller.abort();
    await told;
    await passTime(20_000);
    service.clock.advance(39_000);
    expect(service.orders).toEqual([]);
    await passTime(1_000);
    expect(service.orders).toHaveLength(1);
    const [{ receivedAt, processedAt } = { receivedAt: "" }] = service.requests;
    expect(Date.parse(processedAt ?? "") - Date.parse(receivedAt)).toBeGreaterThanOrEqual(39_000);
  });

  test("never arrives before its caller has aborted", async () => {
    const service = newService();
    const { caller, told } = await aborting(service, 1_000);
    service.clock.advance(86_400_000);
    const delivered = service.deliverLate();
    expect(service.orders).toEqual([]);
    caller.abort();
    await Promise.all([told, delivered]);
    expect(service.orders).toHaveLength(1);
  });

  test("without a time waits for deliverLate, as it does with a time longer than any timer", async () => {
    for (const afterMs of [undefined, 2 ** 40]) {
      const service = newService();
      const { caller, told } = await aborting(service, afterMs);
      caller.abort();
      await told;
      service.clock.advance(2 ** 31);
      expect(service.orders).toEqual([]);
      await service.deliverLate();
      expect(service.orders).toHaveLength(1);
    }
  });

  test("is forgotten by a reset, and nobody waits for it any longer", async () => {
    const service = newService();
    const { caller, told } = await aborting(service);
    const delivered = service.deliverLate();
    service.reset();
    caller.abort();
    await Promise.all([told, delivered]);
    expect([service.late, service.orders, service.requests]).toEqual([[], [], []]);
  });

  test("arrives although its caller aborts on the way", async () => {
    const service = newService();
    const caller = new AbortController();
    service.faults.next("createOrder", fault.late(0));
    const told = expect(call(service, caller.signal)).rejects.toThrow();
    caller.abort();
    await told;
    await expect.poll(() => service.orders).toHaveLength(1);
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("cannot be late by %d ms", (afterMs) => {
    expect(() => fault.late(afterMs)).toThrow(new TypeError("fault.late: afterMs must be 0 or more"));
  });
});

test.each([
  [fault.drop(), { received: { end: "broken" } }],
  [fault.loseResponse(), { received: { end: "broken" }, response: { httpStatus: 201 } }],
  [
    fault.truncate(),
    { received: { end: "broken", httpStatus: 201, body: expect.stringMatching(/^\{"status".*[^}]$/) } },
  ],
  [fault.status(503), { received: { end: "responded", httpStatus: 503, body: "" } }],
  [
    fault.html({ committed: true }),
    { received: { end: "responded", httpStatus: 200, body: expect.stringMatching("<p>") } },
  ],
  [
    fault.incomplete(),
    { received: { end: "responded", httpStatus: 201, body: expect.not.stringContaining("orderId") } },
  ],
])("the request records what its caller got after the fault $name", async (armed, recorded) => {
  await using adapter = await fetchAdapter.open();
  adapter.service.faults.next("createOrder", armed);
  const response = await toResult(
    adapter.payments.createOrder({ orderNumber: "ORDER-1", totalAmount: "1.00", currencyCode: "SEK" }),
  );
  expect(response.ok).toBe(false);
  expect(adapter.service.requests).toMatchObject([{ ...recorded, delivered: false }]);
});

type Finalization = { orderId: string; transactionId: string; totalAmount: string };

async function end(adapter: OpenAdapter, finalization: Finalization): Promise<string> {
  const result = await toResult(adapter.payments.finalize(finalization, { maxRetries: 0 }));
  if (result.ok) return result.value.status.statusKey;
  const { error } = result;
  return `${error.code} ${error.outcome}${error.code === "service_error" ? ` ${error.statusKey}` : ""}`;
}

async function timedOut(adapter: OpenAdapter, finalization: Finalization): Promise<string> {
  const ended = end(adapter, finalization);
  await expect.poll(() => adapter.service.late).toHaveLength(1);
  await passTime(60_000);
  return ended;
}
