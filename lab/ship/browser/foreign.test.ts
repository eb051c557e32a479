import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { browser } from "./browser.ts";
import { openShop } from "./shop.ts";

const foreign = createServer((_request, response) => {
  const html = "<!doctype html><title>Another site</title><p>Hello</p>";
  response.writeHead(200, { "content-type": "text/html" }).end(html);
});
beforeAll(() => new Promise<void>((resolve) => void foreign.listen(0, "127.0.0.1", resolve)));
afterAll(() => void foreign.close());

const foreignUrl = (host: string) => `http://${host}:${(foreign.address() as AddressInfo).port}/`;
const fault = JSON.stringify({ operation: "finalize", fault: "loseResponse" });

async function visit(url: string) {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(url);
  return page;
}

test.each(["127.0.0.1", "localhost"])("a page on another port of %s can neither arm a fault nor read", async (host) => {
  const { baseUrl, service, order } = await openShop();
  await order("ORDER-SECRET");
  const page = await visit(foreignUrl(host));
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
    { origin: new URL(baseUrl).origin, body: fault },
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
  expect(service.faults.armed).toEqual([]);
});

test("a foreign page can neither frame the page nor post a form to the control API", async () => {
  const { pageUrl, service } = await openShop();
  const page = await visit(foreignUrl("127.0.0.1"));
  await page.evaluate((url) => {
    const frame = document.createElement("iframe");
    frame.src = url;
    document.body.append(frame);
    return new Promise((resolve) => frame.addEventListener("load", resolve));
  }, pageUrl);
  expect(await page.frames()[1]?.getByText("Payment service").count()).toBe(0);
  await page.evaluate(
    ({ action, name }) => {
      const form = document.createElement("form");
      Object.assign(form, { action, method: "post", enctype: "text/plain" });
      const field = document.createElement("input");
      form.append(Object.assign(field, { name, value: "}" }));
      document.body.append(form);
      form.submit();
    },
    { action: `${pageUrl}_fake/faults`, name: fault.slice(0, -1) },
  );
  await page.getByText("The Origin header names another origin.").waitFor();
  expect(service.faults.armed).toEqual([]);
});

test("a foreign name that points at this machine reads nothing", async () => {
  const { port, order } = await openShop();
  await order("ORDER-SECRET");
  const page = await visit(`http://rebound.test:${port}/`);
  await page.getByText("The Host header does not name this server").waitFor();
  const state = await page.evaluate(async () => (await fetch("/_fake/state")).text());
  expect(state).toContain("The Host header does not name this server");
  expect(state).not.toContain("ORDER-SECRET");
});
