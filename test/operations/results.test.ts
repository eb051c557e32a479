import { type AuthorizationFacts, Decimal, responseOf } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { clientResponding, errorOf } from "../support/client.js";

const success = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", statusMessage: "Done" };
const pending = { ...success, statusKey: "PENDING" };
const orderId = "cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a";
const amounts = {
  amountRemainingForFinalize: "25.00",
  totalAmountFinalized: "100.00",
  totalAmountPendingFinalization: "0.00",
};
const required = { status: success, canFinalizeAgain: true, transactionId: "201409251527280999", ...amounts };
const response = { ...required, batchId: "20140925", acquirerId: "1010" };

describe("an order", () => {
  test.each([200, 201, 202])("that is created, under HTTP %i", async (httpStatus) => {
    const result = await create({ status: { ...success, errors: null, exceptionDetails: null }, orderId }, httpStatus);
    expect(result).toStrictEqual({ orderId, pending: false, status: success });
    expect(responseOf(result)?.httpStatus).toBe(httpStatus);
  });

  test("that is pending, its id in upper case", async () => {
    const result = await create({ status: pending, orderId: orderId.toUpperCase() });
    expect(result).toMatchObject({ orderId: "CF3BF1AC-6A15-4EBF-A95D-9F2B9D9F7F6A", pending: true });
  });

  test.each([
    [null, undefined],
    [undefined, undefined],
    [7, undefined],
    ["x".repeat(501), "x".repeat(500)],
    ["No.\r\nNo!\u001b[31m", "No. No! [31m"],
  ])("with the message %j: text, on one line, of 500 characters at most", async (statusMessage, read) => {
    const { status } = await create({ status: { ...success, statusMessage }, orderId });
    expect(status.statusMessage).toBe(read);
  });

  test.each([undefined, null, 0, "", "00000000-0000-0000-0000-000000000000", "7", { id: orderId }])(
    "that is created, but its id is %j",
    async (missing) => {
      const error = await errorOf(create({ status: success, orderId: missing }, 201));
      const facts = { operation: "createOrder", orderNumber: "ORDER-1001", httpStatus: 201 };
      expect(error).toMatchObject({ ...facts, code: "unexpected_response", outcome: "succeeded" });
      expect(pathsOf(error)).toBe("orderId");
    },
  );
});

describe("a finalization", () => {
  test("with everything that the service tells", async () => {
    const riskAssessment = { mode: "active", result: "accept" };
    expect(await finalize({ ...response, riskAssessment })).toStrictEqual({
      transactionId: "201409251527280999",
      canFinalizeAgain: true,
      amountRemainingForFinalize: new Decimal("25.00"),
      totalAmountFinalized: new Decimal("100.00"),
      totalAmountPendingFinalization: new Decimal("0.00"),
      batchId: "20140925",
      acquirerId: "1010",
      riskAssessment,
      pending: false,
      status: success,
    });
  });

  test("with no more than what is required, and what nobody knows left out", async () => {
    const result = await finalize({ ...required, status: { ...success, traceId: "x" }, loyaltyPoints: 7 });
    expect(Object.keys(result).sort().join(" ")).toBe(
      "amountRemainingForFinalize canFinalizeAgain pending status totalAmountFinalized totalAmountPendingFinalization transactionId",
    );
    expect(responseOf(result)?.body).toContain('"loyaltyPoints":7');
  });

  test("that is pending, and one that is closed with a remainder", async () => {
    expect(await finalize({ ...response, status: pending })).toMatchObject({ pending: true, status: pending });
    const closed = await finalize({ ...response, canFinalizeAgain: false });
    expect([closed.canFinalizeAgain, closed.amountRemainingForFinalize.toFixed(2)]).toEqual([false, "25.00"]);
  });

  test("with the response as it was received beside it", async () => {
    const body = JSON.stringify(response);
    const headers = { "content-type": "application/json" };
    expect(responseOf(await finalize(body))).toMatchObject({ httpStatus: 200, headers, body, attempts: 1 });
  });

  test("its identifiers sent as numbers, of which every digit counts", async () => {
    const body = JSON.stringify(response).replace(/"(201409251527280999|1010|20140925)"/g, "$1");
    const numbers = body.replace("1010", "12345678901234567890");
    expect(await finalize(numbers)).toMatchObject({
      transactionId: "201409251527280999",
      acquirerId: "12345678901234567890",
      batchId: "20140925",
    });
  });

  test.each([null, "", 0, "0", "  ", -1, 1.5, true, {}])("%j is no batch and no acquirer", async (nil) => {
    const result = await finalize({ ...response, batchId: nil, acquirerId: nil });
    expect(Object.keys(result)).not.toEqual(expect.arrayContaining([expect.stringMatching(/batchId|acquirerId/)]));
  });

  test.each<[given: unknown, read: object]>([
    [
      { mode: "active", result: "accept" },
      { mode: "active", result: "accept" },
    ],
    [{ mode: "passive" }, { mode: "passive" }],
    [{ mode: null, result: "reject", score: 7 }, { result: "reject" }],
    ['{"mode":"active","result":"accept"}', { mode: "active", result: "accept" }],
    ['{"result":"manual"}', { result: "manual" }],
  ])("riskAssessment: %j", async (riskAssessment, read) => {
    expect((await finalize({ ...response, riskAssessment })).riskAssessment).toStrictEqual(read);
  });

  test.each([null, "", "accept", "{", "[]", "7", {}, [], 7, true, { mode: 1, result: false }])(
    "riskAssessment: %j is left out",
    async (riskAssessment) => {
      expect(await finalize({ ...response, riskAssessment })).not.toHaveProperty("riskAssessment");
    },
  );
});

