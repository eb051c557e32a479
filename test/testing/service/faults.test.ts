import { responseOf } from "merchant-payments";
import { fault } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { failureOf } from "../../support/fault-calls.js";
import { cardAuthorization, doors, fetchDoor, openWarm, serverDoor } from "../../support/service-doors.js";

const order = { orderNumber: "ORDER-1002", totalAmount: "80.00", currencyCode: "SEK" };

describe.each(doors)("through $name", (closed) => {
  test("drop: the request came, and the service did nothing", async () => {
    await using door = await openWarm(closed);
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.drop);

    const error = await failureOf(door.payments.finalize({ transactionId, totalAmount: "125.00" }));

    expect(error).toMatchObject({ code: "connection", outcome: "unknown", safeToRetry: false });
    expect(responseOf(error)).toBeUndefined();
    expect(door.service.finalizations).toEqual([]);
    expect(door.service.requests).toMatchObject([{ fault: "drop", delivered: false }]);
    expect(door.service.requests[0]).not.toHaveProperty("answer");
  });

  test("drop: no order is made", async () => {
    await using door = await openWarm(closed);
    door.service.faults.next("createOrder", fault.drop);

    expect(await failureOf(door.payments.createOrder(order))).toMatchObject({ code: "connection", outcome: "unknown" });
    expect(door.service.orders).toEqual([]);
  });

  test("loseReply: the money moved, and the same call again tells so", async () => {
    await using door = await openWarm(closed);
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.loseReply);

    const error = await failureOf(door.payments.finalize({ transactionId, totalAmount: "125.00" }));

    expect(error).toMatchObject({ code: "connection", outcome: "unknown", safeToRetry: false });
    expect(door.service.finalizations).toMatchObject([{ authorizationId: transactionId, totalAmount: "125.00" }]);
    expect(door.service.requests).toMatchObject([
      { fault: "loseReply", answer: { httpStatus: 200, statusKey: "SUCCESS" }, delivered: false },
    ]);
    const again = await failureOf(door.payments.finalize({ transactionId, totalAmount: "125.00" }));
    expect(again).toMatchObject({ code: "service_error", outcome: "rejected", statusKey: "PAYMENT_COMPLETED" });
  });

  test("loseReply: the order stays behind", async () => {
    await using door = await openWarm(closed);
    door.service.faults.next("createOrder", fault.loseReply);

    expect(await failureOf(door.payments.createOrder(order))).toMatchObject({ code: "connection", outcome: "unknown" });
    expect(door.service.orders).toMatchObject([{ orderNumber: "ORDER-1002" }]);
  });

  test("loseReply: a refusal is lost as well", async () => {
    await using door = await openWarm(closed);
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.loseReply);

    const error = await failureOf(door.payments.finalize({ transactionId, totalAmount: "125.01" }));

    expect(error).toMatchObject({ code: "connection", outcome: "unknown" });
    expect(door.service.finalizations).toEqual([]);
    expect(door.service.requests).toMatchObject([{ answer: { statusKey: "FINALIZE_AMT_EXCEEDED" }, delivered: false }]);
  });

  test("delay: the answer comes later", async () => {
    await using door = await openWarm(closed);
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.delay(5));

    const { totalAmountFinalized } = await door.payments.finalize({ transactionId, totalAmount: "125.00" });

    expect(totalAmountFinalized.toFixed(2)).toBe("125.00");
    expect(door.service.requests).toMatchObject([{ fault: "delay", answer: { httpStatus: 200 }, delivered: true }]);
  });

  test("delay: too late for the caller, though the money moved", async () => {
    await using door = await openWarm(closed);
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.delay(60_000));

    const call = door.payments.finalize({ transactionId, totalAmount: "125.00" }, { timeoutMs: 150 });

    expect(await failureOf(call)).toMatchObject({ code: "timeout", outcome: "unknown" });
    expect(door.service.finalizations).toMatchObject([{ totalAmount: "125.00" }]);
    await expect.poll(() => door.service.requests).toMatchObject([{ fault: "delay", delivered: false }]);
  });

  test("stallHeaders: the service processes the call and never answers", async () => {
    await using door = await openWarm(closed);
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.stallHeaders());

    const call = door.payments.finalize({ transactionId, totalAmount: "125.00" }, { timeoutMs: 150 });

    expect(await failureOf(call)).toMatchObject({ code: "timeout", outcome: "unknown" });
    expect(door.service.finalizations).toMatchObject([{ totalAmount: "125.00" }]);
    expect(door.service.requests).toMatchObject([
      { fault: "stallHeaders", answer: { statusKey: "SUCCESS" }, delivered: false },
    ]);
  });

  test("stallHeaders: the service hangs before it does anything", async () => {
    await using door = await openWarm(closed);
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.stallHeaders({ committed: false }));

    const call = door.payments.finalize({ transactionId, totalAmount: "125.00" }, { timeoutMs: 150 });

    expect(await failureOf(call)).toMatchObject({ code: "timeout", outcome: "unknown" });
    expect(door.service.finalizations).toEqual([]);
    expect(door.service.requests[0]).not.toHaveProperty("answer");
  });

  test("stallHeaders: the caller hangs up", async () => {
    await using door = await openWarm(closed);
    const transactionId = cardAuthorization(door.service);
    const signal = AbortSignal.timeout(150);
    door.service.faults.next("finalize", fault.stallHeaders());

    const call = door.payments.finalize({ transactionId, totalAmount: "125.00" }, { signal });

    expect(await failureOf(call)).toMatchObject({ code: "aborted", outcome: "unknown" });
  });

  test("stallBody: headers and half of the answer, then nothing", async () => {
    await using door = await openWarm(closed);
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.stallBody);

    const call = door.payments.finalize({ transactionId, totalAmount: "125.00" }, { timeoutMs: 150 });
    const error = await failureOf(call);

    expect(error).toMatchObject({ code: "timeout", outcome: "unknown" });
    expect(responseOf(error)).toMatchObject({ httpStatus: 200 });
    expect(responseOf(error)?.body).toMatch(/^\{"status":\{"isSuccess":true,.*[^}]$/);
    expect(door.service.finalizations).toMatchObject([{ totalAmount: "125.00" }]);
    expect(door.service.requests).toMatchObject([{ fault: "stallBody", delivered: false }]);
  });

  test("trickle: the answer comes in pieces", async () => {
    await using door = await openWarm(closed);
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.trickle(1));

    const result = await door.payments.finalize({ transactionId, totalAmount: "125.00" });

    expect(result).toMatchObject({ canFinalizeAgain: false, pending: false });
    expect(responseOf(result)?.body).toBe(door.service.requests[0]?.answer?.body);
    expect(door.service.requests).toMatchObject([{ fault: "trickle", delivered: true }]);
  });

  test("trickle: too slow for the caller, though the money moved", async () => {
    await using door = await openWarm(closed);
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.trickle(60_000));

    const call = door.payments.finalize({ transactionId, totalAmount: "125.00" }, { timeoutMs: 150 });

    expect(await failureOf(call)).toMatchObject({ code: "timeout", outcome: "unknown" });
    expect(door.service.finalizations).toMatchObject([{ totalAmount: "125.00" }]);
    await expect.poll(() => door.service.requests).toMatchObject([{ fault: "trickle", delivered: false }]);
  });

  test("incomplete: the money moved, and the caller knows it, but not by which transaction", async () => {
    await using door = await openWarm(closed);
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.incomplete);

    const error = await failureOf(door.payments.finalize({ transactionId, totalAmount: "125.00" }));

    expect(error).toMatchObject({ code: "unexpected_response", outcome: "succeeded", httpStatus: 200 });
    expect(door.service.finalizations).toMatchObject([{ totalAmount: "125.00" }]);
    expect(door.service.requests).toMatchObject([
      { fault: "incomplete", answer: { statusKey: "SUCCESS" }, delivered: false },
    ]);
  });

  test("incomplete: the order is made, and the caller knows it, but not its id", async () => {
    await using door = await openWarm(closed);
    door.service.faults.next("createOrder", fault.incomplete);

    const error = await failureOf(door.payments.createOrder(order));

    expect(error).toMatchObject({ code: "unexpected_response", outcome: "succeeded", httpStatus: 201 });
    expect(responseOf(error)?.body).toBe(
      '{"status":{"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS",' +
        '"statusMessage":"The operation was successful.","errors":null,"exceptionDetails":null}}',
    );
    expect(door.service.orders).toMatchObject([{ orderNumber: "ORDER-1002" }]);
  });

  test("incomplete: a refusal stays one, without the balance", async () => {
    await using door = await openWarm(closed);
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.incomplete);

    const error = await failureOf(door.payments.finalize({ transactionId, totalAmount: "125.01" }));

    expect(error).toMatchObject({ outcome: "rejected", statusKey: "FINALIZE_AMT_EXCEEDED" });
    expect(error).not.toHaveProperty("finalization");
  });

  test("duplicate: a card is captured once, and the first answer comes", async () => {
    await using door = await openWarm(closed);
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.duplicate);

    const result = await door.payments.finalize({ transactionId, totalAmount: "125.00" });

    expect(result.status.statusKey).toBe("SUCCESS");
    expect(door.service.finalizations).toHaveLength(1);
    expect(door.service.requests).toMatchObject([
      { fault: "duplicate", answer: { statusKey: "SUCCESS" }, delivered: true },
      { fault: "duplicate", answer: { statusKey: "PAYMENT_COMPLETED" }, delivered: false },
    ]);
  });

  test("duplicate: a part of a payment with several parts is finalized twice", async () => {
    await using door = await openWarm(closed);
    const { orderId = "" } = door.service.createOrder(order);
    const { transactionId } = door.service.authorize(orderId, { paymentMethod: "other" });
    door.service.faults.next("finalize", fault.duplicate);

    const result = await door.payments.finalize({ transactionId, totalAmount: "30.00" });

    expect(result.amountRemainingForFinalize.toFixed(2)).toBe("50.00");
    expect(door.service.finalizations).toMatchObject([{ totalAmount: "30.00" }, { totalAmount: "30.00" }]);
    expect(door.service.authorizations).toMatchObject([{ amountRemainingForFinalize: "20.00" }]);
  });

  test("duplicate: two orders are made, and the caller is told of the first", async () => {
    await using door = await openWarm(closed);
    door.service.faults.next("createOrder", fault.duplicate);

    const { orderId } = await door.payments.createOrder(order);

    expect(door.service.orders).toMatchObject([{ orderId, orderNumber: "ORDER-1002" }, { orderNumber: "ORDER-1002" }]);
    expect(door.service.orders[1]?.orderId).not.toBe(orderId);
  });
});

