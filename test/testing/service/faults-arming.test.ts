import { request } from "node:http";
import { basicAuth, PaymentClient } from "merchant-payments";
import { FakePaymentService, fault, startPaymentServer } from "merchant-payments/testing";
import { paymentHandlers } from "merchant-payments/testing/msw";
import { setupServer } from "msw/node";
import { describe, expect, test, vi } from "vitest";
import { failureOf } from "../../support/fault-calls.js";
import { serverDoor } from "../../support/service-doors.js";

const baseUrl = "https://payments.example.com/api";
const path = "/orders/create/ORDER-1001/125.00/SEK";
const init = { method: "POST", headers: { authorization: "Basic bWVyY2hhbnQtMTpmYWtlLXBhc3N3b3Jk" } };

const refuseAtServer =
  'The fault "refuse" cannot be played through the loopback server: a port that listens cannot refuse a single connection.';
const refuseAtMsw =
  'The fault "refuse" cannot be played through MSW: MSW cannot carry the system error that proves a refusal.';
const truncateAtMsw =
  'The fault "truncate" cannot be played through MSW: MSW delivers a body that broke off as a whole one.';
const proxyAuthAtFetch =
  'The fault "status 407" cannot be played through service.fetch: fetch fails on HTTP 407 and never gives it to its caller.';
const proxyAuthAtMsw =
  'The fault "status 407" cannot be played through MSW: fetch fails on HTTP 407 and never gives it to its caller.';

describe("a fault that the open door cannot play is refused when it is armed", () => {
  test("by service.fetch", () => {
    const { faults } = new FakePaymentService();

    expect(() => faults.next("finalize", fault.status(407))).toThrow(new Error(proxyAuthAtFetch));
    expect(() => faults.every(2, "finalize", fault.status(407))).toThrow(new Error(proxyAuthAtFetch));
    expect(() => faults.random({ seed: 1, rate: 0.5, faults: [fault.drop, fault.status(407)] })).toThrow(
      new Error(proxyAuthAtFetch),
    );
  });

  test("by a server", async () => {
    await using server = await startPaymentServer();
    const { faults } = server.service;

    expect(() => faults.next("finalize", fault.refuse)).toThrow(new Error(refuseAtServer));
    expect(() => faults.every(2, "finalize", fault.refuse)).toThrow(new Error(refuseAtServer));
    expect(() => faults.random({ seed: 1, rate: 0.5, faults: [fault.refuse] })).toThrow(new Error(refuseAtServer));
  });

  test("by MSW", () => {
    const service = new FakePaymentService();
    paymentHandlers(service, { baseUrl });

    expect(() => service.faults.next("finalize", fault.refuse)).toThrow(new Error(refuseAtMsw));
    expect(() => service.faults.next("finalize", fault.truncate)).toThrow(new Error(truncateAtMsw));
    expect(() => service.faults.next("finalize", fault.status(407))).toThrow(new Error(proxyAuthAtMsw));
    expect(() => service.faults.every(2, "finalize", fault.truncate)).toThrow(new Error(truncateAtMsw));
    expect(() => service.faults.random({ seed: 1, rate: 1, faults: [fault.truncate] })).toThrow(
      new Error(truncateAtMsw),
    );
  });

  test("and does not strike afterwards", async () => {
    await using door = await serverDoor.open();
    expect(() => door.service.faults.every(1, "createOrder", fault.refuse)).toThrow(refuseAtServer);

    const order = { orderNumber: "ORDER-1002", totalAmount: "80.00", currencyCode: "SEK" };
    await expect(door.payments.createOrder(order)).resolves.toMatchObject({ pending: false });
  });

  test("by one of two doors", async () => {
    const service = new FakePaymentService();
    await using _server = await startPaymentServer({ service });
    paymentHandlers(service, { baseUrl });

    expect(() => service.faults.next("finalize", fault.status(407))).toThrow(proxyAuthAtMsw);
    expect(() => service.faults.next("finalize", fault.refuse)).toThrow(refuseAtServer);
  });
});

describe("a door that cannot play a fault that waits does not open", () => {
  test("a server", async () => {
    const service = new FakePaymentService();
    service.faults.next("createOrder", fault.refuse);
    await expect(startPaymentServer({ service })).rejects.toThrow(new Error(refuseAtServer));
  });

  test("MSW", () => {
    const service = new FakePaymentService();
    service.faults.random({ seed: 1, rate: 0.5, faults: [fault.drop, fault.truncate] });
    expect(() => paymentHandlers(service, { baseUrl })).toThrow(new Error(truncateAtMsw));
  });

  test("and leaves the service as it was", async () => {
    const service = new FakePaymentService();
    service.faults.next("createOrder", fault.refuse);
    await expect(startPaymentServer({ service })).rejects.toThrow(refuseAtServer);

    service.faults.next("createOrder", fault.refuse);
    service.faults.clear();
    await using server = await startPaymentServer({ service });
    expect((await fetch(server.baseUrl + path, init)).status).toBe(201);
  });

  test("but one that has struck is over", async () => {
    const service = new FakePaymentService();
    service.faults.next("createOrder", fault.refuse);
    await expect(service.fetch(baseUrl + path, init)).rejects.toThrow("fetch failed");

    await using server = await startPaymentServer({ service });
    expect((await fetch(server.baseUrl + path, init)).status).toBe(201);
  });

  test("but one that was cleared is over", async () => {
    const service = new FakePaymentService();
    service.faults.every(2, "createOrder", fault.refuse);
    service.faults.clear();

    await using server = await startPaymentServer({ service });
    expect((await fetch(server.baseUrl + path, init)).status).toBe(201);
  });
});