describe("an amount", () => {
  // Still under way, so that the figures need not agree with each other.
  const withAmounts = (amount: string) =>
    JSON.stringify({ ...required, status: pending }).replace(/"\d+\.\d\d"/g, amount);

  test.each([
    ["100.00", "100"],
    ["0.00", "0"],
    ["0.10", "0.1"],
    ["12345678901234567.89", "12345678901234567.89"],
    ['"100"', "100"],
    ['"100.50"', "100.5"],
    ['"123456789012345678.91"', "123456789012345678.91"],
    ["1e2", "100"],
    ["1.5E+3", "1500"],
    [`"${"1".repeat(64)}"`, "1".repeat(64)],
  ])("%s", async (amount, digits) => {
    const result = await finalize(withAmounts(amount));
    expect(result.amountRemainingForFinalize.toFixed()).toBe(digits);
    expect(result.totalAmountFinalized.toFixed()).toBe(digits);
    expect(result.totalAmountPendingFinalization.toFixed()).toBe(digits);
    expect(result.totalAmountFinalized).toBeInstanceOf(Decimal);
  });

  test.each([
    "null",
    '""',
    '"100,00"',
    '"1 000"',
    '"NaN"',
    "true",
    "{}",
    "[1]",
    '"0x10"',
    "1e999",
    `"${"1".repeat(65)}"`,
  ])("%s is none", async (amount) => {
    const error = await errorOf(finalize(withAmounts(amount)));
    expect(error).toMatchObject({ code: "unexpected_response", outcome: "unknown" });
    expect(pathsOf(error)).toBe(Object.keys(amounts).join(" "));
  });

  test.each([
    ["under its older name", { amountRemainingForFinalize: undefined, amountRemainingForFinalization: "25.00" }],
    [
      "under its older name, beside null",
      { amountRemainingForFinalize: null, amountRemainingForFinalization: "25.00" },
    ],
    ["under both names: the contract's counts", { amountRemainingForFinalization: "99.00" }],
  ])("%s", async (_what, remaining) => {
    expect((await finalize({ ...response, ...remaining })).amountRemainingForFinalize.toFixed(2)).toBe("25.00");
  });
});

describe("the figures of a success", () => {
  const { amountRemainingForFinalize: _left, totalAmountPendingFinalization: _pending, ...others } = required;

  test("that are zero and left out at the end of an authorization", async () => {
    const result = await finalize({ ...others, canFinalizeAgain: false });
    expect(result.amountRemainingForFinalize).toEqual(new Decimal(0));
    expect(result.totalAmountPendingFinalization).toEqual(new Decimal(0));
  });

  test("that say that the service is still at it", async () => {
    const underWay = { ...amounts, totalAmountPendingFinalization: "100.00" };
    expect(await finalize({ ...required, ...underWay })).toMatchObject({ pending: true, status: success });
  });

  test("that agree with what was finalized before", async () => {
    const result = await finalize({ ...required, totalAmountFinalized: "150.00" }, { finalizedBefore: "50" });
    expect(result.pending).toBe(false);
  });

  test("that deny it: it is no success, and the error holds them", async () => {
    const error = await errorOf(finalize(response, { finalizedBefore: "25.00" }));
    expect(error).toMatchObject({ code: "unexpected_response", outcome: "unknown" });
    expect(pathsOf(error)).toBe("totalAmountFinalized");
    expect(error).toHaveProperty("finalization", {
      canFinalizeAgain: true,
      amountRemainingForFinalize: new Decimal("25.00"),
      totalAmountFinalized: new Decimal("100.00"),
      totalAmountPendingFinalization: new Decimal("0.00"),
      transactionId: "201409251527280999",
      batchId: "20140925",
      acquirerId: "1010",
    });
  });
});

