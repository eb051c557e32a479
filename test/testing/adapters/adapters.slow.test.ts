import { expect, test } from "vitest";
import { order } from "../../support/client.js";
import {
  type Adapter,
  fetchAdapter,
  mswAdapter,
  newService,
  post,
  serverAdapter,
} from "../../support/service-adapters.js";

const card = "/transactions/202603040000000001/finalize";
const created = "/orders/create/ORDER-1003/125.00/SEK";
const whole =
  '{"orderNumber":"ORDER-1005","totalAmount":10.10,"currencyCode":"SEK","lineitems":[],"billTo":{"city":"Umeå"}}';

/** Good and bad requests: the path, the body, and what is different about them. */
const calls: readonly (readonly [path: string, body?: string | Uint8Array<ArrayBuffer>, init?: RequestInit])[] = [
  [created],
  ["/orders/create/%C3%85%20%C3%96%2F1/125.00/SEK"],
  ["/orders/create/ORDER-1003/99999999999999.99/752"],
  [created, '{"totalAmount":1}'],
  ["/orders/create", whole],
  ["/orders/create", whole.replace("10.10", '"10.10"').replace('"total', '"TOTAL')],
  ["/orders/create", '{"orderNumber":null,"totalAmount":"x","lineItems":"none"}'],
  [`${card}/100.50`],
  [`${card}/125.01`],
  ["/transactions/202603040000000099/finalize/1.00"],
  [`/orders/no-guid${card}/1.00`],
  ["/transactions/202603040000000001", "", { method: "GET" }],
  ["/"],
  ["//"],
  ["/orders/create/"],
  ["/orders/create/%/125.00/SEK"],
  ["/Orders/Create/ORDER-1003/125.00/SEK"],
  [`${created}?totalAmount=1.00`],
  [created, "", { method: "PUT" }],
  [created, "", { method: "HEAD" }],
  [created, "", { headers: {} }],
  [created, "", { headers: { authorization: "Basic b3RoZXI6ZmFrZQ==" } }],
  ["/orders/create", "[]"],
  ["/orders/create", "{}{}"],
  ["/orders/create", "\ufeff{}"],
  ["/orders/create", new Uint8Array([0x7b, 0xff, 0x7d])],
  ["/orders/create", `{"billTo":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`],
];

/** The responses of a service with one authorization, each by a new one, and its state afterwards. */
async function responsesThrough(adapter: Adapter) {
  const responses = [];
  for (const [path, body = "", init = {}] of calls) {
    const service = newService();
    service.authorize(service.createOrder(order).orderId ?? "", { paymentMethod: "card" });
    await using open = await adapter.open(service);
    const isBodiless = init.method === "GET" || init.method === "HEAD";
    const response = await open.fetch(open.baseUrl + path, { ...post, ...(isBodiless ? {} : { body }), ...init });
    const headers = ["content-type", "www-authenticate", "allow"].map((name) => response.headers.get(name));
    const { orders, authorizations, finalizations } = service;
    const requests = service.requests.map(({ headers: _headers, ...request }) => request);
    const received = [response.status, ...headers, await response.text()];
    responses.push({ path, received, requests, orders, authorizations, finalizations });
  }
  return responses;
}

const expected = responsesThrough(fetchAdapter);

test.each([serverAdapter, mswAdapter])("$name responds as service.fetch does", async (adapter) => {
  expect(await responsesThrough(adapter)).toEqual(await expected);
});
