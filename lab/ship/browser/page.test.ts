import { fault, startPaymentServer } from "merchant-payments/testing";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browser, screenshot, visit } from "./browser.ts";
import { busyDay, openShop } from "./shop.ts";

const openFaults = (page: Page) => page.getByRole("button", { name: /^Faults/ }).click();

test("an empty page shows how to make the first call; a reset, once confirmed, leads back to it", async () => {
  const { baseUrl, pageUrl, service, order } = await openShop();
  const page = await visit(pageUrl);
  await page.getByText("No requests yet.").waitFor();
  await page.getByText(`curl -X POST -u merchant-1 ${baseUrl}/orders/create/ORDER-1001/125.00/SEK`).waitFor();
  await page.getByRole("button", { name: "show" }).click();
  await page.getByText("-u merchant-1:fake-password http").waitFor();
  expect(service.requests).toEqual([]);
  await order("ORDER-1001");
  page.once("dialog", (dialog) => void dialog.dismiss());
  await page.getByRole("button", { name: "Reset everything" }).click();
  expect(service.orders).toHaveLength(1);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Reset everything" }).click();
  await page.getByText("No orders yet.").waitFor();
  await order("ORDER-2001"); // with the id of the first order
  await page.getByRole("article", { name: "ORDER-2001" }).waitFor();
});

test("the customer pays and the merchant finalizes, or the page shows the rule that forbids it", async () => {
  const { pageUrl, service, order } = await openShop();
  await order("ORDER-1001");
  service.sell({ paymentMethod: "swish", totalAmount: "125.00", pending: true, orderNumber: "ORDER-1002" });
  const page = await visit(pageUrl, { mishaps: Array(2).fill(expect.stringContaining("409 (Conflict)")) });
  const unpaid = page.getByRole("article", { name: "ORDER-1001" });
  await unpaid.getByLabel("Customer pays with").selectOption("Invoice");
  await unpaid.getByRole("button", { name: "Authorize" }).click();
  await unpaid.getByText("a credit product needs the order's customer").waitFor();
  await unpaid.getByLabel("Customer pays with").selectOption("Swish");
  await unpaid.getByLabel("Amount", { exact: true }).fill(" 99.50");
  await page.keyboard.press("Enter");
  await unpaid.getByLabel("Customer pays with").waitFor({ state: "hidden" });
  expect(service.authorizations[1]).toMatchObject({ paymentMethod: "swish", authorizedAmount: "99.50" });
  const paid = page.getByRole("article", { name: "ORDER-1002" });
  await paid.getByLabel("Amount to finalize").fill("200.00");
  await paid.getByRole("button", { name: "Finalize" }).click();
  await paid.getByText("FINALIZE_AMT_EXCEEDED: The amount is more than what is left to finalize.").waitFor();
  await paid.getByLabel("Amount to finalize").fill("25.00");
  await page.keyboard.press("Enter");
  await paid.getByText("pending", { exact: true }).waitFor();
  await paid.getByRole("button", { name: "Complete pending" }).click();
  await paid.getByText("partly finalized").waitFor();
  await paid.getByRole("button", { name: "Annul" }).click();
  await paid.getByText("annulled").waitFor();
  expect(service.authorizations[0]).toMatchObject({ annulled: true, totalAmountFinalized: "25.00" });
});

test("a late request is on its way until it is told to arrive; the page reconnects to a server that is back", async () => {
  const { pageUrl, port, service, payments, close } = await openShop();
  const sale = service.sell({ paymentMethod: "card", totalAmount: "1.00" });
  const page = await browser.newPage();
  await page.goto(pageUrl);
  await page.getByText("Live", { exact: true }).waitFor();
  service.faults.next("finalize", fault.late());
  await expect(payments.finalize(sale, { timeoutMs: 200 })).rejects.toMatchObject({ outcome: "unknown" });
  await page.getByText("is on its way").waitFor();
  expect(await page.getByText("No requests yet.").count()).toBe(0);
  await page.getByRole("button", { name: "Let it arrive" }).click();
  await page.getByText("Caller got no response").waitFor();
  await page.getByRole("article").getByText("finalized", { exact: true }).waitFor();
  await close();
  await page.getByText("Reconnecting").waitFor();
  await using again = await startPaymentServer({ service, port, basePath: "/api" });
  service.sell({ paymentMethod: "card", totalAmount: "1.00" });
  await page.getByRole("article", { name: "SALE-0002" }).waitFor();
  expect(again.pageUrl).toBe(pageUrl);
  await page.close();
});

