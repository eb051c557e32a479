import { request } from "node:http";
import { FakePaymentService, fault, startPaymentServer } from "merchant-payments/testing";
import { paymentHandlers } from "merchant-payments/testing/msw";
import { setupServer } from "msw/node";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { post } from "../../support/service-adapters.js";

const baseUrl = "https://payments.example.com/api";
const path = "/orders/create/ORDER-1001/125.00/SEK";

const cannot = (fault: string, adapter: string, why: string) =>
  `The fault "${fault}" cannot be played through ${adapter}: ${why}.`;
const noRefusal = "a port that listens cannot refuse a single connection; service.fetch can";
const noProof = "MSW cannot carry the system error that proves that nothing was sent; service.fetch can";
const on407 = "fetch fails on HTTP 407 and never gives it to its caller; use the loopback server";
const refuseAtServer = cannot("refuse", "the loopback server", noRefusal);
const refuseAtMsw = cannot("refuse", "MSW", noProof);
const status407AtMsw = cannot("status 407", "MSW", on407);
const status407AtFetch = cannot("status 407", "service.fetch", on407);

const server = async (service: FakePaymentService) => {
  const open = await startPaymentServer({ service });
  onTestFinished(open.close);
  return open;
};
const msw = (service: FakePaymentService) => paymentHandlers(service, { baseUrl });

test.each([
  ["service.fetch", [], fault.status(407), status407AtFetch],
  ["a server", [server], fault.refuse(), refuseAtServer],
  ["MSW", [msw], fault.refuse(), refuseAtMsw],
  ["MSW", [msw], fault.status(407), status407AtMsw],
  ["a server and MSW", [server, msw], fault.status(407), status407AtMsw],
])("a fault that %s cannot play is not armed while it is open", async (_name, opened, armed, reason) => {
  const service = new FakePaymentService();
  for (const open of opened) await open(service);
  expect(() => service.faults.next("finalize", armed)).toThrow(new Error(reason));
  expect(() => service.faults.every(1, "createOrder", armed)).toThrow(new Error(reason));
  expect(service.faults.armed).toEqual([]);
});

describe("an adapter that cannot play an armed fault does not open", () => {
  test("as a server, until the fault has struck; a closed server limits nothing", async () => {
    const service = new FakePaymentService();
    service.faults.next("createOrder", fault.refuse());
    await expect(server(service)).rejects.toThrow(new Error(refuseAtServer));
    service.faults.next("createOrder", fault.refuse()); // the server that did not open limits nothing
    for (let time = 0; time < 2; time += 1) {
      await expect(service.fetch(baseUrl + path, post)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
    }
    const open = await server(service);
    expect((await fetch(open.baseUrl + path, post)).status).toBe(201);
    await open.close();
    service.faults.next("createOrder", fault.refuse());
  });

  test("as MSW", () => {
    const service = new FakePaymentService();
    service.faults.every(2, "createOrder", fault.truncate());
    expect(() => msw(service)).toThrow('The fault "truncate" cannot be played through MSW: ');
  });
});

test("MSW limits what can be armed until it is closed, and again once it listens again and gets a call", async () => {
  const service = new FakePaymentService();
  const mocks = setupServer(...msw(service));
  mocks.listen();
  service.reset();
  expect(() => service.faults.next("createOrder", fault.refuse())).toThrow(refuseAtMsw);
  mocks.close();
  service.faults.next("createOrder", fault.refuse());
  service.faults.clear();
  mocks.listen();
  expect((await fetch(baseUrl + path, post)).status).toBe(201);
  expect(() => service.faults.next("createOrder", fault.refuse())).toThrow(refuseAtMsw);
  mocks.close();
});

describe("a fault that was armed for another adapter does not strike, and the caller gets the reason,", () => {
  test("through MSW, which responds with HTTP 500 for a handler that throws", async () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const service = new FakePaymentService();
    const mocks = setupServer(...msw(service));
    mocks.listen();
    mocks.close();
    service.faults.next("createOrder", fault.refuse());
    mocks.listen();
    const response = await fetch(baseUrl + path, post);
    expect([response.status, await response.json()]).toMatchObject([500, { message: refuseAtMsw }]);
    expect(printed).toHaveBeenCalledWith(new Error(refuseAtMsw));
    expect(service.requests).toEqual([]);
    mocks.close();
  });

  test("through service.fetch", async () => {
    const service = new FakePaymentService();
    const open = await server(service);
    service.faults.next("createOrder", fault.status(407));
    await expect(service.fetch(open.baseUrl + path, post)).rejects.toThrow(new Error(status407AtFetch));
    expect(service.orders).toEqual([]);
  });
});

test("HTTP 407 from a server reaches a caller over node:http, and is a failed connection for fetch", async () => {
  await using open = await startPaymentServer();
  open.service.faults.every(1, "createOrder", fault.status(407));
  const httpStatus = await new Promise((resolve) => {
    request(open.baseUrl + path, post, (response) => resolve(response.resume().statusCode)).end();
  });
  expect(httpStatus).toBe(407);
  await expect(fetch(open.baseUrl + path, post)).rejects.toThrow("fetch failed");
  expect(open.service.orders).toEqual([]);
});
