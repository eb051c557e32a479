import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { busyService, type Call, calls } from "../../support/generated-calls.js";
import { command } from "./built-command.js";

const init = { method: "POST", headers: { authorization: "Basic bWVyY2hhbnQtMTpmYWtlLXBhc3N3b3Jk" } };

/** What a caller sees. The command has the real clock, and its transactions begin with the day. */
async function seen(fetcher: typeof fetch, baseUrl: string, { method, path, authorization, body }: Call, day: string) {
  const inTheirWords = <T>(sent: T) => (typeof sent === "string" ? sent.replaceAll("20260304", day) : sent);
  const response = await fetcher(baseUrl + inTheirWords(path), {
    method,
    ...(authorization === undefined ? {} : { headers: { authorization } }),
    ...(method === "GET" || method === "HEAD" ? {} : { body: inTheirWords(body) }),
  });
  return {
    status: response.status,
    contentType: response.headers.get("content-type"),
    body: (await response.text()).replaceAll(day, "20260304"),
  };
}

/** Runs the command, and gives the address that it says it has. */
async function startCommand(): Promise<string> {
  const child = spawn(process.execPath, [command, "--port", "0", "--base-path", "/api"], { stdio: "pipe" });
  onTestFinished(async () => {
    child.kill();
    await once(child, "exit");
  });
  let said = "";
  child.stdout.on("data", (piece) => {
    said += piece;
  });
  const address = /http:\/\/127\.0\.0\.1:\d+/;
  await expect.poll(() => said, { timeout: 10_000 }).toMatch(address);
  return address.exec(said)?.[0] ?? "";
}

/** Makes the command's service what `busyService` is, over HTTP. Returns the day in its transactions. */
async function makeBusy(origin: string): Promise<string> {
  const ask = async (path: string, fields: object) => {
    const body = JSON.stringify(fields);
    const headers = { ...init.headers, "content-type": "application/json" };
    return (await fetch(origin + path, { ...init, headers, body })).json();
  };
  const order = { totalAmount: "125.00", currencyCode: "SEK" };
  await ask("/_fake/reset", {});
  const { orderId: simple } = await ask("/api/orders/create/ORDER-1001/125.00/SEK", {});
  const lineItems = [{ totalLineAmount: "125.00" }];
  const { orderId: detailed } = await ask("/api/orders/create", {
    ...order,
    orderNumber: "ORDER-1002",
    lineItems,
    billTo: {},
  });
  const { transactionId } = await ask("/_fake/authorize", { orderId: simple, paymentMethod: "card" });
  await ask("/_fake/authorize", { orderId: detailed, paymentMethod: "other" });
  await ask("/_fake/authorize", { orderId: simple, paymentMethod: "swish", pending: true });
  const last = await ask("/_fake/authorize", { orderId: detailed, paymentMethod: "other" });
  await ask("/_fake/annul", { transactionId: last.transactionId });
  return transactionId.slice(0, 8);
}

test("the command's server answers as service.fetch does", { timeout: 60_000 }, async () => {
  const origin = await startCommand();

  for (const call of calls) {
    const day = await makeBusy(origin);
    const expected = await seen(
      busyService().fetch as typeof fetch,
      "https://payments.example.com/api",
      call,
      "20260304",
    );
    expect({ call, ...(await seen(fetch, `${origin}/api`, call, day)) }).toEqual({ call, ...expected });
  }
});
