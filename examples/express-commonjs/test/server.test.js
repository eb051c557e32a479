"use strict";
const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const { once } = require("node:events");
const { mkdtempSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { createInterface } = require("node:readline");
const { test } = require("node:test");
const { fault, startPaymentServer } = require("merchant-payments/testing");

/** The fake of the payment service on one port, and the shop, a process of its own, on another. */
async function open(t) {
  const folder = mkdtempSync(join(tmpdir(), "express-shop-"));
  const shop = { fake: await startPaymentServer(), log: "" };
  const { service } = shop.fake;

  shop.start = async (...options) => {
    const args = ["--require", join(__dirname, "clock.js"), join(__dirname, "../src/server.js"), ...options];
    shop.process = spawn(process.execPath, args, {
      env: {
        ...process.env,
        PORT: "0",
        DATABASE: join(folder, "shop.db"),
        MINUTE_MS: "50", // between sweeps
        PAYMENTS_URL: shop.fake.baseUrl,
        PAYMENTS_MERCHANT_ID: service.merchantId,
        PAYMENTS_PASSWORD: service.password,
      },
    });
    for (const stream of [shop.process.stdout, shop.process.stderr]) {
      stream.on("data", (piece) => {
        shop.log += piece;
      });
    }
    const lines = createInterface(shop.process.stdout);
    const [line] = await Promise.race([once(lines, "line"), once(lines, "close")]);
    assert.ok(line, `the shop did not start: ${shop.log}`);
    shop.url = line.replace("listening on ", "");
  };
  shop.stop = async (signal) => {
    const ended = once(shop.process, "exit");
    shop.process.kill(signal);
    return (await ended)[0];
  };
  t.after(async () => {
    if (shop.process.exitCode === null && shop.process.signalCode === null) await shop.stop("SIGKILL");
    await shop.fake.close();
    rmSync(folder, { recursive: true });
  });

  shop.send = async (path, body) => {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const response = await fetch(shop.url + path, body === undefined ? {} : init);
    return { status: response.status, body: await response.json() };
  };
  /** An order that the customer has paid for by card. */
  shop.pay = async (options = {}) => {
    const { body } = await shop.send("/orders", order);
    shop.authorization = service.authorize(body.orderId, { paymentMethod: "card", ...options });
  };
  shop.capture = () => shop.send("/orders/ORDER-1001/capture", shop.authorization);
  shop.state = async () => (await shop.send("/orders/ORDER-1001")).body.state;
  shop.sent = () => service.requests.filter(({ operation }) => operation === "finalize").length;
  shop.passMinute = () => shop.process.kill("SIGUSR2");
  await shop.start("--create");
  return { shop, service };
}

const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };

test("captured, and a second call captures nothing", async (t) => {
  const { shop, service } = await open(t);
  await shop.pay();

  assert.deepEqual(await shop.capture(), { status: 200, body: { state: "captured" } });
  assert.deepEqual(await shop.capture(), { status: 200, body: { state: "captured" } });
  assert.equal(shop.sent(), 1);
  assert.equal(service.finalizations[0].totalAmount, "125.00");
});

test("two captures at the same moment: one is sent", async (t) => {
  const { shop } = await open(t);
  await shop.pay();
  const responses = await Promise.all([shop.capture(), shop.capture()]);

  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 202]);
  assert.equal(shop.sent(), 1);
});

test("pending: no money has moved yet, and nothing is sent again", async (t) => {
  const { shop } = await open(t);
  await shop.pay({ pending: true });

  assert.deepEqual(await shop.capture(), { status: 202, body: { state: "pending" } });
  assert.deepEqual(await shop.capture(), { status: 202, body: { state: "pending" } });
  assert.equal(shop.sent(), 1);
});

test("rejected: with the reason, and another authorization may be captured", async (t) => {
  const { shop, service } = await open(t);
  await shop.pay();
  service.faults.next("finalize", fault.error("CUST_ACCT_NOT_ELIGIBLE"));
  const { status, body } = await shop.capture();
  assert.deepEqual([status, body.state], [409, "rejected"]);
  assert.match(body.why, /CUST_ACCT_NOT_ELIGIBLE/);

  service.annul(shop.authorization.transactionId);
  shop.authorization = service.authorize(service.orders[0].orderId, { paymentMethod: "card" });
  assert.deepEqual(await shop.capture(), { status: 200, body: { state: "captured" } });
});

test("unknown: not sent again, and logged without credentials", async (t) => {
  const { shop, service } = await open(t);
  await shop.pay();
  service.faults.next("finalize", fault.loseResponse());

  assert.deepEqual(await shop.capture(), { status: 202, body: { state: "unknown" } });
  assert.deepEqual(await shop.capture(), { status: 202, body: { state: "unknown" } });
  assert.equal(shop.sent(), 1);
  assert.match(shop.log, /"transactionId":"\d{18}","state":"unknown"/);
  assert.doesNotMatch(shop.log, /fake-password|Basic |authorization:/i);
});

test("unknown: a minute later it is sent again to find out, and the order is captured", async (t) => {
  const { shop, service } = await open(t);
  await shop.pay();
  service.faults.next("finalize", fault.loseResponse());
  await shop.capture();
  shop.passMinute();

  while ((await shop.state()) === "unknown");
  assert.equal(await shop.state(), "captured");
  assert.equal(service.finalizations.length, 1);
});

test("not sent: the order is queued while the service is down, and is captured when it is back", async (t) => {
  const { shop, service } = await open(t);
  await shop.pay();
  const { port } = shop.fake;
  await shop.fake.close();
  assert.equal(await shop.state(), "to_capture"); // when this response comes, the shop has noticed that its connection ended

  assert.deepEqual(await shop.capture(), { status: 202, body: { state: "queued" } });

  shop.fake = await startPaymentServer({ service, port });
  shop.passMinute();
  while ((await shop.state()) === "queued" || (await shop.state()) === "sending");
  assert.equal(await shop.state(), "captured");
  assert.equal(shop.sent(), 1);
});

test("succeeded: a response that lacks the amounts is booked as captured", async (t) => {
  const { shop, service } = await open(t);
  await shop.pay();
  service.faults.next("finalize", fault.incomplete());

  assert.deepEqual(await shop.capture(), { status: 200, body: { state: "captured" } });
});

test("killed during the capture: nothing is sent again while that request may still arrive", async (t) => {
  const { shop, service } = await open(t);
  await shop.pay();
  service.faults.next("finalize", fault.stallHeaders());
  const arrived = new Promise((resolve) => service.subscribe((request) => request?.fault && resolve()));
  const broken = assert.rejects(shop.capture());
  await arrived;
  await shop.stop("SIGKILL");
  await broken;

  await shop.start();
  assert.deepEqual(await shop.capture(), { status: 202, body: { state: "sending" } });
  assert.equal(shop.sent(), 1);
});

test("SIGTERM: the process ends by itself", async (t) => {
  const { shop } = await open(t);
  await shop.pay();

  assert.equal(await shop.stop("SIGTERM"), 0);
});

test("an order with faults is invalid, and nothing is sent", async (t) => {
  const { shop, service } = await open(t);
  const asNumber = await shop.send("/orders", { ...order, totalAmount: 125 });
  const tooFine = await shop.send("/orders", { ...order, totalAmount: "125.005" });

  for (const { status, body } of [asNumber, tooFine]) {
    assert.equal(status, 400);
    assert.equal(body.issues[0].path, "totalAmount");
  }
  assert.equal(service.requests.length, 0);
});
