import { fault } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { callsTo } from "../../../examples/pino-logging.js";
import { errorOf, finalization, order } from "../../support/client.js";
import { passTime, stopTime } from "../../support/time.js";
import { logged } from "./logged.js";

const callId = expect.stringMatching(/^[0-9a-f-]{36}$/);
const durationMs = expect.any(Number);

describe("a call is logged as one line", () => {
  test("at info when it succeeds, without personal data", async () => {
    const { logger, client, lines } = logged();
    await client(callsTo(logger)).createOrder({
      ...order,
      lineItems: [{ name: "Tea", totalLineAmount: "125.00" }],
      billTo: { name: { firstName: "Åsa" }, address: { city: "Umeå" } },
      customer: { emailAddress: "asa@example.com", governmentId: "199001011234" },
    });
    expect(lines()).toEqual([
      {
        level: 30,
        callId,
        operation: "createOrder",
        method: "POST",
        route: "orders/create",
        attempt: 1,
        orderNumber: "ORDER-1001",
        outcome: "succeeded",
        pending: false,
        httpStatus: 201,
        durationMs,
        msg: "createOrder: succeeded",
      },
    ]);
    expect(lines()[0].durationMs).toBe(Math.round(lines()[0].durationMs));
  });

  test("at info when it is pending", async () => {
    const { service, logger, client, lines } = logged();
    const sale = service.sell({ paymentMethod: "other", amount: "125.00", pending: true });
    const { orderId, transactionId } = sale;
    await client(callsTo(logger)).finalize(sale);
    expect(lines()).toEqual([
      {
        level: 30,
        callId,
        operation: "finalize",
        method: "POST",
        route: "orders/{orderId}/transactions/{transactionId}/finalize/{totalAmount}",
        attempt: 1,
        orderId,
        transactionId,
        outcome: "succeeded",
        pending: true,
        httpStatus: 200,
        durationMs,
        msg: "finalize: pending",
      },
    ]);
  });

  test("at info when a later attempt succeeds", async () => {
    const { service, logger, client, lines } = logged();
    await client().createOrder(order); // the first call of a process loads what it needs: that takes real time
    service.faults.next("createOrder", fault.refuse);
    stopTime();
    const call = client(callsTo(logger)).createOrder(order);
    await passTime(250);
    await call;
    expect(lines()).toMatchObject([{ level: 30, attempt: 2, msg: "createOrder: succeeded" }]);
  });

  test("at warn when the service rejects it", async () => {
    const { service, logger, client, lines } = logged();
    service.faults.next("finalize", fault.error("PAYMENT_ANNULLED"));
    await errorOf(client(callsTo(logger)).finalize(finalization));
    expect(lines()).toEqual([
      {
        level: 40,
        callId,
        operation: "finalize",
        method: "POST",
        route: "transactions/{transactionId}/finalize/{totalAmount}",
        attempt: 1,
        transactionId: "201409251527280673",
        code: "service_error",
        outcome: "rejected",
        scope: "call",
        statusKey: "PAYMENT_ANNULLED",
        httpStatus: 200,
        durationMs,
        msg: "finalize: rejected",
      },
    ]);
  });

  test("at warn when its input is invalid, without the input", async () => {
    const { logger, client, lines } = logged();
    await errorOf(client(callsTo(logger)).createOrder({ ...order, orderNumber: "asa@example.com ".repeat(4) }));
    expect(lines()).toEqual([
      {
        level: 40,
        callId,
        operation: "createOrder",
        attempt: 0,
        code: "invalid_input",
        outcome: "not_sent",
        scope: "call",
        durationMs,
        msg: "createOrder: not_sent",
      },
    ]);
  });

  test("at error when money may have moved", async () => {
    const { service, logger, client, lines } = logged();
    service.faults.next("finalize", fault.loseResponse);
    await errorOf(client(callsTo(logger)).finalize(finalization));
    expect(lines()).toMatchObject([{ level: 50, code: "connection", outcome: "unknown", msg: "finalize: unknown" }]);
  });

  test("at error when it succeeded, but the response lacks its identifiers", async () => {
    const { service, logger, client, lines } = logged();
    service.faults.next("createOrder", fault.incomplete);
    await errorOf(client(callsTo(logger)).createOrder(order));
    expect(lines()).toMatchObject([
      { level: 50, code: "unexpected_response", outcome: "succeeded", msg: "createOrder: succeeded" },
    ]);
  });
});
