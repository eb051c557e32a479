import { Decimal, PaymentServiceError, responseOf } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { clientResponding, errorOf } from "../support/client.js";

const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const finalization = {
  orderId: "cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a",
  transactionId: "201409251527280673",
  totalAmount: "125.00",
};
const exceeded = { isSuccess: false, errorNumber: 3002, statusKey: "FINALIZE_AMT_EXCEEDED" };

describe("a refused order", () => {
  test("carries what the service said and the merchant's identifier", async () => {
    const said = {
      errorNumber: 1000,
      statusKey: "MERCHANT_ACCT_READ_ONLY",
      statusMessage: "The account is read only.",
    };
    const error = await refusedOrder({ isSuccess: false, ...said });
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: "PaymentServiceError",
      message: expect.any(String),
      code: "service_error",
      operation: "createOrder",
      outcome: "rejected",
      orderNumber: "ORDER-1001",
      httpStatus: 200,
      ...said,
      errors: [],
    });
    expect(error).not.toHaveProperty("finalization");
  });

  test.each([
    ["a number alone", { errorNumber: 3000 }, { statusKey: undefined, statusMessage: undefined }],
    [
      "text for a key, which may quote what was sent",
      { errorNumber: 3000, statusKey: "order 1001 is taken" },
      { statusKey: undefined },
    ],
    ["a key of 65 letters", { errorNumber: 3000, statusKey: "X".repeat(65) }, { statusKey: undefined }],
    ["a key of 64 letters", { statusKey: "X".repeat(64) }, { statusKey: "X".repeat(64) }],
    [
      "a message of two lines",
      { errorNumber: 3000, statusMessage: "No.\r\nNo!\u001b[31m" },
      { statusMessage: "No. No! [31m" },
    ],
  ])("with %s", async (_what, said, read) => {
    expect(await refusedOrder({ isSuccess: false, ...said })).toMatchObject({ outcome: "rejected", ...read });
  });

  test("keeps exceptionDetails and the response as received", async () => {
    const exceptionDetails = { type: "Oops", code: "7" };
    const error = await refusedOrder({ isSuccess: false, errorNumber: -1, exceptionDetails });
    expect(error.exceptionDetails).toEqual(exceptionDetails);
    expect(responseOf(error)?.body).toBe(
      '{"status":{"isSuccess":false,"errorNumber":-1,"exceptionDetails":{"type":"Oops","code":"7"}}}',
    );
  });
});

