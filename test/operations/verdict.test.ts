import { describe, expect, test } from "vitest";
import { clientAnswering, errorOf } from "../support/stub-client.js";

const finalization = { transactionId: "201409251527280673", totalAmount: "125.00" };
const rest =
  '"canFinalizeAgain":false,"amountRemainingForFinalize":0.00,"transactionId":"201409251527280999",' +
  '"totalAmountFinalized":125.00,"totalAmountPendingFinalization":0.00';

const withStatus = (status: string) => `{"status":{${status}},${rest}}`;
const done = withStatus('"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"');
const pending = withStatus('"isSuccess":true,"errorNumber":0,"statusKey":"PENDING"');
const completed = '{"status":{"isSuccess":false,"errorNumber":3007,"statusKey":"PAYMENT_COMPLETED"}}';
const failure = (status: string) => `{"status":{"isSuccess":false,${status}}}`;
const html = "<html><body>Bad Gateway</body></html>";

/** The error that the answer ends in. */
function errorUnder(httpStatus: number, body: string) {
  const { payments, fetch } = clientAnswering(body, httpStatus);
  return errorOf(payments.finalize(finalization)).finally(() => expect(fetch).toHaveBeenCalledOnce());
}

describe("success", () => {
  test.each([200, 201, 202, 299])("HTTP %i", async (httpStatus) => {
    const { payments } = clientAnswering(done, httpStatus);
    expect(await payments.finalize(finalization)).toMatchObject({ pending: false });
  });

  test("pending", async () => {
    const { payments } = clientAnswering(pending, 200);
    expect(await payments.finalize(finalization)).toMatchObject({ pending: true });
  });

  test("after a byte order mark", async () => {
    const { payments } = clientAnswering(`\ufeff${done}`, 200);
    expect(await payments.finalize(finalization)).toMatchObject({ pending: false });
  });
});

describe("the service says no: rejected", () => {
  test.each([
    [200, completed],
    [201, completed],
    [400, completed],
    [401, failure('"errorNumber":-3,"statusKey":"HTTP_401"')],
    [404, failure('"errorNumber":-3,"statusKey":"HTTP_404"')],
    [409, completed],
    [429, completed],
    [200, failure('"errorNumber":-2,"statusKey":"VALIDATION_ERROR","errors":[]')],
    [200, failure('"errorNumber":9999,"statusKey":"A_KEY_OF_TOMORROW"')],
    [200, failure('"errorNumber":3007')],
    [200, failure('"errorNumber":"3007","statusKey":"PAYMENT_COMPLETED"')],
    [200, failure('"statusKey":"PAYMENT_COMPLETED"')],
    [200, failure('"errorNumber":null,"statusKey":null')],
    [200, '{"status":{"isSuccess":false}}'],
  ])("HTTP %i %s", async (httpStatus, body) => {
    expect(await errorUnder(httpStatus, body)).toMatchObject({
      name: "PaymentServiceError",
      code: "service_error",
      outcome: "rejected",
      safeToRetry: false,
      httpStatus,
    });
  });
});

describe("the service breaks down: unknown", () => {
  test.each([
    [200, failure('"errorNumber":-1,"statusKey":"INTERNAL_ERROR"')],
    [200, failure('"statusKey":"INTERNAL_ERROR"')],
    [200, failure('"errorNumber":-1')],
    [200, failure('"errorNumber":"-1"')],
    [200, failure('"errorNumber":-3')],
    [200, failure('"errorNumber":-3,"statusKey":"HTTP"')],
    [200, failure('"statusKey":"internal_error"')],
    [200, failure('"statusKey":"http_503"')],
    [200, failure('"statusKey":"INTERNAL_ERROR "')],
    [200, failure('"statusKey":" HTTP_503"')],
    [200, failure('"errorNumber":-3,"statusKey":"HTTP_408"')],
    [200, failure('"errorNumber":-3,"statusKey":"HTTP_500"')],
    [200, failure('"errorNumber":-3,"statusKey":"HTTP_503"')],
    [200, failure('"statusKey":"HTTP_599"')],
    [302, completed],
    [408, completed],
    [500, completed],
    [502, completed],
    [503, failure('"errorNumber":-3,"statusKey":"HTTP_404"')],
  ])("HTTP %i %s", async (httpStatus, body) => {
    expect(await errorUnder(httpStatus, body)).toMatchObject({
      name: "PaymentServiceError",
      code: "service_error",
      outcome: "unknown",
      safeToRetry: false,
      httpStatus,
    });
  });
});

