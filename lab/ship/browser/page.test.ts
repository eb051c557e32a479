import { fault } from "merchant-payments/testing";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, mishapsOf, screenshot } from "./browser.ts";
import { busyDay, openShop, type Shop } from "./shop.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Opens the page; fails the test when anything else than the expected mishaps went wrong in it. */
async function visit(
  shop: Shop,
  check: (page: Page) => Promise<void>,
  { mishaps: expected = [], ...options }: BrowserContextOptions & { readonly mishaps?: readonly string[] } = {},
) {
  const page = await browser.newPage({ reducedMotion: "reduce", ...options });
  const mishaps = mishapsOf(page);
  await page.goto(shop.server.pageUrl);
  await page.getByText("Live", { exact: true }).waitFor();
  await check(page);
  await page.close();
  expect(mishaps).toEqual(expected);
}

async function openFaults(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Faults" }).click();
  await page.getByText("Let the next call fail").waitFor();
}

test("invites to make the first call", async () => {
  await using shop = await openShop();
  await visit(shop, async (page) => {
    await page.getByText("No orders yet.").waitFor();
    await page.getByText("No requests yet.").waitFor();
    await page.getByText(shop.server.baseUrl, { exact: true }).waitFor();
    expect(await page.locator("#first-call").innerText()).toContain("-u merchant-1 http");
    await page.getByRole("button", { name: "show" }).click();
    await page.getByText("-u merchant-1:fake-password http").waitFor();
    await openFaults(page);
    await page.getByText("Nothing is armed: calls go through.").waitFor();
    await screenshot(page, "empty-1280");
  });
  expect(shop.server.service.requests).toEqual([]);
});

test("shows orders, authorizations and finalizations as they happen", async () => {
  await using shop = await openShop();
  await visit(shop, async (page) => {
    const orderId = await shop.order("ORDER-1001", "10.10");
    const card = page.getByRole("article", { name: "ORDER-1001" });
    await card.getByText("10.10 SEK").waitFor();
    await expect.poll(() => page.getByRole("status").textContent()).toBe("1 new order, 1 new request: SUCCESS");
    const transactionId = shop.pay(orderId, "card");
    await card.getByText(transactionId).waitFor();
    await card.getByText("authorized", { exact: true }).waitFor();
    const finalization = await shop.payments.finalize({ orderId, transactionId, totalAmount: "10.00" });
    await card.getByText("finalized", { exact: true }).waitFor();
    await card.getByText(finalization.transactionId).waitFor();
    expect(await card.locator(".amounts").innerText()).toMatch(
      /Finalized\s+10\.00\s+Pending\s+0\.00\s+Remaining\s+0\.00/,
    );
    const request = page.locator("#request-list > li").first();
    await request.locator("summary").click();
    expect(await request.innerText()).toContain("[redacted]");
    expect(await page.content()).not.toContain(btoa("merchant-1:fake-password"));
  });
});

test("lets the customer pay, and says which rule forbids it", async () => {
  await using shop = await openShop();
  await shop.order("ORDER-1001");
  const pays = async (page: Page) => {
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
  };
  await visit(shop, pays, { mishaps: [expect.stringContaining("409 (Conflict)")] });
  expect(shop.server.service.authorizations).toMatchObject([{ paymentMethod: "swish", authorizedAmount: "99.50" }]);
});

test("arms a fault for the next call by keyboard alone", async () => {
  await using shop = await openShop();
  await visit(shop, async (page) => {
    const reach = async (name: string) => {
      const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
      for (let presses = 0; (await focused()) !== name; presses += 1) {
        expect(presses, `${name} is reached with the Tab key`).toBeLessThan(60);
        await page.keyboard.press("Tab");
      }
    };
    await reach("Faults\n    0 armed");
    await page.keyboard.press("Enter");
    await reach("FinalizeCreate order"); // Finalize is the first choice
    await reach("error PAYMENT_COMPLETED");
    const outline = await page.evaluate(
      () => document.activeElement && getComputedStyle(document.activeElement).outlineStyle,
    );
    expect(outline).toBe("solid");
    await page.keyboard.press("Enter");
    await page.locator("#armed-list").getByText("next finalize").first().waitFor();
    await expect
      .poll(() => page.getByRole("status").textContent())
      .toBe("error PAYMENT_COMPLETED is armed for the next finalize.");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("error PAYMENT_COMPLETED");
    const orderId = await shop.order("ORDER-1001");
    const refused = shop.payments.finalize({
      orderId,
      transactionId: shop.pay(orderId, "card"),
      totalAmount: "125.00",
    });
    await expect(refused).rejects.toMatchObject({ statusKey: "PAYMENT_COMPLETED" });
    await page.getByText("Nothing is armed: calls go through.").waitFor();
    await page.locator("#request-list").getByText("error PAYMENT_COMPLETED").waitFor();
  });
});

