import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { fault, startPaymentServer } from "merchant-payments/testing";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browser, expectAccessible, screenshot, visit } from "./browser.ts";
import { busyDay, openShop } from "./shop.ts";

const openFaults = (page: Page) => page.locator("#faults > summary").click();

/** Opens the row of an order. */
async function openOrder(page: Page, orderNumber: string) {
  const row = page.getByRole("article", { name: orderNumber });
  await row.locator("summary").first().click();
  return row;
}

const requestsOf = (page: Page) => page.getByRole("region", { name: "Requests" }).getByRole("listitem");

test("an empty page shows how to make the first call; a reset, once confirmed, leads back to it", async () => {
  const { baseUrl, pageUrl, service, order } = await openShop();
  const permissions = ["clipboard-read", "clipboard-write"];
  const page = await visit(pageUrl, { viewport: { width: 390, height: 844 }, permissions });
  await page.getByText("No requests yet.").waitFor();
  const curl = page.locator("pre");
  const first = (user: string) => `curl -X POST -u ${user} ${baseUrl}/orders/create/ORDER-1001/125.00/SEK`;
  expect(await curl.textContent()).toBe(first("merchant-1"));
  expect(await page.locator("body").innerText()).not.toContain("fake-password");
  await page.getByRole("button", { name: "Copy with the password" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first("merchant-1:fake-password"));
  await expectAccessible(page);
  expect(await curl.evaluate((pre) => pre.scrollWidth > pre.clientWidth && pre.clientHeight < 60)).toBe(true); // one line
  await page.getByText("Password", { exact: true }).click();
  await page.locator("header").getByText("fake-password").waitFor();
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

test("the customer pays on demand and the merchant finalizes, or the page shows the rule that forbids it", async () => {
  const { pageUrl, service, order } = await openShop();
  await order("ORDER-1001");
  service.sell({ paymentMethod: "swish", totalAmount: "125.00", pending: true, orderNumber: "ORDER-1002" });
  const page = await visit(pageUrl, { mishaps: Array(2).fill(expect.stringContaining("409 (Conflict)")) });
  const unpaid = await openOrder(page, "ORDER-1001");
  await unpaid.getByLabel("Customer pays with").waitFor({ state: "hidden" });
  await unpaid.getByText("Customer pays", { exact: true }).click();
  await unpaid.getByLabel("Customer pays with").selectOption("Invoice");
  await unpaid.getByRole("button", { name: "Authorize" }).click();
  await unpaid.getByText("a credit product needs the order's customer").waitFor();
  await unpaid.getByLabel("Customer pays with").selectOption("Swish");
  await unpaid.getByLabel("Amount", { exact: true }).fill(" 99.50");
  await page.keyboard.press("Enter");
  await unpaid.getByText("0.00/99.50").waitFor();
  expect(service.authorizations[1]).toMatchObject({ paymentMethod: "swish", authorizedAmount: "99.50" });
  await unpaid.getByLabel("Amount", { exact: true }).fill("25.50");
  await page.keyboard.press("Enter");
  await unpaid.getByText("0.00/125.00").waitFor();
  expect(await unpaid.getByText("Customer pays").count()).toBe(0); // authorized in full
  const paid = await openOrder(page, "ORDER-1002");
  await paid.getByLabel("Amount to finalize").fill("200.00");
  await paid.getByRole("button", { name: "Finalize" }).click();
  await paid
    .getByText("The outcome is rejected. FINALIZE_AMT_EXCEEDED: The amount is more than what is left to finalize.")
    .waitFor();
  await paid.getByLabel("Amount to finalize").fill("25.00");
  await page.keyboard.press("Enter");
  await paid.getByText("pending", { exact: true }).first().waitFor();
  expect(await paid.getByText("Customer pays").count()).toBe(0);
  await paid.getByRole("button", { name: "Complete pending" }).click();
  await paid.getByText("partial").first().waitFor();
  await paid.getByRole("button", { name: "Annul" }).click();
  await paid.getByText("annulled").first().waitFor();
  expect(service.authorizations[0]).toMatchObject({ annulled: true, totalAmountFinalized: "25.00" });
  await paid.getByText("Customer pays", { exact: true }).waitFor(); // for what was annulled
});

test("armed, then finalized from the page: the row says what the service did, and beside it what its caller knows", async () => {
  const { pageUrl, service } = await openShop();
  const page = await visit(pageUrl, { mishaps: [expect.stringContaining("409 (Conflict)")] });
  await page.getByLabel("Sell, paid with").selectOption("Swish");
  await page.getByRole("button", { name: "Sell" }).click();
  await openFaults(page);
  await page.getByLabel("Lose the response").check();
  await page.getByRole("button", { name: "Arm the fault" }).click();
  await page.getByText("Faults 1 armed").waitFor();
  await page.keyboard.press("Escape");
  const sale = await openOrder(page, "SALE-0001");
  await sale.getByLabel("Amount to finalize").fill("100.00");
  await sale.getByRole("button", { name: "Finalize" }).click();
  await sale.getByText("The outcome is unknown. fetch failed.").waitFor();
  const cells = (number: number) =>
    requestsOf(page)
      .filter({ hasText: `#${number}` })
      .locator("summary code")
      .allTextContents();
  expect((await cells(1)).slice(0, 2)).toEqual(["captured 100.00", "caller unknown"]);
  await page.getByText("Caller got a connection that broke").waitFor();
  const ends = await page
    .locator(".caller")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
  expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(6); // the heading stands over its column
  await sale.getByText("125.00 authorized, 100.00 finalized, 0.00 pending, 25.00 remaining").waitFor();
  await sale.getByLabel("Amount to finalize").fill("25.00");
  await sale.getByRole("button", { name: "Finalize" }).click();
  await expect.poll(() => requestsOf(page).count()).toBe(2);
  expect((await cells(2)).slice(0, 2)).toEqual(["captured 25.00", "caller succeeded"]);
  expect(service.faults.armed).toEqual([]);
});

test("the page sells what stays pending, shows how it was paid, and moves the clock until a late call is given up", async () => {
  const { pageUrl, service } = await openShop();
  const page = await visit(pageUrl, { mishaps: [expect.stringContaining("409 (Conflict)")] });
  await page.getByLabel("Sell, paid with").selectOption("Internet bank");
  await page.getByRole("button", { name: "Sell" }).click();
  await page.getByLabel("Sell, paid with").selectOption("PayPal");
  await page.getByLabel("Pending").check();
  await page.getByRole("button", { name: "Sell" }).click();
  const rows = page.getByRole("article");
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([
      "SALE-0002\nauthorized\nPayPal\n0.00/125.00\n125.00 SEK",
      "SALE-0001\nfinalized\nInternet bank\n125.00/125.00\n125.00 SEK",
    ]);
  service.faults.next("finalize", fault.late());
  const sale = await openOrder(page, "SALE-0002");
  await sale.getByRole("button", { name: "Finalize" }).click();
  await page.getByText("is on its way").waitFor();
  expect(await page.getByText("No requests yet.").count()).toBe(0);
  await page.getByLabel("By", { exact: true }).selectOption("1 day");
  await page.getByRole("button", { name: "Advance the clock" }).click();
  await sale.getByText("The outcome is unknown.").waitFor();
  await page.getByRole("button", { name: "Let it arrive" }).click();
  await page.getByText("Caller got no response").waitFor();
  await sale.getByText("Finalization, pending").waitFor();
  expect(await requestsOf(page).locator("summary code").allInnerTexts()).toContain("pending 125.00");
  expect(service.clock.now().getTime() - Date.now()).toBeGreaterThan(86_000_000);
  await page
    .locator("header")
    .getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)
    .waitFor();
});

test("what is shown of a lost server looks old", async () => {
  const { pageUrl, port, service, close } = await openShop();
  service.sell({ paymentMethod: "card", totalAmount: "1.00" });
  const page = await browser.newPage();
  await page.goto(pageUrl);
  await page.getByText("Live", { exact: true }).waitFor();
  await close();
  await page
    .getByRole("alert")
    .getByText(/^Reconnecting: shown as of \d\d:\d\d:\d\d$/)
    .waitFor();
  const sell = page.getByRole("button", { name: "Sell" });
  expect([await sell.isDisabled(), await page.getByText("Live", { exact: true }).count()]).toEqual([true, 0]);
  const look = () => page.locator("main").evaluate((main) => getComputedStyle(main).filter);
  expect(await look()).toBe("grayscale(1)");
  await expectAccessible(page);
  await screenshot(page, "lost");
  await using again = await startPaymentServer({ service, port, basePath: "/api" });
  service.sell({ paymentMethod: "card", totalAmount: "1.00" });
  await page.getByRole("article", { name: "SALE-0002" }).waitFor();
  expect([await sell.isDisabled(), await look(), again.pageUrl]).toEqual([false, "none", pageUrl]);
  await page.close();
});

test("a request's detail shows the path once, then request and response, and copies each", async () => {
  const { pageUrl, baseUrl, headers, service } = await openShop();
  const body = JSON.stringify({ orderNumber: "O'HARA-1", totalAmount: 10.5, currencyCode: "SEK" });
  const page = await visit(pageUrl, { permissions: ["clipboard-read", "clipboard-write"] });
  await fetch(`${baseUrl}/orders/create/simple?shop=1`, { method: "POST", headers, body });
  const { transactionId } = service.sell({ paymentMethod: "card", totalAmount: "10.00" });
  service.faults.next("finalize", fault.html({ committed: true }));
  await fetch(`${baseUrl}/transactions/${transactionId}/finalize/10.00`, { method: "POST", headers });
  const request = requestsOf(page).filter({ hasText: "Finalize" });
  await request.locator("summary").click();
  const shown = await request.innerText();
  expect(shown.split(`/transactions/${transactionId}/finalize/10.00`)).toHaveLength(2);
  expect(shown).toMatch(/\nHTTP 200, \d\d:\d\d:\d\d\.\d{3} \+ 0\.\d{3} s\n/);
  expect(shown).toMatch(
    /Request headers.*"authorization": "\[redacted\]".*Response, HTTP 200, not delivered.*"totalAmountFinalized": 10.00,\n.*What the caller got/s,
  );
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await request.getByRole("button", { name: "Copy", exact: true }).last().click();
  await request.getByText("Copied").waitFor();
  expect(await copied()).toBe("<!doctype html><p>Welcome</p>");
  const first = requestsOf(page).last();
  await first.locator("summary").click();
  await first.getByRole("button", { name: "Copy", exact: true }).first().click();
  expect(await copied()).toBe(body);
  await first.getByRole("button", { name: "Copy as curl" }).click();
  expect(await copied()).toContain("-u merchant-1:fake-password ");
  await promisify(execFile)("sh", ["-c", await copied()]);
  const { path, headers: sent } = service.requests[0] ?? {};
  expect(service.requests.at(-1)).toMatchObject({ path, body, headers: { authorization: sent?.["authorization"] } });
});

test("the page lists, removes and clears the faults that a test arms", async () => {
  const { pageUrl, service } = await openShop();
  const { faults } = service;
  const page = await visit(pageUrl);
  faults.every(3, "finalize", fault.loseResponse());
  faults.every(1, "finalize", fault.response({ body: "[]" }));
  faults.next("createOrder", fault.drop(), { orderNumber: "ORDER-1001" });
  await openFaults(page);
  const armed = page.getByRole("list", { name: "Armed faults" }).getByRole("listitem");
  await expect
    .poll(() => armed.locator("span").allInnerTexts())
    .toEqual(["drop next create order of ORDER-1001", "loseResponse one finalize in 3", "response 200 every finalize"]);
  await page.getByRole("button", { name: "Remove loseResponse" }).click();
  await expect.poll(() => faults.armed.map(({ id }) => id)).toEqual([3, 2]);
  await page.getByRole("button", { name: "Clear faults" }).click();
  await page.getByText("Nothing is armed: calls go through.").waitFor();
});

test("the page sells and searches; a search counts what it has found, and only what arrives is shown as new", async () => {
  const { pageUrl, service, order } = await openShop();
  await order("ORDER-1001");
  for (let sold = 0; sold < 60; sold += 1) service.sell({ paymentMethod: "card", totalAmount: "1.00" });
  const page = await visit(pageUrl);
  const counts = () => page.getByRole("heading", { level: 2 }).allInnerTexts();
  await page.getByText("and 11 earlier").waitFor();
  await page.getByLabel("Sell, paid with").selectOption("Invoice");
  const fading = () => page.evaluate(() => document.getAnimations().length);
  expect(await fading()).toBe(0);
  const isFading = page.waitForFunction(() => document.getAnimations().length === 1);
  await page.getByRole("button", { name: "Sell" }).click();
  await isFading;
  await page.getByRole("searchbox").fill("sale-0002");
  await expect.poll(counts).toEqual(["Requests 0 of 1", "Orders 1 of 62"]);
  expect(await page.getByRole("article").count()).toBe(1);
  await page.getByRole("searchbox").fill("nowhere");
  await page.getByText("None with “nowhere”.").first().waitFor();
  await page.getByRole("searchbox").fill("");
  await expect.poll(counts).toEqual(["Requests 1", "Orders 62"]);
  await expect.poll(() => page.getByRole("article").count()).toBe(15);
  expect(await fading()).toBe(0);
  await page.getByRole("button", { name: "Show all 50" }).click();
  expect(await page.getByRole("article").count()).toBe(50);
});

test("an update keeps focus, typed text, selection and expanded parts", async () => {
  const { pageUrl, order, pay, service } = await openShop();
  const orderId = await order("ORDER-1001");
  const page = await visit(pageUrl);
  await requestsOf(page).locator("summary").click();
  const card = await openOrder(page, "ORDER-1001");
  await card.getByText("Customer pays", { exact: true }).click();
  await card.getByLabel("Customer pays with").selectOption("Swish");
  await card.getByLabel("Amount", { exact: true }).pressSequentially("12.3");
  for (let sold = 0; sold < 20; sold += 1) service.sell({ paymentMethod: "card", totalAmount: "1.00" });
  await order("ORDER-1002");
  await page.getByRole("article", { name: "ORDER-1002" }).waitFor();
  await page.keyboard.type("4");
  expect(await card.getByLabel("Amount", { exact: true }).inputValue()).toBe("12.34");
  expect(await card.getByLabel("Customer pays with").inputValue()).toBe("swish");
  expect(await requestsOf(page).last().locator("details").getAttribute("open")).toBe("");
  await card.locator("b").first().selectText();
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
  await page.getByRole("article").locator("summary").filter({ hasText: orderNumber }).click();
  await page.getByText("What was ordered").waitFor();
  await requestsOf(page).locator("summary").click();
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
  await expectAccessible(page);
  for (const summary of await page.locator("main summary").all()) await summary.click();
  await openFaults(page);
  await page.getByLabel("HTTP status").check();
  await page.getByRole("button", { name: "Arm the fault" }).waitFor();
  await screenshot(page, `faults-${width}-${colorScheme}`);
  await expectAccessible(page);
  const { scrollWidth, clientWidth } = await page
    .locator("html")
    .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
  expect(scrollWidth).toBe(clientWidth);
  const small = await page
    .locator("button:visible, summary:visible, select:visible, nav a:visible, label:visible")
    .evaluateAll((controls) =>
      controls.filter((control) => control.getBoundingClientRect().height < 24).map((each) => each.textContent),
    );
  expect(small).toEqual([]);
  const clipped = await page.locator("#faults > section").evaluate((drawer) => {
    const { left } = drawer.getBoundingClientRect();
    const ringPx = 4;
    const fits = (each: Element) => {
      const box = each.getBoundingClientRect();
      return box.left - ringPx >= left && box.right + ringPx <= left + drawer.clientWidth;
    };
    return [...drawer.querySelectorAll("button, input, select")].filter((each) => !fits(each)).length;
  });
  expect(clipped).toBe(0);
});
