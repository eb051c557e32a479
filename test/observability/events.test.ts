import type { Finalization, PaymentClientOptions, PaymentEvent } from "merchant-payments";
import { causeOf, responseOf } from "merchant-payments";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { execute } from "../../src/call/execute.js";
import { createOrder } from "../../src/operations/create-order.js";
import { resolveOptions } from "../../src/options/client.js";
import {
  accepted,
  clientOver,
  created,
  errorOf,
  failedFetch,
  finalization,
  order,
  orderId,
  rejected,
} from "../support/client.js";

beforeEach(() => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(1_000); // so that a duration differs from a time
  vi.spyOn(Math, "random").mockReturnValue(0);
});

const { transactionId } = finalization;
const guid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const unsent = { type: "failure", callId: guid, outcome: "not_sent", scope: "call" };
const noResponse = { statusKey: undefined, httpStatus: undefined };
const noRequest = { method: undefined, route: undefined, attempt: 0, durationMs: 0 };
const invalid = { ...unsent, code: "invalid_input", ...noResponse, ...noRequest };

/** A client of a service that responds so, and its events. */
function observed(fetch: typeof globalThis.fetch, options: Partial<PaymentClientOptions> = {}) {
  const events: PaymentEvent[] = [];
  const payments = clientOver(fetch, { onEvent: (event) => void events.push(event), ...options });
  return { events, payments };
}

const responding = (body: string, status = 200) => vi.fn<typeof fetch>(async () => new Response(body, { status }));

async function ended<T>(call: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync();
  return call;
}

