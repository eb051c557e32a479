import { http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { paymentHandlers } from "../../../src/testing/doors/msw.js";
import { FakePaymentService, fault } from "../../../src/testing/index.js";

// merchant-1:fake-password
const authorization = "Basic bWVyY2hhbnQtMTpmYWtlLXBhc3N3b3Jk";
const init = { method: "POST", headers: { authorization } };

const service = new FakePaymentService();
const server = setupServer(
  ...paymentHandlers(service, { baseUrl: "https://payments.example.com/api" }),
  ...paymentHandlers(service, { baseUrl: "http://localhost:8080/" }),
  http.all("*", () => new Response("elsewhere")),
);

beforeAll(() => server.listen());
afterEach(() => service.reset());
afterAll(() => server.close());

test("requests under the base URL are answered by the fake", async () => {
  const url = "https://payments.example.com/api/orders/create/ORDER-1001/123456789012345678.90/SEK";
  const response = await fetch(url, init);

  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ status: { statusKey: "SUCCESS" } });
  expect(service.orders).toMatchObject([{ orderNumber: "ORDER-1001", totalAmount: "123456789012345678.90" }]);
});

test("a base URL may have a port and end with a slash", async () => {
  expect((await fetch("http://localhost:8080/orders/create/ORDER-1001/125.00/SEK", init)).status).toBe(201);
});

test("an unknown path under the base URL is not found", async () => {
  expect((await fetch("https://payments.example.com/api/v2/orders/create", init)).status).toBe(404);
});

test("requests outside the base URL are none of its business", async () => {
  expect(await (await fetch("https://payments.example.com/other/orders/create", init)).text()).toBe("elsewhere");
  expect(service.requests).toEqual([]);
});

test("a lost reply is a network error after the call was processed", async () => {
  service.faults.next("createOrder", fault.loseReply);
  const answer = fetch("https://payments.example.com/api/orders/create/ORDER-1001/125.00/SEK", init);
  await expect(answer).rejects.toBeInstanceOf(TypeError);
  expect(service.orders).toHaveLength(1);
});
