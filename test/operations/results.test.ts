import { type AuthorizationFacts, Decimal, responseOf } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { clientResponding, errorOf, finalization, order, orderId } from "../support/client.js";

const success = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", statusMessage: "Done" };
const pending = { ...success, statusKey: "PENDING" };
const amounts = {
  amountRemainingForFinalize: "25.00",
  totalAmountFinalized: "100.00",
  totalAmountPendingFinalization: "0.00",
};
const required = { status: success, canFinalizeAgain: true, transactionId: "201409251527280999", ...amounts };
const accepted = { mode: "active", result: "accept" };
const response = { ...required, batchId: "20140925", acquirerId: "1010" };

describe("the result of an order", () => {
  test.each([200, 201, 202])("has its id, under HTTP %i", async (httpStatus) => {
    const result = await create({ status: { ...success, errors: null, exceptionDetails: null }, orderId }, httpStatus);
    expect(result).toStrictEqual({ orderId, pending: false, status: success });
    expect(responseOf(result)?.httpStatus).toBe(httpStatus);
  });

  test("says that it is pending", async () => {
    expect(await create({ status: pending, orderId })).toMatchObject({ orderId, pending: true });
  });

  test.each([
    "A08FF49B-6F77-4632-A16C-43069C43A8C3",
    "a08ff49b6f774632a16c43069c43a8c3",
    "{a08ff49b-6f77-4632-a16c-43069c43a8c3}",
  ])("has its id as the service writes it: %s", async (written) => {
    expect(await create({ status: success, orderId: written })).toMatchObject({ orderId: written });
  });

  test.each([
    [null, undefined],
    [undefined, undefined],
    [7, undefined],
    ["x".repeat(501), "x".repeat(500)],
    ["No.\r\nNo!\u001b[31m", "No. No! [31m"],
  ])("has the status message %j on one line, of 500 characters at most", async (statusMessage, read) => {
    const { status } = await create({ status: { ...success, statusMessage }, orderId });
    expect(status.statusMessage).toBe(read);
  });

  const nil = [undefined, null, 0, "", "00000000-0000-0000-0000-000000000000", "0".repeat(32), "7", { id: orderId }];
  test.each(nil)("is replaced by an error if its id is %j", async (missing) => {
    const error = await errorOf(create({ status: success, orderId: missing }, 201));
    const facts = { operation: "createOrder", orderNumber: "ORDER-1001", httpStatus: 201 };
    expect(error).toMatchObject({ ...facts, code: "unexpected_response", outcome: "succeeded" });
    expect(pathsOf(error)).toBe("orderId");
  });
});

test("results and errors survive JSON, with every digit, and clones of them do not", async () => {
  const finalized = { ...response, totalAmountFinalized: "12345678901234567890.12" };
  const result = await clientResponding(JSON.stringify(finalized)).payments.finalize(finalization);
  expect(JSON.parse(JSON.stringify(result))).toMatchObject({
    ...required,
    totalAmountFinalized: "12345678901234567890.12",
    amountRemainingForFinalize: "25",
    totalAmountPendingFinalization: "0",
  });
  expect(() => structuredClone(result)).toThrow("could not be cloned");
  const error = await errorOf(create({ status: pending }));
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({ outcome: "unknown", name: "PaymentResponseError" });
  expect(structuredClone(error)).not.toHaveProperty("outcome");
});

