import { once } from "node:events";
import { connect } from "node:net";
import { basicAuth, PaymentClient, settle } from "merchant-payments";
import { expect, test } from "vitest";
import { FakePaymentService, fault, startPaymentServer } from "../../../src/testing/index.js";

// merchant-1:fake-password
const authorization = "Basic bWVyY2hhbnQtMTpmYWtlLXBhc3N3b3Jk";
const init = { method: "POST", headers: { authorization } };

test("answers on a real port", async () => {
  await using server = await startPaymentServer();
  const response = await fetch(`${server.baseUrl}/orders/create/ORDER-1001/125.00/SEK`, init);

  expect(server.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(response.status).toBe(201);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(await response.json()).toMatchObject({ orderId: server.service.orders[0]?.orderId });
});

test("serves the service it is given", async () => {
  const service = new FakePaymentService({ now: () => new Date("2026-03-04T12:00:00Z") });
  await using server = await startPaymentServer({ service });
  const { orderId = "" } = service.createOrder({ orderNumber: "Å-1001", totalAmount: "10.10", currencyCode: "SEK" });
  const { transactionId } = service.authorize(orderId, { paymentMethod: "card" });
  const response = await fetch(`${server.baseUrl}/transactions/${transactionId}/finalize/10.10`, {
    ...init,
    body: '{"note":"Åsa"}',
  });

  expect(await response.text()).toBe(
    '{"status":{"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS","statusMessage":"The operation was successful.",' +
      '"errors":null,"exceptionDetails":null},"transactionId":"202603040000000002","batchId":"20260304",' +
      '"acquirerId":"1010","canFinalizeAgain":false,"amountRemainingForFinalize":0.00,"totalAmountFinalized":10.10,' +
      '"totalAmountPendingFinalization":0.00}',
  );
  expect(service.requests).toMatchObject([{ body: '{"note":"Åsa"}', headers: { authorization: "[redacted]" } }]);
});

test("stands under a base path, and only there", async () => {
  await using server = await startPaymentServer({ basePath: "/api/v1" });
  const path = "/orders/create/ORDER-1001/125.00/SEK";

  expect(server.baseUrl).toMatch(/\/api\/v1$/);
  expect((await fetch(server.baseUrl + path, init)).status).toBe(201);
  expect((await fetch(new URL(path, server.baseUrl), init)).status).toBe(404);
  expect((await fetch(`${server.baseUrl}/more${path}`, init)).status).toBe(404);
});

test("stands at the root unless it is told otherwise", async () => {
  await using server = await startPaymentServer();
  expect((await fetch(`${server.baseUrl}/api/orders/create/ORDER-1001/125.00/SEK`, init)).status).toBe(404);
});

test("listens on the host and port it is given", async () => {
  await using first = await startPaymentServer({ host: "localhost" });
  expect(first.baseUrl).toMatch(/^http:\/\/localhost:\d+$/);
  const { port } = first;
  expect(first.baseUrl).toBe(`http://localhost:${port}`);
  await expect(startPaymentServer({ host: "localhost", port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("breaks the connection after the call was processed, when the reply is to be lost", async () => {
  await using server = await startPaymentServer();
  server.service.faults.next("createOrder", fault.loseReply);
  const url = `${server.baseUrl}/orders/create/ORDER-1001/125.00/SEK`;

  const failure = await fetch(url, init).catch((error) => error);

  expect(failure).toMatchObject({ message: "fetch failed", cause: { code: "UND_ERR_SOCKET" } });
  expect(server.service.orders).toHaveLength(1);
  expect(server.service.requests).toMatchObject([{ answer: { httpStatus: 201 }, delivered: false }]);
  expect((await fetch(url, init)).status).toBe(201);
});

test("drops a caller whose request it cannot express", async () => {
  await using server = await startPaymentServer();
  const socket = connect(server.port, "127.0.0.1");
  socket.end("TRACE / HTTP/1.1\r\nHost: fake\r\n\r\n");
  socket.resume();
  await once(socket, "close");
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

test("once it is closed, a client of the same process knows that nothing was sent", async () => {
  const server = await startPaymentServer();
  const auth = basicAuth(server.service.merchantId, server.service.password);
  const payments = new PaymentClient({ baseUrl: server.baseUrl, auth, maxRetries: 0 });
  const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
  await payments.createOrder(order); // leaves a connection open to use again

  await server.close();

  const failed = await settle(payments.createOrder(order));
  expect(failed).toMatchObject({ ok: false, error: { code: "connection", outcome: "not_sent" } });
});
