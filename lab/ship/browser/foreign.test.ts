import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "./browser.ts";
import { openShop } from "./shop.ts";

let browser: Browser;
const foreign = createServer((_request, response) => {
  response
    .writeHead(200, { "content-type": "text/html" })
    .end("<!doctype html><title>Another site</title><p>Hello</p>");
});

beforeAll(async () => {
  browser = await launchBrowser();
  await new Promise<void>((resolve) => foreign.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await browser.close();
  foreign.close();
});

const armed = { operation: "finalize", fault: "loseResponse" };

test.each(["127.0.0.1", "localhost"])("a page on another port of %s can neither arm a fault nor read", async (host) => {
  await using shop = await openShop();
  await shop.order("ORDER-SECRET");
  const page = await browser.newPage();
  await page.goto(`http://${host}:${(foreign.address() as AddressInfo).port}/`);
  const outcomes = await page.evaluate(
    async ({ origin, body }) => {
      const tried = async (init?: RequestInit) => {
        try {
          return await (await fetch(`${origin}/_fake/${init?.method ? "faults" : "state"}`, init)).text();
        } catch {
          return "failed";
        }
      };
      const events = new EventSource(`${origin}/_fake/events`);
      const event = new Promise((resolve) => {
        events.addEventListener("state", () => resolve("read"));
        events.addEventListener("error", () => resolve("failed"));
      });
      const json = { "content-type": "application/json" };
      return {
        read: await tried(),
        readOpaquely: await tried({ mode: "no-cors" }),
        armedWithJson: await tried({ method: "POST", headers: json, body }),
        armedWithText: await tried({ method: "POST", body }),
        armedOpaquely: await tried({ method: "POST", mode: "no-cors", body }),
        armedByBlob: await tried({ method: "POST", mode: "no-cors", body: new Blob([body], { type: "text/plain" }) }),
        events: await event,
      };
    },
    { origin: new URL(shop.server.baseUrl).origin, body: JSON.stringify(armed) },
  );
  expect(outcomes).toEqual({
    read: "failed",
    readOpaquely: "failed", // cross-origin-resource-policy
    armedWithJson: "failed",
    armedWithText: "failed",
    armedOpaquely: "failed",
    armedByBlob: "failed",
    events: "failed",
  });
  await expect(armedNow(shop.server.pageUrl)).resolves.toEqual([]);
  await page.close();
});

test("a foreign page cannot frame the page, nor post a form to the control API", async () => {
  await using shop = await openShop();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`);
  await page.evaluate((url) => {
    const frame = document.createElement("iframe");
    frame.src = url;
    document.body.append(frame);
    return new Promise((resolve) => frame.addEventListener("load", resolve));
  }, shop.server.pageUrl);
  expect(await page.frames()[1]?.getByText("Payment service").count()).toBe(0);
  await page.evaluate(
    ({ action, body }) => {
      const form = document.createElement("form");
      Object.assign(form, { action, method: "post", enctype: "text/plain" });
      const field = document.createElement("input");
      Object.assign(field, { name: body.slice(0, -1), value: "}" });
      form.append(field);
      document.body.append(form);
      form.submit();
    },
    { action: `${shop.server.pageUrl}_fake/faults`, body: JSON.stringify(armed) },
  );
  await page.getByText("The Origin header names another origin.").waitFor();
  await expect(armedNow(shop.server.pageUrl)).resolves.toEqual([]);
  await page.close();
});

test("a name that was pointed at this machine reads nothing", async () => {
  await using shop = await openShop();
  await shop.order("ORDER-SECRET");
  const page = await browser.newPage();
  const origin = `http://rebound.test:${new URL(shop.server.baseUrl).port}`;
  await page.goto(`${origin}/`);
  await page.getByText("The Host header does not name this server").waitFor();
  const state = await page.evaluate(async () => (await fetch("/_fake/state")).text());
  expect(state).toContain("The Host header does not name this server");
  expect(state).not.toContain("ORDER-SECRET");
  await page.close();
});

async function armedNow(pageUrl: string): Promise<unknown> {
  const state = (await (await fetch(`${pageUrl}_fake/state`)).json()) as { armed: unknown };
  return state.armed;
}