test("orders, authorizations and finalizations appear as they happen, with the currency's decimals", async () => {
  const { pageUrl, payments, service, order } = await openShop();
  const page = await visit(pageUrl);
  const orderId = await order("ORDER-1001", "10.1");
  const card = page.getByRole("article", { name: "ORDER-1001" });
  await card.getByText("10.10 SEK").waitFor();
  await expect.poll(() => page.getByRole("status").textContent()).toBe("1 new order, 1 new request: SUCCESS");
  const { transactionId } = service.authorize(orderId, { paymentMethod: "card" });
  await card.getByText("authorized", { exact: true }).waitFor();
  const finalization = await payments.finalize({ orderId, transactionId, totalAmount: "10.00" });
  await card.getByText(finalization.transactionId).waitFor();
  expect(await card.locator("dl").innerText()).toMatch(/Finalized\s+10\.00\s+Pending\s+0\.00\s+Remaining\s+0\.00/);
  const request = page.locator(".requests > li").first();
  await request.locator("summary").click();
  expect(await request.innerText()).toContain(`"totalAmountFinalized": 10.00,\n`);
  expect(await request.innerText()).toContain(`"authorization": "[redacted]"`);
  service.sell({ paymentMethod: "card", totalAmount: "4200", currencyCode: "JPY", orderNumber: "ORDER-1002" });
  const yen = page.getByRole("article", { name: "ORDER-1002" });
  await yen.getByText("4200 JPY").waitFor();
  expect(await yen.locator("dl").innerText()).toMatch(/Finalized\s+0\s+Pending\s+0\s+Remaining\s+4200/);
});

test("the keyboard alone arms a fault with its parameters for every second call of one order", async () => {
  const { pageUrl, service, order } = await openShop();
  await order("ORDER-1001");
  const page = await visit(pageUrl);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByRole("button", { name: /^Faults/ }).focus();
  await press("Enter", "Tab", "Tab"); // the drawer, its button, its chosen fault
  await press("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown");
  await page.getByText("The call is processed at once.").waitFor();
  await press("Tab", "2", "5", "0", "Tab", "Tab", "ArrowDown", "Tab", "Tab");
  await page.keyboard.type("ORDER-1001");
  await press("Enter");
  const only = { orderNumber: "ORDER-1001" };
  const armed = { id: 1, when: "every", n: 2, operation: "finalize", fault: fault.delay(250), only };
  await expect.poll(() => service.faults.armed).toEqual([armed]);
  await expect.poll(() => page.getByRole("status").textContent()).toBe("Delay is armed.");
  await press("Escape");
  await expect.poll(() => page.locator(":focus").innerText()).toBe("Faults 1 armed");
});

test("the page lists, removes and clears the faults that a test arms, and offers the operations that have a handler", async () => {
  const { pageUrl, service } = await openShop();
  const { faults } = service;
  const page = await visit(pageUrl);
  faults.random({ seed: 1, rate: 0.5, faults: [fault.drop(), fault.status(503)] });
  faults.every(3, "finalize", fault.loseResponse());
  faults.every(1, "finalize", fault.response({ body: "[]" }));
  faults.next("createOrder", fault.drop(), { orderNumber: "ORDER-1001" });
  await openFaults(page);
  const armed = page.getByRole("list", { name: "Armed faults" }).getByRole("listitem");
  await expect
    .poll(() => armed.locator("span").allInnerTexts())
    .toEqual([
      "drop next create order of ORDER-1001",
      "loseResponse one finalize in 3",
      "response 200 every finalize",
      "drop or status 503 calls at random, rate 0.5",
    ]);
  await page.getByRole("button", { name: "Remove loseResponse" }).click();
  await expect.poll(() => faults.armed.map(({ id }) => id)).toEqual([4, 3, 1]);
  await page.getByRole("button", { name: "Clear faults" }).click();
  await page.getByText("Nothing is armed: calls go through.").waitFor();
  const schema = { "~standard": {} };
  const findPayment = {
    name: "findPayment",
    method: "GET",
    path: "/payments",
    input: schema,
    response: schema,
  } as const;
  const operations = page.getByLabel("Calls of").locator("option");
  const removeHandler = service.on(findPayment, () => ({}));
  await expect
    .poll(() => operations.allInnerTexts())
    .toEqual(["Finalize", "Create order", "Find payment", "Read transaction"]);
  removeHandler();
  await expect.poll(() => operations.allInnerTexts()).toEqual(["Finalize", "Create order", "Read transaction"]);
});

