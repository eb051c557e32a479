/** A person reviews the keys of one file in Chromium. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once as event } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { after, before, mock, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { basicAuth, PaymentClient } from "merchant-payments";
import { Once } from "merchant-payments/once";
import { FakePaymentService, fault } from "merchant-payments/testing";
import { type Browser, chromium, type Page } from "playwright-core";
import { reviewOf } from "../src/captures.ts";
import { worklist } from "../src/worklist.ts";

let browser: Browser;
before(async () => {
  const { CHROMIUM = "/usr/bin/chromium" } = process.env;
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
});
after(() => browser.close());

const MINUTE = 60_000;
const facts = { paymentMethod: "paypal", authorizedAmount: "100.00", currencyCode: "SEK" } as const;
const script = "<script>document.title = 'owned'</script>";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");

/** Fails if axe finds anything on the page, in both themes, or if the page is wider than its window. */
async function checkLook(page: Page) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe);
    const found = await page.evaluate(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))",
    );
    assert.deepEqual(found, []);
  }
  assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 390);
}

/** A merchant's program, and a worklist over its file. */
async function open(t: TestContext, { canCorrect = true } = {}) {
  mock.timers.enable({ apis: ["Date"], now: new Date("2026-01-15T12:00:00Z") });
  t.after(() => mock.timers.reset());
  const service = new FakePaymentService();
  const payments = new PaymentClient({
    baseUrl: "https://payments.example.com",
    auth: basicAuth(service.merchantId, service.password),
    fetch: service.fetch,
  });
  const { store, review } = reviewOf(":memory:", { canCorrect });
  const once = new Once({ payments, store, book: () => undefined, fail: () => undefined });
  const server = serve({ fetch: (request) => app.fetch(request), hostname: "127.0.0.1", port: 0 });
  await event(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const app = worklist({ review, canCorrect }, origin);
  t.after(() => new Promise((resolve) => server.close(resolve)));

  /** Captures 60.00 of 100.00. The response is lost, so that the key waits for a person. */
  const park = async (key: string) => {
    const sale = service.sell({ paymentMethod: "paypal", totalAmount: "100.00" });
    service.faults.next("finalize", fault.loseResponse());
    await once.finalize(key, { ...sale, totalAmount: "60.00" }, { authorization: facts });
    const card = { paymentMethod: "card", authorizedAmount: "1.00", currencyCode: "SEK" } as const;
    const other = service.sell({ paymentMethod: "card", totalAmount: "1.00" });
    await once.finalize(`${key}-DONE`, other, { authorization: card }); // so that the circuit breaker stays closed
    return sale;
  };
  /** Delivers a job whose authorization is wrong. The service rejects it. */
  const reject = async (key: string) => {
    const tea = { id: "1", name: "Tea", totalLineAmount: "40.00" };
    const lineItems = [tea, { id: "2", name: "Pot", totalLineAmount: "60.00" }];
    const { orderId, transactionId } = service.sell({ paymentMethod: "paypal", totalAmount: "100.00", lineItems });
    const wrong = { orderId, transactionId: "202601150000000099", totalAmount: "40.00" };
    await once.finalize(key, wrong, { authorization: facts });
    return transactionId;
  };
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  t.after(() => page.close());
  const openKey = (key: string) => page.goto(`${origin}/key?${new URLSearchParams({ key })}`);
  const sign = async (form: string) => {
    await page.getByRole("form", { name: form }).getByLabel("Your name").fill("mia");
    await page.getByRole("form", { name: form }).getByLabel("Reason").fill("looked it up");
    await page.getByRole("button", { name: form }).click();
  };
  return { service, once, review, origin, park, reject, page, openKey, sign };
}

test("the list has counts with the oldest age, the advice and pages; markup in a key is text", async (t) => {
  const { origin, park, page } = await open(t);
  await park(`A-${script}`);
  mock.timers.tick(40 * MINUTE);
  for (let count = 10; count < 30; count += 1) await park(`SHIPMENT-${count}`);
  await page.goto(origin);
  await page.getByText("This page has no authentication of its own").waitFor();
  assert.match(await page.getByRole("table").innerText(), /Stopped for review\tfor a person\t21\t40 minutes/);
  const first = page.getByRole("article").first();
  assert.match(
    await first.innerText(),
    /^A-<script>.*<\/script>\nStopped for review\nWas it captured\?\nfor 40 minutes\n60\.00 SEK\n/,
  );
  await first.getByText("What to do").click();
  await first
    .getByText("Made: if 60.00 SEK is finalized and nothing is pending, decide “Made”.", { exact: true })
    .waitFor();
  assert.equal(await page.getByRole("article").count(), 20);
  await checkLook(page);
  await page.getByRole("link", { name: "Next page" }).click();
  assert.equal(await page.getByRole("article").count(), 1);
  assert.equal(await page.title(), "Worklist");
});

test("a reviewer filters by state, and searches by a part of the key, the transaction or the order", async (t) => {
  const { origin, park, reject, page } = await open(t);
  const { transactionId, orderId } = await park("SHIPMENT-1");
  await park("SHIPMENT-2");
  await reject("SHIPMENT-3");
  await page.goto(origin);
  const shown = async () => (await page.getByRole("article").getByRole("link").allInnerTexts()).join();
  assert.equal(await shown(), "SHIPMENT-1,SHIPMENT-2");
  for (const [search, keys] of [
    ["shipment-2", "SHIPMENT-2"],
    [transactionId, "SHIPMENT-1"],
    [orderId, "SHIPMENT-1"],
    ["SHIPMENT-3", "SHIPMENT-3"],
    ["nowhere", ""],
  ] as const) {
    await page.getByRole("searchbox").fill(search);
    await page.getByRole("button", { name: "Show" }).click();
    assert.equal(await shown(), keys, search);
  }
  await page.getByText("No keys that wait for a person, with “nowhere”").waitFor();
  await page.getByLabel("Show keys").selectOption("in the state: Rejected");
  await page.getByRole("searchbox").fill("");
  await page.getByRole("button", { name: "Show" }).click();
  assert.equal(await shown(), "SHIPMENT-3");
});

test("an open list shows by itself what comes and goes, and keeps the focus", async (t) => {
  const { review, origin, park, page } = await open(t);
  await park("SHIPMENT-1");
  await page.clock.install();
  await page.goto(origin);
  await page.getByRole("link", { name: "SHIPMENT-1" }).focus();
  await park("SHIPMENT-2");
  await page.clock.runFor(10_000);
  await page.getByRole("link", { name: "SHIPMENT-2" }).waitFor();
  assert.equal(await page.locator(":focus").innerText(), "SHIPMENT-1");
  mock.timers.tick(40 * MINUTE);
  await page.getByRole("link", { name: "SHIPMENT-1" }).click();
  await page.getByLabel("Finalized amount").fill("60.00");
  const snapshot = await review.get("SHIPMENT-1");
  assert.ok(snapshot);
  const balance = { finalized: "60.00", pending: "0" };
  await review.decide(snapshot, { as: "captured", balance, by: "ann", why: "the back office shows it" });
  await page.clock.runFor(10_000);
  await page.getByText("This key has changed since you opened it.").waitFor();
  assert.equal(await page.getByLabel("Finalized amount").inputValue(), "60.00");
  await checkLook(page);
});

test("an invalid decision says why in words and keeps what was typed; a valid one stands in the history", async (t) => {
  const { once, review, origin, park, page, sign } = await open(t);
  await park("SHIPMENT-1");
  mock.timers.tick(40 * MINUTE);
  await page.goto(origin);
  await page.getByRole("link", { name: "SHIPMENT-1" }).click();
  await checkLook(page);
  const happened = page.getByRole("group", { name: "What happened?" });
  const balance = page.getByRole("group", { name: "Balance of the authorization" });
  await happened.getByRole("radio", { name: "Not made: it is no longer wanted" }).check();
  await balance.getByLabel("Finalized amount").fill("60.00");
  await balance.getByLabel("Pending amount").fill("0");
  const opened = await page.locator("[name=seen]").first().inputValue();
  mock.timers.tick(MINUTE);
  await sign("Record the decision");
  assert.equal(
    await page.getByRole("alert").innerText(),
    "SHIPMENT-1: the balance shows 60.00 finalized, and “Not made” needs 0. If the difference is this capture, decide “Made”. If a refund explains the difference, give the reason in “Why the figures differ”, which only you can check. Otherwise decide nothing yet",
  );
  assert.equal(await happened.getByRole("radio", { name: "Not made: it is no longer wanted" }).isChecked(), true);
  assert.equal(await balance.getByLabel("Finalized amount").inputValue(), "60.00");
  assert.equal(await page.locator("[name=seen]").first().inputValue(), opened); // the balance was looked up after that
  await checkLook(page);

  await happened.getByRole("radio", { name: /^Made/ }).check();
  await page.getByRole("button", { name: "Record the decision" }).click();
  await page.getByText("mia decided: made").waitFor();
  const event = await page.getByRole("listitem").innerText();
  assert.match(event, /looked it up\nIt was\nStopped for review\nBalance\n60\.00 finalized, 0 pending$/);
  await page.getByText("It is closed: the sweep of your program writes the books.").waitFor();
  assert.equal(await page.locator("form").count(), 0);
  assert.equal((await review.get("SHIPMENT-1"))?.isRecorded, false); // the worklist calls no hook
  await once.sweep();
  await page.reload();
  await page.getByText("It is closed: there is nothing to decide").waitFor();
  await checkLook(page);
});

test("a decision without a choice, a name or a reason is refused in words", async (t) => {
  const { park, page, openKey } = await open(t);
  await park("SHIPMENT-1");
  mock.timers.tick(40 * MINUTE);
  await openKey("SHIPMENT-1");
  await page.evaluate("document.querySelector('form').noValidate = true");
  await page.getByRole("button", { name: "Record the decision" }).click();
  assert.equal(await page.getByRole("alert").innerText(), "Choose what happened.");
});

test("nothing can be chosen while the request may still arrive, and then the page shows the form by itself", async (t) => {
  const { park, page, openKey } = await open(t);
  await park("SHIPMENT-1");
  await page.clock.install();
  await openKey("SHIPMENT-1");
  await page.getByRole("heading", { name: "Wait until 2026-01-15 12:31:10 UTC" }).waitFor();
  assert.equal(await page.getByRole("radio").count(), 0);
  await checkLook(page);
  mock.timers.tick(32 * MINUTE);
  await page.clock.runFor(10_000);
  await page.getByRole("radio", { name: /^Made/ }).waitFor();
});

test("a rejected request is corrected, with its line items digit by digit, and the sweep sends it", async (t) => {
  const { once, review, reject, page, openKey, sign } = await open(t);
  const right = await reject("SHIPMENT-1");
  await openKey("SHIPMENT-1");
  await page.locator("summary").click();
  await page.getByLabel("Transaction of the authorization").fill("2026");
  await page
    .getByLabel("Line items and other fields")
    .fill('{ "lineItems": [{ "id": "1", "name": "Tea", "totalLineAmount": 40.00 }] }');
  await sign("Correct the request");
  assert.match(
    await page.getByRole("alert").innerText(),
    /^Transaction of the authorization must be exactly 18 characters long and has 4/,
  );
  await checkLook(page);
  await page.getByLabel("Transaction of the authorization").fill(right);
  await page.getByRole("button", { name: "Correct the request" }).click();
  await page.getByText("mia corrected the request").waitFor();
  assert.match(await page.getByRole("listitem").innerText(), /Request before\n40\.00 SEK of 202601150000000099/);
  assert.match((await review.get("SHIPMENT-1"))?.request.body ?? "", /"totalLineAmount":40\.00/);
  await once.sweep();
  await page.reload();
  await page.getByRole("heading", { name: "SHIPMENT-1: Captured" }).waitFor();
});

test("without preview, no request can be corrected", async (t) => {
  const { reject, page, openKey } = await open(t, { canCorrect: false });
  await reject("SHIPMENT-1");
  await openKey("SHIPMENT-1");
  await page
    .getByText("It is closed: the sweep of your program writes the books.")
    .or(page.getByText("nothing to decide"))
    .waitFor();
  assert.equal(await page.locator("form").count(), 0);
});

test("a key is withdrawn before its job comes, which then captures nothing", async (t) => {
  const { service, once, page, openKey, sign } = await open(t);
  await openKey("SHIPMENT-1");
  await page.getByRole("heading", { name: "There is no key SHIPMENT-1" }).waitFor();
  await page.locator("summary").click();
  await checkLook(page);
  await sign("Withdraw the key");
  await page.getByRole("heading", { name: "SHIPMENT-1: Withdrawn" }).waitFor();
  await page.getByText("mia withdrew it").waitFor();
  const sale = service.sell({ paymentMethod: "paypal", totalAmount: "100.00" });
  assert.equal((await once.finalize("SHIPMENT-1", sale, { authorization: facts })).state, "not_captured");
  assert.equal(service.finalizations.length, 0);
});

test("a key that waits for another one links to it, and can be corrected or withdrawn", async (t) => {
  const { once, park, page, openKey } = await open(t);
  const sale = await park("SHIPMENT-1");
  await once.finalize("SHIPMENT-2", { ...sale, totalAmount: "20.00" }, { authorization: facts });
  await openKey("SHIPMENT-2");
  await page.getByText("The sweep of your program goes on with it.").waitFor();
  assert.deepEqual(await page.locator("main summary").allInnerTexts(), ["Correct the request", "Withdraw the key"]);
  await checkLook(page);
  await page.getByRole("link", { name: "SHIPMENT-1", exact: true }).click();
  await page.getByRole("heading", { name: "SHIPMENT-1: Stopped for review" }).waitFor();
});

test("a page that is old decides nothing, and asks for the balance again", async (t) => {
  const { review, park, page, openKey, sign } = await open(t);
  await park("SHIPMENT-1");
  mock.timers.tick(40 * MINUTE);
  await openKey("SHIPMENT-1");
  const snapshot = await review.get("SHIPMENT-1");
  assert.ok(snapshot);
  const balance = { finalized: "0", pending: "0" };
  await review.decide(snapshot, { as: "send_again", balance, by: "ann", why: "the back office shows it" });
  await page.getByRole("radio", { name: /^Made/ }).check();
  await page.getByLabel("Finalized amount").fill("60.00");
  await sign("Record the decision");
  await page.getByText("SHIPMENT-1 has changed since this snapshot: look at the page as it is now").waitFor();
  assert.equal((await review.get("SHIPMENT-1"))?.history.length, 1);
});

test("a form from another site, or under another name, changes and shows nothing", async (t) => {
  const { review, origin, park, page } = await open(t);
  await park("SHIPMENT-1");
  const snapshot = await review.get("SHIPMENT-1");
  await page.setContent(`<form method="post" action="${origin}/key?key=SHIPMENT-1"><input name="seen"><input name="as" value="captured">
    <input name="by" value="mia"><input name="why" value="forged"><button>Win</button></form>`);
  await page.locator("[name=seen]").fill(JSON.stringify(snapshot));
  await page.getByRole("button").click();
  await page.getByText(`This is not from ${origin}.`).waitFor();
  assert.equal((await review.get("SHIPMENT-1"))?.state, "parked");
  await page.goto(origin.replace("127.0.0.1", "localhost"));
  await page.getByText(`This is not from ${origin}.`).waitFor();
});

test("the server starts, and says when it is reached", async (t) => {
  const free = createServer().listen(0, "127.0.0.1");
  await event(free, "listening");
  const { port } = free.address() as AddressInfo;
  free.close();
  const server = fileURLToPath(new URL("../src/server.ts", import.meta.url));
  const child = spawn(process.execPath, [server], {
    env: { ...process.env, DATABASE: ":memory:", PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill());
  await event(child.stdout, "data");
  const response = await fetch(`http://127.0.0.1:${port}/`);
  assert.match(await response.text(), /No keys that wait for a person/);
  assert.match(response.headers.get("content-security-policy") ?? "", /^default-src 'none'/);
  assert.equal((await fetch(`http://127.0.0.1:${port}/key?key=X`)).status, 404);
});
