import { STATUS_CODES } from "node:http";
import { toResult } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { proofOf } from "../../lab/prove/fuzz/oracle.ts";
import { judge } from "../../src/evidence/envelope.js";
import { parseJson } from "../../src/wire/json.js";
import { clientOver, clientResponding, errorOf, finalization, order } from "../support/client.js";

const rest =
  '"canFinalizeAgain":false,"amountRemainingForFinalize":0.00,"transactionId":"201409251527280999",' +
  '"totalAmountFinalized":125.00,"totalAmountPendingFinalization":0.00';
const success = (status: string) => `{"status":{${status}},${rest}}`;
const rejection = (status = "") => `{"status":{"isSuccess":false${status && `,${status}`}}}`;
const done = success('"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"');
const pending = done
  .replace("SUCCESS", "PENDING")
  .replace(":125.00", ":0.00")
  .replace(/0\.00}$/, "125.00}");
const noOrder = rejection('"errorNumber":3000,"statusKey":"ORDER_NOT_FOUND"');
const html = "<html><body>Bad Gateway</body></html>";

test.each([
  [200, done, false],
  [201, done, false],
  [202, done, false],
  [299, done, false],
  [200, `\ufeff${done}`, false],
  [200, pending, true],
  [200, success('"isSuccess":"true","errorNumber":"0","statusKey":"SUCCESS"'), false],
  [200, success('"isSuccess":true,"errorNumber":null,"statusKey":"success"'), false],
  [200, pending.replace("PENDING", " pending "), true],
])("a success is a result under HTTP %i %s", async (httpStatus, body, isPending) => {
  const result = await clientResponding(body, httpStatus).payments.finalize(finalization);
  expect(result).toMatchObject({ pending: isPending });
  expect(endsByTheOracle(httpStatus, body)).toEqual([isPending ? "pending" : "result"]);
});

test.each([
  [409, noOrder],
  [401, rejection('"errorNumber":-3,"statusKey":"HTTP_401"')],
  [200, rejection('"statusKey":" http_429 "')],
  [200, rejection('"errorNumber":-2,"statusKey":"VALIDATION_ERROR","errors":[]')],
  [200, rejection('"errorNumber":12345678901234567890,"statusKey":"ORDER_NOT_FOUND"')],
  [200, rejection('"statusKey":"ORDER_NOT_FOUND"')],
  [200, `{"status":{"isSuccess":"false","statusKey":"ORDER_NOT_FOUND"}}`],
])("a rejection of a key that is known to reject is rejected under HTTP %i %s", async (httpStatus, body) => {
  expect(await endUnder(httpStatus, body)).toBe(`service_error rejected ${httpStatus}`);
});

test.each([
  [200, rejection('"statusKey":"HTTP_5031"')],
  [200, rejection('"statusKey":"NO_HTTP_503"')],
  [400, rejection()],
  [200, rejection('"errorNumber":0,"statusKey":"ORDER_NOT_FOUND"')],
  [200, rejection('"errorNumber":-12345678901234567890,"statusKey":"ORDER_NOT_FOUND"')],
  [200, rejection('"errorNumber":"1.5","statusKey":"ORDER_NOT_FOUND"')],
  [200, rejection('"errorNumber":true,"statusKey":"ORDER_NOT_FOUND"')],
  [200, rejection('"statusKey":3000')],
  [200, rejection('"errorNumber":-1')],
  [200, rejection()],
  [500, rejection()],
  [200, rejection('"errorNumber":-4,"statusKey":"HTTP_401"')],
  [200, rejection('"statusKey":"HTTP_202"')],
  [200, rejection('"statusKey":""')],
  [200, rejection('"statusKey":"-"')],
  [200, rejection('"statusKey":"HTTP_599"')],
  [300, noOrder],
  [399, noOrder],
  [503, rejection('"errorNumber":-3,"statusKey":"HTTP_404"')],
])(
  "a failure of an unknown key, or of a service that may have failed halfway, is unknown: HTTP %i %s",
  async (httpStatus, body) => {
    expect(await endUnder(httpStatus, body)).toBe(`service_error unknown ${httpStatus}`);
  },
);

