import {
  basicAuth,
  type Finalization,
  PaymentClient,
  type PaymentClientOptions,
  type PaymentEvent,
} from "merchant-payments";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  created,
  expectNoUnhandledRejections,
  failureOf,
  finalization,
  orderId,
  refused,
  simpleOrder,
} from "../support/fault-calls.js";

expectNoUnhandledRejections();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
});

const guid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);

const connectionRefused = () =>
  new TypeError("fetch failed", {
    cause: Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" }),
  });

/** A client of a service that answers so, and the events that it tells of. */
function observed(fetch: typeof globalThis.fetch, options: Partial<PaymentClientOptions> = {}) {
  const events: PaymentEvent[] = [];
  const payments = new PaymentClient({
    baseUrl: "https://pay.example",
    auth: basicAuth("merchant-1", "api-password"),
    fetch,
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { events, payments };
}

const answering = (body: string, status = 200) => vi.fn<typeof fetch>(async () => new Response(body, { status }));

async function ended<T>(call: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync();
  return call;
}

describe("the events of a call", () => {
  test("that succeeds", async () => {
    const { events, payments } = observed(answering(created, 201));

    await payments.createOrder(simpleOrder);

    expect(events).toEqual([
      {
        type: "request",
        callId: guid,
        operation: "createOrder",
        route: "orders/create/{orderNumber}/{totalAmount}/{currencyCode}",
        attempt: 1,
        orderNumber: "ORDER-1001",
      },
      {
        type: "response",
        callId: events[0]?.callId,
        operation: "createOrder",
        route: "orders/create/{orderNumber}/{totalAmount}/{currencyCode}",
        attempt: 1,
        orderNumber: "ORDER-1001",
        outcome: "succeeded",
        pending: false,
        httpStatus: 201,
        durationMs: expect.any(Number),
      },
    ]);
  });

  test("that is still pending", async () => {
    const { events, payments } = observed(answering(created.replace("SUCCESS", "PENDING")));

    await payments.createOrder(simpleOrder);

    expect(events).toMatchObject([{ type: "request" }, { type: "response", outcome: "succeeded", pending: true }]);
  });

  test("that succeeds in its second attempt", async () => {
    const fetch = answering(created, 201).mockRejectedValueOnce(connectionRefused());
    const { events, payments } = observed(fetch);

    await ended(payments.createOrder(simpleOrder));

    expect(events).toMatchObject([
      { type: "request", attempt: 1 },
      { type: "retry", attempt: 1, code: "connection", delayMs: 125 },
      { type: "request", attempt: 2 },
      { type: "response", attempt: 2, outcome: "succeeded", httpStatus: 201 },
    ]);
    expect(new Set(events.map(({ callId }) => callId)).size).toBe(1);
  });

  test("that never gets through", async () => {
    const { events, payments } = observed(vi.fn<typeof fetch>().mockRejectedValue(connectionRefused()));

    await ended(failureOf(payments.finalize({ ...finalization, orderId })));

    expect(events.map(({ type, attempt }) => [type, attempt])).toEqual([
      ["request", 1],
      ["retry", 1],
      ["request", 2],
      ["retry", 2],
      ["request", 3],
      ["failure", 3],
    ]);
    expect(events[5]).toEqual({
      type: "failure",
      callId: guid,
      operation: "finalize",
      route: "orders/{orderId}/transactions/{transactionId}/finalize/{totalAmount}",
      attempt: 3,
      orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3",
      transactionId: "201409251527280673",
      code: "connection",
      outcome: "not_sent",
      statusKey: undefined,
      httpStatus: undefined,
      durationMs: 375,
    });
  });

  test("that the service refuses", async () => {
    const { events, payments } = observed(answering(refused, 403));

    await failureOf(payments.finalize(finalization));

    expect(events).toMatchObject([
      { type: "request", route: "transactions/{transactionId}/finalize/{totalAmount}" },
      {
        type: "failure",
        attempt: 1,
        transactionId: "201409251527280673",
        code: "service_error",
        outcome: "rejected",
        statusKey: "MERCHANT_ACCT_READ_ONLY",
        httpStatus: 403,
      },
    ]);
  });

  test("with an answer that cannot be read", async () => {
    const { events, payments } = observed(answering("<html>", 502));

    await failureOf(payments.finalize(finalization));

    expect(events).toMatchObject([
      { type: "request" },
      { type: "failure", code: "unexpected_response", outcome: "unknown", statusKey: undefined, httpStatus: 502 },
    ]);
  });

  test("with an answer that breaks off: its status is known", async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new TypeError("terminated")) });
    const { events, payments } = observed(async () => new Response(body, { status: 201 }));

    await failureOf(payments.createOrder(simpleOrder));

    expect(events).toMatchObject([
      { type: "request" },
      { type: "failure", code: "connection", outcome: "unknown", httpStatus: 201 },
    ]);
  });

  test("that takes too long", async () => {
    const { events, payments } = observed(() => new Promise(() => {}));

    await ended(failureOf(payments.finalize(finalization)));

    expect(events).toMatchObject([
      { type: "request" },
      { type: "failure", code: "timeout", outcome: "unknown", durationMs: 30_000 },
    ]);
  });

  test("that is given up before it began", async () => {
    const { events, payments } = observed(answering(created));

    await failureOf(payments.createOrder(simpleOrder, { signal: AbortSignal.abort() }));

    expect(events).toMatchObject([{ type: "failure", attempt: 0, code: "aborted", outcome: "not_sent" }]);
  });

  test("whose auth fails", async () => {
    const auth = () => Promise.reject(new Error("no token"));
    const { events, payments } = observed(answering(created), { auth, maxRetries: 0 });

    await failureOf(payments.createOrder(simpleOrder));

    expect(events).toMatchObject([
      { type: "request", attempt: 1 },
      { type: "failure", attempt: 1, code: "connection", outcome: "not_sent" },
    ]);
  });

  test("whose input is refused: no route, and only the identifiers that are valid", async () => {
    const { events, payments } = observed(answering(created));

    await failureOf(payments.finalize({ orderId, transactionId: "hunter2", totalAmount: "125.00" }));

    expect(events).toStrictEqual([
      {
        type: "failure",
        callId: guid,
        operation: "finalize",
        route: undefined,
        attempt: 0,
        orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3",
        code: "invalid_input",
        outcome: "not_sent",
        statusKey: undefined,
        httpStatus: undefined,
        durationMs: 0,
      },
    ]);
  });

  test("without any input", async () => {
    const { events, payments } = observed(answering(created));

    await failureOf(payments.finalize(undefined as unknown as Finalization));

    expect(events).toMatchObject([{ type: "failure", code: "invalid_input", attempt: 0 }]);
  });

  test("that only previews: none", () => {
    const { events, payments } = observed(answering(created));

    payments.preview("createOrder", simpleOrder);

    expect(events).toEqual([]);
  });
});

