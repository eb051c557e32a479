import { basicAuth, type Finalization, type Order, PaymentClient, type PaymentEvent } from "merchant-payments";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallObserver } from "../../src/operations/call-observer.js";
import { created, failureOf, finalization, refused, simpleOrder } from "../support/fault-calls.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function observed(fetch: typeof globalThis.fetch) {
  const events: PaymentEvent[] = [];
  const payments = new PaymentClient({
    baseUrl: "https://pay.example",
    auth: basicAuth("merchant-1", "api-password"),
    fetch,
    onEvent: (event) => events.push(event),
  });
  return { events, payments };
}

test.each([
  ["createOrder", { ...simpleOrder, totalAmount: "-1" }, { orderNumber: "ORDER-1001" }],
  ["finalize", { ...finalization, totalAmount: "-1" }, { transactionId: "201409251527280673" }],
] as const)("the identifiers of a call whose amount is refused: %s", async (operation, input, identifiers) => {
  const { events, payments } = observed(async () => new Response(created));

  await failureOf(payments[operation](input as Order & Finalization));

  expect(events).toStrictEqual([
    {
      type: "failure",
      callId: expect.any(String),
      operation,
      route: undefined,
      attempt: 0,
      ...identifiers,
      code: "invalid_input",
      outcome: "not_sent",
      statusKey: undefined,
      httpStatus: undefined,
      durationMs: 0,
    },
  ]);
});

test("a call lasts from its start to its end", async () => {
  vi.advanceTimersByTime(1_000);
  const slow = (body: string) => async () => {
    vi.advanceTimersByTime(250);
    return new Response(body);
  };
  const [good, bad] = [observed(slow(created)), observed(slow(refused))];

  await good.payments.createOrder(simpleOrder);
  await failureOf(bad.payments.createOrder(simpleOrder));

  expect(good.events).toMatchObject([{ type: "request" }, { type: "response", durationMs: 250 }]);
  expect(bad.events).toMatchObject([{ type: "request" }, { type: "failure", durationMs: 250 }]);
});

test("what is no error of this library is a bug of ours, not the end of a call: no event tells of it", () => {
  const events: PaymentEvent[] = [];
  new CallObserver("finalize", (event) => events.push(event)).failed(new TypeError("a bug"));
  expect(events).toEqual([]);
});
