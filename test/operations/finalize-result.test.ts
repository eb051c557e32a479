import { Decimal, PaymentResponseError, responseOf } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { clientAnswering, errorOf } from "../support/stub-client.js";

const finalization = { transactionId: "201409251527280673", totalAmount: "125.00" };
const success = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", statusMessage: "Done" };
const answer = {
  status: success,
  canFinalizeAgain: true,
  amountRemainingForFinalize: "25.00",
  transactionId: "201409251527280999",
  batchId: "20140925",
  acquirerId: "1010",
  totalAmountFinalized: "100.00",
  totalAmountPendingFinalization: "0.00",
};

/** What a finalization resolves to under this answer. */
function finalizeUnder(body: object | string) {
  const { payments } = clientAnswering(typeof body === "string" ? body : JSON.stringify(body));
  return payments.finalize(finalization);
}

describe("a finalization", () => {
  test("with everything the service tells", async () => {
    const result = await finalizeUnder({ ...answer, riskAssessment: { mode: "active", result: "accept" } });
    expect(result).toEqual({
      transactionId: "201409251527280999",
      canFinalizeAgain: true,
      amountRemainingForFinalize: new Decimal("25.00"),
      totalAmountFinalized: new Decimal("100.00"),
      totalAmountPendingFinalization: new Decimal("0.00"),
      batchId: "20140925",
      acquirerId: "1010",
      riskAssessment: { mode: "active", result: "accept" },
      pending: false,
      status: { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", statusMessage: "Done" },
    });
  });

  test("with no more than what is required", async () => {
    const { batchId: _batch, acquirerId: _acquirer, ...required } = answer;
    expect(Object.keys(await finalizeUnder(required)).sort()).toEqual([
      "amountRemainingForFinalize",
      "canFinalizeAgain",
      "pending",
      "status",
      "totalAmountFinalized",
      "totalAmountPendingFinalization",
      "transactionId",
    ]);
  });

  test("pending: accepted, money not yet moved", async () => {
    const pending = { ...success, statusKey: "PENDING" };
    expect(await finalizeUnder({ ...answer, status: pending })).toMatchObject({
      pending: true,
      status: { isSuccess: true, errorNumber: 0, statusKey: "PENDING", statusMessage: "Done" },
    });
  });

  test("that is closed with a remainder is no error", async () => {
    const result = await finalizeUnder({ ...answer, canFinalizeAgain: false });
    expect(result.canFinalizeAgain).toBe(false);
    expect(result.amountRemainingForFinalize.toFixed(2)).toBe("25.00");
  });

  test("with keys that nobody knows", async () => {
    const result = await finalizeUnder({ ...answer, loyaltyPoints: 7, status: { ...success, traceId: "x" } });
    expect(result).not.toHaveProperty("loyaltyPoints");
    expect(responseOf(result)?.body).toContain('"loyaltyPoints":7');
  });

  test("keeps the answer as received beside the result", async () => {
    const body = JSON.stringify(answer);
    expect(responseOf(await finalizeUnder(body))).toMatchObject({
      httpStatus: 200,
      headers: { "content-type": "application/json" },
      body,
      attempts: 1,
    });
  });
});

describe("amounts", () => {
  const withAmounts = (amount: string) =>
    `{"status":${JSON.stringify(success)},"canFinalizeAgain":true,"transactionId":"201409251527280999",` +
    `"amountRemainingForFinalize":${amount},"totalAmountFinalized":${amount},"totalAmountPendingFinalization":${amount}}`;

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
    ["-0.01", "-0.01"],
  ])("%s", async (amount, digits) => {
    const result = await finalizeUnder(withAmounts(amount));
    expect(result.amountRemainingForFinalize.toFixed()).toBe(digits);
    expect(result.totalAmountFinalized.toFixed()).toBe(digits);
    expect(result.totalAmountPendingFinalization.toFixed()).toBe(digits);
    expect(result.totalAmountFinalized).toBeInstanceOf(Decimal);
  });

  test.each(["null", '""', '"100,00"', '"1 000"', '"NaN"', "true", "{}", "[1]", '"0x10"', "1e999"])(
    "%s is none",
    async (amount) => {
      const error = await errorOf(finalizeUnder(withAmounts(amount)));
      expect(error).toBeInstanceOf(PaymentResponseError);
      expect(error).toMatchObject({
        code: "unexpected_response",
        outcome: "succeeded",
        issues: [
          { path: "amountRemainingForFinalize", message: "is missing or no amount" },
          { path: "totalAmountFinalized", message: "is missing or no amount" },
          { path: "totalAmountPendingFinalization", message: "is missing or no amount" },
        ],
      });
    },
  );

  test("the remainder under its older name", async () => {
    const { amountRemainingForFinalize: _renamed, ...others } = answer;
    const older = await finalizeUnder({ ...others, amountRemainingForFinalization: "25.00" });
    expect(older.amountRemainingForFinalize.toFixed(2)).toBe("25.00");
    const nulled = await finalizeUnder({
      ...others,
      amountRemainingForFinalize: null,
      amountRemainingForFinalization: "25.00",
    });
    expect(nulled.amountRemainingForFinalize.toFixed(2)).toBe("25.00");
  });

  test("under both names: the contract's counts", async () => {
    const result = await finalizeUnder({ ...answer, amountRemainingForFinalization: "99.00" });
    expect(result.amountRemainingForFinalize.toFixed(2)).toBe("25.00");
  });
});

