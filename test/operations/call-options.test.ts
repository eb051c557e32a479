/** The options of a call. test/errors/messages/messages.md has the messages. */
import { describe, expect, test } from "vitest";
import { finalizationFaults, orderFaults, sentOrder } from "../support/checked-input.js";
import { finalization, order } from "../support/client.js";

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
  [{ timeoutMs: 0 }, "options.timeoutMs bad_format"],
  [{ timeoutMs: 1.5 }, "options.timeoutMs bad_format"],
  [{ timeoutMs: 2_147_483_648 }, "options.timeoutMs bad_format"],
  [{ timeoutMs: Number.POSITIVE_INFINITY }, "options.timeoutMs unreadable"],
  [{ timeoutMs: "30000" }, "options.timeoutMs wrong_type"],
  [{ maxRetries: -1 }, "options.maxRetries bad_format"],
  [{ maxRetries: 0.5 }, "options.maxRetries bad_format"],
  [{ maxRetries: 11 }, "options.maxRetries bad_format"],
  [{ headers: [] }, "options.headers wrong_type"],
  [{ headers: { "x trace": "1" } }, "options.headers.(unnamed key) not_allowed"],
  [{ headers: { "x-trace": "1\r\nx-other: 2" } }, "options.headers.x-trace not_allowed"],
  [{ headers: { "x-trace": 1 } }, "options.headers.x-trace wrong_type"],
  [{ headers: { Authorization: "Basic geheim" } }, "options.headers.Authorization not_allowed"],
  [{ headers: { "Content-Length": "1" } }, "options.headers.Content-Length not_allowed"],
  [{ headers: JSON.parse('{"__proto__":"x"}') }, "options.headers.__proto__ unreadable"],
  [{ timeout: 1000 }, "options.timeout unknown_key"],
  [{ authorization: {} }, "options.authorization unknown_key"],
  ["card", "options wrong_type"],
  [new Map(), "options unreadable"],
])("the options %j are invalid: %s", async (options, fault) => {
  expect(await orderFaults(order, options)).toEqual([fault]);
});

test("an option of createOrder is invalid for finalize", async () => {
  expect(await finalizationFaults(finalization, { paymentMethod: "card" })).toEqual([
    "options.paymentMethod unknown_key",
  ]);
});

describe("a signal is invalid if it is", () => {
  const deaf = { aborted: false, addEventListener: () => undefined };
  const broken = {
    get aborted() {
      throw new Error("geheim");
    },
  };
  test.each([
    ["text", "stop"],
    ["an AbortController", new AbortController()],
    ["an object without addEventListener", { aborted: false }],
    ["an object without removeEventListener", deaf],
    ["an object without aborted", new EventTarget()],
    ["an object whose getter throws", broken],
  ])("%s", async (_what, signal) => {
    expect(await orderFaults(order, { signal })).toEqual(["options.signal wrong_type"]);
  });
});
