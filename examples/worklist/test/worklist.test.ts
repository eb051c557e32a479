/** A person reviews the keys of one file in Chromium. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once as event } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { after, before, mock, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { basicAuth, PaymentClient } from "merchant-payments";
import { Once } from "merchant-payments/once";
import { FakePaymentService, fault } from "merchant-payments/testing";
import { type Browser, chromium } from "playwright-core";
import { reviewOf } from "../src/captures.ts";
import { worklist } from "../src/worklist.ts";

let browser: Browser;
before(async () => {
  const { CHROMIUM = "/usr/bin/chromium" } = process.env;
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
});
after(() => browser.close());

const MINUTE = 60_000;
const script = "<script>document.title = 'owned'</script>";

/** A merchant's program, and a worklist over its file. */
async function open(t: TestContext) {
  mock.timers.enable({ apis: ["Date"], now: new Date("2026-01-15T12:00:00Z") });
  t.after(() => mock.timers.reset());
  const service = new FakePaymentService();
  const payments = new PaymentClient({
    baseUrl: "https://payments.example.com",
    auth: basicAuth(service.merchantId, service.password),
    fetch: service.fetch,
  });
  const { store, review } = reviewOf(":memory:");
  const once = new Once({ payments, store, book: () => undefined, fail: () => undefined });
  const server = serve({ fetch: (request) => app.fetch(request), hostname: "127.0.0.1", port: 0 });
  await event(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const app = worklist(review, origin);
  t.after(() => new Promise((resolve) => server.close(resolve)));

  /** Captures 60.00 of 100.00. The response is lost, so that the key waits for a person. */
  const park = async (key: string) => {
    const sale = service.sell({ paymentMethod: "paypal", totalAmount: "100.00" });
    const authorization = { paymentMethod: "paypal", authorizedAmount: "100.00", currencyCode: "SEK" } as const;
    service.faults.next("finalize", fault.loseResponse());
    await once.finalize(key, { ...sale, totalAmount: "60.00" }, { authorization });
    const card = { paymentMethod: "card", authorizedAmount: "1.00", currencyCode: "SEK" } as const;
    const other = service.sell({ paymentMethod: "card", totalAmount: "1.00" });
    await once.finalize(`${key}-DONE`, other, { authorization: card }); // so that the circuit breaker stays closed
  };
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  t.after(() => page.close());
  return { service, once, review, origin, park, page };
}

test("the list has the advice and pages; markup in a key is text", async (t) => {
  const { origin, park, page } = await open(t);
  await park(`A-${script}`);
  for (let count = 10; count < 30; count += 1) await park(`SHIPMENT-${count}`);
  await page.goto(origin);
  await page.getByText("This page has no authentication of its own").waitFor();
  const [first] = await page.getByRole("article").all();
  const shown = await first?.innerText();
  assert.match(shown ?? "", /^A-<script>.*<\/script>\nparked\nbalance\nsince 2026-01-15 12:00:00 UTC\n60\.00 SEK\n/);
  assert.match(shown ?? "", /Made: if 60\.00 SEK is finalized and nothing is pending, decide captured\./);
  assert.equal(await page.getByRole("article").count(), 20);
  await page.getByRole("link", { name: "Next page" }).click();
  assert.equal(await page.getByRole("article").count(), 1);
  assert.equal(await page.title(), "Worklist");
  assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 390);
});

test("an invalid decision shows why, then a valid one is recorded, and the sweep carries it out", async (t) => {
  const { once, review, origin, park, page } = await open(t);
  await park("SHIPMENT-1");
  mock.timers.tick(40 * MINUTE);
  await page.goto(origin);
  await page.getByRole("link", { name: "SHIPMENT-1" }).click();
  const decide = async (as: RegExp) => {
    await page.getByRole("radio", { name: as }).check();
    await page.getByLabel("finalized, with").fill("60.00");
    await page.getByLabel("pending", { exact: true }).fill("0");
    await page.getByRole("button", { name: "Decide" }).click();
  };
  await page.getByLabel("by: your name").fill("mia");
  await page.getByLabel("why", { exact: true }).fill(script);
  await decide(/^not_captured/);
  const shown = await page.getByRole("alert").innerText();
  assert.match(shown, /^SHIPMENT-1: the balance shows 60\.00 finalized and 0 pending, and not_captured needs 0/);
  assert.equal(await page.getByLabel("finalized, with").inputValue(), ""); // it must be looked up anew

  await decide(/^captured/);
  await page.getByText(`captured, decided by mia: ${script}`).waitFor();
  assert.equal(await page.title(), "SHIPMENT-1");
  await once.sweep();
  assert.equal((await review.get("SHIPMENT-1"))?.isRecorded, true);
});

test("a snapshot that is old decides nothing", async (t) => {
  const { review, origin, park, page } = await open(t);
  await park("SHIPMENT-1");
  mock.timers.tick(40 * MINUTE);
  await page.goto(`${origin}/key?key=SHIPMENT-1`);
  const snapshot = await review.get("SHIPMENT-1");
  assert.ok(snapshot);
  const balance = { finalized: "60.00", pending: "0" };
  await review.decide(snapshot, { as: "captured", balance, by: "ann", why: "the back office shows it" });
  await page.getByRole("radio", { name: /^captured/ }).check();
  await page.getByLabel("by: your name").fill("mia");
  await page.getByLabel("why", { exact: true }).fill("me too");
  await page.getByRole("button", { name: "Decide" }).click();
  await page.getByText("SHIPMENT-1 has changed since this snapshot: take a new one").waitFor();
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
  assert.match(await response.text(), /No key waits for a person/);
  assert.match(response.headers.get("content-security-policy") ?? "", /^default-src 'none'/);
  assert.equal((await fetch(`http://127.0.0.1:${port}/key?key=X`)).status, 404);
});