describe("a response that contradicts itself is unknown under", () => {
  test.each([
    [400, done, "isSuccess"],
    [302, done, "isSuccess"],
    [500, pending, "isSuccess"],
    [200, success('"isSuccess":true,"errorNumber":3007,"statusKey":"SUCCESS"'), "errorNumber"],
    [200, success('"isSuccess":true,"errorNumber":0,"statusKey":"PAYMENT_COMPLETED"'), "statusKey"],
    [200, success('"isSuccess":true,"errorNumber":0'), "statusKey"],
    [200, rejection('"statusKey":"success"'), "statusKey"],
    [200, rejection('"statusKey":"PENDING"'), "statusKey"],
    [200, success('"isSuccess":"yes","errorNumber":0,"statusKey":"SUCCESS"'), "isSuccess"],
    [200, success('"isSuccess":1,"errorNumber":0,"statusKey":"SUCCESS"'), "isSuccess"],
    [404, '{"status":{}}', "isSuccess"],
    [200, done.replace("}", ',"ISSUCCESS":false}'), "isSuccess"],
    [200, rejection('"errorNumber":3007,"statusKey":"PAYMENT_COMPLETED","StatusKey":"SUCCESS"'), "statusKey"],
    [200, noOrder.replace("3000", '3000,"ErrorNumber":0'), "errorNumber"],
  ])("HTTP %i %s", async (httpStatus, body, field) => {
    expect(await endUnder(httpStatus, body)).toBe(`unexpected_response unknown ${httpStatus} status.${field}`);
  });

  test.each([101, 199])("HTTP %i, which no fetch returns", (httpStatus) => {
    const judged = judge(httpStatus, { json: parseJson(done) }, { effect: "money", statusKeys: new Map() });
    expect(judged).toMatchObject({ outcome: "unknown", issues: [{ path: "status.isSuccess" }] });
  });
});

test.each([
  [200, done.replace("}", ',"IsSuccess":true}'), "result"],
  [200, noOrder.replace("3000", '3000,"ERRORNUMBER":3000'), "service_error rejected"],
  [200, noOrder.replace("3000", '-1,"errorNumber":3000'), "service_error rejected"], // of exact duplicates, the last is read
])("a status key that is repeated with the same value or case is harmless: HTTP %i %s", async (...row) => {
  const [httpStatus, body, ending] = row;
  const ended = await toResult(clientResponding(body, httpStatus).payments.finalize(finalization));
  expect(ended.ok ? "result" : `${ended.error.code} ${ended.error.outcome}`).toBe(ending);
});

test("a status object in another case is unknown, with or without the right one beside it", async () => {
  const body = `{"Status":{"isSuccess":false},${done.slice(1)}`;
  expect(await endUnder(200, body)).toBe("unexpected_response unknown 200 status");
  expect(await endUnder(400, '{"Status":{"isSuccess":true}}')).toBe("unexpected_response unknown 400 status");
  const { message } = await errorOf(clientResponding(body).payments.finalize(finalization));
  expect(message).toContain("appears again in another letter case, with another value");
});

/** Each that has a name, and the last of each hundred. */
const httpStatuses = [...Object.keys(STATUS_CODES).map(Number), 299, 399, 499, 599].filter((status) => status >= 200);

describe("a response without a status object", () => {
  test("rejects a finalization only under an HTTP status that comes before a request is passed on", async () => {
    const rejected = [];
    for (const httpStatus of httpStatuses) {
      const end = await endUnder(httpStatus, html);
      if (end === `unexpected_response rejected ${httpStatus}`) rejected.push(httpStatus);
      else expect(end).toBe(`unexpected_response unknown ${httpStatus}`);
    }
    expect(rejected).toEqual([401, 411, 413, 414, 415, 429, 431]);
  });

  test("rejects an order under each HTTP status that rejects; 403 may come from a firewall", async () => {
    const rejected = [];
    for (const httpStatus of httpStatuses) {
      const error = await errorOf(clientResponding(html, httpStatus).payments.createOrder(order));
      if (error.outcome === "rejected") rejected.push(httpStatus);
      else expect(error.outcome).toBe("unknown");
    }
    expect(rejected).toEqual([400, 401, 404, 405, 410, 411, 413, 414, 415, 422, 429, 431]);
  });

  test("that may be an intermediary's concerns every call, and says what to check", async () => {
    const statuses = [];
    for (const httpStatus of httpStatuses) {
      const { payments } = clientResponding(html, httpStatus);
      const { scope, message } = await errorOf(payments.finalize(finalization));
      if (scope === "merchant") statuses.push(httpStatus);
      expect(message.includes("it may come from a proxy or a firewall")).toBe(scope === "merchant");
    }
    expect(statuses).toEqual([400, 401, 403, 404, 405, 410, 411, 413, 414, 415, 422, 429, 431]);
  });

  const wrong = ['{"status":null}', '{"status":"SUCCESS"}', '{"status":0}', '{"status":[]}', `[${done}]`, "null", "7"];
  const others = ["", html, done.slice(0, -1), `${done}${done}`, "{}", `{${rest}}`, '"SUCCESS"'];
  test.each([...wrong, ...others])("proves nothing: %s", async (body) => {
    expect(await endUnder(200, body)).toBe("unexpected_response unknown 200");
  });
});

