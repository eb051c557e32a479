import { responseOf } from "merchant-payments";
import { describe, expect, test } from "vitest";
import {
  clientOf,
  created,
  detailedOrder,
  expectNoUnhandledRejections,
  failureOf,
  finalization,
  orderId,
  refused,
  simpleOrder,
} from "../support/fault-calls.js";
import { answer, answering, startFaultServer } from "../support/fault-server.js";

expectNoUnhandledRejections();

const envelope = (status: object) => JSON.stringify({ status, orderId });

describe("an answer without the service's status object", () => {
  test.each([
    ["an HTML page", 200, "<html><body>Welcome</body></html>", "the answer is not JSON"],
    ["an empty body", 200, "", "the answer is not JSON"],
    ["an empty list", 200, "[]", "the answer carries no status object"],
    ["null", 200, "null", "the answer carries no status object"],
    ["a bare true", 200, "true", "the answer carries no status object"],
    ["JSON of something else", 200, '{"ok":true}', "the answer carries no status object"],
    ["a status that is text", 200, '{"status":"SUCCESS"}', "the answer carries no status object"],
    ["an order id alone", 201, `{"orderId":"${orderId}"}`, "the answer carries no status object"],
    ["JSON that is cut off", 200, created.slice(0, -1), "the answer is not JSON"],
    ["JSON with more behind it", 200, `${created}{}`, "the answer is not JSON"],
  ])("%s", async (_name, status, body, message) => {
    await using server = await startFaultServer(answering(status, body));

    const error = await failureOf(clientOf(server.origin).createOrder(simpleOrder));

    expect(error).toMatchObject({
      name: "PaymentResponseError",
      code: "unexpected_response",
      outcome: "unknown",
      safeToRetry: false,
      httpStatus: status,
      issues: [{ path: "", message }],
    });
    expect(responseOf(error)).toMatchObject({ httpStatus: status, body, attempts: 1 });
    expect(server.requests).toHaveLength(1);
  });

  test("no body at all under HTTP 204", async () => {
    await using server = await startFaultServer((socket) => socket.write("HTTP/1.1 204 No Content\r\n\r\n"));

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown", contentType: undefined });
    expect(server.requests).toHaveLength(1);
  });

  test.each([400, 401, 403, 404, 405, 410, 411, 413, 414, 415, 422, 429, 431])(
    "HTTP %i proves that the request was refused",
    async (status) => {
      await using server = await startFaultServer(
        answering(status, "<html>No</html>", { "content-type": "text/html" }),
      );

      const error = await failureOf(clientOf(server.origin).finalize(finalization));

      expect(error).toMatchObject({
        name: "PaymentResponseError",
        code: "unexpected_response",
        outcome: "rejected",
        httpStatus: status,
        contentType: "text/html",
      });
      expect(server.requests).toHaveLength(1);
    },
  );

  test.each([
    402, 406, 408, 409, 412, 418, 421, 423, 424, 425, 426, 428, 451, 499, 500, 501, 502, 503, 504, 511, 599, 999,
  ])("HTTP %i proves nothing", async (status) => {
    await using server = await startFaultServer(answering(status, "<html>No</html>", { "retry-after": "0" }));

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown", httpStatus: status });
    expect(server.requests).toHaveLength(1);
  });
});

