import { PaymentResponseError, responseOf } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { clientAnswering, errorOf } from "../support/stub-client.js";

const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const success = {
  isSuccess: true,
  errorNumber: 0,
  statusKey: "SUCCESS",
  statusMessage: "Done",
  errors: null,
  exceptionDetails: null,
};
const orderId = "cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a";

/** What an order resolves to under this answer. */
function createUnder(body: object, httpStatus = 200) {
  return clientAnswering(JSON.stringify(body), httpStatus).payments.createOrder(order);
}

describe("an order", () => {
  test.each([200, 201, 202])("under HTTP %i", async (httpStatus) => {
    const result = await createUnder({ status: success, orderId }, httpStatus);
    expect(result).toEqual({
      orderId,
      pending: false,
      status: { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", statusMessage: "Done" },
    });
    expect(responseOf(result)?.httpStatus).toBe(httpStatus);
  });

  test("that is pending", async () => {
    expect(await createUnder({ status: { ...success, statusKey: "PENDING" }, orderId })).toMatchObject({
      orderId,
      pending: true,
    });
  });

  test("with its id in upper case", async () => {
    expect(await createUnder({ status: success, orderId: orderId.toUpperCase() })).toMatchObject({
      orderId: "CF3BF1AC-6A15-4EBF-A95D-9F2B9D9F7F6A",
    });
  });

  test.each([null, undefined, 7])("with %j for a message", async (statusMessage) => {
    const { status } = await createUnder({ status: { ...success, statusMessage }, orderId });
    expect(status.statusMessage).toBeUndefined();
  });

  test("an endless message is cut", async () => {
    const { status } = await createUnder({ status: { ...success, statusMessage: "x".repeat(501) }, orderId });
    expect(status.statusMessage).toBe("x".repeat(500));
  });
});

test.each([undefined, null, 0, "", "00000000-0000-0000-0000-000000000000", "7", { id: orderId }])(
  "a success with %j for orderId",
  async (missing) => {
    const error = await errorOf(createUnder({ status: success, orderId: missing }, 201));
    expect(error).toBeInstanceOf(PaymentResponseError);
    expect(error).toMatchObject({
      operation: "createOrder",
      orderNumber: "ORDER-1001",
      code: "unexpected_response",
      outcome: "succeeded",
      httpStatus: 201,
      issues: [{ path: "orderId", message: "is missing, all zero or no GUID" }],
    });
  },
);

describe("an answer that cannot be taken proves nothing", () => {
  const answered = (body: BodyInit | null, init: ResponseInit, maxResponseBytes = 1_000) =>
    errorOf(
      clientAnswering("", 200, { fetch: async () => new Response(body, init), maxResponseBytes }).payments.createOrder(
        order,
      ),
    );

  test("larger than maxResponseBytes, whatever its status says", async () => {
    expect(await answered("x".repeat(11), { status: 403 }, 10)).toMatchObject({
      code: "unexpected_response",
      outcome: "unknown",
      httpStatus: 403,
      issues: [
        { path: "", message: "the answer is larger than maxResponseBytes: raise it if answers may be that large" },
      ],
    });
  });

  test("a success with a letter that is no UTF-8", async () => {
    const body = Buffer.from(
      JSON.stringify({ status: { ...success, statusMessage: "Klar för Åsa" }, orderId }),
      "latin1",
    );
    expect(await answered(body, { status: 201 })).toMatchObject({
      code: "unexpected_response",
      outcome: "unknown",
      issues: [{ path: "", message: "the answer is not JSON" }],
    });
  });

  test.each([
    ["text/html; charset=utf-8", "text/html"],
    ["application/problem+json", "application/problem+json"],
    ["see text/html", undefined],
    ["html", undefined],
    ["", undefined],
  ])("of the type %j", async (header, contentType) => {
    expect(await answered("<html>", { status: 502, headers: { "content-type": header } })).toMatchObject({
      outcome: "unknown",
      httpStatus: 502,
      contentType,
    });
  });

  test("of no type at all", async () => {
    expect(await answered(null, { status: 502 })).toMatchObject({ outcome: "unknown", contentType: undefined });
  });
});
