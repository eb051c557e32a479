import { fault, startPaymentServer } from "merchant-payments/testing";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browser, screenshot, visit } from "./browser.ts";
import { busyDay, openShop } from "./shop.ts";

async function openFaults(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Faults" }).click();
  await page.getByText("Let the next call fail").waitFor();
}

test("an empty page shows how to make the first call", async () => {
  const { baseUrl, pageUrl, service } = await openShop();
  const page = await visit(pageUrl);
  await page.getByText("No orders yet.").waitFor();
  await page.getByText("No requests yet.").waitFor();
  await page.getByText(baseUrl, { exact: true }).waitFor();
  expect(await page.locator("#first-call").innerText()).toContain("-u merchant-1 http");
  await page.getByRole("button", { name: "show" }).click();
  await page.getByText("-u merchant-1:fake-password http").waitFor();
  await openFaults(page);
  await page.getByText("Nothing is armed: calls go through.").waitFor();
  await screenshot(page, "empty-1280");
  expect(service.requests).toEqual([]);
});

test("orders, authorizations and finalizations appear as they happen", async () => {
  const { pageUrl, payments, order, pay } = await openShop();
  const page = await visit(pageUrl);
  const orderId = await order("ORDER-1001", "10.10");
  const card = page.getByRole("article", { name: "ORDER-1001" });
  await card.getByText("10.10 SEK").waitFor();
  await expect.poll(() => page.getByRole("status").textContent()).toBe("1 new order, 1 new request: SUCCESS");
  const transactionId = pay(orderId, "card");
  await card.getByText(transactionId).waitFor();
  await card.getByText("authorized", { exact: true }).waitFor();
  const finalization = await payments.finalize({ orderId, transactionId, totalAmount: "10.00" });
  await card.getByText("finalized", { exact: true }).waitFor();
  await card.getByText(finalization.transactionId).waitFor();
  const amounts = await card.locator(".amounts").innerText();
  expect(amounts).toMatch(/Finalized\s+10\.00\s+Pending\s+0\.00\s+Remaining\s+0\.00/);
  const request = page.locator("#request-list > li").first();
  await request.locator("summary").click();
  expect(await request.innerText()).toContain("[redacted]");
  expect(await page.content()).not.toContain(btoa("merchant-1:fake-password"));
});

test("the customer pays, or sees the rule that forbids it", async () => {
  const { pageUrl, service, order } = await openShop();
  await order("ORDER-1001");
  const page = await visit(pageUrl, { mishaps: [expect.stringContaining("409 (Conflict)")] });
  const card = page.getByRole("article", { name: "ORDER-1001" });
  await card.getByLabel("Customer pays with").selectOption("Invoice");
  await card.getByRole("button", { name: "Authorize" }).click();
  await card.getByText("a credit product needs the order's customer").waitFor();
  await card.getByLabel("Customer pays with").selectOption("Swish");
  await card.getByLabel("Amount", { exact: true }).fill("99.50");
  await page.keyboard.press("Enter");
  await card.locator(".payments").getByText("99.50").first().waitFor();
  await expect.poll(() => card.locator(".pay").getByRole("alert").textContent()).toBe("");
  expect(await card.getByLabel("Amount", { exact: true }).inputValue()).toBe("");
  expect(service.authorizations).toMatchObject([{ paymentMethod: "swish", authorizedAmount: "99.50" }]);
});

test("the keyboard alone arms a fault for the next call", async () => {
  const { pageUrl, payments, order, pay } = await openShop();
  const page = await visit(pageUrl);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  const reach = async (name: string) => {
    for (let presses = 0; (await focused()) !== name; presses += 1) {
      expect(presses, `${name} is reached with the Tab key`).toBeLessThan(60);
      await page.keyboard.press("Tab");
    }
  };
  await reach("Faults\n    0 armed");
  await page.keyboard.press("Enter");
  await reach("FinalizeCreate order"); // Finalize is the first choice
  await reach("error PAYMENT_COMPLETED");
  const styleOfFocus = () => document.activeElement && getComputedStyle(document.activeElement).outlineStyle;
  expect(await page.evaluate(styleOfFocus)).toBe("solid");
  await page.keyboard.press("Enter");
  await page.locator("#armed-list").getByText("next finalize").first().waitFor();
  const status = () => page.getByRole("status").textContent();
  await expect.poll(status).toBe("error PAYMENT_COMPLETED is armed for the next finalize.");
  expect(await focused()).toBe("error PAYMENT_COMPLETED");
  const orderId = await order("ORDER-1001");
  const call = payments.finalize({ orderId, transactionId: pay(orderId, "card"), totalAmount: "125.00" });
  await expect(call).rejects.toMatchObject({ statusKey: "PAYMENT_COMPLETED" });
  await page.getByText("Nothing is armed: calls go through.").waitFor();
  await page.locator("#request-list").getByText("error PAYMENT_COMPLETED").waitFor();
});

