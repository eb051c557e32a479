import { responseOf, toResult } from "merchant-payments";
import { type FakeFault, fault } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { callerOutcome } from "../../../src/testing/console/caller-outcome.js";
import { errorOf } from "../../support/client.js";
import { adapters, fetchAdapter, type OpenAdapter, post, serverAdapter } from "../../support/service-adapters.js";

const order = { orderNumber: "ORDER-1002", totalAmount: "80.00", currencyCode: "SEK" };
const half = /^\{"status":\{"isSuccess":true,.*[^}]$/;
const news = '{"status":{"isSuccess":false,"errorNumber":4711,"statusKey":"NEWS","statusMessage":""}}';
const noon = { httpStatus: 503, contentType: "text/plain; charset=utf-8", body: "Åter klockan tolv" };
const committed = { committed: true };

const completed = "service_error unknown 200 PAYMENT_COMPLETED 3007";
const internal = "service_error unknown 200 INTERNAL_ERROR -1";
const notEligible = "service_error rejected 200 CUST_ACCT_NOT_ELIGIBLE 1001";
const onlyTheirs = "service_error unknown 200 TOO_MANY_REQUESTS 9999"; // only the service knows it
const http500 = "service_error unknown 500 HTTP_500 -3";
const unexpected = "unexpected_response unknown";

describe.each(adapters)("through $name,", ({ open }) => {
  // How it ends for the client, what the service recorded, and how often it captured.
  test.each<[armed: FakeFault, end: string, record: string, captured?: number]>([
    [fault.drop(), "connection unknown", "drop: nothing", 0],
    [fault.loseResponse(), "connection unknown", "loseResponse: SUCCESS, lost"],
    [fault.duplicate(), "SUCCESS", "duplicate: SUCCESS; duplicate: PAYMENT_COMPLETED, lost"],
    [
      fault.duplicate({ response: "second" }),
      completed,
      "duplicate, second response: SUCCESS, lost; duplicate, second response: PAYMENT_COMPLETED",
    ],
    [fault.delay(60_000), "aborted unknown", "delay: SUCCESS, lost"],
    [fault.trickle(60_000), "aborted unknown", "trickle: SUCCESS, lost"],
    [fault.stallHeaders(), "aborted unknown", "stallHeaders: SUCCESS, lost"],
    [fault.stallHeaders({ committed: false }), "aborted unknown", "stallHeaders, not committed: nothing", 0],
    [fault.stallBody(), "aborted unknown", "stallBody: SUCCESS, lost"],
    [fault.incomplete(), "unexpected_response succeeded 200 application/json", "incomplete: SUCCESS, lost"],
    [fault.html(), `${unexpected} 200 text/html`, "html: nothing", 0],
    [fault.html(committed), `${unexpected} 200 text/html`, "html, committed: SUCCESS, lost"],
    [fault.empty(), `${unexpected} 200`, "empty: nothing", 0],
    [fault.wrongEnvelope(), `${unexpected} 200 application/json`, "wrongEnvelope: nothing", 0],
    [fault.status(502), `${unexpected} 502`, "status 502: nothing", 0],
    [fault.status(500, { envelope: true }), http500, "status 500 with envelope: nothing", 0],
    [fault.error("INTERNAL_ERROR"), internal, "error INTERNAL_ERROR: nothing", 0],
    [fault.error("INTERNAL_ERROR", committed), internal, "error INTERNAL_ERROR, committed: SUCCESS, lost"],
    [fault.error("CUST_ACCT_NOT_ELIGIBLE"), notEligible, "error CUST_ACCT_NOT_ELIGIBLE: nothing", 0],
    [fault.error("TOO_MANY_REQUESTS"), onlyTheirs, "error TOO_MANY_REQUESTS: nothing", 0],
    [fault.response(noon), `${unexpected} 503 text/plain`, "response 503: nothing", 0],
    [fault.response({ body: news }), "service_error unknown 200 NEWS 4711", "response 200: nothing", 0],
    [fault.response({ body: "{}", contentType: null }), `${unexpected} 200`, "response 200: nothing", 0],
  ])("the fault $name is played, and the console shows the outcome that the client reports", async (...row) => {
    const [armed, end, record, captured = 1] = row;
    await using adapter = await open();
    expect(await capture(adapter, armed)).toBe(end);
    expect(adapter.service.finalizations).toHaveLength(captured);
    await expect.poll(() => recorded(adapter)).toBe(record);
    const outcome = end === "SUCCESS" ? "succeeded" : end.split(" ")[1];
    expect(adapter.service.requests.map(callerOutcome).at(-1)).toBe(outcome);
  });

  test("status responds with any HTTP status", async () => {
    await using adapter = await open();
    const statuses = [200, 202, 204, 205, 302, 304, 400, 401, 404, 405, 408, 421, 429, 500, 599];
    const received = [];
    for (const httpStatus of statuses) {
      adapter.service.faults.next("createOrder", fault.status(httpStatus));
      received.push(await errorOf(adapter.payments.createOrder(order)));
    }
    expect(received).toMatchObject(statuses.map((httpStatus) => ({ code: "unexpected_response", httpStatus })));
    expect(adapter.service.requests).toHaveLength(statuses.length);
  });

  test("duplicate finalizes a part twice, creates an order twice, and delivers the first response", async () => {
    await using adapter = await open();
    adapter.service.faults.next("createOrder", fault.duplicate());
    const { orderId } = await adapter.payments.createOrder(order);
    expect(adapter.service.orders).toMatchObject([{ orderId, ...order }, order]);
    const { transactionId } = adapter.service.authorize(orderId, { paymentMethod: "other" });
    adapter.service.faults.next("finalize", fault.duplicate());
    const first = await adapter.payments.finalize({ transactionId, totalAmount: "30.00" });
    expect(first.amountRemainingForFinalize.toFixed(2)).toBe("50.00");
    expect(adapter.service.authorizations).toMatchObject([{ amountRemainingForFinalize: "20.00" }]);
  });
});

test.each([fetchAdapter, serverAdapter])("truncate, through $name, delivers half of the response", async ({ open }) => {
  await using adapter = await open();
  adapter.service.faults.next("createOrder", fault.truncate());
  const error = await errorOf(adapter.payments.createOrder(order));
  expect(error).toMatchObject({ code: "connection", outcome: "unknown" });
  expect(responseOf(error)).toMatchObject({ httpStatus: 201, body: expect.stringMatching(half) });
  expect(adapter.service.orders).toHaveLength(1);
  expect(recorded(adapter)).toBe("truncate: SUCCESS, lost");
});

test("refuse, through service.fetch, sends nothing, so that the client tries again", async () => {
  await using adapter = await fetchAdapter.open();
  expect(await capture(adapter, fault.refuse())).toBe("connection not_sent");
  expect([adapter.service.requests, adapter.service.finalizations]).toEqual([[], []]);
  adapter.service.faults.next("createOrder", fault.refuse());
  expect(responseOf(await adapter.payments.createOrder(order, { maxRetries: 1 }))?.attempts).toBe(2);
  expect(adapter.service.requests).toHaveLength(1);
});

test.each(adapters)("a broken connection looks to a caller of $name as it does with Node", async ({ name, open }) => {
  await using adapter = await open();
  const socketClosed = name === "MSW" ? {} : { cause: { name: "SocketError", code: "UND_ERR_SOCKET" } };
  for (const armed of [fault.drop(), fault.loseResponse()]) {
    adapter.service.faults.next("createOrder", armed);
    const call = adapter.fetch(`${adapter.baseUrl}/orders/create/ORDER-1002/80.00/SEK`, post);
    await expect(call).rejects.toMatchObject({ name: "TypeError", ...socketClosed });
  }
});

test.each([
  [fault.drop(), { received: { end: "broken" } }],
  [fault.truncate(), { received: { end: "broken", httpStatus: 201, body: expect.stringMatching(half) } }],
  [fault.status(503), { received: { end: "responded", httpStatus: 503, body: "" } }],
])("the request records what its caller got after the fault $name", async (armed, recorded) => {
  await using adapter = await fetchAdapter.open();
  adapter.service.faults.next("createOrder", armed);
  await errorOf(adapter.payments.createOrder(order));
  expect(adapter.service.requests).toMatchObject([{ ...recorded, delivered: false }]);
});

/** How the capture of an authorized card ends with this fault. If no response ever comes, the client's caller gives up. */
async function capture({ service, payments }: OpenAdapter, armed: FakeFault): Promise<string> {
  const sale = service.sell({ paymentMethod: "card", totalAmount: "125.00" });
  const caller = new AbortController();
  service.faults.next("finalize", armed);
  const call = payments.finalize(sale, { maxRetries: 0, signal: caller.signal });
  if (["delay", "trickle", "stallHeaders", "stallBody"].includes(armed.kind)) {
    await expect.poll(() => service.finalizations.length + service.requests.length).toBeGreaterThan(0);
    caller.abort();
  }
  const result = await toResult(call);
  if (result.ok) return result.value.status.statusKey;
  const { error } = result;
  const words: unknown[] = [error.code, error.outcome];
  if (error.code === "unexpected_response") words.push(error.httpStatus, error.contentType);
  if (error.code === "service_error") words.push(error.httpStatus, error.statusKey, error.errorNumber);
  return words.filter((word) => word !== undefined && word !== "").join(" ");
}

/** The requests that the service recorded: the fault, the response, and whether the response was lost. */
function recorded({ service }: OpenAdapter): string {
  const inShort = service.requests.map(({ fault: struck, response: own, delivered }) => {
    const responded = `${own?.statusKey ?? "nothing"}${own === undefined || delivered ? "" : ", lost"}`;
    return struck === undefined ? responded : `${struck}: ${responded}`;
  });
  return inShort.join("; ");
}
