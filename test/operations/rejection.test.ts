import { type AuthorizationFacts, Decimal, PaymentServiceError } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { clientResponding, errorOf, order, orderId, finalization as simple } from "../support/client.js";

const finalization = { orderId, ...simple };
const exceeded = { isSuccess: false, errorNumber: 3002, statusKey: "FINALIZE_AMT_EXCEEDED" };

describe("the error of a rejected order", () => {
  test("has the service's status and the merchant's order number", async () => {
    const said = { errorNumber: 1000, statusKey: "MERCHANT_ACCT_READ_ONLY", statusMessage: "Read only." };
    const error = await rejectedOrder({ isSuccess: false, ...said });
    const call = { operation: "createOrder", outcome: "rejected", orderNumber: "ORDER-1001", httpStatus: 200 };
    const proven = { meaning: "merchant", scope: "merchant", errors: [], safeToRetry: false };
    expect(error).toMatchObject({ ...call, ...said, ...proven });
    expect(error).not.toHaveProperty("finalization");
  });

  test.each([
    ["lacks a key that is not there", {}, { statusKey: undefined, statusMessage: undefined }],
    ["has its message on one line", { statusMessage: "No.\r\nNo!\u001b[31m" }, { statusMessage: "No. No! [31m" }],
  ])("%s", async (_what, said, read) => {
    const error = await rejectedOrder({ isSuccess: false, errorNumber: 3000, ...said });
    expect(error).toMatchObject({ outcome: "rejected", ...read });
  });
});

describe("an entry of status.errors", () => {
  test("has its fields, or undefined for what it lacks", async () => {
    const errors = [{ errorCode: "NOT_UNIQUE", fieldName: "OrderNumber", message: "The order number is taken." }, {}];
    const [entry, empty] = (await rejectedOrder({ isSuccess: false, errors })).errors;
    expect(entry).toMatchObject({ path: "orderNumber", fieldName: "OrderNumber", errorCode: "NOT_UNIQUE" });
    expect(entry?.serviceMessage).toBe("The order number is taken.");
    expect(empty).toMatchObject({ path: undefined, fieldName: undefined, errorCode: undefined });
    expect(empty?.serviceMessage).toBeUndefined();
  });

  test.each([
    ["OrderNumber", "orderNumber"],
    ["BillTo.Address.City", "billTo.address.city"],
    ["Lineitems[0].Name", "lineItems[0].name"],
    ["A.B", "a.b"],
    ["Custom.Lineitems[0]", "custom.lineitems[0]"],
    ["LineItems[12].TotalLineAmount", "lineItems[12].totalLineAmount"],
    ["x".repeat(100), "x".repeat(100)],
  ])("that names %s is about the caller's %s", async (fieldName, path) => {
    const { errors } = await rejectedOrder({ isSuccess: false, errors: [{ fieldName }] });
    expect(errors).toMatchObject([{ path, fieldName }]);
  });

  const noFields = [undefined, null, "Order Number: ORDER-1001", "a..b", "x".repeat(101), `${"x".repeat(99)}!`];
  test.each(noFields)("has no field if it names %j", async (fieldName) => {
    const { errors } = await rejectedOrder({ isSuccess: false, errors: [{ fieldName, errorCode: 7 }] });
    expect(errors).toMatchObject([{ path: undefined, fieldName: undefined, errorCode: "7" }]);
  });

  const noCodes = ["NOT UNIQUE: ORDER-1001", "X".repeat(41), {}, null, 0];
  test.each(noCodes)("has no code if its code is %j", async (errorCode) => {
    const { errors } = await rejectedOrder({ isSuccess: false, errors: [{ errorCode }] });
    expect(errors).toMatchObject([{ errorCode: undefined }]);
  });

  const range = [{ errorCode: "Range", message: "Too high." }];
  test.each<[errors: unknown, ...entries: string[]]>([
    [["No such order.", "Try again."], "No such order.", "Try again."],
    ["No such order.", "No such order."],
    [[null, 7, [], { message: "One." }], "One."],
    [{ Id: ["Too long.", "Not unique."] }, "id of Id: Too long.", "id of Id: Not unique."],
    [{ TotalAmount: range }, "totalAmount of TotalAmount: Range Too high."],
  ])("is found in another shape: %j", async (errors, ...entries) => {
    const found = (await rejectedOrder({ isSuccess: false, errors })).errors;
    const told = found.map(({ path, fieldName, errorCode, serviceMessage }) =>
      [fieldName && `${path} of ${fieldName}:`, errorCode, serviceMessage].filter(Boolean).join(" "),
    );
    expect(told).toEqual(entries);
  });

  const without: [unknown][] = [[null], [undefined], [[]], [{}], [7], [[null, 7, []]], [""], [" "], [[""]]];
  test.each(without)("is not found in %j", async (errors) => {
    expect((await rejectedOrder({ isSuccess: false, errors })).errors).toEqual([]);
  });

  test("does not stand in the status of a success whose errors are empty text", async () => {
    const status = { isSuccess: true, statusKey: "SUCCESS", errors: "" };
    const created = await clientResponding(JSON.stringify({ status, orderId })).payments.createOrder(order);
    expect(created.status).not.toHaveProperty("errors");
  });
});

