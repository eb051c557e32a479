import { toResult } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { judge } from "../../src/model/service-status.js";
import { parseJson } from "../../src/wire/json.js";
import { clientOver, clientResponding, errorOf, finalization } from "../support/client.js";

const rest =
  '"canFinalizeAgain":false,"amountRemainingForFinalize":0.00,"transactionId":"201409251527280999",' +
  '"totalAmountFinalized":125.00,"totalAmountPendingFinalization":0.00';
const success = (status: string) => `{"status":{${status}},${rest}}`;
const rejection = (status = "") => `{"status":{"isSuccess":false${status && `,${status}`}}}`;
const done = success('"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"');
const pending = success('"isSuccess":true,"errorNumber":0,"statusKey":"PENDING"');
const completed = rejection('"errorNumber":3007,"statusKey":"PAYMENT_COMPLETED"');
const html = "<html><body>Bad Gateway</body></html>";

describe("a success is a result under", () => {
  test.each([
    [200, done, false],
    [201, done, false],
    [202, done, false],
    [299, done, false],
    [200, `\ufeff${done}`, false],
    [200, pending, true],
  ])("HTTP %i %s", async (httpStatus, body, isPending) => {
    expect(await clientResponding(body, httpStatus).payments.finalize(finalization)).toMatchObject({
      pending: isPending,
    });
  });
});

describe("a rejection is rejected under", () => {
  test.each([
    [200, completed],
    [201, completed],
    [299, completed],
    [400, completed],
    [407, completed],
    [409, completed],
    [429, completed],
    [499, completed],
    [401, rejection('"errorNumber":-3,"statusKey":"HTTP_401"')],
    [404, rejection('"errorNumber":-3,"statusKey":"HTTP_404"')],
    [200, rejection('"statusKey":"HTTP_400"')],
    [200, rejection('"statusKey":"HTTP_5031"')],
    [200, rejection('"statusKey":"NO_HTTP_503"')],
    [200, rejection('"errorNumber":-2,"statusKey":"VALIDATION_ERROR","errors":[]')],
    [200, rejection('"errorNumber":9999,"statusKey":"A_KEY_OF_TOMORROW"')],
    [200, rejection('"errorNumber":3007')],
    [200, rejection('"errorNumber":"3007","statusKey":"PAYMENT_COMPLETED"')],
    [200, rejection('"statusKey":"PAYMENT_COMPLETED"')],
    [404, rejection('"errorNumber":null,"statusKey":null')],
    [400, rejection()],
  ])("HTTP %i %s", async (httpStatus, body) => {
    expect(await endUnder(httpStatus, body)).toBe(`service_error rejected ${httpStatus}`);
  });
});

describe("a rejection is unknown if the service may have failed halfway, under", () => {
  test.each([
    [200, rejection('"errorNumber":-1,"statusKey":"INTERNAL_ERROR"')],
    [200, rejection('"statusKey":"INTERNAL_ERROR"')],
    [200, rejection('"statusKey":"internal_error"')],
    [200, rejection('"statusKey":"INTERNAL_ERROR "')],
    [200, rejection('"errorNumber":-1')],
    [200, rejection('"errorNumber":"-1"')],
    [200, rejection('"errorNumber":-4,"statusKey":"A_KEY_OF_TOMORROW"')],
    [404, rejection('"errorNumber":-1000,"statusKey":"ORDER_NOT_FOUND"')],
    [200, rejection('"errorNumber":null,"statusKey":null')],
    [200, rejection()],
    [299, rejection()],
    [500, rejection()],
    [200, rejection('"errorNumber":-3')],
    [200, rejection('"errorNumber":-3,"statusKey":"HTTP"')],
    [200, rejection('"errorNumber":-3,"statusKey":"HTTP_500"')],
    [200, rejection('"errorNumber":-3,"statusKey":"HTTP_503"')],
    [200, rejection('"errorNumber":-3,"statusKey":"HTTP_504"')],
    [200, rejection('"errorNumber":-4,"statusKey":"HTTP_401"')],
    [200, rejection('"statusKey":"HTTP_202"')],
    [200, rejection('"statusKey":"HTTP_299"')],
    [200, rejection('"errorNumber":-3,"statusKey":"HTTP_200"')],
    [200, rejection('"statusKey":""')],
    [200, rejection('"statusKey":" "')],
    [200, rejection('"statusKey":"-"')],
    [200, rejection('"statusKey":"HTTP_300"')],
    [200, rejection('"statusKey":"HTTP_399"')],
    [200, rejection('"statusKey":"HTTP_408"')],
    [200, rejection('"statusKey":"HTTP_599"')],
    [200, rejection('"statusKey":"http_503"')],
    [200, rejection('"statusKey":" HTTP_503"')],
    [300, completed],
    [302, completed],
    [399, completed],
    [408, completed],
    [500, completed],
    [502, completed],
    [503, rejection('"errorNumber":-3,"statusKey":"HTTP_404"')],
  ])("HTTP %i %s", async (httpStatus, body) => {
    expect(await endUnder(httpStatus, body)).toBe(`service_error unknown ${httpStatus}`);
  });
});