describe("the result of a finalization", () => {
  test("has every field that the service sends", async () => {
    expect(await finalize({ ...response, riskAssessment: accepted })).toStrictEqual({
      transactionId: "201409251527280999",
      canFinalizeAgain: true,
      amountRemainingForFinalize: new Decimal("25.00"),
      totalAmountFinalized: new Decimal("100.00"),
      totalAmountPendingFinalization: new Decimal("0.00"),
      batchId: "20140925",
      acquirerId: "1010",
      riskAssessment: accepted,
      pending: false,
      status: success,
    });
  });

  test("lacks optional fields that the service omits, and unknown ones", async () => {
    const result = await finalize({ ...required, status: { ...success, traceId: "x" }, loyaltyPoints: 7 });
    expect(Object.keys(result).sort().join(" ")).toBe(
      "amountRemainingForFinalize canFinalizeAgain pending status totalAmountFinalized totalAmountPendingFinalization transactionId",
    );
    expect(responseOf(result)?.body).toContain('"loyaltyPoints":7');
  });

  test.each([null, "", 0, "0", "  ", -1, 1.5, true, {}])("lacks a batch and an acquirer that are %j", async (nil) => {
    const result = await finalize({ ...response, batchId: nil, acquirerId: nil });
    expect(Object.keys(result)).not.toEqual(expect.arrayContaining([expect.stringMatching(/batchId|acquirerId/)]));
  });

  test.each<[given: unknown, read: object]>([
    [accepted, accepted],
    [{ mode: "passive" }, { mode: "passive" }],
    [{ mode: null, score: 7.5 }, { score: new Decimal("7.5") }],
    ['{"result":"accept","rules":["R1",7]}', { result: "accept", rules: ["R1", new Decimal(7)] }],
    ["accept", { text: "accept" }],
    [" accept\r\n", { text: "accept" }],
    ["{", { text: "{" }],
    ["[]", { text: "[]" }],
    ["7", { text: "7" }],
    ["x".repeat(501), { text: "x".repeat(500) }],
  ])("has the risk assessment %j", async (riskAssessment, read) => {
    expect((await finalize({ ...response, riskAssessment })).riskAssessment).toStrictEqual(read);
  });

  const noRisk = [null, "", " ", "null", " null ", "{}", {}, [], 7, true, { mode: 1, result: false, text: null }];
  test.each(noRisk)("lacks the invalid risk assessment %j", async (riskAssessment) => {
    expect(await finalize({ ...response, riskAssessment })).not.toHaveProperty("riskAssessment");
  });
});

describe("the amounts of a result", () => {
  // Pending, so that the figures need not agree with each other.
  const withAmounts = (amount: string) =>
    JSON.stringify({ ...required, status: pending }).replace(/"\d+\.\d\d"/g, amount);

  test.each([
    ["100.00", "100"],
    ["12345678901234567.89", "12345678901234567.89"],
    ['"100.50"', "100.5"],
    ["1e2", "100"],
    ["1.5E+3", "1500"],
    [`"${"1".repeat(64)}"`, "1".repeat(64)],
  ])("are exact when sent as %s", async (amount, digits) => {
    const result = await finalize(withAmounts(amount));
    expect(result.amountRemainingForFinalize.toFixed()).toBe(digits);
    expect(result.totalAmountFinalized.toFixed()).toBe(digits);
    expect(result.totalAmountPendingFinalization.toFixed()).toBe(digits);
    expect(result.totalAmountFinalized).toBeInstanceOf(Decimal);
  });

  const unreadable = ['"100,00"', '"1 000"', '"NaN"', "true", "{}", "[1]", '"0x10"', "1e999", `"${"1".repeat(65)}"`];
  test.each(["null", '""', ...unreadable])("are replaced by an error when sent as %s", async (amount) => {
    const error = await errorOf(finalize(withAmounts(amount)));
    expect(error).toMatchObject({ code: "unexpected_response", outcome: "unknown" });
    expect(pathsOf(error)).toBe(Object.keys(amounts).join(" "));
  });

  test.each([
    ["its older name", { amountRemainingForFinalize: undefined, amountRemainingForFinalization: "25.00" }],
    ["its older name, beside null", { amountRemainingForFinalize: null, amountRemainingForFinalization: "25.00" }],
    ["both names, of which the contract's counts", { amountRemainingForFinalization: "99.00" }],
  ])("include the remaining amount under %s", async (_what, remaining) => {
    expect((await finalize({ ...response, ...remaining })).amountRemainingForFinalize.toFixed(2)).toBe("25.00");
  });
});

