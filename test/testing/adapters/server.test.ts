import { once } from "node:events";
import { connect } from "node:net";
import { basicAuth, PaymentClient, toResult } from "merchant-payments";
import { expect, test } from "vitest";
import { startPaymentServer } from "../../../src/testing/index.js";
import { order as simple } from "../../support/client.js";
import { newService, post } from "../../support/service-adapters.js";

const path = "/orders/create/ORDER-1001/125.00/SEK";

test("responses on a real port, for the service it is given", async () => {
  const service = newService();
  await using server = await startPaymentServer({ service });
  const response = await fetch(server.baseUrl + path, { ...post, body: '{"note":"Åsa"}' });
  expect(server.baseUrl).toBe(`http://127.0.0.1:${server.port}`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
  expect(service.requests).toMatchObject([{ body: '{"note":"Åsa"}', headers: { authorization: "[redacted]" } }]);
  expect((await fetch(server.baseUrl + path, post)).status).toBe(201);
  expect(service.orders).toHaveLength(1);
});

test.each([
  ["/api/v1", [201, 404, 404]],
  ["", [201, 201, 404]],
])("stands under the base path %j, and only there", async (basePath, statuses) => {
  await using server = await startPaymentServer({ basePath });
  const addresses = [server.baseUrl + path, new URL(path, server.baseUrl).href, `${server.baseUrl}/more${path}`];
  const responses = await Promise.all(addresses.map((address) => fetch(address, post)));
  expect(responses.map(({ status }) => status)).toEqual(statuses);
});

test("listens on the host and port it is given", async () => {
  await using first = await startPaymentServer({ host: "localhost" });
  const { port } = first;
  expect(first.baseUrl).toBe(`http://localhost:${port}`);
  await expect(startPaymentServer({ host: "localhost", port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("drops a caller whose request it cannot express", async () => {
  await using server = await startPaymentServer();
  const socket = connect(server.port, "127.0.0.1");
  socket.end("TRACE / HTTP/1.1\r\nHost: fake\r\n\r\n");
  await once(socket.resume(), "close");
  expect(server.service.requests).toEqual([]);
});

test("closes connections that are still open, and takes a second close", async () => {
  const server = await startPaymentServer();
  const socket = connect(server.port, "127.0.0.1");
  socket.write("POST /orders/create HTTP/1.1\r\nHost: fake\r\nContent-Length: 100\r\n\r\n{");
  const closed = once(socket.on("error", () => {}).resume(), "close");
  await once(socket, "connect");
  await fetch(server.baseUrl);
  await server.close();
  await closed;
  await server.close();
  await expect(fetch(server.baseUrl)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
});

test.each(["one that has called it before", "one that has not"])(
  "once it is closed, a client of the same process knows that nothing was sent: %s",
  async (which) => {
    const server = await startPaymentServer();
    const auth = basicAuth(server.service.merchantId, server.service.password);
    const payments = new PaymentClient({ baseUrl: server.baseUrl, auth, maxRetries: 0 });
    if (which.endsWith("before")) await payments.createOrder(simple); // leaves a connection open to use again
    await server.close();
    const failed = await toResult(payments.createOrder(simple));
    expect(failed).toMatchObject({ ok: false, error: { code: "connection", outcome: "not_sent" } });
  },
);