test.each<[outcome: string, httpStatus: number, status: string]>([
  ["rejected", 200, '"errorNumber":3100,"statusKey":"CARD_EXPIRED"'],
  ["rejected", 200, '"statusKey":"CARD_EXPIRED"'],
  ["rejected", 200, '"errorNumber":3100'],
  ["rejected", 200, '"errorNumber":-2'],
  ["unknown", 200, '"errorNumber":-1,"statusKey":"CARD_EXPIRED"'],
  ["unknown", 200, '"errorNumber":0,"statusKey":"ORDER_NOT_FOUND"'],
  ["unknown", 299, ""],
  ["rejected", 400, ""],
  ["unknown", 503, '"errorNumber":3100,"statusKey":"CARD_EXPIRED"'],
])("a failure without a meaning, of an operation that moves no money, is %s: HTTP %i %s", (...row) => {
  const [outcome, httpStatus, status] = row;
  const response = { json: parseJson(rejection(status)) };
  expect(judge(httpStatus, response, { effect: "write", statusKeys: new Map() })).toMatchObject({ outcome });
});

describe("a rejection that cannot be read whole", () => {
  const cut = noOrder.slice(0, -1);

  test.each([
    [400, cut, "application/json"],
    [401, cut, "application/problem+json; charset=utf-8"],
    [400, `<html>${cut}`, "application/json"],
    [422, cut, undefined],
    [400, cut, "text/html"],
    [401, ` [${cut}`, undefined],
  ])("is unknown if it may be JSON: HTTP %i %s of the type %s", async (httpStatus, body, type) => {
    const { outcome, message } = await errorOfType(httpStatus, body, type);
    expect(outcome).toBe("unknown");
    expect(message).toContain("the response is JSON that cannot be read whole");
  });

  test.each([
    [413, `No:${cut}`, "text/plain"],
    [414, "No.", "application/json-lines"],
    [401, "", "application/json"],
    [429, " ", "application/json"],
    [431, "No.", undefined],
  ])("is rejected if it cannot be JSON: HTTP %i %j of the type %s", async (httpStatus, body, type) => {
    expect(await errorOfType(httpStatus, body, type)).toMatchObject({ outcome: "rejected" });
  });

  async function errorOfType(httpStatus: number, body: string, type: string | undefined) {
    const headers = type === undefined ? {} : { "content-type": type };
    const response = new Response(new TextEncoder().encode(body), { status: httpStatus, headers });
    const error = await errorOf(clientOver(async () => response).finalize(finalization));
    expect(error).toMatchObject({ code: "unexpected_response", httpStatus, safeToRetry: false });
    expect(endsByTheOracle(httpStatus, body, type ?? "")).toEqual([error.outcome]);
    return error;
  }
});

/** The contract does not say how the service reads these, so the second set of rules allows `unknown` too. */
const arguable = /"ErrorNumber"|"Status"/;

/** How it may end by the second set of rules, which the fuzz holds against the library. */
function endsByTheOracle(httpStatus: number, body: string, type?: string) {
  const contentType = type ?? (body.startsWith("<") ? "text/html" : "application/json");
  const response = { httpStatus, contentType, bytes: Buffer.from(body), brokeOff: false };
  return proofOf({ operation: "finalize", amount: finalization.totalAmount }, response, 1_048_576).allowed;
}

/** The end of a finalization with this response: the error's code, its outcome and the path of its fault, if any. */
async function endUnder(httpStatus: number, body: string): Promise<string> {
  const { payments, fetch } = clientResponding(body, httpStatus);
  const error = await errorOf(payments.finalize(finalization));
  expect(fetch).toHaveBeenCalledOnce();
  expect(error).toMatchObject({ safeToRetry: false, httpStatus });
  const allowed = endsByTheOracle(httpStatus, body);
  expect(arguable.test(body) ? allowed.slice(-1) : allowed).toEqual([error.outcome]);
  const issues = "issues" in error ? (error.issues as readonly { path: string }[]) : [];
  return [error.code, error.outcome, httpStatus, ...issues.map(({ path }) => path)].join(" ").trim();
}
