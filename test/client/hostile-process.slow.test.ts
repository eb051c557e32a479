/** Other code that adds to shared prototypes must not change a payment. */
import { causeOf } from "merchant-payments";
import { expect, test, vi } from "vitest";
import { clientOver, created, errorOf, finalization } from "../support/client.js";
import { responding, startFaultServer } from "../support/fault-server.js";
import { runProgram } from "../support/repository.js";

const unknownId = "00000000-0000-4000-8000-000000000000";
const evil = { customerId: "evil", name: "evil" };

/** Names that other code may have added to every object: our fields, options and internals. */
const given = { orderNumber: "EVIL-1", orderId: unknownId, totalAmount: "9.00", text: "9.00", invoiceId: "EVIL" };
const nested = { lineItems: [{ totalLineAmount: "9.00" }], billTo: { address: { city: "Evil" } }, customer: evil };
const facts = { authorization: { paymentMethod: "card", authorizedAmount: "0.01" }, paymentMethod: "invoice" };
const limits = { timeoutMs: 1, maxConnections: "evil", maxResponseBytes: 1, fetch: "evil", onEvent: "evil" };
const network = { proxy: "http://127.0.0.1:9", tls: { ca: "evil" }, headers: { "x-evil": "1" }, appInfo: evil };
const declared = { sendAgain: ["paypal"] };
const definition = {
  resolve: () => Promise.resolve({}),
  accept: () => Promise.resolve({}),
  ...declared,
  waive: ["positiveTotal"],
  effect: "read",
  query: "?evil=1",
  route: "evil",
  startedAt: "evil",
};
const status = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS" };
const inner = { values: { orderNumber: "EVIL-1" }, json: { status } };
const ours = { ...given, ...nested, ...facts, ...limits, ...network, ...definition, ...inner };

/** Options of node:http. Node itself decides what its fetch does with them. */
const address = { hostname: "evil.example", host: "evil.example", port: 9, path: "/evil", localAddress: "192.0.2.1" };
const nodes = { ...address, agent: "evil", body: { reason: "evil" }, method: "PUT", socketPath: "/evil" };

/** Makes calls, and prints the code of the invalid one. */
const program = `
  const { basicAuth, defineOperation, PaymentClient, toResult } = library;
  const [, baseUrl, way, pollution, enumerable] = process.argv;
  const values = Object.entries(JSON.parse(pollution)).map(([name, value]) => [name, { value, writable: true, enumerable: enumerable === "enumerable" }]);
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

/** Makes two calls while other code has changed every object, and prints how they end, and what was sent. */
const changedProgram = `
  const { basicAuth, causeOf, PaymentClient, toResult } = library;
  const [, change] = process.argv;
  const [sent, ends] = [[], []];
  const response = ${JSON.stringify(created)};
  const fetch = async (url, { body }) => {
    sent.push(await new Response(body).text());
    return new Response(response);
  };
  const auth = basicAuth("merchant-1", "api-password");
  const payments = new PaymentClient({ baseUrl: "https://pay.example", auth, fetch });
  const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
  const lineItems = [{ name: "Shoes", totalLineAmount: "125.00" }];
  const undo = eval(change);
  for (const input of [order, { ...order, lineItems, billTo: {} }]) {
    const { ok, error } = await toResult(payments.createOrder(input));
    ends.push(ok ? "created" : [error.name, error.outcome, error.safeToRetry, error.message, causeOf(error)?.name]);
  }
  undo();
  process.stdout.write(JSON.stringify({ ends, sent }));
`;

async function endsAfter(change: string) {
  const { printed, warned } = await runProgram(changedProgram, [change]);
  expect(warned).toBe("");
  return JSON.parse(printed);
}

const adding = (name: string, value: string, enumerable = true) =>
  `Object.defineProperty(Object.prototype, "${name}", { __proto__: null, value: ${value}, enumerable: ${enumerable}, configurable: true }); () => delete Object.prototype["${name}"]`;

test.each(["get", "set", "value", "checks", "message", "when"])(
  "an enumerable Object.prototype.%s that zod takes for a setting makes the input invalid, and is named",
  async (name) => {
    const rule = `cannot be checked while Object.prototype has ${name}: remove what other code added to it`;
    const message = `createOrder: nothing was sent, the input has a fault:\n  - the input ${rule}`;
    const end = ["PaymentValidationError", "not_sent", false, message, expect.stringMatching(/Error$/)];
    expect(await endsAfter(adding(name, "1"))).toEqual({ ends: [end, end], sent: [] });
  },
);

test("the error of input that cannot be checked names its operation, and has the cause", async () => {
  Object.assign(Object.prototype, { when: 1 });
  const error = await errorOf(clientOver(vi.fn()).finalize(finalization)).finally(
    () => delete (Object.prototype as { when?: unknown }).when,
  );
  expect(error).toMatchObject({ operation: "finalize", code: "invalid_input" });
  expect(causeOf(error)).toBeInstanceOf(TypeError);
});

test("a hidden Object.prototype.value ends a call before anything is sent, and it is not worth a retry", async () => {
  const message = "createOrder: the call failed, nothing was sent (TypeError: causeOf(error) has its message)";
  const end = ["PaymentConnectionError", "not_sent", false, message, "TypeError"];
  expect(await endsAfter(adding("value", "1", false))).toEqual({ ends: [end, end], sent: [] });
});

test.each(["issues", "outcome", "evil"])(
  "an Object.prototype.%s does not change what a response says",
  async (name) => {
    expect(await endsAfter(adding(name, '"rejected"'))).toMatchObject({ ends: ["created", "created"] });
  },
);

const response = {
  ...JSON.parse(created),
  canFinalizeAgain: false,
  transactionId: "202603040000000002",
  totalAmountFinalized: "125.00",
};

async function endOf(way: string, pollution: object, kind = "") {
  await using server = await startFaultServer(responding(200, JSON.stringify(response)));
  const { printed, exitCode } = await runProgram(program, [
    `${server.origin}/api`,
    way,
    JSON.stringify(pollution),
    kind,
  ]);
  const requests = server.requests.map(({ requestLine, headers: { host: _, ...headers }, body }) => ({
    requestLine,
    headers,
    body,
  }));
  return { exitCode, printed, requests };
}

test.each([
  ["hidden", "node:http", { ...ours, ...nodes }],
  ["hidden", "a fetch", ours],
  ["enumerable", "node:http", { ...ours, ...nodes }],
  ["enumerable", "a fetch", ours],
])("%s properties of Object.prototype change no request and no option, over %s", async (kind, way, names) => {
  const clean = await endOf(way, {});
  expect(clean).toMatchObject({ exitCode: 0, printed: "invalid_input\n" });
  expect(clean.requests).toHaveLength(4);
  expect(await endOf(way, names, kind)).toEqual(clean);
});
