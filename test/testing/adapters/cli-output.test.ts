import { FakePaymentService, fault, startPaymentServer } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { greeting, requestLine } from "../../../src/testing/adapters/cli-output.js";

const noon = new Date(2026, 2, 4, 12, 0, 0);

/** The printed line of a call without credentials and with this fault. */
async function lineOf(armed?: Parameters<FakePaymentService["faults"]["next"]>[1]) {
  const service = new FakePaymentService();
  if (armed !== undefined) service.faults.next("createOrder", armed);
  const url = "https://payments.test/orders/create/ORDER-1001/125.00/SEK";
  await service.fetch(url, { method: "POST" }).catch(() => undefined);
  const [request] = service.requests;
  return request && requestLine(request, noon);
}

test("the command prints how to reach the fake", async () => {
  await using server = await startPaymentServer();
  expect(greeting(server)).toContain(`Base URL     ${server.baseUrl}\n  Merchant id  merchant-1\n`);
});

test("the command prints a call as one line, with its end and its fault", async () => {
  const call = "12:00:00 POST /orders/create/ORDER-1001/125.00/SEK";
  expect(await lineOf()).toBe(`${call} 401 HTTP_401`);
  expect(await lineOf(fault.drop())).toBe(`${call} - - fault="drop"`);
  expect(await lineOf(fault.loseResponse())).toBe(`${call} 401 HTTP_401 fault="loseResponse" (response not delivered)`);
});