describe("calls at the same time", () => {
  test("are told apart by their ids", async () => {
    const { events, payments } = observed(answering(created));

    await Promise.all([payments.createOrder(simpleOrder), payments.createOrder(simpleOrder)]);

    const ids = events.map(({ callId }) => callId);
    expect(new Set(ids).size).toBe(2);
    expect(ids.filter((id) => id === ids[0])).toHaveLength(2);
  });
});

describe("a listener", () => {
  const succeeds = async (onEvent: PaymentClientOptions["onEvent"]) => {
    const { payments } = observed(answering(created), { onEvent });
    expect(await payments.createOrder(simpleOrder)).toMatchObject({ orderId });
  };

  const fails = async (onEvent: PaymentClientOptions["onEvent"]) => {
    const { payments } = observed(answering(refused), { onEvent });
    expect(await failureOf(payments.finalize(finalization))).toMatchObject({ code: "service_error" });
  };

  const throwing = () => {
    throw new Error("the log is full");
  };
  const rejecting = async () => {
    throw new Error("the log is full");
  };

  test("that throws does no harm", async () => {
    await succeeds(throwing);
    await fails(throwing);
  });

  test("that rejects does no harm", async () => {
    await succeeds(rejecting);
    await fails(rejecting);
  });

  test("that never ends does not hold the call up", async () => {
    await succeeds(() => new Promise(() => {}));
  });

  test("cannot change what the next one sees", async () => {
    const { events, payments } = observed(answering(created));
    await payments.createOrder(simpleOrder);
    expect(events.every(Object.isFrozen)).toBe(true);
  });

  test("that makes a call of its own does no harm", async () => {
    const inner: Promise<unknown>[] = [];
    const { payments } = observed(answering(created), {
      onEvent: ({ type }) => {
        if (type === "response" && inner.length === 0) inner.push(payments.createOrder(simpleOrder));
      },
    });
    expect(await payments.createOrder(simpleOrder)).toMatchObject({ orderId });
    expect(await inner[0]).toMatchObject({ orderId });
  });
});
