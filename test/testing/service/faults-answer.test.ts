import { responseOf } from "merchant-payments";
import { type FaultAnswer, fault } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { failureOf } from "../../support/fault-calls.js";
import { cardAuthorization, doors } from "../../support/service-doors.js";

describe.each(doors)("any answer, through $name", ({ open }) => {
  test("with its status, its content type and its body", async () => {
    await using door = await open();
    const transactionId = cardAuthorization(door.service);
    const body = "Åter klockan tolv";
    const answer = fault.answer({ httpStatus: 503, contentType: "text/plain; charset=utf-8", body });
    door.service.faults.next("finalize", answer);

    const error = await failureOf(door.payments.finalize({ transactionId, totalAmount: "125.00" }));

    expect(error).toMatchObject({ outcome: "unknown", httpStatus: 503, contentType: "text/plain" });
    expect(responseOf(error)?.body).toBe(body);
    expect(door.service.finalizations).toEqual([]);
    expect(door.service.requests).toMatchObject([{ fault: "answer 503", delivered: false }]);
    expect(door.service.requests[0]).not.toHaveProperty("answer");
  });

  test("as HTTP 200 with JSON, when nothing else is said", async () => {
    await using door = await open();
    const body = '{"status":{"isSuccess":false,"errorNumber":4711,"statusKey":"NEWS","statusMessage":""}}';
    door.service.faults.next("createOrder", fault.answer({ body }));

    const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
    const error = await failureOf(door.payments.createOrder(order));

    expect(error).toMatchObject({ outcome: "rejected", httpStatus: 200, statusKey: "NEWS", errorNumber: 4711 });
    expect(responseOf(error)?.headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  test("without a content type", async () => {
    await using door = await open();
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.answer({ contentType: null, body: "{}" }));

    const error = await failureOf(door.payments.finalize({ transactionId, totalAmount: "125.00" }));

    expect(error).toMatchObject({ outcome: "unknown", contentType: undefined });
    expect(responseOf(error)?.body).toBe("{}");
  });

  test("after the money moved", async () => {
    await using door = await open();
    const transactionId = cardAuthorization(door.service);
    door.service.faults.next("finalize", fault.answer({ body: "[]", committed: true }));

    expect(await failureOf(door.payments.finalize({ transactionId, totalAmount: "125.00" }))).toMatchObject({
      outcome: "unknown",
    });
    expect(door.service.finalizations).toMatchObject([{ totalAmount: "125.00" }]);
    expect(door.service.requests).toMatchObject([
      { fault: "answer 200, committed", answer: { statusKey: "SUCCESS" }, delivered: false },
    ]);
  });
});

test.each<[string, unknown, string]>([
  [
    "a status that no answer can have",
    { httpStatus: 199, body: "" },
    "No answer can have the status 199: take 200 to 599.",
  ],
  ["a body where none can travel", { httpStatus: 204, body: "{}" }, "An answer with the status 204 carries no body."],
  ["a body that is not text", { body: { status: null } }, "The body of an answer must be text."],
  ["no body", {}, "The body of an answer must be text."],
  [
    "a content type of two lines",
    { contentType: "a\r\nb", body: "" },
    "The contentType of an answer must be printable ASCII.",
  ],
  [
    "a content type beyond ASCII",
    { contentType: "text/ålder", body: "" },
    "The contentType of an answer must be printable ASCII.",
  ],
  ["an empty content type", { contentType: "", body: "" }, "The contentType of an answer must be printable ASCII."],
])("%s is refused", (_what, answer, message) => {
  expect(() => fault.answer(answer as FaultAnswer)).toThrow(new TypeError(message));
});

test("an answer without a body may have any status", () => {
  expect(fault.answer({ httpStatus: 304, body: "" })).toMatchObject({ name: "answer 304", httpStatus: 304, body: "" });
});

test("the name says what is played", () => {
  const timing = { committed: true };
  expect(
    [
      fault.refuse,
      fault.stallHeaders(),
      fault.stallHeaders({ committed: false }),
      fault.delay(5),
      fault.trickle(5),
      fault.html(),
      fault.empty(timing),
      fault.status(503),
      fault.status(500, { envelope: true }),
      fault.status(500, { envelope: true, ...timing }),
      fault.error("PAYMENT_ANNULLED"),
      fault.error("INTERNAL_ERROR", timing),
      fault.answer({ body: "" }),
    ].map(({ name }) => name),
  ).toEqual([
    "refuse",
    "stallHeaders",
    "stallHeaders, not committed",
    "delay",
    "trickle",
    "html",
    "empty, committed",
    "status 503",
    "status 500 with envelope",
    "status 500 with envelope, committed",
    "error PAYMENT_ANNULLED",
    "error INTERNAL_ERROR, committed",
    "answer 200",
  ]);
});