describe("an answer that contradicts itself", () => {
  const success = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS" };
  const failure = { isSuccess: false, errorNumber: 1000, statusKey: "MERCHANT_ACCT_READ_ONLY" };

  test.each([
    ["success with an error number", 200, { ...success, errorNumber: 5 }, "status.errorNumber"],
    ["success without an error number", 200, { isSuccess: true, statusKey: "SUCCESS" }, "status.errorNumber"],
    ["success with an error number as text", 200, { ...success, errorNumber: "0" }, "status.errorNumber"],
    ["success with a failure's key", 200, { ...success, statusKey: "ORDER_NOT_FOUND" }, "status.statusKey"],
    ["success with a key in lower case", 200, { ...success, statusKey: "success" }, "status.statusKey"],
    ["success without a key", 200, { isSuccess: true, errorNumber: 0 }, "status.statusKey"],
    ["success under HTTP 500", 500, success, "status.isSuccess"],
    ["success under HTTP 400", 400, success, "status.isSuccess"],
    ["success under HTTP 302", 302, success, "status.isSuccess"],
    ["failure with the key SUCCESS", 200, { ...failure, statusKey: "SUCCESS" }, "status.statusKey"],
    ["failure with the key PENDING", 400, { ...failure, statusKey: "PENDING" }, "status.statusKey"],
    ["failure with error number 0", 200, { ...failure, errorNumber: 0 }, "status.errorNumber"],
    ["failure with a fraction", 200, { ...failure, errorNumber: 0.5 }, "status.errorNumber"],
    ["a flag that is the text true", 200, { ...success, isSuccess: "true" }, "status.isSuccess"],
    ["a flag that is the text false", 400, { ...failure, isSuccess: "false" }, "status.isSuccess"],
    ["a flag that is 1", 200, { ...success, isSuccess: 1 }, "status.isSuccess"],
    ["a flag that is null", 200, { ...success, isSuccess: null }, "status.isSuccess"],
    ["no flag", 200, { errorNumber: 0, statusKey: "SUCCESS" }, "status.isSuccess"],
  ])("%s", async (_name, httpStatus, status, path) => {
    await using server = await startFaultServer(answering(httpStatus, envelope(status)));

    const error = await failureOf(clientOf(server.origin).createOrder(simpleOrder));

    expect(error).toMatchObject({
      name: "PaymentResponseError",
      code: "unexpected_response",
      outcome: "unknown",
      httpStatus,
      issues: [{ path }],
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe("a success without what it must carry", () => {
  const success = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS" };

  test.each([
    ["no order id", undefined],
    ["null", null],
    ["an empty order id", ""],
    ["the nil order id", "00000000-0000-0000-0000-000000000000"],
    ["an order id that is no GUID", "17"],
    ["an order id that is a number", 17],
  ])("%s", async (_name, nil) => {
    await using server = await startFaultServer(answering(200, JSON.stringify({ status: success, orderId: nil })));

    const error = await failureOf(clientOf(server.origin).createOrder(simpleOrder));

    expect(error).toMatchObject({
      name: "PaymentResponseError",
      code: "unexpected_response",
      outcome: "succeeded",
      safeToRetry: false,
      issues: [{ path: "orderId", message: "is missing, all zero or no GUID" }],
    });
    expect(server.requests).toHaveLength(1);
  });

  test("a finalization without its transaction and amounts", async () => {
    await using server = await startFaultServer(answering(200, JSON.stringify({ status: success })));

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({
      outcome: "succeeded",
      issues: [
        { path: "transactionId", message: "is missing" },
        { path: "canFinalizeAgain", message: "is neither true nor false" },
        { path: "amountRemainingForFinalize", message: "is missing or no amount" },
        { path: "totalAmountFinalized", message: "is missing or no amount" },
        { path: "totalAmountPendingFinalization", message: "is missing or no amount" },
      ],
    });
    expect(server.requests).toHaveLength(1);
  });

  test("still under way: it has not succeeded either", async () => {
    const pending = JSON.stringify({ status: { ...success, statusKey: "PENDING" } });
    await using server = await startFaultServer(answering(200, pending));

    const error = await failureOf(clientOf(server.origin).createOrder(simpleOrder));

    expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown" });
    expect(server.requests).toHaveLength(1);
  });
});

describe("a result", () => {
  test.each([200, 201, 202, 299])("under HTTP %i", async (status) => {
    await using server = await startFaultServer(answering(status, created));

    const result = await clientOf(server.origin).createOrder(simpleOrder);

    expect(result).toEqual({
      orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3",
      pending: false,
      status: {
        isSuccess: true,
        errorNumber: 0,
        statusKey: "SUCCESS",
        statusMessage: "The operation was successful.",
      },
    });
    expect(server.requests).toHaveLength(1);
  });

  test("that is still pending", async () => {
    const status = { isSuccess: true, errorNumber: 0, statusKey: "PENDING" };
    await using server = await startFaultServer(answering(200, envelope(status)));

    const result = await clientOf(server.origin).createOrder(simpleOrder);

    expect(result).toMatchObject({ orderId, pending: true, status: { statusKey: "PENDING" } });
    expect(server.requests).toHaveLength(1);
  });

  test("after interim answers", async () => {
    await using server = await startFaultServer((socket) => {
      socket.write("HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n");
      socket.write(answer(200, created));
    });

    expect(await clientOf(server.origin).createOrder(simpleOrder)).toMatchObject({ orderId });
    expect(server.requests).toHaveLength(1);
  });

  test("whatever content type it claims", async () => {
    await using server = await startFaultServer(answering(200, created, { "content-type": "text/plain" }));

    expect(await clientOf(server.origin).createOrder(simpleOrder)).toMatchObject({ orderId });
  });

  test("asked for with one length and no chunks", async () => {
    await using server = await startFaultServer(answering(200, created));
    const client = clientOf(server.origin);

    await client.createOrder(simpleOrder);
    await client.createOrder(detailedOrder);

    const [simple, detailed] = server.requests;
    expect(simple?.head).toMatch(/^POST \/orders\/create\/ORDER-1001\/125\.00\/SEK HTTP\/1\.1\r\n/);
    expect(simple?.head).toMatch(/\r\ncontent-length: 0(\r\n|$)/);
    expect(simple?.head).not.toMatch(/content-type|transfer-encoding/i);
    expect(detailed?.head).toMatch(/\r\ncontent-length: 123(\r\n|$)/);
    expect(detailed?.head).toMatch(/\r\ncontent-type: application\/json(\r\n|$)/);
    expect(detailed?.head).not.toMatch(/transfer-encoding/i);
    expect(detailed?.body).toBe(
      '{"orderNumber":"ORDER-1001","currencyCode":"SEK","totalAmount":125.00,"lineitems":[],"billTo":{"address":{"city":"Umeå"}}}',
    );
  });
});

describe("the service's own no", () => {
  test.each([200, 201, 400, 401, 403, 404, 409, 422, 425, 429])("under HTTP %i is a refusal", async (status) => {
    await using server = await startFaultServer(answering(status, refused));

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({
      name: "PaymentServiceError",
      code: "service_error",
      outcome: "rejected",
      httpStatus: status,
      errorNumber: 1000,
      statusKey: "MERCHANT_ACCT_READ_ONLY",
      statusMessage: "Read only.",
    });
    expect(server.requests).toHaveLength(1);
  });

  test.each([302, 408, 500, 502, 503, 504])("under HTTP %i proves nothing", async (status) => {
    await using server = await startFaultServer(answering(status, refused));

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentServiceError", outcome: "unknown", httpStatus: status });
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ["an internal error", -1, "INTERNAL_ERROR", "unknown"],
    ["an internal error by its number alone", -1, undefined, "unknown"],
    ["an internal error by its key alone", undefined, "INTERNAL_ERROR", "unknown"],
    ["a time-out behind the service", -3, "HTTP_408", "unknown"],
    ["a breakdown behind the service", -3, "HTTP_503", "unknown"],
    ["a transport failure that it does not name", -3, undefined, "unknown"],
    ["bad credentials", -3, "HTTP_401", "rejected"],
    ["a field at fault", -2, "VALIDATION_ERROR", "rejected"],
    ["a key that is new", 4711, "SOMETHING_NEW", "rejected"],
    ["neither number nor key", undefined, undefined, "rejected"],
  ])("for %s", async (_name, errorNumber, statusKey, outcome) => {
    await using server = await startFaultServer(
      answering(200, JSON.stringify({ status: { isSuccess: false, errorNumber, statusKey } })),
    );

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentServiceError", outcome, errorNumber, statusKey });
    expect(server.requests).toHaveLength(1);
  });
});