describe("a call", () => {
  test("that succeeds causes a request event and a response event", async () => {
    const slow = async () => {
      vi.advanceTimersByTime(250);
      return new Response(created, { status: 201 });
    };
    const { events, payments } = observed(slow);
    await payments.createOrder(order);
    const route = "orders/create/{orderNumber}/{totalAmount}/{currencyCode}";
    const request = { operation: "createOrder", method: "POST", route, attempt: 1, orderNumber: "ORDER-1001" };
    const call = { callId: guid, ...request };
    const end = { outcome: "succeeded", pending: false, httpStatus: 201, durationMs: 250 };
    expect(events).toStrictEqual([
      { type: "request", ...call },
      { type: "response", ...call, ...end },
    ]);
    expect(events[1]?.callId).toBe(events[0]?.callId);
    expect(events.every(Object.isFrozen)).toBe(true);
  });

  test("that succeeds in its second attempt, pending, also causes a retry event", async () => {
    const fetch = responding(created.replace("SUCCESS", "PENDING"), 201);
    const { events, payments } = observed(fetch.mockRejectedValueOnce(failedFetch("connect ECONNREFUSED")));
    await ended(payments.createOrder(order));
    expect(events).toMatchObject([
      { type: "request", attempt: 1 },
      { type: "retry", attempt: 1, code: "connection", delayMs: 125 },
      { type: "request", attempt: 2 },
      { type: "response", attempt: 2, outcome: "succeeded", pending: true, httpStatus: 201 },
    ]);
    expect(new Set(events.map(({ callId }) => callId)).size).toBe(1);
  });

  test("that never gets through causes an event for each attempt", async () => {
    const { events, payments } = observed(() => Promise.reject(failedFetch("connect ECONNREFUSED")));
    await ended(errorOf(payments.finalize({ ...finalization, orderId })));
    const inShort = events.map(({ type, attempt }) => `${type} ${attempt}`);
    expect(inShort.join(", ")).toBe("request 1, retry 1, request 2, retry 2, request 3, failure 3");
    const route = "orders/{orderId}/transactions/{transactionId}/finalize/{totalAmount}";
    const call = { operation: "finalize", method: "POST", route, attempt: 3, orderId, transactionId };
    expect(events[5]).toStrictEqual({ ...unsent, ...call, code: "connection", ...noResponse, durationMs: 375 });
  });

  const statusKey = "MERCHANT_ACCT_READ_ONLY";
  const readOnly = { outcome: "rejected", scope: "merchant", statusKey, httpStatus: 403 };
  const isDone = '{"status":{"isSuccess":false,"errorNumber":70,"statusKey":"PAYMENT_COMPLETED"}}';
  const unknown = { outcome: "unknown" };
  const isUnlisted = '{"status":{"isSuccess":false,"errorNumber":3100,"statusKey":"CARD_EXPIRED"}}';
  const page = { ...unknown, code: "unexpected_response", statusKey: undefined, httpStatus: 502 };
  const broken = { start: (body: ReadableStreamDefaultController) => body.error(new TypeError("terminated")) };
  const breakingOff = async () => new Response(new ReadableStream(broken));
  const never = () => new Promise<never>(() => {});

  test.each<[what: string, fetch: typeof fetch, end: object]>([
    ["that the service rejects", responding(rejected, 403), readOnly],
    ["that the service rejects as done already", responding(isDone), { ...unknown, scope: "call", httpStatus: 200 }],
    ["whose status key nobody has declared", responding(isUnlisted), { ...unknown, statusKey: "CARD_EXPIRED" }],
    ["with a page as its response", responding("<html>", 502), page],
    ["whose response breaks off", breakingOff, { ...unknown, code: "connection", httpStatus: 200 }],
    ["that takes too long", never, { ...unknown, code: "timeout", httpStatus: undefined, durationMs: 30_000 }],
  ])("%s ends in a failure event with its facts", async (_what, fetch, end) => {
    const { events, payments } = observed(fetch);
    await ended(errorOf(payments.finalize(finalization)));
    const route = "transactions/{transactionId}/finalize/{totalAmount}";
    expect(events).toMatchObject([
      { type: "request", route, transactionId },
      { type: "failure", route, transactionId, attempt: 1, ...end },
    ]);
  });

  test("that is aborted before it begins causes a failure event only", async () => {
    const { events, payments } = observed(responding(created));
    await errorOf(payments.createOrder(order, { signal: AbortSignal.abort() }));
    expect(events).toMatchObject([{ type: "failure", attempt: 0, code: "aborted", outcome: "not_sent" }]);
  });

  test.each<[what: string, finalization: unknown, identifiers: object]>([
    ["without any input", undefined, {}],
    ["whose amount is invalid", { ...finalization, totalAmount: "-1" }, { transactionId }],
    ["whose transaction id is invalid", { orderId, transactionId: "hunter2", totalAmount: "125.00" }, { orderId }],
  ])("%s causes one event without a route, with its valid identifiers", async (_what, input, identifiers) => {
    const { events, payments } = observed(responding(created));
    await errorOf(payments.finalize(input as Finalization));
    expect(events).toStrictEqual([{ ...invalid, operation: "finalize", ...identifiers }]);
  });

  test("has the response as received beside the event that ends it", async () => {
    const { events, payments } = observed(responding(accepted));
    await payments.finalize(finalization);
    const authorization = { paymentMethod: "card", authorizedAmount: "125" } as const;
    await payments.resolveFinalization(finalization, { authorization });
    const failing = observed(responding(rejected));
    await errorOf(failing.payments.finalize(finalization));
    const ends = [...events, ...failing.events].filter(({ type }) => type !== "request");
    expect(ends.map(({ type }) => type)).toEqual(["response", "resolve", "failure"]);
    const received = { httpStatus: 200, attempts: 1, durationMs: 0 };
    const bodies = [{ body: accepted }, { body: accepted }, { body: rejected }];
    expect(ends.map((event) => responseOf(event))).toMatchObject(bodies.map((body) => ({ ...received, ...body })));
    expect(events.map((event) => JSON.stringify(event)).join()).not.toContain("Accepted");
  });

  test.each([
    ["before anything is sent", "not_sent", "nothing was sent", "encode"],
    ["once a request may have been sent", "unknown", "the request may have been processed", "readResult"],
  ] as const)("that ends in a bug of ours %s fails with a PaymentError that is not worth a retry", async (...row) => {
    const [, outcome, fate, step] = row;
    const events: PaymentEvent[] = [];
    const onEvent = (event: PaymentEvent) => void events.push(event);
    const fetch = async () => new Response(created);
    const client = resolveOptions({ baseUrl: "https://payments.test", auth: () => ({}), onEvent, fetch });
    const bug = new TypeError("a bug");
    const throwing = () => {
      throw bug;
    };
    const error = await errorOf(execute({ ...createOrder, [step]: throwing }, client, order, {}));
    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome, safeToRetry: false, scope: "call" });
    expect(error.message).toBe(`createOrder: the call failed, ${fate} (TypeError: causeOf(error) has its message)`);
    expect(causeOf(error)).toBe(bug);
    expect(events.at(-1)).toMatchObject({ type: "failure", code: "connection", outcome });
  });
});