test("drop and loseReply look like a socket that was closed, and to MSW's callers like nothing in particular", async () => {
  for (const { name, open } of doors) {
    for (const armed of [fault.drop, fault.loseReply]) {
      await using door = await open();
      door.service.faults.next("createOrder", armed);
      const call = door.fetch(`${door.baseUrl}/orders/create/ORDER-1002/80.00/SEK`, { method: "POST" });
      const seen = name === "MSW" ? {} : { cause: { name: "SocketError", code: "UND_ERR_SOCKET" } };
      await expect(call).rejects.toMatchObject({ name: "TypeError", ...seen });
    }
  }
});

describe("refuse, through service.fetch", () => {
  test("nothing is sent, so that the client tries again by itself", async () => {
    await using door = await fetchDoor.open();
    door.service.faults.next("createOrder", fault.refuse);

    const result = await door.payments.createOrder(order);

    expect(responseOf(result)?.attempts).toBe(2);
    expect(door.service.orders).toHaveLength(1);
    expect(door.service.requests).toHaveLength(1);
  });

  test("nothing is sent, and the caller may try again", async () => {
    await using door = await fetchDoor.open();
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.refuse);

    const call = door.payments.finalize({ transactionId, totalAmount: "125.00" }, { maxRetries: 0 });

    expect(await failureOf(call)).toMatchObject({
      code: "connection",
      outcome: "not_sent",
      safeToRetry: true,
      cause: { code: "ECONNREFUSED", syscall: "connect" },
    });
    expect(door.service.requests).toEqual([]);
    expect(door.service.finalizations).toEqual([]);
  });
});

describe.each([fetchDoor, serverDoor])("truncate, through $name", ({ open }) => {
  test("headers and half of the answer, then the connection breaks", async () => {
    await using door = await open();
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.truncate);

    const error = await failureOf(door.payments.finalize({ transactionId, totalAmount: "125.00" }));

    expect(error).toMatchObject({ code: "connection", outcome: "unknown" });
    expect(responseOf(error)).toMatchObject({ httpStatus: 200 });
    expect(responseOf(error)?.body).toMatch(/^\{"status":\{"isSuccess":true,.*[^}]$/);
    expect(door.service.finalizations).toMatchObject([{ totalAmount: "125.00" }]);
    expect(door.service.requests).toMatchObject([{ fault: "truncate", delivered: false }]);
  });
});
