import { expect, test } from "vitest";
import { greeting, requestLine } from "../../../src/testing/doors/cli-output.js";
import { FakePaymentService, type Fault, fault, type PaymentServer } from "../../../src/testing/index.js";

const noon = new Date(2026, 2, 4, 12, 0, 7);
const create = { method: "POST", headers: { authorization: `Basic ${btoa("merchant-1:fake-password")}` } };
const url = "https://payments.test/orders/create/ORDER-1001/125.00/SEK";

/** The line of a call that was struck by this fault. */
async function lineUnder(struckBy?: Fault) {
  const service = new FakePaymentService();
  if (struckBy !== undefined) service.faults.next("createOrder", struckBy);
  await service.fetch(url, create).catch(() => undefined);
  return service.requests.map((request) => requestLine(request, noon));
}

test("a call", async () => {
  expect(await lineUnder()).toEqual(["12:00:07 POST /orders/create/ORDER-1001/125.00/SEK 201 SUCCESS"]);
});

test("a call that was not processed", async () => {
  expect(await lineUnder(fault.drop)).toEqual(['12:00:07 POST /orders/create/ORDER-1001/125.00/SEK - - fault="drop"']);
});

test("a call whose answer was lost", async () => {
  expect(await lineUnder(fault.loseReply)).toEqual([
    '12:00:07 POST /orders/create/ORDER-1001/125.00/SEK 201 SUCCESS fault="loseReply" (answer not delivered)',
  ]);
});

test("how to reach the fake", () => {
  const service = new FakePaymentService({ merchantId: "shop", password: "a:b" });
  const server = { baseUrl: "http://127.0.0.1:4010/api", pageUrl: "http://127.0.0.1:4010/", service };
  expect(greeting(server as PaymentServer)).toBe(
    [
      "A fake of the payment service is running.",
      "",
      "  Base URL     http://127.0.0.1:4010/api",
      "  Merchant id  shop",
      "  Password     a:b",
      "  Page         http://127.0.0.1:4010/",
      "",
      "Stop it with Ctrl+C. Each call, as it comes:",
      "",
    ].join("\n"),
  );
});