test("the page lists the faults that a test arms in process", async () => {
  const { pageUrl, service } = await openShop();
  const { faults } = service;
  const page = await visit(pageUrl);
  faults.random({ seed: 1, rate: 0.5, faults: [fault.drop, fault.status(503)] });
  faults.every(3, "finalize", fault.loseResponse);
  faults.every(1, "finalize", fault.response({ body: "[]" }));
  faults.next("createOrder", fault.drop, { orderNumber: "ORDER-1001" });
  await openFaults(page);
  const armed = page.locator("#armed-list > li");
  await expect.poll(() => armed.count()).toBe(4);
  expect(await armed.allInnerTexts()).toEqual([
    "Remove\ndrop next create order of ORDER-1001\nThe connection breaks before the call is processed.",
    "Remove\nloseResponse one finalize in 3\nThe call is processed, then the connection breaks: the response is lost.",
    "Remove\nresponse 200 every finalize",
    "Remove\ndrop or status 503 calls at random, rate 0.5",
  ]);
  await page.getByRole("button", { name: "Remove loseResponse" }).click();
  await expect.poll(() => faults.armed.map(({ id }) => id)).toEqual([4, 3, 1]);
  faults.clear();
  await page.getByText("Nothing is armed: calls go through.").waitFor();
});

test("faults are cleared at once; a reset needs a confirmation", async () => {
  const { pageUrl, service, order } = await openShop();
  await order("ORDER-1001");
  const page = await visit(pageUrl);
  await openFaults(page);
  await page.getByRole("button", { name: "loseResponse", exact: true }).click();
  await page.locator("#armed-list").getByText("loseResponse").waitFor();
  await page.getByRole("button", { name: "Clear faults" }).click();
  await page.getByText("Nothing is armed: calls go through.").waitFor();
  await order("ORDER-1002");
  page.once("dialog", (dialog) => void dialog.dismiss());
  await page.getByRole("button", { name: "Reset everything" }).click();
  expect(service.orders).toHaveLength(2);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Reset everything" }).click();
  await page.getByText("No orders yet.").waitFor();
  await order("ORDER-2001"); // with the id of the first order
  await page.getByRole("article", { name: "ORDER-2001" }).waitFor();
});

test("a payment is finalized, completed and annulled, or the page shows why not", async () => {
  const { pageUrl, service } = await openShop();
  service.sell({ paymentMethod: "swish", amount: "125.00", pending: true, orderNumber: "ORDER-1001" });
  const page = await visit(pageUrl, { mishaps: [expect.stringContaining("409 (Conflict)")] });
  const card = page.getByRole("article", { name: "ORDER-1001" });
  await card.getByLabel("Amount to finalize").fill("200.00");
  await card.getByRole("button", { name: "Finalize" }).click();
  await card.getByText("FINALIZE_AMT_EXCEEDED: The amount is more than what is left to finalize.").waitFor();
  await card.getByLabel("Amount to finalize").fill("25.00");
  await page.keyboard.press("Enter");
  await card.getByText("pending", { exact: true }).waitFor();
  await card.getByRole("button", { name: "Complete pending" }).click();
  await card.getByText("partly finalized").waitFor();
  await card.getByRole("button", { name: "Annul" }).click();
  await card.getByText("annulled").waitFor();
  await expect.poll(() => card.getByRole("button").filter({ visible: true }).count()).toBe(0);
  expect(service.authorizations).toMatchObject([{ annulled: true, totalAmountFinalized: "25.00" }]);
});

test("the page sells, searches, and delivers a late request", async () => {
  const { pageUrl, service, payments } = await openShop();
  for (let sold = 0; sold < 60; sold += 1) service.sell({ paymentMethod: "card", amount: "1.00" });
  const page = await visit(pageUrl);
  await page.getByText("and 10 earlier").waitFor();
  await page.getByLabel("Sell, paid with").selectOption("Invoice");
  await page.getByRole("button", { name: "Sell" }).click();
  await page.getByRole("article", { name: "SALE-0061" }).getByText("125.00 SEK").waitFor();
  await page.getByLabel("Search orders and requests").fill("sale-0001");
  await page.getByRole("article", { name: "SALE-0001" }).waitFor();
  await expect.poll(() => page.getByRole("article").count()).toBe(1);

  const [{ orderId, transactionId } = { orderId: "", transactionId: "" }] = service.authorizations;
  service.faults.next("finalize", fault.late());
  const late = payments.finalize({ orderId, transactionId, totalAmount: "1.00" }, { timeoutMs: 200 });
  await expect(late).rejects.toMatchObject({ outcome: "unknown" });
  await page.getByText("On its way, and late").waitFor();
  await page.getByRole("button", { name: "Let it arrive" }).click();
  await page.locator("#request-list").getByText("Caller got no response").waitFor();
  await page.getByRole("article").getByText("finalized", { exact: true }).waitFor();
  await page.getByLabel("Search orders and requests").fill("nowhere");
  await page.locator("#more-orders").getByText("None with “nowhere”.").waitFor();
});