describe("the error of a rejected finalization", () => {
  const balance = {
    canFinalizeAgain: true,
    amountRemainingForFinalize: "25.00",
    totalAmountFinalized: "100.00",
    totalAmountPendingFinalization: "0.00",
  };

  test("has the balance that the service responds with", async () => {
    const error = await rejectedFinalization({ status: exceeded, ...balance, transactionId: null });
    const { totalAmount: _amount, ...identifiers } = finalization;
    expect(error).toMatchObject({ operation: "finalize", ...identifiers, outcome: "unknown", errorNumber: 3002 });
    expect(error.finalization).toEqual({
      canFinalizeAgain: true,
      amountRemainingForFinalize: new Decimal("25.00"),
      totalAmountFinalized: new Decimal("100.00"),
      totalAmountPendingFinalization: new Decimal("0.00"),
    });
  });

  test("has the readable part of the balance, and the names of what cannot be read", async () => {
    const completed = { isSuccess: false, errorNumber: 3007, statusKey: "PAYMENT_COMPLETED" };
    const error = await rejectedFinalization({ status: completed, canFinalizeAgain: false, totalAmountFinalized: "x" });
    expect(error.finalization).toStrictEqual({ canFinalizeAgain: false, unreadable: ["totalAmountFinalized"] });
  });

  test("has the identifiers of the capture that the service responds with", async () => {
    const captured = { transactionId: "201409251527280999", batchId: 20140925, amountRemainingForFinalization: 0 };
    const error = await rejectedFinalization({ status: exceeded, ...captured });
    expect(error.finalization).toStrictEqual({
      amountRemainingForFinalize: new Decimal(0),
      transactionId: "201409251527280999",
      batchId: "20140925",
    });
  });

  test("has no balance if the service responds with none", async () => {
    const error = await rejectedFinalization({ status: exceeded, canFinalizeAgain: null, transactionId: null });
    expect(error).not.toHaveProperty("finalization");
  });
});

/** A card of 125.00, or PayPal of which 60.00 was captured before. */
const card = { paymentMethod: "card" } as const;
const invoice = { paymentMethod: "invoice", authorizedAmount: "126.00" } as const;
const payPal = { paymentMethod: "paypal", authorizedAmount: "125.00", finalizedBefore: "60.00" } as const;
const [F, P, R] = ["totalAmountFinalized", "totalAmountPendingFinalization", "amountRemainingForFinalize"] as const;

