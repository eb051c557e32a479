/** What a failure proves by its status key: each meaning, and what takes a meaning away. */
import { type PaymentClientOptions, PaymentServiceError } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { clientResponding, errorOf, finalization, order } from "../support/client.js";

const failure = (statusKey: string, errorNumber = 3999, more = "") =>
  `{"status":{"isSuccess":false,"errorNumber":${errorNumber},"statusKey":"${statusKey}"}${more}}`;

type Options = Partial<PaymentClientOptions>;

async function failureOf(call: "finalize" | "createOrder", body: string, httpStatus = 200, options: Options = {}) {
  const { payments } = clientResponding(body, httpStatus, options);
  const error = await errorOf(call === "finalize" ? payments.finalize(finalization) : payments.createOrder(order));
  if (!(error instanceof PaymentServiceError)) throw error;
  return error;
}

test.each([
  // keys, meaning, scope, after finalize, after createOrder
  ["VALIDATION_ERROR ORDER_NOT_FOUND", "rejected", "call", "rejected", "rejected"],
  ["LINE_ITEMS_NOT_ALLOWED LINE_ITEMS_REQUIRED", "rejected", "call", "rejected", "rejected"],
  ["CUST_ACCT_NOT_ELIGIBLE CUST_PROF_NOT_FOUND CUST_CARD_NOT_FOUND", "rejected", "call", "rejected", "rejected"],
  ["HTTP_400 HTTP_410 HTTP_411 HTTP_413", "rejected", "call", "rejected", "rejected"],
  ["HTTP_414 HTTP_415 HTTP_422 HTTP_431", "rejected", "call", "rejected", "rejected"],
  ["MERCHANT_ACCT_READ_ONLY", "merchant", "merchant", "rejected", "rejected"],
  ["HTTP_401 HTTP_403 HTTP_404 HTTP_405 HTTP_429", "merchant", "merchant", "rejected", "rejected"],
  ["PAYMENT_COMPLETED", "already_finalized", "call", "unknown", "rejected"],
  ["FINALIZE_AMT_EXCEEDED", "amount_exceeded", "call", "unknown", "rejected"],
  ["PAYMENT_ANNULLED", "released", "call", "unknown", "rejected"],
  ["INTERNAL_ERROR HTTP_408 HTTP_409 HTTP_418 HTTP_503", "unknown", "call", "unknown", "unknown"],
])("%s: the meaning is %s, the scope %s, and the outcome %s after finalize, %s after createOrder", async (...row) => {
  const [keys, meaning, scope, money, write] = row;
  for (const statusKey of keys.split(" ")) {
    const told = { statusKey, meaning, scope };
    expect(await failureOf("finalize", failure(statusKey))).toMatchObject({ ...told, outcome: money });
    expect(await failureOf("createOrder", failure(statusKey))).toMatchObject({ ...told, outcome: write });
    expect(await failureOf("finalize", failure(` ${statusKey.toLowerCase()} `))).toMatchObject({ meaning });
  }
});

describe("a meaning does not count", () => {
  test.each([
    ["under HTTP 302", failure("ORDER_NOT_FOUND"), 302],
    ["under HTTP 408", failure("ORDER_NOT_FOUND"), 408],
    ["under HTTP 500", failure("PAYMENT_COMPLETED"), 500],
    ["beside the number 0", failure("ORDER_NOT_FOUND", 0), 200],
    ["beside a negative number", failure("ORDER_NOT_FOUND", -1000), 200],
    ["beside the number of an internal error", failure("INTERNAL_ERROR", -1), 200],
    ["beside the id of a capture", failure("ORDER_NOT_FOUND", 3000, ',"transactionId":"201409251527280999"'), 200],
    ["beside the id of an acquirer", failure("HTTP_401", -3, ',"acquirerId":44'), 401],
  ])("%s", async (_when, body, httpStatus) => {
    const error = await failureOf("finalize", body, httpStatus);
    expect(error).toMatchObject({ outcome: "unknown", meaning: undefined });
    expect(error.message).not.toContain("statusKeys");
  });

  test.each([
    ["of nothing", ',"transactionId":"","acquirerId":0'],
    ["of all zeros", ',"acquirerId":"00000000-0000-0000-0000-000000000000"'],
    ["of the authorization itself", `,"transactionId":"${finalization.transactionId}"`],
  ])("but it does beside an id %s", async (_whose, more) => {
    const error = await failureOf("finalize", failure("ORDER_NOT_FOUND", 3000, more));
    expect(error).toMatchObject({ outcome: "rejected", meaning: "rejected" });
  });
});