test("an update keeps focus, typed text, selection and expanded parts", async () => {
  const { pageUrl, order, pay } = await openShop();
  const orderId = await order("ORDER-1001");
  const page = await visit(pageUrl);
  const card = page.getByRole("article", { name: "ORDER-1001" });
  await page.locator("#request-list summary").click();
  await card.locator("h3").selectText();
  await card.getByLabel("Customer pays with").selectOption("Swish");
  await card.getByLabel("Amount", { exact: true }).pressSequentially("12.3");
  await order("ORDER-1002");
  await page.getByRole("article", { name: "ORDER-1002" }).waitFor();
  await page.keyboard.type("4");
  expect(await card.getByLabel("Amount", { exact: true }).inputValue()).toBe("12.34");
  expect(await card.getByLabel("Customer pays with").inputValue()).toBe("swish");
  expect(await page.locator("#request-list > li").last().locator("details").getAttribute("open")).toBe("");
  await card.locator("h3").selectText();
  pay(orderId, "card");
  await card.locator(".payments li").first().waitFor();
  expect(await page.evaluate(() => String(getSelection()))).toBe("ORDER-1001");
});

test("a custom operation is offered while it has a handler, and its calls appear", async () => {
  const { pageUrl, service, baseUrl, headers } = await openShop();
  const schema = { "~standard": {} };
  const path = "/payments/{transactionId}";
  const findPayment = { name: "findPayment", method: "GET", path, input: schema, response: schema } as const;
  const page = await visit(pageUrl);
  await openFaults(page);
  const operations = page.getByLabel("The next call of").locator("option");
  const removeHandler = service.on(findPayment, () => ({}));
  await expect.poll(() => operations.allInnerTexts()).toEqual(["Finalize", "Create order", "Find payment"]);
  await page.getByLabel("The next call of").selectOption("Find payment");
  await page.getByRole("button", { name: "loseResponse" }).click();
  await page.locator("#armed-list").getByText("next find payment").waitFor();
  await fetch(`${baseUrl}/payments/1?full=true`, { headers }).catch(() => undefined);
  await page.locator("#request-list").getByText("Find payment").waitFor();
  expect(await page.locator("#request-list summary").innerText()).toContain("1?full=true");
  removeHandler();
  await expect.poll(() => operations.allInnerTexts()).toEqual(["Finalize", "Create order"]);
});

test("markup in an order is shown as text", async () => {
  const { pageUrl, baseUrl, headers } = await openShop();
  const attack = `<img src=x onerror="document.title='owned'">`;
  const name = `${attack}<script>document.title="owned"</script>`;
  const line = { name, totalLineAmount: "125.00", [attack]: attack };
  const orderNumber = '"><svg onload=alert(1)>';
  const page = await visit(pageUrl);
  const order = { orderNumber, totalAmount: "125.00", currencyCode: "SEK", lineitems: [line] };
  const body = JSON.stringify({ ...order, billTo: { name: { firstName: attack } } }); // our client sends no such key
  await fetch(`${baseUrl}/orders/create`, { method: "POST", headers, body });
  await page.getByRole("heading", { name: orderNumber }).waitFor();
  await page.getByText("What was ordered").click();
  await page.locator("#request-list summary").click();
  expect(await page.locator("article dd").filter({ hasText: attack }).count()).toBeGreaterThan(2);
  expect(await page.locator("main img, main svg, main script").count()).toBe(0);
  expect(await page.title()).toBe("Payment service (fake)");
});

test("the page reconnects when the server is back", async () => {
  const { pageUrl, port, service, close } = await openShop();
  const page = await browser.newPage();
  await page.goto(pageUrl);
  await page.getByText("Live", { exact: true }).waitFor();
  await close();
  await page.getByText("Reconnecting").waitFor();
  await using again = await startPaymentServer({ service, port, basePath: "/api" });
  service.createOrder({ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" });
  await page.getByRole("article", { name: "ORDER-1001" }).waitFor();
  expect(again.pageUrl).toBe(pageUrl);
  await page.close();
});

const windows = [1280, 400].flatMap((width) => [
  { width, colorScheme: "light" } as const,
  { width, colorScheme: "dark" } as const,
]);

test.each(windows)("a busy page fits into $width px, $colorScheme", async ({ width, colorScheme }) => {
  const shop = await openShop();
  await busyDay(shop);
  const page = await visit(shop.pageUrl, { viewport: { width, height: 900 }, colorScheme });
  await screenshot(page, `busy-${width}-${colorScheme}`);
  await openFaults(page);
  await page.getByRole("button", { name: "loseResponse", exact: true }).click();
  await page.getByRole("button", { name: "status 502, committed" }).click();
  await page.locator("#armed-list").getByText("next finalize").first().waitFor();
  await screenshot(page, `faults-${width}-${colorScheme}`);
  await page.getByRole("button", { name: "Close" }).click();
  for (const summary of await page.locator("summary").all()) await summary.click();
  await screenshot(page, `open-${width}-${colorScheme}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
});