test("the page sells and searches; only what arrives is shown as new", async () => {
  const { pageUrl, service } = await openShop();
  for (let sold = 0; sold < 60; sold += 1) service.sell({ paymentMethod: "card", totalAmount: "1.00" });
  const page = await visit(pageUrl);
  await page.getByText("and 10 earlier").waitFor();
  await page.getByLabel("Sell, paid with").selectOption("Invoice");
  await page.getByRole("button", { name: "Sell" }).click();
  await page.locator(".new article").getByText("125.00 SEK").waitFor();
  await page.getByRole("searchbox").fill("sale-0001");
  await expect.poll(() => page.getByRole("article").count()).toBe(1);
  await page.getByRole("searchbox").fill("nowhere");
  await page.getByText("None with “nowhere”.").first().waitFor();
  await page.getByRole("searchbox").fill("");
  await expect.poll(() => page.getByRole("article").count()).toBe(50);
  expect(await page.locator(".new").count()).toBe(0);
});

test("an update keeps focus, typed text, selection and expanded parts", async () => {
  const { pageUrl, order, pay } = await openShop();
  const orderId = await order("ORDER-1001");
  const page = await visit(pageUrl);
  const card = page.getByRole("article", { name: "ORDER-1001" });
  await page.locator(".requests summary").click();
  await card.getByLabel("Customer pays with").selectOption("Swish");
  await card.getByLabel("Amount", { exact: true }).pressSequentially("12.3");
  await order("ORDER-1002");
  await page.getByRole("article", { name: "ORDER-1002" }).waitFor();
  await page.keyboard.type("4");
  expect(await card.getByLabel("Amount", { exact: true }).inputValue()).toBe("12.34");
  expect(await card.getByLabel("Customer pays with").inputValue()).toBe("swish");
  expect(await page.locator(".requests > li").last().locator("details").getAttribute("open")).toBe("");
  await card.locator("h3").selectText();
  pay(orderId, "card");
  await card.locator(".authorization").waitFor();
  expect(await page.evaluate(() => String(getSelection()))).toContain("ORDER-1001");
});

test("markup in an order is shown as text", async () => {
  const { pageUrl, baseUrl, headers } = await openShop();
  const attack = `<img src=x onerror="document.title='owned'"><script>document.title="owned"</script>`;
  const lineitems = [{ name: attack, totalLineAmount: "125.00", [attack]: attack }];
  const orderNumber = '"><svg onload=alert(1)>';
  const page = await visit(pageUrl);
  const body = { orderNumber, totalAmount: "125.00", currencyCode: "SEK", lineitems, billTo: { name: attack } };
  await fetch(`${baseUrl}/orders/create`, { method: "POST", headers, body: JSON.stringify(body) });
  await page.getByRole("heading", { name: orderNumber }).waitFor();
  await page.getByText("What was ordered").click();
  await page.locator(".requests summary").click();
  expect(await page.locator("pre").filter({ hasText: "<img src=x" }).count()).toBe(2);
  expect(await page.locator("main img, main svg, main script").count()).toBe(0);
  expect(await page.title()).toBe("Payment service (fake)");
});

test.each([
  [1280, "light"],
  [1280, "dark"],
  [390, "light"],
  [390, "dark"],
  [320, "light"],
] as const)("a busy page fits into %i px, %s, and its controls can be hit", async (width, colorScheme) => {
  const shop = await openShop();
  await busyDay(shop);
  const page = await visit(shop.pageUrl, { viewport: { width, height: 844 }, colorScheme });
  await screenshot(page, `page-${width}-${colorScheme}`);
  for (const summary of await page.locator("summary").all()) await summary.click();
  await openFaults(page);
  await page.getByLabel("HTTP status").check();
  await page.getByRole("button", { name: "Arm the fault" }).waitFor();
  await screenshot(page, `faults-${width}-${colorScheme}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  const small = await page
    .locator("button:visible, summary:visible, select:visible, nav a:visible, label:visible")
    .evaluateAll((controls) =>
      controls.filter((control) => control.getBoundingClientRect().height < 24).map((each) => each.textContent),
    );
  expect(small).toEqual([]);
});
