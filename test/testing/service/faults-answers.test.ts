import { responseOf } from "merchant-payments";
import { type Fault, fault } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { failureOf } from "../../support/fault-calls.js";
import { cardAuthorization, doors } from "../../support/service-doors.js";

const html = "<!doctype html><p>Welcome</p>";

describe.each(doors)("an answer that is not the service's, through $name", ({ open }) => {
  test.each<[string, Fault, object, string]>([
    ["html", fault.html(), { httpStatus: 200, contentType: "text/html" }, html],
    ["empty", fault.empty(), { httpStatus: 200, contentType: undefined }, ""],
    ["wrongEnvelope", fault.wrongEnvelope(), { httpStatus: 200, contentType: "application/json" }, '{"result":"ok"}'],
  ])("%s: no money moved, which the caller cannot know", async (name, armed, answer, body) => {
    await using door = await open();
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", armed);

    const error = await failureOf(door.payments.finalize({ transactionId, totalAmount: "125.00" }));

    expect(error).toMatchObject({ code: "unexpected_response", outcome: "unknown", ...answer });
    expect(responseOf(error)?.body).toBe(body);
    expect(door.service.finalizations).toEqual([]);
    expect(door.service.requests).toMatchObject([{ fault: name, delivered: false }]);
    expect(door.service.requests[0]).not.toHaveProperty("answer");
  });

  test.each<[string, Fault, string]>([
    ["html", fault.html({ committed: true }), html],
    ["empty", fault.empty({ committed: true }), ""],
    ["wrongEnvelope", fault.wrongEnvelope({ committed: true }), '{"result":"ok"}'],
    ["status 502", fault.status(502, { committed: true }), ""],
  ])("%s: the money moved, which the caller cannot know", async (name, armed, body) => {
    await using door = await open();
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", armed);

    const error = await failureOf(door.payments.finalize({ transactionId, totalAmount: "125.00" }));

    expect(error).toMatchObject({ code: "unexpected_response", outcome: "unknown" });
    expect(responseOf(error)?.body).toBe(body);
    expect(door.service.finalizations).toMatchObject([{ totalAmount: "125.00" }]);
    expect(door.service.requests).toMatchObject([
      { fault: `${name}, committed`, answer: { httpStatus: 200, statusKey: "SUCCESS" }, delivered: false },
    ]);
  });

  test.each([
    [200, "unknown"],
    [202, "unknown"],
    [204, "unknown"],
    [205, "unknown"],
    [302, "unknown"],
    [304, "unknown"],
    [400, "rejected"],
    [401, "rejected"],
    [404, "rejected"],
    [408, "unknown"],
    [409, "unknown"],
    [413, "rejected"],
    [421, "unknown"],
    [422, "rejected"],
    [429, "rejected"],
    [500, "unknown"],
    [503, "unknown"],
    [599, "unknown"],
  ])("HTTP %d without an envelope: %s, asked once", async (httpStatus, outcome) => {
    await using door = await open();
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.status(httpStatus));

    const error = await failureOf(door.payments.finalize({ transactionId, totalAmount: "125.00" }));

    expect(error).toMatchObject({ code: "unexpected_response", outcome, httpStatus, contentType: undefined });
    expect(responseOf(error)?.body).toBe("");
    expect(door.service.requests).toHaveLength(1);
    expect(door.service.finalizations).toEqual([]);
  });

  test.each([
    [200, "rejected"],
    [400, "rejected"],
    [401, "rejected"],
    [408, "unknown"],
    [409, "rejected"],
    [429, "rejected"],
    [500, "unknown"],
    [503, "unknown"],
  ])("HTTP %d with an envelope: %s", async (httpStatus, outcome) => {
    await using door = await open();
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.status(httpStatus, { envelope: true }));

    const error = await failureOf(door.payments.finalize({ transactionId, totalAmount: "125.00" }));

    expect(error).toMatchObject({
      code: "service_error",
      outcome,
      httpStatus,
      errorNumber: -3,
      statusKey: `HTTP_${httpStatus}`,
      statusMessage: `HTTP ${httpStatus}`,
    });
    expect(door.service.finalizations).toEqual([]);
  });

  test("HTTP 500 with an envelope, after the money moved", async () => {
    await using door = await open();
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.status(500, { envelope: true, committed: true }));

    const error = await failureOf(door.payments.finalize({ transactionId, totalAmount: "125.00" }));

    expect(error).toMatchObject({ code: "service_error", outcome: "unknown", statusKey: "HTTP_500" });
    expect(door.service.finalizations).toMatchObject([{ totalAmount: "125.00" }]);
  });

  test("an error after the money moved", async () => {
    await using door = await open();
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.error("INTERNAL_ERROR", { committed: true }));

    const error = await failureOf(door.payments.finalize({ transactionId, totalAmount: "125.00" }));

    expect(error).toMatchObject({ code: "service_error", outcome: "unknown", statusKey: "INTERNAL_ERROR" });
    expect(door.service.finalizations).toMatchObject([{ totalAmount: "125.00" }]);
    expect(door.service.requests).toMatchObject([
      { fault: "error INTERNAL_ERROR, committed", answer: { statusKey: "SUCCESS" }, delivered: false },
    ]);
  });

  test.each([
    ["INTERNAL_ERROR", -1, "unknown"],
    ["VALIDATION_ERROR", -2, "rejected"],
    ["HTTP_401", -3, "rejected"],
    ["HTTP_404", -3, "rejected"],
    ["HTTP_405", -3, "rejected"],
    ["HTTP_500", -3, "unknown"],
    ["MERCHANT_ACCT_READ_ONLY", 1000, "rejected"],
    ["CUST_ACCT_NOT_ELIGIBLE", 1001, "rejected"],
    ["CUST_PROF_NOT_FOUND", 2000, "rejected"],
    ["CUST_CARD_NOT_FOUND", 2001, "rejected"],
    ["ORDER_NOT_FOUND", 3000, "rejected"],
    ["LINE_ITEMS_NOT_ALLOWED", 3001, "rejected"],
    ["FINALIZE_AMT_EXCEEDED", 3002, "rejected"],
    ["LINE_ITEMS_REQUIRED", 3003, "rejected"],
    ["PAYMENT_COMPLETED", 3007, "rejected"],
    ["PAYMENT_ANNULLED", 3016, "rejected"],
  ] as const)("error %s (%d): %s, and nothing is done", async (statusKey, errorNumber, outcome) => {
    await using door = await open();
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.error(statusKey));
    door.service.faults.next("createOrder", fault.error(statusKey));

    const finalizing = await failureOf(door.payments.finalize({ transactionId, totalAmount: "125.00" }));
    const creating = await failureOf(
      door.payments.createOrder({ orderNumber: "ORDER-1002", totalAmount: "80.00", currencyCode: "SEK" }),
    );

    const refusal = { code: "service_error", outcome, httpStatus: 200, errorNumber, statusKey };
    expect(finalizing).toMatchObject(refusal);
    expect(creating).toMatchObject(refusal);
    expect(finalizing).not.toHaveProperty("finalization");
    expect(door.service.finalizations).toEqual([]);
    expect(door.service.orders).toHaveLength(1);
    expect(door.service.requests).toMatchObject([{ fault: `error ${statusKey}` }, { fault: `error ${statusKey}` }]);
  });
});