test("the figures of a success can deny it, and are then on the error", async () => {
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

describe("a finalization whose response lacks required fields", () => {
  test.each<[path: string, value: unknown]>([
    ["transactionId", undefined],
    ["transactionId", null],
    ["transactionId", 0],
    ["transactionId", "000000000000000000"],
    ["canFinalizeAgain", undefined],
    ["canFinalizeAgain", null],
    ["canFinalizeAgain", "yes"],
    ["amountRemainingForFinalize", undefined],
    ["totalAmountFinalized", undefined],
    ["totalAmountPendingFinalization", null],
  ])("has succeeded although its %s is %j", async (path, value) => {
    const error = await errorOf(finalize({ ...response, [path]: value }));
    const facts = { operation: "finalize", transactionId: "201409251527280673", httpStatus: 200 };
    expect(error).toMatchObject({ ...facts, code: "unexpected_response", outcome: "succeeded", safeToRetry: false });
    expect(pathsOf(error)).toBe(path);
  });

  test.each(Object.keys(amounts))("is unknown if its %s is negative", async (path) => {
    const error = await errorOf(finalize({ ...response, [path]: "-0.01" }));
    const issues = [{ path, message: "is negative" }];
    expect(error).toMatchObject({ code: "unexpected_response", outcome: "unknown", issues });
  });
});

test("a rejection keeps the first hundred of its errors", async () => {
  const errors = Array.from({ length: 1_000 }, (_, index) => ({ fieldName: "OrderNumber", errorCode: index + 1 }));
  const error = await errorOf(create({ status: { isSuccess: false, errorNumber: -2, statusKey: "INVALID", errors } }));
  expect(error).toMatchObject({ code: "service_error", outcome: "rejected" });
  const codes = "errors" in error ? error.errors.map(({ errorCode }) => errorCode) : [];
  expect(codes).toEqual(Array.from({ length: 100 }, (_, index) => String(index + 1)));
});

describe("a response proves nothing if it", () => {
  const endedBy = (body: BodyInit | null, init: ResponseInit) => {
    const options = { fetch: async () => new Response(body, init), maxResponseBytes: 1_000 };
    return errorOf(clientResponding("", 200, options).payments.createOrder(order));
  };

  test("is larger than maxResponseBytes, whatever its status", async () => {
    const error = await endedBy("x".repeat(1_001), { status: 403 });
    const facts = { outcome: "unknown", httpStatus: 403, issues: [{ path: "" }] };
    expect(error).toMatchObject({ code: "unexpected_response", ...facts });
  });

  test("is less than a mebibyte of empty texts in a list, which takes too long to read", async () => {
    const error = await errorOf(create(`[${'"",'.repeat(300_000)}""]`));
    const facts = { outcome: "unknown", issues: [{ path: "" }] };
    expect(error).toMatchObject({ code: "unexpected_response", ...facts });
    expect(error.message).toContain("is larger than maxResponseBytes, or has more than one value per 16 bytes");
  });

  test("is a success that is not UTF-8", async () => {
    const words = { status: { ...success, statusMessage: "Klar för Åsa" }, orderId };
    const error = await endedBy(Buffer.from(JSON.stringify(words), "latin1"), { status: 201 });
    expect(error).toMatchObject({ code: "unexpected_response", outcome: "unknown", issues: [{ path: "" }] });
  });

  test.each([
    ["text/html; charset=utf-8", "text/html"],
    ["application/problem+json", "application/problem+json"],
    ["", undefined],
  ])("has the content type %j", async (header, contentType) => {
    const error = await endedBy("<html>", { status: 502, headers: { "content-type": header } });
    expect(error).toMatchObject({ outcome: "unknown", httpStatus: 502, contentType });
  });
});

function create(body: object | string, httpStatus = 200) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return clientResponding(text, httpStatus).payments.createOrder(order);
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