describe("identifiers", () => {
  test("sent as numbers keep every digit", async () => {
    const body = JSON.stringify(answer)
      .replace('"201409251527280999"', "201409251527280999")
      .replace('"1010"', "12345678901234567890")
      .replace('"20140925"', "20140925");
    expect(await finalizeUnder(body)).toMatchObject({
      transactionId: "201409251527280999",
      acquirerId: "12345678901234567890",
      batchId: "20140925",
    });
  });

  test.each([null, "", 0, "0", "  ", -1, 1.5, true, {}])("%j is no batch and no acquirer", async (nil) => {
    const result = await finalizeUnder({ ...answer, batchId: nil, acquirerId: nil });
    expect(result).not.toHaveProperty("batchId");
    expect(result).not.toHaveProperty("acquirerId");
  });
});

describe("riskAssessment", () => {
  test.each([
    [
      { mode: "active", result: "accept" },
      { mode: "active", result: "accept" },
    ],
    [{ mode: "passive" }, { mode: "passive" }],
    [{ mode: null, result: "reject", score: 7 }, { result: "reject" }],
    ['{"mode":"active","result":"accept"}', { mode: "active", result: "accept" }],
    ['{"result":"manual"}', { result: "manual" }],
  ])("%j", async (riskAssessment, expected) => {
    expect((await finalizeUnder({ ...answer, riskAssessment })).riskAssessment).toStrictEqual(expected);
  });

  test.each([null, "", "accept", "{", "[]", "7", {}, [], 7, true, { mode: 1, result: false }])(
    "%j is left out",
    async (riskAssessment) => {
      const result = await finalizeUnder({ ...answer, riskAssessment });
      expect(result).not.toHaveProperty("riskAssessment");
      expect(result.transactionId).toBe("201409251527280999");
    },
  );
});

describe("a success that lacks what it must carry", () => {
  test.each([
    ["transactionId", undefined, "is missing"],
    ["transactionId", null, "is missing"],
    ["transactionId", 0, "is missing"],
    ["transactionId", "000000000000000000", "is missing"],
    ["canFinalizeAgain", undefined, "is neither true nor false"],
    ["canFinalizeAgain", null, "is neither true nor false"],
    ["canFinalizeAgain", "true", "is neither true nor false"],
    ["amountRemainingForFinalize", undefined, "is missing or no amount"],
    ["totalAmountFinalized", undefined, "is missing or no amount"],
    ["totalAmountPendingFinalization", null, "is missing or no amount"],
  ])("%s: %j", async (path, value, message) => {
    const error = await errorOf(finalizeUnder({ ...answer, [path]: value }));
    expect(error).toBeInstanceOf(PaymentResponseError);
    expect(error).toMatchObject({
      operation: "finalize",
      transactionId: "201409251527280673",
      code: "unexpected_response",
      outcome: "succeeded",
      safeToRetry: false,
      httpStatus: 200,
      contentType: "application/json",
      issues: [{ path, message }],
    });
    expect(error.message).toBe(
      `finalize: unexpected answer (HTTP 200, application/json), the service says that it is done: ${path} ${message}`,
    );
  });

  test("everything at once", async () => {
    const error = await errorOf(finalizeUnder({ status: success }));
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
  });

  test("pending: what is still under way has not succeeded", async () => {
    const error = await errorOf(
      finalizeUnder({ ...answer, status: { ...success, statusKey: "PENDING" }, transactionId: null }),
    );
    expect(error).toMatchObject({ code: "unexpected_response", outcome: "unknown" });
  });
});
