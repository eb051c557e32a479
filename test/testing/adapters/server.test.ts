import { once } from "node:events";
import { connect } from "node:net";
import { toResult } from "merchant-payments";
import { expect, test } from "vitest";
import { startPaymentServer } from "../../../src/testing/index.js";
import { clientOfFake, order } from "../../support/client.js";
import { newService, post } from "../../support/service-adapters.js";

const path = "/orders/create/ORDER-1001/125.00/SEK";

test("the server responds on a real port for its service", async () => {
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
])("the server responds under the base path %j only", async (basePath, statuses) => {
  await using server = await startPaymentServer({ basePath });
  const addresses = [server.baseUrl + path, new URL(path, server.baseUrl).href, `${server.baseUrl}/more${path}`];
  const responses = await Promise.all(addresses.map((address) => fetch(address, post)));
  expect(responses.map(({ status }) => status)).toEqual(statuses);
});

test("the server listens on the given host and port", async () => {
  await using first = await startPaymentServer({ host: "localhost" });
  const { port } = first;
  expect(first.baseUrl).toBe(`http://localhost:${port}`);
  await expect(startPaymentServer({ host: "localhost", port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("the server drops a caller whose request fetch cannot express", async () => {
  await using server = await startPaymentServer();
  const socket = connect(server.port, "127.0.0.1");
  socket.end("TRACE / HTTP/1.1\r\nHost: fake\r\n\r\n");
  await once(socket.resume(), "close");
  expect(server.service.requests).toEqual([]);
});

test("the server closes open connections, and can be closed twice", async () => {
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

test.each(["that has called it before", "that has not called it"])(
  "once the server is closed, a client %s knows that nothing was sent",
  async (which) => {
    const server = await startPaymentServer();
    const payments = clientOfFake(server.service, { baseUrl: server.baseUrl, fetch: null, maxRetries: 0 });
    if (which.endsWith("before")) await payments.createOrder(order); // leaves an idle connection
    await server.close();
    const failed = await toResult(payments.createOrder(order));
    expect(failed).toMatchObject({ ok: false, error: { code: "connection", outcome: "not_sent" } });
  },
);

test("the server ends no idle connection by itself, however long a busy test takes", async () => {
  await using server = await startPaymentServer();
  expect((await fetch(server.baseUrl)).headers.get("keep-alive")).toBeNull();
});