describe("a response that contradicts itself is unknown under", () => {
  test.each([
    [400, done, "isSuccess"],
    [404, done, "isSuccess"],
    [302, done, "isSuccess"],
    [300, done, "isSuccess"],
    [500, pending, "isSuccess"],
    [200, success('"isSuccess":true,"errorNumber":3007,"statusKey":"SUCCESS"'), "errorNumber"],
    [200, success('"isSuccess":true,"errorNumber":"0","statusKey":"SUCCESS"'), "errorNumber"],
    [200, success('"isSuccess":true,"errorNumber":null,"statusKey":"SUCCESS"'), "errorNumber"],
    [200, success('"isSuccess":true,"statusKey":"SUCCESS"'), "errorNumber"],
    [200, success('"isSuccess":true,"errorNumber":0.1,"statusKey":"SUCCESS"'), "errorNumber"],
    [200, success('"isSuccess":true,"errorNumber":0,"statusKey":"PAYMENT_COMPLETED"'), "statusKey"],
    [200, success('"isSuccess":true,"errorNumber":0,"statusKey":"success"'), "statusKey"],
    [200, success('"isSuccess":true,"errorNumber":0'), "statusKey"],
    [200, rejection('"errorNumber":0,"statusKey":"PAYMENT_COMPLETED"'), "errorNumber"],
    [200, rejection('"errorNumber":"0","statusKey":"PAYMENT_COMPLETED"'), "errorNumber"],
    [200, rejection('"errorNumber":"many","statusKey":"PAYMENT_COMPLETED"'), "errorNumber"],
    [200, rejection('"errorNumber":"1.5","statusKey":"PAYMENT_COMPLETED"'), "errorNumber"],
    [200, rejection('"errorNumber":0.5,"statusKey":"PAYMENT_COMPLETED"'), "errorNumber"],
    [200, rejection('"errorNumber":1e1,"statusKey":"PAYMENT_COMPLETED"'), "errorNumber"],
    [200, rejection('"errorNumber":true,"statusKey":"PAYMENT_COMPLETED"'), "errorNumber"],
    [200, rejection('"errorNumber":{},"statusKey":"PAYMENT_COMPLETED"'), "errorNumber"],
    [200, rejection('"errorNumber":[],"statusKey":"PAYMENT_COMPLETED"'), "errorNumber"],
    [200, rejection('"statusKey":"success"'), "statusKey"],
    [200, rejection('"statusKey":" SUCCESS"'), "statusKey"],
    [400, rejection('"errorNumber":3007,"statusKey":"SUCCESS"'), "statusKey"],
    [200, rejection('"statusKey":"PENDING"'), "statusKey"],
    [200, rejection('"statusKey":3007'), "statusKey"],
    [200, success('"isSuccess":"true","errorNumber":0,"statusKey":"SUCCESS"'), "isSuccess"],
    [200, success('"isSuccess":1,"errorNumber":0,"statusKey":"SUCCESS"'), "isSuccess"],
    [200, success('"isSuccess":null,"errorNumber":0,"statusKey":"SUCCESS"'), "isSuccess"],
    [404, '{"status":{}}', "isSuccess"],
    [200, done.replace("}", ',"ISSUCCESS":false}'), "isSuccess"],
    [200, done.replace("}", ',"ErrorNumber":3007}'), "errorNumber"],
    [200, rejection('"errorNumber":3007,"statusKey":"PAYMENT_COMPLETED","StatusKey":"SUCCESS"'), "statusKey"],
  ])("HTTP %i %s", async (httpStatus, body, field) => {
    expect(await endUnder(httpStatus, body)).toBe(`unexpected_response unknown ${httpStatus} status.${field}`);
  });

  test.each([101, 199])("HTTP %i, which no fetch returns", (httpStatus) => {
    const issues = [{ path: "status.isSuccess" }];
    expect(judge(httpStatus, { json: parseJson(done) })).toMatchObject({ outcome: "unknown", issues });
  });
});