describe("a key that nobody has declared", () => {
  test.each([
    [401, "merchant"],
    [403, "merchant"],
    [429, "merchant"],
    [404, "call"],
    [200, "call"],
  ])("is unknown under HTTP %i, and its scope is %s", async (httpStatus, scope) => {
    const error = await failureOf("finalize", failure("RISK_BLOCKED"), httpStatus);
    expect(error).toMatchObject({ outcome: "unknown", meaning: undefined, statusKey: "RISK_BLOCKED", scope });
  });

  test.each([
    ["CARD_EXPIRED", 'set statusKeys: { CARD_EXPIRED: … } ("rejected" only if nothing was done whenever it comes)'],
    ["card.expired-2", 'set statusKeys: { "card.expired-2": … } ("rejected" only'],
  ])("ends its message with the fix: %s", async (statusKey, fix) => {
    const { message } = await failureOf("finalize", failure(statusKey));
    expect(message).toContain(`this client does not know the service's key ${statusKey}: ask the service`);
    expect(message).toContain(fix);
  });

  test.each([
    ["that is a number", ":3100", "3100"],
    ["of more digits than a number can hold", ":31009007199254740993", "31009007199254740993"],
    ["of zeros", ':"000"', "000"],
    ["that is 0", ":0", undefined],
    ["that is no integer", ":3.5", undefined],
    ["whose capital letters are not those of the alphabet", ':"VAL\u0131DATION_ERROR"', undefined],
  ])("%s is shown in its own digits and letters only", async (_what, given, shown) => {
    const error = await failureOf("finalize", failure("K").replace(':"K"', given));
    expect(error).toMatchObject({ outcome: "unknown", meaning: undefined, statusKey: shown });
  });

  test.each(["no key", "-KEY", "K".repeat(65)])("is not shown if it is none: %s", async (statusKey) => {
    const error = await failureOf("finalize", failure(statusKey));
    expect(error).toMatchObject({ outcome: "unknown", statusKey: undefined });
    expect(error.message).toContain("(unreadable key 3999, HTTP 200)");
    expect(error.message).not.toContain(statusKey);
  });

  test.each(["null", '""'])("is absent, but not unreadable, if it is %s", async (given) => {
    const { message } = await failureOf("finalize", failure("K").replace('"K"', given));
    expect(message).toContain("(no status key 3999, HTTP 200)");
  });
});

test.each([
  // another operation takes a failure without a known key for a rejection, as its number says
  [3999, "rejected"],
  [-2, "rejected"],
  [null, "rejected"],
  [0, "unknown"],
  [-3, "unknown"],
  [3.5, "unknown"],
])("an undeclared key with the number %s is, after createOrder, %s", async (errorNumber, outcome) => {
  const body = failure("CARD_EXPIRED").replace("3999", `${errorNumber}`);
  expect(await failureOf("createOrder", body)).toMatchObject({ outcome, meaning: undefined });
  expect(await failureOf("finalize", body)).toMatchObject({ outcome: "unknown", meaning: undefined });
});

describe("statusKeys", () => {
  const statusKeys = {
    card_expired: "rejected",
    CLOSED: "merchant",
    ALREADY_CAPTURED: "already_finalized",
    PAYMENT_COMPLETED: "unknown",
    HTTP_401: "unknown",
  } as const;

  test.each([
    ["CARD_EXPIRED", 200, "rejected", "rejected", "call"],
    [" Card_Expired", 403, "rejected", "rejected", "call"],
    ["CLOSED", 200, "merchant", "rejected", "merchant"],
    ["ALREADY_CAPTURED", 200, "already_finalized", "unknown", "call"],
    ["PAYMENT_COMPLETED", 200, "unknown", "unknown", "call"],
    ["HTTP_401", 401, "unknown", "unknown", "call"],
    ["CARD_EXPIRED", 500, undefined, "unknown", "call"],
  ])("%s under HTTP %i means %s: %s, scope %s", async (statusKey, httpStatus, meaning, outcome, scope) => {
    for (const errorNumber of [0, -7, 3999]) {
      const error = await failureOf("finalize", failure(statusKey, errorNumber), httpStatus, { statusKeys });
      expect(error).toMatchObject({ meaning, outcome, scope });
    }
  });

  test("names a success by the service's own key, and the result shows SUCCESS or PENDING", async () => {
    const body = (key: string) =>
      `{"status":{"isSuccess":true,"statusKey":"${key}"},"orderId":"c7fbe89e-4ed0-4e02-9417-d4d5dbd3e03c"}`;
    const keys = { statusKeys: { OK: "success", IN_PROGRESS: "pending" } } as const;
    const done = await clientResponding(body("ok"), 200, keys).payments.createOrder(order);
    const pending = await clientResponding(body("IN_PROGRESS"), 200, keys).payments.createOrder(order);
    expect([done.status.statusKey, pending.status.statusKey, pending.pending]).toEqual(["SUCCESS", "PENDING", true]);
    const contradiction = clientResponding(body("OK").replace("true", "false"), 200, keys).payments.createOrder(order);
    expect(await errorOf(contradiction)).toMatchObject({ code: "unexpected_response", outcome: "unknown" });
  });

  test.each(["INTERNAL_ERROR", "http_408", "HTTP_500", "HTTP_599", " success", "PENDING"])(
    "cannot change %s",
    (key) => {
      const statusKeys = { [key]: "rejected" } as const;
      expect(() => clientResponding("", 200, { statusKeys })).toThrow("has a meaning that cannot change");
    },
  );

  test.each([
    [{ "no key": "rejected" }, "is no status key"],
    [{ KEY: "declined" }, "must be one of rejected, merchant"],
    [{ card_expired: "rejected", CARD_EXPIRED: "unknown" }, "appears again in another letter case"],
  ])("%j: %s", (statusKeys, rule) => {
    expect(() => clientResponding("", 200, { statusKeys: statusKeys as never })).toThrow(rule);
  });
});
