import { setImmediate } from "node:timers/promises";
import { type FakeFault, fault } from "merchant-payments/testing";
import { describe, expect, test, vi } from "vitest";
import { collectGarbage } from "../../support/collect-garbage.js";
import { adapters, fetchAdapter, post } from "../../support/service-adapters.js";

const path = "/orders/create/ORDER-1001/125.00/SEK";

// As the platform's fetch does, for callers that depend on it. Our own client has its own deadline.
describe.each(adapters)("an abort by a caller, through $name, ends its call", ({ open }) => {
  test.each<[string, FakeFault]>([
    ["has stalled", fault.stallBody()],
    ["still trickles", fault.trickle(40)],
  ])("while the body %s", async (_what, armed) => {
    await using adapter = await open();
    const caller = new AbortController();
    adapter.service.faults.next("createOrder", armed);
    const response = await adapter.fetch(adapter.baseUrl + path, { ...post, signal: caller.signal });
    const text = response.text();
    caller.abort(new Error("shop closed"));
    await expect(text).rejects.toThrow("shop closed");
  });

  test.each<[string, FakeFault]>([
    ["is delayed", fault.delay(60_000)],
    ["never comes", fault.stallHeaders()],
  ])("while the response %s", async (_what, armed) => {
    await using adapter = await open();
    const caller = new AbortController();
    adapter.service.faults.next("createOrder", armed);
    const response = adapter.fetch(adapter.baseUrl + path, { ...post, signal: caller.signal });
    const aborted = expect(response).rejects.toThrow("shop closed");
    await expect.poll(() => adapter.service.orders).toHaveLength(1);
    caller.abort(new Error("shop closed"));
    await aborted;
  });

  test("as soon as the service has its request", async () => {
    await using adapter = await open();
    const caller = new AbortController();
    adapter.service.faults.next("createOrder", fault.stallHeaders());
    adapter.service.subscribe((request) => request && caller.abort(new Error("shop closed")));
    const response = adapter.fetch(adapter.baseUrl + path, { ...post, signal: caller.signal });
    await expect(response).rejects.toThrow("shop closed");
  });
});

test("an abort ends a call of service.fetch however old the call is", async () => {
  await using adapter = await fetchAdapter.open();
  const caller = new AbortController();
  adapter.service.faults.next("createOrder", fault.stallHeaders());
  const listener = vi.fn();
  adapter.fetch(adapter.baseUrl + path, { ...post, signal: caller.signal }).catch(listener);
  await expect.poll(() => adapter.service.requests).toHaveLength(1);
  for (let round = 0; round < 2; round += 1) {
    collectGarbage();
    await setImmediate();
  }
  caller.abort(new Error("shop closed"));
  await expect.poll(() => listener).toHaveBeenCalledWith(new Error("shop closed"));
});

test("an abort while service.fetch reads the request ends the call, and the work is done", async () => {
  await using adapter = await fetchAdapter.open();
  for (const armed of [fault.stallHeaders(), fault.delay(60_000)]) {
    const caller = new AbortController();
    adapter.service.faults.next("createOrder", armed);
    const response = adapter.fetch(adapter.baseUrl + path, { ...post, signal: caller.signal });
    caller.abort(new Error("shop closed"));
    await expect(response).rejects.toThrow("shop closed");
  }
  expect(adapter.service.orders).toHaveLength(2);
});

test("a body breaks off through service.fetch under fake timers, too", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setImmediate"] });
  await using adapter = await fetchAdapter.open();
  adapter.service.faults.next("createOrder", fault.truncate());
  const response = await adapter.fetch(adapter.baseUrl + path, post);
  await expect(response.text()).rejects.toThrow("terminated");
});
