/** The options of a call. test/errors/messages has more that is invalid, with its messages. */
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { orderFaults, sentOrder } from "../support/checked-input.js";
import { order } from "../support/client.js";

test.each([
  undefined,
  null,
  {},
  { signal: null, timeoutMs: null, maxRetries: null, headers: null, paymentMethod: null },
  { timeoutMs: 1_000 },
  { timeoutMs: 2_147_483_647 },
  { maxRetries: 0 },
  { maxRetries: 10 },
  { headers: { "x-trace": "1" } },
  { signal: new AbortController().signal },
])("the options %j are valid", async (options) => {
  expect(await sentOrder(order, options as object)).toMatchObject({ path: "/api/orders/create/ORDER-1001/125.00/SEK" });
});

test.each([
  [{ timeoutMs: 0 }, "options.timeoutMs wrong_type"],
  [{ timeoutMs: 2_147_483_648 }, "options.timeoutMs wrong_type"],
  [{ timeoutMs: Number.POSITIVE_INFINITY }, "options.timeoutMs wrong_type"],
  [{ timeoutMs: "30000" }, "options.timeoutMs wrong_type"],
  [{ maxRetries: -1 }, "options.maxRetries wrong_type"],
  [{ maxRetries: 0.5 }, "options.maxRetries wrong_type"],
  [{ headers: { Authorization: "Basic geheim" } }, "options.headers.Authorization not_allowed"],
  [{ headers: { "Content-Length": "1" } }, "options.headers.Content-Length not_allowed"],
  [{ signal: "stop" }, "options.signal wrong_type"],
  [{ sendBefore: "2026-03-04" }, "options.sendBefore wrong_type"],
  [{ sendBefore: new Date(Number.NaN) }, "options.sendBefore wrong_type"],
  ["card", "options wrong_type"],
  [new Map(), "options unreadable"],
])("the options %j are invalid: %s", async (options, fault) => {
  expect(await orderFaults(order, options)).toEqual([fault]);
});

test("sendBefore is valid if it is a Date of another realm", async () => {
  const sendBefore = runInNewContext("new Date(8.64e15)");
  expect(await sentOrder(order, { sendBefore })).toMatchObject({ body: "{}" });
});
