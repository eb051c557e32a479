import assert from "node:assert/strict";
import { once } from "node:events";
import { after, beforeEach, mock, test } from "node:test";
import { CreateTableCommand, DynamoDBClient, waitUntilTableExists } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import dynalite from "dynalite";
import { fault, startPaymentServer } from "merchant-payments/testing";

// The fake of the payment service and one of DynamoDB, each on a port. The handler is called as Lambda calls it.
let fake = await startPaymentServer();
const { service, port } = fake;
const dynamo = dynalite({ createTableMs: 0 });
await once(dynamo.listen(0, "127.0.0.1"), "listening");

Object.assign(process.env, {
  AWS_ACCESS_KEY_ID: "key",
  AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${dynamo.address().port}`,
  AWS_REGION: "eu-north-1",
  AWS_SECRET_ACCESS_KEY: "fake-aws-secret",
  BOOKS_TABLE: "captures",
  PAYMENTS_MERCHANT_ID: service.merchantId,
  PAYMENTS_PASSWORD: service.password,
  PAYMENTS_URL: fake.baseUrl,
});
const { handler } = await import("../src/handler.js");
const tables = new DynamoDBClient();
const books = DynamoDBDocumentClient.from(tables);
const logged = mock.method(console, "warn", () => undefined).mock;

const TableName = "captures";
await tables.send(
  new CreateTableCommand({
    TableName,
    KeySchema: [{ AttributeName: "shipment", KeyType: "HASH" }],
    AttributeDefinitions: [{ AttributeName: "shipment", AttributeType: "S" }],
    BillingMode: "PAY_PER_REQUEST",
  }),
);
await waitUntilTableExists({ client: tables, minDelay: 1, maxWaitTime: 20 }, { TableName });

beforeEach(async () => {
  service.reset();
  logged.resetCalls();
  for (const shipment of ["SHIP-1", "SHIP-2"]) await books.send(new DeleteCommand({ TableName, Key: { shipment } }));
});
after(async () => {
  tables.destroy();
  await fake.close();
  dynamo.close();
});

/** A message for an order of 125.00 SEK that the customer has paid for by card. */
function shipped(shipment, { pending = false, ...changes } = {}) {
  const sale = service.sell({ paymentMethod: "card", totalAmount: "125.00", orderNumber: shipment, pending });
  const body = JSON.stringify({ shipment, ...sale, authorizedAmount: "125.00", ...changes });
  return { messageId: `message-of-${shipment}`, body };
}

const deliver = (...Records) => handler({ Records }, { getRemainingTimeInMillis: () => 60_000 });
const bookOf = async (shipment) => (await books.send(new GetCommand({ TableName, Key: { shipment } }))).Item;
const allDone = { batchItemFailures: [] };
const again = { batchItemFailures: [{ itemIdentifier: "message-of-SHIP-1" }] };

test("captured; delivered again it is done, and nothing is sent", async () => {
  const message = shipped("SHIP-1");

  assert.deepEqual(await deliver(message), allDone);
  assert.deepEqual(await deliver(message), allDone);
  assert.equal((await bookOf("SHIP-1")).state, "captured");
  assert.equal(service.requests.length, 1);
  assert.equal(service.finalizations[0].totalAmount, "125.00");
});

test("the same message to two instances at once: one request is sent", async () => {
  const message = shipped("SHIP-1");
  await Promise.all([deliver(message), deliver(message)]);

  assert.equal((await bookOf("SHIP-1")).state, "captured");
  assert.equal(service.requests.length, 1);
});

test("pending: done, and no money has moved yet", async () => {
  assert.deepEqual(await deliver(shipped("SHIP-1", { pending: true })), allDone);
  assert.equal((await bookOf("SHIP-1")).state, "pending");
});

test("rejected: done, with the reason", async () => {
  const message = shipped("SHIP-1");
  service.faults.next("finalize", fault.error("CUST_ACCT_NOT_ELIGIBLE"));

  assert.deepEqual(await deliver(message), allDone);
  const { state, note } = await bookOf("SHIP-1");
  assert.deepEqual({ state, note }, { state: "rejected", note: '{"why":"CUST_ACCT_NOT_ELIGIBLE"}' });
});

test("rejected, but it may be captured already: parked with the advice, not sent again", async () => {
  const message = shipped("SHIP-1");
  service.faults.next("finalize", fault.duplicate({ response: "second" })); // a proxy sends the request twice

  assert.deepEqual(await deliver(message), allDone);
  assert.deepEqual(await deliver(message), allDone);
  const { state, note } = await bookOf("SHIP-1");
  assert.equal(state, "parked");
  assert.equal(JSON.parse(note).error.statusKey, "PAYMENT_COMPLETED");
  assert.match(JSON.parse(note).advice, /may be captured already/);
  assert.equal(service.finalizations.length, 1);
});

test("unknown: parked with advice and response, not sent again, and logged without credentials", async () => {
  const message = shipped("SHIP-1");
  service.faults.next("finalize", fault.loseResponse());

  assert.deepEqual(await deliver(message), allDone);
  assert.deepEqual(await deliver(message), allDone);
  const { state, totalAmount, note } = await bookOf("SHIP-1");
  assert.deepEqual({ state, totalAmount }, { state: "parked", totalAmount: "125.00" });
  assert.match(JSON.parse(note).advice, /Do not finalize again/);
  assert.equal(service.requests.length, 1);
  const log = logged.calls.map(({ arguments: [line] }) => line).join();
  assert.match(log, /"outcome":"unknown"/);
  assert.doesNotMatch(log + note, /fake-password|fake-aws-secret|Basic |authorization:/i);
});

test("not sent: the message comes again, and then the order is captured", async () => {
  const message = shipped("SHIP-1");
  await fake.close();
  assert.deepEqual(await deliver(message), again);
  assert.equal(await bookOf("SHIP-1"), undefined);

  fake = await startPaymentServer({ service, port });
  assert.deepEqual(await deliver(message), allDone);
  assert.equal((await bookOf("SHIP-1")).state, "captured");
});

test("succeeded: a response that lacks the amounts is booked as captured", async () => {
  const message = shipped("SHIP-1");
  service.faults.next("finalize", fault.incomplete());

  assert.deepEqual(await deliver(message), allDone);
  assert.equal((await bookOf("SHIP-1")).state, "captured");
});

test("of a batch, only what was not done comes again", async () => {
  const broken = { messageId: "message-of-nobody", body: "no JSON" };
  const asNumber = shipped("SHIP-3", { totalAmount: 125 });

  assert.deepEqual(await deliver(shipped("SHIP-1"), broken, shipped("SHIP-2"), asNumber), {
    batchItemFailures: [{ itemIdentifier: "message-of-nobody" }, { itemIdentifier: "message-of-SHIP-3" }],
  });
  assert.deepEqual(
    service.finalizations.map(({ totalAmount }) => totalAmount),
    ["125.00", "125.00"],
  );
});

test("invalid input: done, and nothing is sent", async () => {
  assert.deepEqual(await deliver(shipped("SHIP-1", { totalAmount: "125.005" })), allDone);
  const { state, note } = await bookOf("SHIP-1");
  assert.equal(state, "invalid");
  assert.equal(JSON.parse(note).issues[0].path, "totalAmount");
  assert.equal(service.requests.length, 0);
});

/** As another instance has stored it, so many seconds ago. */
const begun = (secondsAgo) => {
  const openedAt = new Date(Date.now() - secondsAgo * 1_000).toISOString();
  return books.send(new PutCommand({ TableName, Item: { shipment: "SHIP-1", state: "capturing", openedAt } }));
};

test("in flight at another instance: it comes again, and nothing is sent", async () => {
  const message = shipped("SHIP-1");
  await begun(10);

  assert.deepEqual(await deliver(message), again);
  assert.equal(service.requests.length, 0);
});

test("the books were away when the outcome was to be stored: resolved later, captured once", async () => {
  const message = shipped("SHIP-1");
  const { send } = DynamoDBDocumentClient.prototype;
  const away = mock.method(DynamoDBDocumentClient.prototype, "send", function (command) {
    return command instanceof UpdateCommand ? Promise.reject(new Error("away")) : send.call(this, command);
  });
  assert.deepEqual(await deliver(message), again);
  away.mock.restore();
  assert.equal((await bookOf("SHIP-1")).state, "capturing");

  await begun(61);
  assert.deepEqual(await deliver(message), allDone);
  assert.equal((await bookOf("SHIP-1")).state, "captured");
  assert.equal(service.finalizations.length, 1);
});

test("an intent that an instance left behind when it died: resolved, and captured", async () => {
  const message = shipped("SHIP-1");
  await begun(61);

  assert.deepEqual(await deliver(message), allDone);
  assert.equal((await bookOf("SHIP-1")).state, "captured");
});

test("an intent that cannot be resolved: it comes again, and in the end goes to the dead-letter queue", async () => {
  const message = shipped("SHIP-1");
  await begun(61);
  service.faults.next("finalize", fault.loseResponse());

  assert.deepEqual(await deliver(message), again);
  assert.equal((await bookOf("SHIP-1")).state, "capturing");
});

test("too little time is left: nothing is begun", async () => {
  const message = shipped("SHIP-1");

  assert.deepEqual(await handler({ Records: [message] }, { getRemainingTimeInMillis: () => 9_999 }), again);
  assert.equal(await bookOf("SHIP-1"), undefined);
  assert.equal(service.requests.length, 0);
});

test("the call ends in time for its outcome to be stored", async () => {
  const message = shipped("SHIP-1");
  service.faults.next("finalize", fault.stallHeaders());
  const left = [10_000, 5_200]; // the books took their time
  const context = { getRemainingTimeInMillis: () => left.shift() };

  assert.deepEqual(await handler({ Records: [message] }, context), allDone);
  const { state, note } = await bookOf("SHIP-1");
  assert.equal(state, "parked");
  assert.equal(JSON.parse(note).error.timeoutMs, 200);
});