describe("a finalization that the service rejects as done or as too much", () => {
  test.each<[what: string, key: string, authorization: AuthorizationFacts, figures: object, left: string]>([
    ["more than the card's", "FINALIZE_AMT_EXCEEDED", card, { [F]: 0, [P]: 0, [R]: 125 }, "125 is left"],
    ["more than what is left", "FINALIZE_AMT_EXCEEDED", payPal, { [F]: 60, [P]: 0, [R]: 65 }, "65 is left"],
    ["after the rest was annulled", "PAYMENT_COMPLETED", payPal, { [F]: 60, [P]: 0, [R]: 0 }, "nothing is left"],
    ["with the total alone", "PAYMENT_COMPLETED", payPal, { [F]: "60.00", [P]: "0.00" }, "back office what is left"],
    ["too much, the total alone", "FINALIZE_AMT_EXCEEDED", payPal, { [F]: 60, [P]: 0 }, "back office what is left"],
    ["without facts", "FINALIZE_AMT_EXCEEDED", {}, { [F]: 0, [P]: 0, [R]: 125 }, "125 is left.* at most 125"],
    ["more than the invoice's", "FINALIZE_AMT_EXCEEDED", invoice, { [F]: 0, [P]: 0, [R]: 125 }, "exactly 125"],
  ])("is rejected if the figures prove that it captured nothing: %s", async (_what, key, facts, figures, left) => {
    const error = await rejectedAs(key, facts, figures);
    expect(error.outcome).toBe("rejected");
    expect(error.message).toMatch(/^finalize: the service rejected it \(/);
    expect(error.advice).toMatch(new RegExp(`^This call moved no money.*${left}`));
  });

  test.each<[what: string, key: string, authorization: AuthorizationFacts, figures: object]>([
    ["zeros alone", "FINALIZE_AMT_EXCEEDED", card, { [F]: 0, [P]: 0, [R]: 0 }],
    ["no pending amount", "FINALIZE_AMT_EXCEEDED", card, { [F]: 0, [R]: 125 }],
    ["a pending amount", "FINALIZE_AMT_EXCEEDED", card, { [F]: 0, [P]: 1, [R]: 125 }],
    ["no total", "FINALIZE_AMT_EXCEEDED", card, { [P]: 0, [R]: 125 }],
    ["a total with this amount", "PAYMENT_COMPLETED", card, { [F]: 126, [P]: 0, [R]: 0 }],
    ["another total", "PAYMENT_COMPLETED", payPal, { [F]: 125, [P]: 0, [R]: 0 }],
    ["all of the amount left", "FINALIZE_AMT_EXCEEDED", card, { [F]: 0, [P]: 0, [R]: 126 }],
    ["an unreadable remainder", "FINALIZE_AMT_EXCEEDED", payPal, { [F]: 60, [P]: 0, [R]: "65,00" }],
    ["a negative remainder", "FINALIZE_AMT_EXCEEDED", payPal, { [F]: 60, [P]: 0, [R]: -1 }],
    ["a total that nobody has told before", "PAYMENT_COMPLETED", {}, { [F]: 60, [P]: 0, [R]: 0 }],
    ["a released authorization", "PAYMENT_ANNULLED", payPal, { [F]: 60, [P]: 0, [R]: 0 }],
  ])("stays unknown with %s", async (_what, key, facts, figures) => {
    expect((await rejectedAs(key, facts, figures)).outcome).toBe("unknown");
  });

  test("stays unknown when it is resolved, because the first request may still arrive", async () => {
    const body = { status: { isSuccess: false, statusKey: "FINALIZE_AMT_EXCEEDED" }, [F]: 60, [P]: 0, [R]: 60 };
    const { payments } = clientResponding(JSON.stringify(body), 200, { resolve: { sendAgain: ["paypal"] } });
    const rest = { ...finalization, totalAmount: "65.00" };
    const { error } = await payments.resolveFinalization(rest, { authorization: payPal });
    expect(error).toMatchObject({ code: "service_error", outcome: "unknown" });
  });

  function rejectedAs(statusKey: string, authorization: AuthorizationFacts, figures: object) {
    const body = JSON.stringify({ status: { isSuccess: false, statusKey }, ...figures });
    const { payments } = clientResponding(body);
    return errorOf(payments.finalize({ ...finalization, totalAmount: "126.00" }, { authorization }));
  }
});

function rejectedOrder(status: object): Promise<PaymentServiceError> {
  return rejectionOf(clientResponding(JSON.stringify({ status })).payments.createOrder(order));
}

function rejectedFinalization(body: object): Promise<PaymentServiceError> {
  return rejectionOf(clientResponding(JSON.stringify(body)).payments.finalize(finalization));
}

async function rejectionOf(call: Promise<unknown>): Promise<PaymentServiceError> {
  const error = await errorOf(call);
  if (error instanceof PaymentServiceError) return error;
  throw error;
}
