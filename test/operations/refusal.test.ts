import { Decimal, PaymentServiceError, responseOf } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { clientAnswering, errorOf } from "../support/stub-client.js";

const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const finalization = {
  orderId: "cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a",
  transactionId: "201409251527280673",
  totalAmount: "125.00",
};

async function refusalOf(call: Promise<unknown>): Promise<PaymentServiceError> {
  const error = await errorOf(call);
  if (error instanceof PaymentServiceError) return error;
  throw error;
}

const refusedOrder = (status: object, httpStatus = 200) =>
  refusalOf(clientAnswering(JSON.stringify({ status }), httpStatus).payments.createOrder(order));

const refusedFinalization = (body: object) =>
  refusalOf(clientAnswering(JSON.stringify(body)).payments.finalize(finalization));

describe("a refused order", () => {
  test("carries what the service said and the merchant's identifier", async () => {
    const error = await refusedOrder({
      isSuccess: false,
      errorNumber: 1000,
      statusKey: "MERCHANT_ACCT_READ_ONLY",
      statusMessage: "The account is read only.",
    });
    expect(error).toMatchObject({
      name: "PaymentServiceError",
      code: "service_error",
      operation: "createOrder",
      outcome: "rejected",
      orderNumber: "ORDER-1001",
      httpStatus: 200,
      errorNumber: 1000,
      statusKey: "MERCHANT_ACCT_READ_ONLY",
      statusMessage: "The account is read only.",
      errors: [],
    });
    expect(error).not.toHaveProperty("finalization");
    expect(error).not.toHaveProperty("orderId");
    expect(error).not.toHaveProperty("transactionId");
    expect(error.message).toBe(
      "createOrder: the service refused it (MERCHANT_ACCT_READ_ONLY 1000, HTTP 200): The account is read only.",
    );
  });

  test("without a key, a number and a message", async () => {
    const error = await refusedOrder({ isSuccess: false }, 400);
    expect(error.message).toBe("createOrder: the service refused it (no status key, HTTP 400)");
    expect(error).toMatchObject({ errorNumber: undefined, statusKey: undefined, statusMessage: undefined });
  });

  test("with text that is no status key, and may quote what was sent", async () => {
    const error = await refusedOrder({ isSuccess: false, errorNumber: 9, statusKey: "order ORDER-1001 is taken" });
    expect(error).toMatchObject({ outcome: "rejected", statusKey: undefined });
    expect(error.message).toBe("createOrder: the service refused it (no status key 9, HTTP 200)");
  });

  test("with a message of several lines, on one", async () => {
    const error = await refusedOrder({ isSuccess: false, errorNumber: 9, statusMessage: "No.\r\nNo!\u001b[31m" });
    expect(error.statusMessage).toBe("No. No! [31m");
  });

  test("that breaks down", async () => {
    const error = await refusedOrder({ isSuccess: false, errorNumber: -1, statusKey: "INTERNAL_ERROR" });
    expect(error.message).toBe(
      "createOrder: the service reports a failure that leaves the outcome unknown (INTERNAL_ERROR -1, HTTP 200)",
    );
  });

  test("keeps exceptionDetails and the answer as received", async () => {
    const error = await refusedOrder({
      isSuccess: false,
      errorNumber: -1,
      exceptionDetails: { type: "Oops", code: "7" },
    });
    expect(error.exceptionDetails).toEqual({ type: "Oops", code: "7" });
    expect(responseOf(error)?.body).toBe(
      '{"status":{"isSuccess":false,"errorNumber":-1,"exceptionDetails":{"type":"Oops","code":"7"}}}',
    );
  });
});