test("a server that is closed no longer limits what can be armed", async () => {
  const service = new FakePaymentService();
  const server = await startPaymentServer({ service });
  await server.close();
  await server.close();

  service.faults.next("createOrder", fault.refuse);
  await expect(service.fetch(baseUrl + path, init)).rejects.toThrow("fetch failed");
});

describe("MSW limits what can be armed as long as it has the handlers", () => {
  test("until it is closed", async () => {
    const service = new FakePaymentService();
    const msw = setupServer(...paymentHandlers(service, { baseUrl }));
    msw.listen();
    expect(() => service.faults.next("createOrder", fault.refuse)).toThrow(new Error(refuseAtMsw));
    service.reset();
    expect(() => service.faults.next("createOrder", fault.refuse)).toThrow(new Error(refuseAtMsw));

    msw.close();
    service.faults.next("createOrder", fault.refuse);
    await expect(service.fetch(baseUrl + path, init)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  });

  test("until they are replaced", () => {
    const service = new FakePaymentService();
    const msw = setupServer();
    msw.listen();
    msw.use(...paymentHandlers(service, { baseUrl }));
    expect(() => service.faults.next("createOrder", fault.truncate)).toThrow(new Error(truncateAtMsw));

    msw.resetHandlers();
    service.faults.next("createOrder", fault.truncate);
    msw.close();
  });

  test("and again once it listens again and is asked", async () => {
    const service = new FakePaymentService();
    const msw = setupServer(...paymentHandlers(service, { baseUrl }));
    msw.listen();
    msw.close();
    msw.listen();
    expect((await fetch(baseUrl + path, init)).status).toBe(201);

    expect(() => service.faults.next("createOrder", fault.refuse)).toThrow(new Error(refuseAtMsw));
    msw.close();
  });

  test("and a fault that was armed in between does not strike through it, which says why", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const service = new FakePaymentService();
    const msw = setupServer(...paymentHandlers(service, { baseUrl }));
    msw.listen();
    msw.close();
    service.faults.next("createOrder", fault.refuse);
    msw.listen();

    const response = await fetch(baseUrl + path, init); // as MSW answers for a handler that throws
    expect({ status: response.status, ...(await response.json()) }).toMatchObject({
      status: 500,
      message: refuseAtMsw,
    });
    expect(said).toHaveBeenCalledWith(new Error(refuseAtMsw));
    expect(service.requests).toEqual([]);
    msw.close();
  });
});

test("a fault armed for the server does not strike through service.fetch, which says why", async () => {
  const service = new FakePaymentService();
  await using server = await startPaymentServer({ service });
  service.faults.next("createOrder", fault.status(407));

  await expect(service.fetch(server.baseUrl + path, init)).rejects.toThrow(new Error(proxyAuthAtFetch));
  expect(service.orders).toEqual([]);
});

describe("HTTP 407 through a server", () => {
  test("reaches a caller that speaks HTTP", async () => {
    await using server = await startPaymentServer();
    server.service.faults.next("createOrder", fault.status(407));

    const httpStatus = await new Promise((resolve, reject) => {
      request(server.baseUrl + path, init, (response) => resolve(response.resume().statusCode))
        .on("error", reject)
        .end();
    });

    expect(httpStatus).toBe(407);
  });

  test("is a failed connection to fetch", async () => {
    await using server = await startPaymentServer();
    server.service.faults.next("createOrder", fault.status(407));

    await expect(fetch(server.baseUrl + path, init)).rejects.toThrow("fetch failed");
    expect(server.service.orders).toEqual([]);
  });
});

describe("a status that no answer can have", () => {
  test.each([0, 100, 199, 600, 200.5, Number.NaN])("%d", (httpStatus) => {
    expect(() => fault.status(httpStatus)).toThrow(
      new TypeError(`No answer can have the status ${httpStatus}: take 200 to 599.`),
    );
  });

  test.each([204, 205, 304])("%d with an envelope", (httpStatus) => {
    expect(() => fault.status(httpStatus, { envelope: true })).toThrow(
      new TypeError(`An answer with the status ${httpStatus} carries no body.`),
    );
  });
});

test("a client that asks a server which was closed knows that nothing was sent", async () => {
  const server = await startPaymentServer();
  const auth = basicAuth(server.service.merchantId, server.service.password);
  const payments = new PaymentClient({ baseUrl: server.baseUrl, auth, maxRetries: 0 });
  await server.close();

  const call = payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" });
  expect(await failureOf(call)).toMatchObject({ code: "connection", outcome: "not_sent" });
});
