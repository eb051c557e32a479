/** What the client writes, over node:http and fetch. */
import { expect, test } from "vitest";
import { clientOf, created, detailedOrder, order } from "../support/client.js";
import { responding, startFaultServer } from "../support/fault-server.js";
import { onWay } from "../support/way.js";

const byFetch = ["accept-language: *", "sec-fetch-mode: cors", "accept-encoding: gzip, deflate"];

test("a request with a body has its length and type among its headers, and no unexpected headers", async () => {
  await using server = await startFaultServer(responding(201, created));
  await clientOf(server.origin, { headers: { "X-Shop": "Åsa" } }).createOrder(detailedOrder);
  const [requestLine, ...headers] = server.requests[0]?.head.split("\r\n") ?? [];
  expect(requestLine).toBe("POST /orders/create HTTP/1.1");
  expect(headers.map((field) => field.replace(/^[\w-]+/, (name) => name.toLowerCase())).sort()).toEqual(
    [
      "accept: application/json",
      "authorization: Basic bWVyY2hhbnQtMTphcGktcGFzc3dvcmQ=",
      "connection: keep-alive",
      "content-length: 123",
      "content-type: application/json",
      `host: ${new URL(server.origin).host}`,
      "user-agent: merchant-payments/0.1.0",
      "x-shop: Åsa",
      ...onWay({ node: ["accept-encoding: identity"], fetch: byFetch }),
    ].sort(),
  );
  expect(server.requests[0]?.body).toBe(
    '{"orderNumber":"ORDER-1001","currencyCode":"SEK","totalAmount":125.00,"lineitems":[],"billTo":{"address":{"city":"Umeå"}}}',
  );
});

test("a POST with nothing to say has an empty object as its body, because intermediaries replay one without a body", async () => {
  await using server = await startFaultServer(responding(201, created));
  await clientOf(server.origin).createOrder(order);
  const { head = "", body } = server.requests[0] ?? {};
  expect(head).toMatch(/^POST \/orders\/create\/ORDER-1001\/125\.00\/SEK HTTP\/1\.1\r\n/);
  expect(head).toMatch(/^content-length: 2$/im);
  expect(head).toMatch(/^content-type: application\/json$/im);
  expect(head).not.toMatch(/^transfer-encoding:/im);
  expect(body).toBe("{}");
});