test("lists the faults that a test arms in process", async () => {
  await using shop = await openShop();
  const { faults } = shop.server.service;
  await visit(shop, async (page) => {
    faults.random({ seed: 1, rate: 0.5, faults: [fault.drop, fault.status(503)] });
    faults.every(3, "finalize", fault.loseResponse);
    faults.every(1, "finalize", fault.response({ body: "[]" }));
    faults.next("createOrder", fault.drop, { orderNumber: "ORDER-1001" });
    await openFaults(page);
    const armed = page.locator("#armed-list > li");
    await expect.poll(() => armed.count()).toBe(4);
    expect(await armed.allInnerTexts()).toEqual([
      "Remove\ndrop next create order of ORDER-1001\nThe connection breaks before the call is processed.",
      "Remove\nloseReply one finalize in 3\nThe call is processed, then the connection breaks: the response is lost.",
      "Remove\nanswer 200 every finalize",
      "Remove\ndrop or status 503 calls at random, rate 0.5",
    ]);
    await page.getByRole("button", { name: "Remove loseResponse" }).click();
    await expect.poll(() => faults.armed.map(({ id }) => id)).toEqual([4, 3, 1]);
    faults.clear();
    await page.getByText("Nothing is armed: calls go through.").waitFor();
  });
});

test("clears faults, and resets only when that is confirmed", async () => {
  await using shop = await openShop();
  await shop.order("ORDER-1001");
  await visit(shop, async (page) => {
    await openFaults(page);
    await page.getByRole("button", { name: "loseResponse", exact: true }).click();
    await page.locator("#armed-list").getByText("loseResponse").waitFor();
    await page.getByRole("button", { name: "Clear faults" }).click();
    await page.getByText("Nothing is armed: calls go through.").waitFor();
    await shop.order("ORDER-1002");
    page.once("dialog", (dialog) => void dialog.dismiss());
    await page.getByRole("button", { name: "Reset everything" }).click();
    expect(shop.server.service.orders).toHaveLength(2);
    page.once("dialog", (dialog) => void dialog.accept());
    await page.getByRole("button", { name: "Reset everything" }).click();
    await page.getByText("No orders yet.").waitFor();
    // The ids start over: what is shown must be the new order all the same.
    await shop.order("ORDER-2001");
    await page.getByRole("article", { name: "ORDER-2001" }).waitFor();
  });
});

test("finalizes, completes and annuls, and says why it cannot", async () => {
  await using shop = await openShop();
  const { service } = shop.server;
  service.sell({ paymentMethod: "swish", amount: "125.00", pending: true, orderNumber: "ORDER-1001" });
  const look = async (page: Page) => {
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
  };
  await visit(shop, look, { mishaps: [expect.stringContaining("409 (Conflict)")] });
  expect(service.authorizations).toMatchObject([{ annulled: true, totalAmountFinalized: "25.00" }]);
});

test("sells, searches, and lets arrive what is late", async () => {
  await using shop = await openShop();
  const { service } = shop.server;
  for (let sold = 0; sold < 60; sold += 1) service.sell({ paymentMethod: "card", amount: "1.00" });
  await visit(shop, async (page) => {
    await page.getByText("and 10 earlier").waitFor();
    await page.getByLabel("Sell, paid with").selectOption("Invoice");
    await page.getByRole("button", { name: "Sell" }).click();
    await page.getByRole("article", { name: "SALE-0061" }).getByText("125.00 SEK").waitFor();
    await page.getByLabel("Search orders and requests").fill("sale-0001");
    await page.getByRole("article", { name: "SALE-0001" }).waitFor();
    await expect.poll(() => page.getByRole("article").count()).toBe(1);

    const [{ orderId, transactionId } = { orderId: "", transactionId: "" }] = service.authorizations;
    service.faults.next("finalize", fault.late());
    const late = shop.payments.finalize({ orderId, transactionId, totalAmount: "1.00" }, { timeoutMs: 200 });
    await expect(late).rejects.toMatchObject({ outcome: "unknown" });
    await page.getByText("On its way, and late").waitFor();
    await page.getByRole("button", { name: "Let it arrive" }).click();
    await page.locator("#request-list").getByText("Caller got no response").waitFor();
    await page.getByRole("article").getByText("finalized", { exact: true }).waitFor();
    await page.getByLabel("Search orders and requests").fill("nowhere");
    await page.locator("#more-orders").getByText("None with “nowhere”.").waitFor();
  });
});