describe("the answer contradicts itself: unknown", () => {
  test.each([
    [400, done, "status.isSuccess", "is true under HTTP 400"],
    [404, done, "status.isSuccess", "is true under HTTP 404"],
    [302, done, "status.isSuccess", "is true under HTTP 302"],
    [500, pending, "status.isSuccess", "is true under HTTP 500"],
    [
      200,
      withStatus('"isSuccess":true,"errorNumber":3007,"statusKey":"SUCCESS"'),
      "status.errorNumber",
      "is not 0 though isSuccess is true",
    ],
    [
      200,
      withStatus('"isSuccess":true,"errorNumber":"0","statusKey":"SUCCESS"'),
      "status.errorNumber",
      "is not 0 though isSuccess is true",
    ],
    [
      200,
      withStatus('"isSuccess":true,"errorNumber":null,"statusKey":"SUCCESS"'),
      "status.errorNumber",
      "is not 0 though isSuccess is true",
    ],
    [
      200,
      withStatus('"isSuccess":true,"statusKey":"SUCCESS"'),
      "status.errorNumber",
      "is not 0 though isSuccess is true",
    ],
    [
      200,
      withStatus('"isSuccess":true,"errorNumber":0.1,"statusKey":"SUCCESS"'),
      "status.errorNumber",
      "is not 0 though isSuccess is true",
    ],
    [
      200,
      withStatus('"isSuccess":true,"errorNumber":0,"statusKey":"PAYMENT_COMPLETED"'),
      "status.statusKey",
      "is neither SUCCESS nor PENDING though isSuccess is true",
    ],
    [
      200,
      withStatus('"isSuccess":true,"errorNumber":0,"statusKey":"success"'),
      "status.statusKey",
      "is neither SUCCESS nor PENDING though isSuccess is true",
    ],
    [
      200,
      withStatus('"isSuccess":true,"errorNumber":0'),
      "status.statusKey",
      "is neither SUCCESS nor PENDING though isSuccess is true",
    ],
    [
      200,
      failure('"errorNumber":0,"statusKey":"PAYMENT_COMPLETED"'),
      "status.errorNumber",
      "is no integer other than 0 though isSuccess is false",
    ],
    [
      200,
      failure('"errorNumber":"many","statusKey":"PAYMENT_COMPLETED"'),
      "status.errorNumber",
      "is no integer other than 0 though isSuccess is false",
    ],
    [
      200,
      failure('"errorNumber":"0","statusKey":"PAYMENT_COMPLETED"'),
      "status.errorNumber",
      "is no integer other than 0 though isSuccess is false",
    ],
    [200, failure('"statusKey":"success"'), "status.statusKey", "is no failure's key though isSuccess is false"],
    [200, failure('"statusKey":" SUCCESS"'), "status.statusKey", "is no failure's key though isSuccess is false"],
    [
      400,
      failure('"errorNumber":3007,"statusKey":"SUCCESS"'),
      "status.statusKey",
      "is no failure's key though isSuccess is false",
    ],
    [200, failure('"statusKey":"PENDING"'), "status.statusKey", "is no failure's key though isSuccess is false"],
    [200, failure('"statusKey":3007'), "status.statusKey", "is no failure's key though isSuccess is false"],
    [
      200,
      withStatus('"isSuccess":"true","errorNumber":0,"statusKey":"SUCCESS"'),
      "status.isSuccess",
      "is neither true nor false",
    ],
    [
      200,
      withStatus('"isSuccess":1,"errorNumber":0,"statusKey":"SUCCESS"'),
      "status.isSuccess",
      "is neither true nor false",
    ],
    [
      200,
      withStatus('"isSuccess":null,"errorNumber":0,"statusKey":"SUCCESS"'),
      "status.isSuccess",
      "is neither true nor false",
    ],
    [404, '{"status":{}}', "status.isSuccess", "is neither true nor false"],
  ])("HTTP %i %s", async (httpStatus, body, path, message) => {
    expect(await errorUnder(httpStatus, body)).toMatchObject({
      name: "PaymentResponseError",
      code: "unexpected_response",
      outcome: "unknown",
      safeToRetry: false,
      httpStatus,
      issues: [{ path, message }],
    });
  });
});

describe("no status object", () => {
  test.each([400, 401, 403, 404, 405, 410, 411, 413, 414, 415, 422, 429, 431])(
    "HTTP %i refuses the request: rejected",
    async (httpStatus) => {
      expect(await errorUnder(httpStatus, html)).toMatchObject({
        name: "PaymentResponseError",
        code: "unexpected_response",
        outcome: "rejected",
        safeToRetry: false,
        httpStatus,
      });
    },
  );

  test.each([
    200, 201, 202, 204, 299, 300, 301, 302, 303, 304, 307, 308, 402, 406, 407, 408, 409, 412, 416, 417, 418, 421, 423,
    424, 425, 426, 428, 451, 499, 500, 501, 502, 503, 504, 505, 511, 520, 599,
  ])("HTTP %i proves nothing: unknown", async (httpStatus) => {
    expect(await errorUnder(httpStatus, html)).toMatchObject({
      name: "PaymentResponseError",
      code: "unexpected_response",
      outcome: "unknown",
      safeToRetry: false,
      httpStatus,
    });
  });

  test.each([
    ["", "the answer is not JSON"],
    [html, "the answer is not JSON"],
    [done.slice(0, -1), "the answer is not JSON"],
    [`${done}${done}`, "the answer is not JSON"],
    ["{}", "the answer carries no status object"],
    [`{${rest}}`, "the answer carries no status object"],
    ['{"status":null}', "the answer carries no status object"],
    ['{"status":"SUCCESS"}', "the answer carries no status object"],
    ['{"status":0}', "the answer carries no status object"],
    ['{"status":[]}', "the answer carries no status object"],
    [`[${done}]`, "the answer carries no status object"],
    ["null", "the answer carries no status object"],
    ["7", "the answer carries no status object"],
    ['"SUCCESS"', "the answer carries no status object"],
  ])("HTTP 200 %s", async (body, message) => {
    expect(await errorUnder(200, body)).toMatchObject({
      name: "PaymentResponseError",
      outcome: "unknown",
      issues: [{ path: "", message }],
    });
  });
});