describe("status.errors", () => {
  const errorsUnder = async (errors: unknown) =>
    (await refusedOrder({ isSuccess: false, errorNumber: -2, statusKey: "VALIDATION_ERROR", errors })).errors;

  test("an entry", async () => {
    const [entry] = await errorsUnder([
      { errorCode: "NOT_UNIQUE", fieldName: "OrderNumber", message: "The order number is taken." },
    ]);
    expect(entry).toMatchObject({ path: "orderNumber", fieldName: "OrderNumber", errorCode: "NOT_UNIQUE" });
    expect(entry?.serviceMessage).toBe("The order number is taken.");
  });

  test.each([
    ["OrderNumber", "orderNumber"],
    ["orderNumber", "orderNumber"],
    ["ORDERNUMBER", "orderNumber"],
    ["BillTo.Address.City", "billTo.address.city"],
    ["Lineitems", "lineItems"],
    ["Lineitems[0].Name", "lineItems[0].name"],
    ["LineItems[12].TotalLineAmount", "lineItems[12].totalLineAmount"],
    ["Customer.EmailAddress", "customer.emailAddress"],
    ["SomethingNew", "somethingNew"],
  ])("%s is the caller's %s", async (fieldName, path) => {
    expect(await errorsUnder([{ fieldName }])).toMatchObject([{ path, fieldName }]);
  });

  test("a field whose name has a hundred letters", async () => {
    const fieldName = "x".repeat(100);
    expect(await errorsUnder([{ fieldName }])).toMatchObject([{ path: fieldName, fieldName }]);
  });

  test.each([
    [undefined],
    [null],
    [""],
    [7],
    ["Order Number: ORDER-1001"],
    ["4711"],
    ["a..b"],
    ["x".repeat(101)],
    [`${"x".repeat(99)}!`],
  ])("%j names no field", async (fieldName) => {
    expect(await errorsUnder([{ fieldName, errorCode: 7 }])).toMatchObject([
      { path: undefined, fieldName: undefined, errorCode: "7" },
    ]);
  });

  test.each([[null], [undefined], [[]], ["OrderNumber"], [{ fieldName: "OrderNumber" }], [[null, "x", 7, []]]])(
    "%j holds no entries",
    async (errors) => {
      expect(await errorsUnder(errors)).toEqual([]);
    },
  );

  test.each([["NOT UNIQUE: ORDER-1001"], ["X".repeat(41)], [{}], [null], [0]])(
    "%j is no error code",
    async (errorCode) => {
      expect(await errorsUnder([{ errorCode }])).toMatchObject([{ errorCode: undefined }]);
    },
  );

  test("an entry without anything", async () => {
    const [entry] = await errorsUnder([{}]);
    expect(entry).toMatchObject({ path: undefined, fieldName: undefined, errorCode: undefined });
    expect(entry?.serviceMessage).toBeUndefined();
  });
});

describe("a refused finalization", () => {
  const status = { isSuccess: false, errorNumber: 3002, statusKey: "FINALIZE_AMT_EXCEEDED" };

  test("says where the authorization stands, when the service does", async () => {
    const error = await refusedFinalization({
      status,
      canFinalizeAgain: true,
      amountRemainingForFinalize: "25.00",
      totalAmountFinalized: "100.00",
      totalAmountPendingFinalization: "0.00",
      transactionId: null,
    });
    expect(error).toMatchObject({
      operation: "finalize",
      orderId: "cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a",
      transactionId: "201409251527280673",
      outcome: "rejected",
      statusKey: "FINALIZE_AMT_EXCEEDED",
      errorNumber: 3002,
    });
    expect(error.finalization).toEqual({
      canFinalizeAgain: true,
      amountRemainingForFinalize: new Decimal("25.00"),
      totalAmountFinalized: new Decimal("100.00"),
      totalAmountPendingFinalization: new Decimal("0.00"),
    });
  });

  test.each([
    {},
    { canFinalizeAgain: true },
    {
      canFinalizeAgain: null,
      amountRemainingForFinalize: 0,
      totalAmountFinalized: 0,
      totalAmountPendingFinalization: 0,
    },
    {
      canFinalizeAgain: true,
      amountRemainingForFinalize: null,
      totalAmountFinalized: 0,
      totalAmountPendingFinalization: 0,
    },
  ])("says nothing of it when something is missing: %j", async (state) => {
    const error = await refusedFinalization({ status, ...state });
    expect(error).not.toHaveProperty("finalization");
    expect(error.statusKey).toBe("FINALIZE_AMT_EXCEEDED");
  });

  test.each([
    ["TransactionId", "transactionId"],
    ["TotalAmount", "totalAmount"],
    ["LineItems[0].Name", "lineItems[0].name"],
    ["InvoiceId", "invoiceId"],
  ])("%s is the caller's %s", async (fieldName, path) => {
    const error = await refusedFinalization({
      status: { isSuccess: false, errorNumber: -2, statusKey: "VALIDATION_ERROR", errors: [{ fieldName }] },
    });
    expect(error.errors).toMatchObject([{ path, fieldName }]);
  });
});