test("keeps focus, typed text, selection and what is open through updates", async () => {
  await using shop = await openShop();
  await shop.order("ORDER-1001");
  await visit(shop, async (page) => {
    const card = page.getByRole("article", { name: "ORDER-1001" });
    await page.locator("#request-list summary").click();
    await card.locator("h3").selectText();
    await card.getByLabel("Customer pays with").selectOption("Swish");
    await card.getByLabel("Amount", { exact: true }).pressSequentially("12.3");
    await shop.order("ORDER-1002");
    await page.getByRole("article", { name: "ORDER-1002" }).waitFor();
    await page.keyboard.type("4");
    expect(await card.getByLabel("Amount", { exact: true }).inputValue()).toBe("12.34");
    expect(await card.getByLabel("Customer pays with").inputValue()).toBe("swish");
    expect(await page.locator("#request-list > li").last().locator("details").getAttribute("open")).toBe("");
    await card.locator("h3").selectText();
    shop.pay(shop.server.service.orders[0]?.orderId ?? "", "card");
    await card.locator(".payments li").first().waitFor();
    expect(await page.evaluate(() => String(getSelection()))).toBe("ORDER-1001");
  });
});

test("offers custom operations, as long as they have a handler, and shows their calls", async () => {
  await using shop = await openShop();
  const { service, baseUrl } = shop.server;
  const schema = { "~standard": {} };
  const path = "/payments/{transactionId}";
  const findPayment = { name: "findPayment", method: "GET", path, input: schema, response: schema } as const;
  await visit(shop, async (page) => {
    await openFaults(page);
    const operations = page.getByLabel("The next call of").locator("option");
    const takeBack = service.on(findPayment, () => ({}));
    await expect.poll(() => operations.allInnerTexts()).toEqual(["Finalize", "Create order", "Find payment"]);
    await page.getByLabel("The next call of").selectOption("Find payment");
    await page.getByRole("button", { name: "loseResponse" }).click();
    await page.locator("#armed-list").getByText("next find payment").waitFor();
    const headers = { authorization: `Basic ${btoa(`${service.merchantId}:${service.password}`)}` };
    await fetch(`${baseUrl}/payments/1?full=true`, { headers }).catch(() => undefined);
    await page.locator("#request-list").getByText("Find payment").waitFor();
    expect(await page.locator("#request-list summary").innerText()).toContain("1?full=true");
    takeBack();
    await expect.poll(() => operations.allInnerTexts()).toEqual(["Finalize", "Create order"]);
  });
});

test("shows markup in an order as the text that it is", async () => {
  await using shop = await openShop();
  const attack = `<img src=x onerror="document.title='owned'">`;
  const name = `${attack}<script>document.title="owned"</script>`;
  const line = { name, totalLineAmount: "125.00", [attack]: attack };
  await visit(shop, async (page) => {
    await shop.payments.createOrder({
      orderNumber: '"><svg onload=alert(1)>',
      totalAmount: "125.00",
      currencyCode: "SEK",
      lineItems: [line],
      billTo: { name: { firstName: attack } },
    });
    await page.getByRole("heading", { name: '"><svg onload=alert(1)>' }).waitFor();
    await page.getByText("What was ordered").click();
    await page.locator("#request-list summary").click();
    expect(await page.locator("article dd").filter({ hasText: attack }).count()).toBeGreaterThan(2);
    expect(await page.locator("main img, main svg, main script").count()).toBe(0);
    expect(await page.title()).toBe("Payment service (fake)");
  });
});

test("finds its way back when the server was away", async () => {
  const shop = await openShop();
  const { service } = shop.server;
  const page = await browser.newPage();
  await page.goto(shop.server.pageUrl);
  await page.getByText("Live", { exact: true }).waitFor();
  await shop.server.close();
  await page.getByText("Reconnecting").waitFor();
  const { startPaymentServer } = await import("merchant-payments/testing");
  const port = Number(new URL(shop.server.baseUrl).port);
  await using again = await startPaymentServer({ service, port, basePath: "/api" });
  service.createOrder({ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" });
  await page.getByRole("article", { name: "ORDER-1001" }).waitFor();
  expect(again.pageUrl).toBe(shop.server.pageUrl);
  await page.close();
});

for (const width of [1280, 400]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`fits into ${width} px, ${colorScheme}`, async () => {
      await using shop = await openShop();
      await busyDay(shop);
      const look = async (page: Page) => {
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
      };
      await visit(shop, look, { viewport: { width, height: 900 }, colorScheme });
    });
  }
}
