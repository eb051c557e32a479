import { fault } from "merchant-payments/testing";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { errorOf } from "../support/stub-client.js";
import { passTime, stopTime } from "../support/time.js";
import { observed, shown } from "./observed.js";

const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };

const callId = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe("the span of a call", () => {
  test("that succeeds", async () => {
    const { payments, spans } = observed();

    await payments.createOrder(order);

    expect(spans().map(shown)).toEqual([
      {
        name: "createOrder orders/create/{orderNumber}/{totalAmount}/{currencyCode}",
        kind: "CLIENT",
        attributes: {
          "payment.operation": "createOrder",
          "payment.call_id": callId,
          "payment.outcome": "succeeded",
          "payment.pending": false,
          "http.request.method": "POST",
          "http.response.status_code": 201,
          "url.template": "/api/orders/create/{orderNumber}/{totalAmount}/{currencyCode}",
          "server.address": "payments.example.com",
          "server.port": 443,
        },
        status: "UNSET",
        events: [],
      },
    ]);
    expect(spans()[0]?.instrumentationScope).toEqual({
      name: "merchant-payments",
      version: "0.1.0",
      schemaUrl: undefined,
    });
  });

  test("that is still pending: no error, and no success without saying so", async () => {
    const { service, payments, spans } = observed();
    const { orderId } = await payments.createOrder(order);
    const { transactionId } = service.authorize(orderId, { paymentMethod: "other", pending: true });

    await payments.finalize({ orderId, transactionId, totalAmount: "125.00" });

    expect(spans().map(shown)[1]).toEqual({
      name: "finalize orders/{orderId}/transactions/{transactionId}/finalize/{totalAmount}",
      kind: "CLIENT",
      attributes: {
        "payment.operation": "finalize",
        "payment.call_id": callId,
        "payment.outcome": "succeeded",
        "payment.pending": true,
        "http.request.method": "POST",
        "http.response.status_code": 200,
        "url.template": "/api/orders/{orderId}/transactions/{transactionId}/finalize/{totalAmount}",
        "server.address": "payments.example.com",
        "server.port": 443,
      },
      status: "UNSET",
      events: [],
    });
  });

  test("that the service refuses", async () => {
    const { service, payments, spans } = observed();
    service.faults.next("finalize", fault.error("PAYMENT_ANNULLED"));

    await errorOf(payments.finalize({ transactionId: "209901010000000001", totalAmount: "125.00" }));

    expect(spans().map(shown)).toEqual([
      {
        name: "finalize transactions/{transactionId}/finalize/{totalAmount}",
        kind: "CLIENT",
        attributes: {
          "payment.operation": "finalize",
          "payment.call_id": callId,
          "payment.outcome": "rejected",
          "payment.status_key": "PAYMENT_ANNULLED",
          "error.type": "service_error",
          "http.request.method": "POST",
          "http.response.status_code": 200,
          "url.template": "/api/transactions/{transactionId}/finalize/{totalAmount}",
          "server.address": "payments.example.com",
          "server.port": 443,
        },
        status: "ERROR",
        events: [],
      },
    ]);
  });

  test("whose answer is lost", async () => {
    const { service, payments, spans } = observed();
    service.faults.next("finalize", fault.loseReply);

    await errorOf(payments.finalize({ transactionId: "209901010000000001", totalAmount: "125.00" }));

    expect(spans().map(shown)).toEqual([
      {
        name: "finalize transactions/{transactionId}/finalize/{totalAmount}",
        kind: "CLIENT",
        attributes: {
          "payment.operation": "finalize",
          "payment.call_id": callId,
          "payment.outcome": "unknown",
          "error.type": "connection",
          "http.request.method": "POST",
          "url.template": "/api/transactions/{transactionId}/finalize/{totalAmount}",
          "server.address": "payments.example.com",
          "server.port": 443,
        },
        status: "ERROR",
        events: [],
      },
    ]);
  });

  test("that is done, as the service says, but whose answer lacks what it must carry: an error", async () => {
    const { service, payments, spans } = observed();
    service.faults.next("createOrder", fault.incomplete);

    await errorOf(payments.createOrder(order));

    expect(spans().map(shown)).toMatchObject([
      {
        attributes: { "payment.outcome": "succeeded", "error.type": "unexpected_response" },
        status: "ERROR",
      },
    ]);
  });

  test("whose input is refused: nothing went out, so nothing of HTTP", async () => {
    const { payments, spans } = observed();

    await errorOf(payments.createOrder({ ...order, totalAmount: "-1" }));

    expect(spans().map(shown)).toEqual([
      {
        name: "createOrder",
        kind: "INTERNAL",
        attributes: {
          "payment.operation": "createOrder",
          "payment.call_id": callId,
          "payment.outcome": "not_sent",
          "error.type": "invalid_input",
        },
        status: "ERROR",
        events: [],
      },
    ]);
  });

  test("that is given up before it began", async () => {
    const { payments, spans } = observed();

    await errorOf(payments.createOrder(order, { signal: AbortSignal.abort() }));

    expect(spans().map(shown)).toEqual([
      {
        name: "createOrder orders/create/{orderNumber}/{totalAmount}/{currencyCode}",
        kind: "INTERNAL",
        attributes: {
          "payment.operation": "createOrder",
          "payment.call_id": callId,
          "payment.outcome": "not_sent",
          "error.type": "aborted",
        },
        status: "ERROR",
        events: [],
      },
    ]);
  });
});

describe("the span of a call that is sent in a later attempt", () => {
  beforeEach(async () => {
    await observed().payments.createOrder(order); // the first call of a process loads what it needs: that takes real time
    stopTime();
    vi.spyOn(Math, "random").mockReturnValue(0);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("has an event for each attempt before it", async () => {
    const { service, payments, spans } = observed();
    service.faults.next("createOrder", fault.refuse);
    service.faults.next("createOrder", fault.refuse);

    const call = payments.createOrder(order);
    await passTime(125);
    await passTime(250);
    await call;

    expect(spans().map(shown)).toMatchObject([
      {
        attributes: {
          "payment.outcome": "succeeded",
          "http.response.status_code": 201,
          "http.request.resend_count": 2,
        },
        status: "UNSET",
        events: [
          {
            name: "payment.retry",
            attributes: { "error.type": "connection", "payment.attempt": 1, "payment.retry.delay_ms": 125 },
          },
          {
            name: "payment.retry",
            attributes: { "error.type": "connection", "payment.attempt": 2, "payment.retry.delay_ms": 250 },
          },
        ],
      },
    ]);
  });

  test("is an error when no attempt gets through", async () => {
    const { service, payments, spans } = observed();
    service.faults.every(1, "createOrder", fault.refuse);

    const call = errorOf(payments.createOrder(order));
    await passTime(125);
    await passTime(250);
    await call;

    expect(spans().map(shown)).toMatchObject([
      {
        attributes: { "payment.outcome": "not_sent", "error.type": "connection", "http.request.resend_count": 2 },
        status: "ERROR",
        events: [{ name: "payment.retry" }, { name: "payment.retry" }],
      },
    ]);
  });
});