test.each([
  [200, done.replace("}", ',"IsSuccess":true}'), "result"],
  [200, rejection('"errorNumber":3007,"ERRORNUMBER":3007'), "service_error rejected"],
  [200, rejection('"errorNumber":-1,"errorNumber":3007'), "service_error rejected"], // of exact duplicates, the last is read
])(
  "a status key that is repeated with the same value or case is harmless: HTTP %i %s",
  async (httpStatus, body, ending) => {
    const ended = await toResult(clientResponding(body, httpStatus).payments.finalize(finalization));
    expect(ended.ok ? "result" : `${ended.error.code} ${ended.error.outcome}`).toBe(ending);
  },
);

test("a status object in another case is unknown, with or without the right one beside it", async () => {
  const body = `{"Status":{"isSuccess":false},${done.slice(1)}`;
  expect(await endUnder(200, body)).toBe("unexpected_response unknown 200 status");
  expect(await endUnder(400, '{"Status":{"isSuccess":true}}')).toBe("unexpected_response unknown 400 status");
});

describe("a response without a status object", () => {
  test("is rejected only under an HTTP status by which an intermediary rejects a whole request", async () => {
    const rejected = [];
    for (let httpStatus = 200; httpStatus <= 599; httpStatus += 1) {
      const end = await endUnder(httpStatus, html);
      if (end === `unexpected_response rejected ${httpStatus}`) rejected.push(httpStatus);
      else expect(end).toBe(`unexpected_response unknown ${httpStatus}`);
    }
    expect(rejected).toEqual([400, 401, 403, 404, 405, 410, 411, 413, 414, 415, 422, 429, 431]);
  });

  const wrong = ['{"status":null}', '{"status":"SUCCESS"}', '{"status":0}', '{"status":[]}', `[${done}]`, "null", "7"];
  test.each(["", html, done.slice(0, -1), `${done}${done}`, "{}", `{${rest}}`, ...wrong, '"SUCCESS"'])(
    "proves nothing: %s",
    async (body) => {
      expect(await endUnder(200, body)).toBe("unexpected_response unknown 200");
    },
  );
});

describe("a rejection that cannot be read whole", () => {
  const cut = completed.slice(0, -1);

  test.each([
    [400, cut, "application/json"],
    [401, cut, "application/problem+json; charset=utf-8"],
    [400, `<html>${cut}`, "application/json"],
    [422, cut, undefined],
    [400, cut, "text/html"],
    [403, ` [${cut}`, undefined],
  ])("is unknown if it may be JSON: HTTP %i %s of the type %s", async (httpStatus, body, type) => {
    expect(await endOfType(httpStatus, body, type)).toBe("unknown");
  });

  test.each([
    [400, `No: ${cut}`, "text/plain"],
    [401, "", "application/json"],
    [403, " ", undefined],
    [422, "No.", undefined],
  ])("is rejected if it cannot be JSON: HTTP %i %j of the type %s", async (httpStatus, body, type) => {
    expect(await endOfType(httpStatus, body, type)).toBe("rejected");
  });

  async function endOfType(httpStatus: number, body: string, type: string | undefined) {
    const headers = type === undefined ? {} : { "content-type": type };
    const response = new Response(new TextEncoder().encode(body), { status: httpStatus, headers });
    const error = await errorOf(clientOver(async () => response).finalize(finalization));
    expect(error).toMatchObject({ code: "unexpected_response", httpStatus, safeToRetry: false });
    return error.outcome;
  }
});

/** The end of a finalization with this response: the error's code, its outcome and the path of its fault, if any. */
async function endUnder(httpStatus: number, body: string): Promise<string> {
  const { payments, fetch } = clientResponding(body, httpStatus);
  const error = await errorOf(payments.finalize(finalization));
  expect(fetch).toHaveBeenCalledOnce();
  expect(error).toMatchObject({ safeToRetry: false, httpStatus });
  const issues = "issues" in error ? (error.issues as readonly { path: string }[]) : [];
  return [error.code, error.outcome, httpStatus, ...issues.map(({ path }) => path)].join(" ").trim();
}
