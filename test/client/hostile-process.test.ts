/** What other code in the process does must not change a payment. */
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { clientOver, created, order, orderId } from "../support/client.js";
import { responding, startFaultServer } from "../support/fault-server.js";
import { runProgram } from "../support/repository.js";

test.each([
  ["of another realm", "Promise.reject(new Error('the log is full'))"],
  ["that has only a then", "({ then: (_, reject) => reject(new Error('the log is full')) })"],
  ["whose then throws", "({ get then() { throw new Error('the log is full') } })"],
])("a call succeeds although its listener returns a rejected promise %s", async (_what, promise) => {
  const onEvent = () => runInNewContext(promise);
  const payments = clientOver(async () => new Response(created, { status: 201 }), { onEvent });
  expect(await payments.createOrder(order)).toMatchObject({ orderId });
});

const unknownId = "00000000-0000-4000-8000-000000000000";
const evil = { customerId: "evil", name: "evil" };

/** What other code may have merged into every object: names of our fields, options and internals. */
const given = { orderNumber: "EVIL-1", orderId: unknownId, totalAmount: "9.00", text: "9.00", invoiceId: "EVIL" };
const nested = { lineItems: [{ totalLineAmount: "9.00" }], billTo: { address: { city: "Evil" } }, customer: evil };
const facts = { authorization: { paymentMethod: "card", authorizedAmount: "0.01" }, paymentMethod: "invoice" };
const limits = { timeoutMs: 1, maxConnections: "evil", maxResponseBytes: 1, fetch: "evil", onEvent: "evil" };
const network = { proxy: "http://127.0.0.1:9", tls: { ca: "evil" }, headers: { "x-evil": "1" }, appInfo: evil };
const definition = { waive: ["positiveTotal"], effect: "read", query: "?evil=1", route: "evil", startedAt: "evil" };
const status = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS" };
const inner = { values: { orderNumber: "EVIL-1" }, json: { status } };
const ours = { ...given, ...nested, ...facts, ...limits, ...network, ...definition, ...inner };

/** Names of node:http's options. How Node's own fetch treats them is up to Node. */
const address = { hostname: "evil.example", host: "evil.example", port: 9, path: "/evil", localAddress: "192.0.2.1" };
const nodes = { ...address, agent: "evil", body: { reason: "evil" }, method: "PUT", socketPath: "/evil" };

/** Makes calls, and prints the code of the invalid one. */
const program = `
  const { basicAuth, defineOperation, PaymentClient, toResult } = library;
  const [, baseUrl, way, pollution] = process.argv;
  const values = Object.entries(JSON.parse(pollution)).map(([name, value]) => [name, { value, writable: true }]);
  const own = { __proto__: null, baseUrl, auth: basicAuth("merchant-1", "api-password") };
  if (way === "a fetch") own.fetch = fetch;
  const schema = { "~standard": { version: 1, vendor: "shop", validate: (value) => ({ __proto__: null, value }) } };
  const annul = { __proto__: null, name: "annul", path: "/payments/{id}/annul", effect: "money", input: schema, response: schema };
  Object.defineProperties(Object.prototype, Object.fromEntries(values));
  const payments = new PaymentClient(own);
  const order = { __proto__: null, orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
  await payments.createOrder(order);
  await payments.createOrder({ ...order, lineItems: [{ totalLineAmount: "125.00" }], billTo: {} });
  await payments.finalize({ transactionId: "202603040000000001", totalAmount: "125.00" });
  await payments.call(defineOperation(annul), { id: "1", reason: "late" });
  const invalid = await toResult(payments.createOrder({ ...order, totalAmount: "a lot" }));
  console.log(invalid.error.code);
`;

const response = {
  ...JSON.parse(created),
  canFinalizeAgain: false,
  transactionId: "202603040000000002",
  totalAmountFinalized: "125.00",
};

async function endOf(way: string, pollution: object) {
  await using server = await startFaultServer(responding(200, JSON.stringify(response)));
  const { printed, exitCode } = await runProgram(program, [`${server.origin}/api`, way, JSON.stringify(pollution)]);
  const requests = server.requests.map(({ requestLine, headers: { host: _, ...headers }, body }) => ({
    requestLine,
    headers,
    body,
  }));
  return { exitCode, printed, requests };
}

test.each([
  ["node:http", { ...ours, ...nodes }],
  ["a fetch", ours],
])("a polluted Object.prototype changes no request and no option, over %s", { timeout: 20_000 }, async (way, names) => {
  const clean = await endOf(way, {});
  expect(clean).toMatchObject({ exitCode: 0, printed: "invalid_input\n" });
  expect(clean.requests).toHaveLength(4);
  expect(await endOf(way, names)).toEqual(clean);
});