describe("status.errors", () => {
  test("an entry, and one without anything", async () => {
    const errors = [{ errorCode: "NOT_UNIQUE", fieldName: "OrderNumber", message: "The order number is taken." }, {}];
    const [entry, empty] = (await refusedOrder({ isSuccess: false, errors })).errors;
    expect(entry).toMatchObject({ path: "orderNumber", fieldName: "OrderNumber", errorCode: "NOT_UNIQUE" });
    expect(entry?.serviceMessage).toBe("The order number is taken.");
    expect(empty).toMatchObject({ path: undefined, fieldName: undefined, errorCode: undefined });
    expect(empty?.serviceMessage).toBeUndefined();
  });

  test.each([
    ["OrderNumber", "orderNumber"],
    ["orderNumber", "orderNumber"],
    ["ORDERNUMBER", "orderNumber"],
    ["ordernumber", "orderNumber"],
    ["BillTo.Address.City", "billTo.address.city"],
    ["BillTo.Address.postalcode", "billTo.address.postalCode"],
    ["Lineitems", "lineItems"],
    ["Lineitems[0].Name", "lineItems[0].name"],
    ["LineItems[12].TotalLineAmount", "lineItems[12].totalLineAmount"],
    ["LINEITEMS[10]", "lineItems[10]"],
    ["OrderID", "orderID"],
    ["X", "x"],
    ["Customer.EmailAddress", "customer.emailAddress"],
    ["SomethingNew", "somethingNew"],
    ["x".repeat(100), "x".repeat(100)],
  ])("%s is the caller's %s", async (fieldName, path) => {
    expect((await refusedOrder({ isSuccess: false, errors: [{ fieldName }] })).errors).toMatchObject([
      { path, fieldName },
    ]);
  });

  test.each([
    ["TransactionId", "transactionId"],
    ["TotalAmount", "totalAmount"],
    ["LineItems[0].Name", "lineItems[0].name"],
    ["InvoiceId", "invoiceId"],
  ])("%s of a finalization is the caller's %s", async (fieldName, path) => {
    const { errors } = await refusedFinalization({ status: { isSuccess: false, errors: [{ fieldName }] } });
    expect(errors).toMatchObject([{ path, fieldName }]);
  });

  test.each([
    undefined,
    null,
    "",
    7,
    "Order Number: ORDER-1001",
    "4711",
    "a..b",
    "x".repeat(101),
    `${"x".repeat(99)}!`,
  ])("%j names no field", async (fieldName) => {
    const { errors } = await refusedOrder({ isSuccess: false, errors: [{ fieldName, errorCode: 7 }] });
    expect(errors).toMatchObject([{ path: undefined, fieldName: undefined, errorCode: "7" }]);
  });

  test.each([["NOT UNIQUE: ORDER-1001"], ["X".repeat(41)], [{}], [null], [0]])("%j is no code", async (errorCode) => {
    const { errors } = await refusedOrder({ isSuccess: false, errors: [{ errorCode }] });
    expect(errors).toMatchObject([{ errorCode: undefined }]);
  });

  test.each([[null], [undefined], [[]], ["OrderNumber"], [{ fieldName: "OrderNumber" }], [[null, "x", 7, []]]])(
    "%j holds no entries",
    async (errors) => {
      expect((await refusedOrder({ isSuccess: false, errors })).errors).toEqual([]);
    },
  );
});

describe("a refused finalization", () => {
  const balance = {
    canFinalizeAgain: true,
    amountRemainingForFinalize: "25.00",
    totalAmountFinalized: "100.00",
    totalAmountPendingFinalization: "0.00",
  };

  test("says where the authorization stands, when the service does", async () => {
    const error = await refusedFinalization({ status: exceeded, ...balance, transactionId: null });
    const { totalAmount: _amount, ...identifiers } = finalization;
    expect(error).toMatchObject({ operation: "finalize", ...identifiers, outcome: "rejected", errorNumber: 3002 });
    expect(error.finalization).toEqual({
      canFinalizeAgain: true,
      amountRemainingForFinalize: new Decimal("25.00"),
      totalAmountFinalized: new Decimal("100.00"),
      totalAmountPendingFinalization: new Decimal("0.00"),
    });
  });

  test("or what of it the service tells", async () => {
    const completed = { isSuccess: false, errorNumber: 3007, statusKey: "PAYMENT_COMPLETED" };
    const error = await refusedFinalization({ status: completed, canFinalizeAgain: false, totalAmountFinalized: "x" });
    expect(error.finalization).toStrictEqual({ canFinalizeAgain: false });
  });

  test("or of the capture that it met", async () => {
    const captured = { transactionId: "201409251527280999", batchId: 20140925, amountRemainingForFinalization: 0 };
    const error = await refusedFinalization({ status: exceeded, ...captured });
    expect(error.finalization).toStrictEqual({
      amountRemainingForFinalize: new Decimal(0),
      transactionId: "201409251527280999",
      batchId: "20140925",
    });
  });

  test("or nothing", async () => {
    const error = await refusedFinalization({ status: exceeded, canFinalizeAgain: null, transactionId: null });
    expect(error).not.toHaveProperty("finalization");
  });
});

function refusedOrder(status: object): Promise<PaymentServiceError> {
  return refusalOf(clientResponding(JSON.stringify({ status })).payments.createOrder(order));
}

function refusedFinalization(body: object): Promise<PaymentServiceError> {
  return refusalOf(clientResponding(JSON.stringify(body)).payments.finalize(finalization));
}

async function refusalOf(call: Promise<unknown>): Promise<PaymentServiceError> {
  const error = await errorOf(call);
  if (error instanceof PaymentServiceError) return error;
  throw error;
}