describe("a finalization that is done, but lacks what it must carry", () => {
  test.each<[path: string, value: unknown]>([
    ["transactionId", undefined],
    ["transactionId", null],
    ["transactionId", 0],
    ["transactionId", "000000000000000000"],
    ["canFinalizeAgain", undefined],
    ["canFinalizeAgain", null],
    ["canFinalizeAgain", "true"],
    ["amountRemainingForFinalize", undefined],
    ["totalAmountFinalized", undefined],
    ["totalAmountPendingFinalization", null],
  ])("%s: %j", async (path, value) => {
    const error = await errorOf(finalize({ ...response, [path]: value }));
    const facts = { operation: "finalize", transactionId: "201409251527280673", httpStatus: 200 };
    expect(error).toMatchObject({ ...facts, code: "unexpected_response", outcome: "succeeded", safeToRetry: false });
    expect(pathsOf(error)).toBe(path);
  });

  test.each(["0,00", "0.00 SEK", false])("a figure that cannot be read might deny it: %j", async (figure) => {
    const error = await errorOf(finalize({ ...response, totalAmountFinalized: figure }));
    expect(error).toMatchObject({ code: "unexpected_response", outcome: "unknown" });
    expect(pathsOf(error)).toBe("totalAmountFinalized");
  });

  test("everything at once", async () => {
    const error = await errorOf(finalize({ status: success }));
    expect(pathsOf(error)).toBe(`transactionId canFinalizeAgain ${Object.keys(amounts).join(" ")}`);
  });

  test("what is still under way has not succeeded", async () => {
    const error = await errorOf(finalize({ ...response, status: pending, transactionId: null }));
    expect(error).toMatchObject({ code: "unexpected_response", outcome: "unknown" });
  });
});

describe("a response that cannot be taken proves nothing", () => {
  const answered = (body: BodyInit | null, init: ResponseInit) => {
    const options = { fetch: async () => new Response(body, init), maxResponseBytes: 1_000 };
    return errorOf(clientResponding("", 200, options).payments.createOrder(order));
  };

  test("larger than maxResponseBytes, whatever its status says", async () => {
    const error = await answered("x".repeat(1_001), { status: 403 });
    expect(error).toMatchObject({
      code: "unexpected_response",
      outcome: "unknown",
      httpStatus: 403,
      issues: [{ path: "" }],
    });
  });

  test("a success with a letter that is no UTF-8", async () => {
    const words = { status: { ...success, statusMessage: "Klar för Åsa" }, orderId };
    const error = await answered(Buffer.from(JSON.stringify(words), "latin1"), { status: 201 });
    expect(error).toMatchObject({ code: "unexpected_response", outcome: "unknown", issues: [{ path: "" }] });
  });

  test.each([
    ["text/html; charset=utf-8", "text/html"],
    ["application/problem+json", "application/problem+json"],
    ["see text/html", undefined],
    ["html", undefined],
    ["", undefined],
  ])("of the type %j", async (header, contentType) => {
    const error = await answered("<html>", { status: 502, headers: { "content-type": header } });
    expect(error).toMatchObject({ outcome: "unknown", httpStatus: 502, contentType });
  });

  test("of no type at all", async () => {
    expect(await answered(null, { status: 502 })).toMatchObject({ outcome: "unknown", contentType: undefined });
  });
});

const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };

function create(body: object, httpStatus = 200) {
  return clientResponding(JSON.stringify(body), httpStatus).payments.createOrder(order);
}

function finalize(body: object | string, authorization: AuthorizationFacts = {}) {
  const { payments } = clientResponding(typeof body === "string" ? body : JSON.stringify(body));
  return payments.finalize({ transactionId: "201409251527280673", totalAmount: "100.00" }, { authorization });
}

/** What a response lacked. */
function pathsOf(error: object): string {
  const issues = "issues" in error ? (error.issues as readonly { path: string }[]) : [];
  return issues.map(({ path }) => path).join(" ");
}
