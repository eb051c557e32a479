import { http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentHandlers } from "../../../src/testing/adapters/msw.js";
import { newService, post } from "../../support/service-adapters.js";

const service = newService();
const server = setupServer(
  ...paymentHandlers(service, { baseUrl: "https://payments.example.com/api" }),
  ...paymentHandlers(service, { baseUrl: "http://localhost:8080/" }),
  http.all("*", () => new Response("elsewhere")),
);
beforeAll(() => server.listen());
afterAll(() => server.close());

const path = "/orders/create/ORDER-1001/123456789012345678.90/SEK";

test("the fake responds to requests under its base URLs, with a port or a slash at the end", async () => {
  expect((await fetch(`https://payments.example.com/api${path}`, post)).status).toBe(201);
  expect((await fetch(`http://localhost:8080${path}`, post)).status).toBe(201);
  const order = { orderNumber: "ORDER-1001", totalAmount: "123456789012345678.90" };
  expect(service.orders).toMatchObject([order, order]);
});

test("the fake responds with 404 to unknown paths under its base URL, and leaves other requests alone", async () => {
  service.reset();
  expect((await fetch("https://payments.example.com/api/v2/orders/create", post)).status).toBe(404);
  expect(await (await fetch(`https://payments.example.com/other${path}`, post)).text()).toBe("elsewhere");
  expect(service.requests).toHaveLength(1);
});
