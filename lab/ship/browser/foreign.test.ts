import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { browser } from "./browser.ts";
import { openShop } from "./shop.ts";

const foreign = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Another site</title>");
});
beforeAll(() => new Promise<void>((resolve) => void foreign.listen(0, "127.0.0.1", resolve)));
afterAll(() => void foreign.close());

const fault = JSON.stringify({ operation: "finalize", fault: "loseResponse" });

async function visit(url: string) {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(url);
  return page;
}
const visitForeign = (host: string) => visit(`http://${host}:${(foreign.address() as AddressInfo).port}/`);

test.each(["127.0.0.1", "localhost"])("a page on another port of %s can neither arm a fault nor read", async (host) => {
  const { pageUrl, service, order } = await openShop();
  await order("ORDER-SECRET");
  const page = await visitForeign(host);
  const outcomes = await page.evaluate(
    ({ url, body }) => {
      const events = new EventSource(`${url}_fake/events`);
      const post = (init: RequestInit) => fetch(`${url}_fake/faults`, { method: "POST", ...init });
      const tried = [
        fetch(`${url}_fake/state`),
        fetch(`${url}_fake/state`, { mode: "no-cors" }), // cross-origin-resource-policy
        post({ headers: { "content-type": "application/json" }, body }),
        post({ body }),
        post({ mode: "no-cors", body }),
        post({ mode: "no-cors", body: new Blob([body], { type: "text/plain" }) }),
        new Promise((resolve, reject) => {
          events.addEventListener("state", resolve);
          events.addEventListener("error", reject);
        }),
      ];
      return Promise.allSettled(tried).then((all) => all.map(({ status }) => status));
    },
    { url: pageUrl, body: fault },
  );
  expect(outcomes).toEqual(Array(7).fill("rejected"));
  expect(service.faults.armed).toEqual([]);
});

test("a foreign page can neither frame the page nor post a form to the control API", async () => {
  const { pageUrl, service } = await openShop();
  const page = await visitForeign("127.0.0.1");
  await page.evaluate((src) => {
    const frame = Object.assign(document.createElement("iframe"), { src });
    document.body.append(frame);
    return new Promise((resolve) => frame.addEventListener("load", resolve));
  }, pageUrl);
  expect(await page.frames()[1]?.getByText("Payment service").count()).toBe(0);
  await page.evaluate(
    ({ action, name }) => {
      const form = Object.assign(document.createElement("form"), { action, method: "post", enctype: "text/plain" });
      form.append(Object.assign(document.createElement("input"), { name, value: "}" }));
      document.body.append(form);
      form.submit();
    },
    { action: `${pageUrl}_fake/faults`, name: fault.slice(0, -1) },
  );
  await page.getByText("The Origin header names another origin.").waitFor();
  expect(service.faults.armed).toEqual([]);
});
