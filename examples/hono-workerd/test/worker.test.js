import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fault, startPaymentServer } from "merchant-payments/testing";
import workerd from "workerd"; // its default is the path of the program

/** The fake of the payment service, the vault, and the shop in a workerd of its own, each on a port. */
async function open(t, { pending = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "hono-shop-"));
  const fake = await startPaymentServer();
  const { service } = fake;
  const shop = { fake, log: "", vaultStatus: 200 };
  const vault = createServer((_, response) => response.writeHead(shop.vaultStatus).end(service.password));
  await once(vault.listen(0, "127.0.0.1"), "listening");

  shop.start = async () => {
    const where = [
      "--socket-addr=http=127.0.0.1:0",
      `--external-addr=vault=127.0.0.1:${vault.address().port}`,
      `--directory-path=disk=${folder}`,
    ];
    const child = spawn(workerd.default, ["serve", "workerd.capnp", "--control-fd=3", ...where], {
      cwd: join(import.meta.dirname, ".."),
      env: { ...process.env, PAYMENTS_URL: fake.baseUrl, PAYMENTS_MERCHANT_ID: service.merchantId },
      stdio: ["ignore", "pipe", "pipe", "pipe"],
    });
    shop.ended = once(child, "exit");
    shop.kill = () => child.kill("SIGKILL");
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (piece) => {
        shop.log += piece;
      });
    }
    const lines = createInterface(child.stdio[3]);
    const [line] = await Promise.race([once(lines, "line"), once(lines, "close")]);
    assert.ok(line, `workerd did not start: ${shop.log}`);
    shop.url = `http://127.0.0.1:${JSON.parse(line).port}/orders/ORDER-1001`;
  };
  t.after(async () => {
    shop.kill?.();
    await shop.ended;
    await fake.close();
    vault.close();
    rmSync(folder, { recursive: true });
  });

  shop.capture = async (changes = {}) => {
    const body = JSON.stringify({ ...shop.finalization, ...changes });
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${shop.url}/capture`, { method: "POST", headers, body });
    return { status: response.status, body: await response.json() };
  };
  /** An order that the customer has paid for by card. */
  shop.finalization = service.sell({
    paymentMethod: "card",
    totalAmount: "125.00",
    orderNumber: "ORDER-1001",
    pending,
  });
  await shop.start();
  return { shop, service };
}

test("captured, and a second call captures nothing", async (t) => {
  const { shop, service } = await open(t);

  assert.deepEqual(await shop.capture(), { status: 200, body: { state: "captured" } });
  assert.deepEqual(await shop.capture(), { status: 409, body: { state: "captured" } });
  assert.equal(service.requests.length, 1);
  assert.equal(service.finalizations[0].totalAmount, "125.00");
});

test("two captures at the same moment: one is sent", async (t) => {
  const { shop, service } = await open(t);
  const responses = await Promise.all([shop.capture(), shop.capture()]);

  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409]);
  assert.equal(service.requests.length, 1);
});

test("pending: no money has moved yet, and nothing is sent again", async (t) => {
  const { shop, service } = await open(t, { pending: true });

  assert.deepEqual(await shop.capture(), { status: 202, body: { state: "pending" } });
  assert.deepEqual(await shop.capture(), { status: 409, body: { state: "pending" } });
  assert.equal(service.requests.length, 1);
});

test("rejected: with the reason, and another authorization may be captured", async (t) => {
  const { shop, service } = await open(t);
  service.faults.next("finalize", fault.error("CUST_ACCT_NOT_ELIGIBLE"));
  assert.deepEqual(await shop.capture(), { status: 409, body: { state: "rejected", why: "CUST_ACCT_NOT_ELIGIBLE" } });

  const { orderId } = shop.finalization;
  service.annul(shop.finalization.transactionId);
  const { transactionId } = service.authorize(orderId, { paymentMethod: "card" });
  assert.deepEqual(await shop.capture({ transactionId }), { status: 200, body: { state: "captured" } });
});

test("rejected, but it may be captured already: parked, not sent again", async (t) => {
  const { shop, service } = await open(t);
  service.faults.next("finalize", fault.duplicate({ response: "second" })); // a proxy sends the request twice

  assert.deepEqual(await shop.capture(), { status: 409, body: { state: "check_first" } });
  assert.deepEqual(await shop.capture(), { status: 409, body: { state: "check_first" } });
  assert.equal(service.finalizations.length, 1);
});

test("unknown: parked, not sent again, and logged without credentials", async (t) => {
  const { shop, service } = await open(t);
  service.faults.next("finalize", fault.loseResponse());

  assert.deepEqual(await shop.capture(), { status: 409, body: { state: "check_first" } });
  assert.deepEqual(await shop.capture(), { status: 409, body: { state: "check_first" } });
  assert.equal(service.requests.length, 1);
  assert.match(shop.log, /"outcome":"unknown".*Do not finalize again/);
  assert.doesNotMatch(shop.log, /fake-password|Basic |authorization:/i);
});

test("not sent: without a password nothing is sent, and with one the order is captured", async (t) => {
  const { shop, service } = await open(t);
  shop.vaultStatus = 503;
  assert.deepEqual(await shop.capture(), { status: 503, body: { state: "to_capture" } });
  assert.equal(service.requests.length, 0);

  shop.vaultStatus = 200;
  assert.deepEqual(await shop.capture(), { status: 200, body: { state: "captured" } });
});

test("unknown on workerd: its fetch gives no proof that a refused connection sent nothing", async (t) => {
  const { shop, service } = await open(t);
  await shop.fake.close();

  assert.deepEqual(await shop.capture(), { status: 409, body: { state: "check_first" } });
  assert.equal(service.requests.length, 0);
});

test("succeeded: a response that lacks the amounts is booked as captured", async (t) => {
  const { shop, service } = await open(t);
  service.faults.next("finalize", fault.incomplete());

  assert.deepEqual(await shop.capture(), { status: 200, body: { state: "captured" } });
});

test("killed during the capture: parked at the next start, and not sent again", async (t) => {
  const { shop, service } = await open(t);
  service.faults.next("finalize", fault.stallHeaders());
  const arrived = new Promise((resolve) => service.subscribe((request) => request && resolve()));
  const broken = assert.rejects(shop.capture());
  await arrived;
  shop.kill();
  await Promise.all([shop.ended, broken]);

  await shop.start();
  assert.deepEqual(await shop.capture(), { status: 409, body: { state: "check_first" } });
  assert.equal(service.requests.length, 1);
});

test("an amount that is not text, or has too many decimals, is invalid", async (t) => {
  const { shop, service } = await open(t);

  assert.equal((await shop.capture({ totalAmount: 125 })).status, 400);
  assert.deepEqual(await shop.capture({ totalAmount: "125.005" }), { status: 400, body: { state: "to_capture" } });
  assert.equal(service.requests.length, 0);
});
