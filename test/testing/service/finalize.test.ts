import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import { type FakePaymentMethod, FakePaymentService } from "../../../src/testing/index.js";

const now = () => new Date("2026-03-04T12:00:00Z");
const simple = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const detailed = {
  ...simple,
  lineitems: [{ totalLineAmount: "100.00" }, { totalLineAmount: "25.00" }],
  billTo: {},
  customer: { customerId: "7" },
  orderDescription: "Shoes",
};

/** A service with one authorization, 202603040000000001, for the full amount of one order. */
function authorized(paymentMethod: FakePaymentMethod, order: object = simple, options: { pending?: boolean } = {}) {
  const service = new FakePaymentService({ now });
  const { orderId = "" } = service.createOrder(order);
  const { transactionId } = service.authorize(orderId, { paymentMethod, ...options });
  return { service, orderId, transactionId };
}

describe("card", () => {
  test("is captured", () => {
    const { service, orderId, transactionId } = authorized("card");

    expect(service.finalize({ orderId, transactionId, totalAmount: "125.00" })).toEqual({
      status: {
        isSuccess: true,
        errorNumber: 0,
        statusKey: "SUCCESS",
        statusMessage: "The operation was successful.",
        errors: null,
        exceptionDetails: null,
      },
      transactionId: "202603040000000002",
      batchId: "20260304",
      acquirerId: "1010",
      canFinalizeAgain: false,
      amountRemainingForFinalize: "0.00",
      totalAmountFinalized: "125.00",
      totalAmountPendingFinalization: "0.00",
    });
    expect(service.finalizations).toEqual([
      {
        transactionId: "202603040000000002",
        authorizationId: "202603040000000001",
        orderId,
        totalAmount: "125.00",
        lineItems: [],
        pending: false,
        batchId: "20260304",
      },
    ]);
  });

  test("is closed by a smaller capture", () => {
    const { service, transactionId } = authorized("card");
    expect(service.finalize({ transactionId, totalAmount: "100.00" })).toMatchObject({
      canFinalizeAgain: false,
      amountRemainingForFinalize: "0.00",
      totalAmountFinalized: "100.00",
    });
  });

  test("needs no line items for a part of a detailed order", () => {
    const { service, transactionId } = authorized("card", { ...detailed, lineitems: [] });
    expect(service.finalize({ transactionId, totalAmount: "100.00" }).status.statusKey).toBe("SUCCESS");
  });

  test("is captured once", () => {
    const { service, transactionId } = authorized("card");
    service.finalize({ transactionId, totalAmount: "100.00" });
    expect(service.finalize({ transactionId, totalAmount: "25.00" })).toEqual({
      status: {
        isSuccess: false,
        errorNumber: 3007,
        statusKey: "PAYMENT_COMPLETED",
        statusMessage: "The payment has already been finalized.",
        errors: null,
        exceptionDetails: null,
      },
      canFinalizeAgain: false,
      amountRemainingForFinalize: "0.00",
      totalAmountFinalized: "100.00",
      totalAmountPendingFinalization: "0.00",
    });
    expect(service.finalizations).toHaveLength(1);
  });

  test("is not captured for more than was authorized", () => {
    const { service, transactionId } = authorized("card");
    expect(service.finalize({ transactionId, totalAmount: "125.01" })).toMatchObject({
      status: { isSuccess: false, errorNumber: 3002, statusKey: "FINALIZE_AMT_EXCEEDED" },
      canFinalizeAgain: true,
      amountRemainingForFinalize: "125.00",
    });
    expect(service.finalizations).toEqual([]);
  });
});

describe.each(["invoice", "installments"] as const)("%s", (paymentMethod) => {
  test("is activated for the full amount, without line items", () => {
    const { service, transactionId } = authorized(paymentMethod, detailed);
    const answer = service.finalize({ transactionId, totalAmount: "125.00" });
    expect(answer).toMatchObject({ canFinalizeAgain: false, totalAmountFinalized: "125.00" });
    expect(answer).not.toHaveProperty("batchId");
  });

  test("is not activated for a part", () => {
    const { service, transactionId } = authorized(paymentMethod, detailed);
    const lineItems = [{ totalLineAmount: "100.00" }];
    expect(service.finalize({ transactionId, totalAmount: "100.00", lineItems })).toMatchObject({
      status: {
        errorNumber: -2,
        statusKey: "VALIDATION_ERROR",
        errors: [{ fieldName: "TotalAmount", message: "TotalAmount must be the full order amount, 125.00." }],
      },
      canFinalizeAgain: true,
    });
  });

  test("is activated once", () => {
    const { service, transactionId } = authorized(paymentMethod, detailed);
    service.finalize({ transactionId, totalAmount: "125.00" });
    expect(service.finalize({ transactionId, totalAmount: "125.00" }).status.statusKey).toBe("PAYMENT_COMPLETED");
  });
});

test("an internet bank payment takes no finalization", () => {
  const { service, transactionId } = authorized("internet_bank");
  expect(service.finalize({ transactionId, totalAmount: "125.00" })).toMatchObject({
    status: { statusKey: "PAYMENT_COMPLETED" },
    totalAmountFinalized: "125.00",
  });
  expect(service.finalizations).toEqual([]);
});

describe("parts", () => {
  test.each(["swish", "other"] as const)("of %s leave an exact remainder", (paymentMethod) => {
    const { service, transactionId } = authorized(paymentMethod);
    expect(service.finalize({ transactionId, totalAmount: "0.10" })).toMatchObject({
      canFinalizeAgain: true,
      amountRemainingForFinalize: "124.90",
      totalAmountFinalized: "0.10",
    });
    expect(service.finalize({ transactionId, totalAmount: "0.2" })).toMatchObject({
      amountRemainingForFinalize: "124.70",
      totalAmountFinalized: "0.30",
    });
    expect(service.finalize({ transactionId, totalAmount: "124.71" })).toMatchObject({
      status: { statusKey: "FINALIZE_AMT_EXCEEDED" },
      amountRemainingForFinalize: "124.70",
    });
    expect(service.finalize({ transactionId, totalAmount: "124.70" })).toMatchObject({
      status: { statusKey: "SUCCESS" },
      canFinalizeAgain: false,
      amountRemainingForFinalize: "0.00",
      totalAmountFinalized: "125.00",
    });
    expect(service.finalize({ transactionId, totalAmount: "0.01" }).status.statusKey).toBe("PAYMENT_COMPLETED");
  });

  test("are exact to the last of 20 digits", () => {
    const { service, transactionId } = authorized("other", { ...simple, totalAmount: "123456789012345678.90" });
    expect(service.finalize({ transactionId, totalAmount: "0.01" }).amountRemainingForFinalize).toBe(
      "123456789012345678.89",
    );
  });

  test("keep more than two decimals", () => {
    const { service, transactionId } = authorized("other", { ...simple, totalAmount: "1.0000" });
    expect(service.finalize({ transactionId, totalAmount: "0.5" })).toMatchObject({
      amountRemainingForFinalize: "0.5000",
      totalAmountFinalized: "0.50",
    });
  });

  test("may be given as a Decimal", () => {
    const { service, transactionId } = authorized("other");
    expect(service.finalize({ transactionId, totalAmount: new Decimal("25") }).totalAmountFinalized).toBe("25.00");
  });
});

describe("line items", () => {
  test("go with a part of a detailed order", () => {
    const { service, transactionId } = authorized("paypal", detailed);
    const lineItems = [{ id: "1", totalLineAmount: "75.00" }, { totalLineAmount: "25.00" }];
    expect(service.finalize({ transactionId, totalAmount: "100.00", lineItems })).toMatchObject({
      status: { statusKey: "SUCCESS" },
      amountRemainingForFinalize: "25.00",
    });
    expect(service.finalizations).toMatchObject([
      { lineItems: [{ id: "1", totalLineAmount: "75.00" }, { totalLineAmount: "25.00" }] },
    ]);
  });

  test("are missed on a part of a detailed order", () => {
    const { service, transactionId } = authorized("paypal", detailed);
    expect(service.finalize({ transactionId, totalAmount: "100.00" })).toMatchObject({
      status: { errorNumber: 3003, statusKey: "LINE_ITEMS_REQUIRED" },
      amountRemainingForFinalize: "125.00",
    });
  });

  test("are missed on the last part too", () => {
    const { service, transactionId } = authorized("paypal", detailed);
    service.finalize({ transactionId, totalAmount: "100.00", lineItems: [{ totalLineAmount: "100.00" }] });
    expect(service.finalize({ transactionId, totalAmount: "25.00" }).status.statusKey).toBe("LINE_ITEMS_REQUIRED");
  });

  test("need not go with the whole of a detailed order", () => {
    const { service, transactionId } = authorized("paypal", detailed);
    expect(service.finalize({ transactionId, totalAmount: "125.00" }).status.statusKey).toBe("SUCCESS");
  });

  test("never go with a simple order", () => {
    const { service, transactionId } = authorized("other");
    const lineItems = [{ totalLineAmount: "125.00" }];
    expect(service.finalize({ transactionId, totalAmount: "125.00", lineItems })).toMatchObject({
      status: { errorNumber: 3001, statusKey: "LINE_ITEMS_NOT_ALLOWED" },
      amountRemainingForFinalize: "125.00",
    });
  });

  test("add up to the amount", () => {
    const { service, transactionId } = authorized("paypal", detailed);
    const lineItems = [{ totalLineAmount: "99.99" }];
    expect(service.finalize({ transactionId, totalAmount: "100.00", lineItems }).status).toMatchObject({
      statusKey: "VALIDATION_ERROR",
      errors: [{ fieldName: "TotalAmount", message: "TotalAmount must equal the sum of the line items, 99.99." }],
    });
  });
});

describe("which authorization", () => {
  test("is told by the transaction alone", () => {
    const { service, transactionId } = authorized("card");
    expect(service.finalize({ transactionId, totalAmount: "125.00" }).status.statusKey).toBe("SUCCESS");
  });

  test("is told by the order too, in either case of its letters", () => {
    const { service, orderId, transactionId } = authorized("card");
    const totalAmount = "125.00";
    expect(service.finalize({ orderId: orderId.toUpperCase(), transactionId, totalAmount }).status.isSuccess).toBe(
      true,
    );
  });

  test("is unknown", () => {
    const { service } = authorized("card");
    expect(service.finalize({ transactionId: "202603040000000009", totalAmount: "125.00" })).toEqual({
      status: {
        isSuccess: false,
        errorNumber: 3000,
        statusKey: "ORDER_NOT_FOUND",
        statusMessage: "The specified order was not found.",
        errors: null,
        exceptionDetails: null,
      },
    });
  });

  test("is on another order", () => {
    const { service, transactionId } = authorized("card");
    const { orderId: other } = service.createOrder({ ...simple, orderNumber: "ORDER-1002" });
    expect(service.finalize({ orderId: other, transactionId, totalAmount: "125.00" })).toEqual({
      status: expect.objectContaining({ statusKey: "ORDER_NOT_FOUND" }),
    });
  });

  test("is on no order of that id", () => {
    const { service, transactionId } = authorized("card");
    const orderId = "00000000-0000-4000-8000-000000000000";
    expect(service.finalize({ orderId, transactionId, totalAmount: "125.00" }).status.statusKey).toBe(
      "ORDER_NOT_FOUND",
    );
  });

  test("is among several on one order", () => {
    const service = new FakePaymentService({ now });
    const { orderId = "" } = service.createOrder(simple);
    service.authorize(orderId, { paymentMethod: "other", amount: "100.00" });
    const { transactionId } = service.authorize(orderId, { paymentMethod: "other", amount: "25.00" });
    service.finalize({ orderId, transactionId, totalAmount: "25.00" });
    expect(service.authorizations).toMatchObject([
      { amountRemainingForFinalize: "100.00", canFinalizeAgain: true },
      { amountRemainingForFinalize: "0.00", canFinalizeAgain: false },
    ]);
  });
});

describe("fields", () => {
  test.each([
    ["transactionId", undefined, "TransactionId is required."],
    ["transactionId", "20260304000000001", "TransactionId must be 18 characters long."],
    ["transactionId", "2026030400000000001", "TransactionId must be 18 characters long."],
    ["orderId", "ORDER-1001", "OrderId is not in the right format."],
    ["totalAmount", undefined, "TotalAmount is required."],
    ["totalAmount", "0.00", "TotalAmount must be more than 0."],
    ["totalAmount", "-1.00", "TotalAmount must be more than 0."],
    ["totalAmount", "all", "TotalAmount must be a decimal."],
    ["lineItems", "all", "LineItems must be a collection."],
  ])("%s refuses %j", (field, value, message) => {
    const { service, transactionId } = authorized("card");
    const { status } = service.finalize({ transactionId, totalAmount: "125.00", [field]: value });
    expect(status).toMatchObject({ errorNumber: -2, statusKey: "VALIDATION_ERROR", errors: [{ message }] });
  });

  test("that are refused leave the state of a known authorization in the answer", () => {
    const { service, transactionId } = authorized("card");
    expect(service.finalize({ transactionId, totalAmount: "0" })).toEqual({
      status: expect.objectContaining({ statusKey: "VALIDATION_ERROR" }),
      canFinalizeAgain: true,
      amountRemainingForFinalize: "125.00",
      totalAmountFinalized: "0.00",
      totalAmountPendingFinalization: "0.00",
    });
  });
});

describe("a pending finalization", () => {
  test("counts as pending until it is settled", () => {
    const { service, transactionId } = authorized("other", simple, { pending: true });

    expect(service.finalize({ transactionId, totalAmount: "100.00" })).toMatchObject({
      status: { isSuccess: true, errorNumber: 0, statusKey: "PENDING" },
      transactionId: "202603040000000002",
      canFinalizeAgain: true,
      amountRemainingForFinalize: "25.00",
      totalAmountFinalized: "0.00",
      totalAmountPendingFinalization: "100.00",
    });
    expect(service.finalizations).toMatchObject([{ totalAmount: "100.00", pending: true }]);

    service.settlePending(transactionId);
    expect(service.finalizations).toMatchObject([{ totalAmount: "100.00", pending: false }]);
    expect(service.authorizations).toMatchObject([
      { amountRemainingForFinalize: "25.00", totalAmountFinalized: "100.00", totalAmountPendingFinalization: "0.00" },
    ]);
  });

  test("of everything leaves nothing, and the payment is completed only once it is settled", () => {
    const { service, transactionId } = authorized("swish", simple, { pending: true });
    service.finalize({ transactionId, totalAmount: "125.00" });
    expect(service.finalize({ transactionId, totalAmount: "0.01" })).toMatchObject({
      status: { statusKey: "FINALIZE_AMT_EXCEEDED" },
      canFinalizeAgain: false,
      amountRemainingForFinalize: "0.00",
    });
    service.settlePending(transactionId);
    expect(service.finalize({ transactionId, totalAmount: "0.01" }).status.statusKey).toBe("PAYMENT_COMPLETED");
  });

  test("is settled on its own authorization only", () => {
    const service = new FakePaymentService({ now });
    const { orderId = "" } = service.createOrder(simple);
    const first = service.authorize(orderId, { paymentMethod: "swish", pending: true });
    const second = service.authorize(orderId, { paymentMethod: "swish", pending: true });
    service.finalize({ ...first, totalAmount: "1.00" });
    service.finalize({ ...second, totalAmount: "2.00" });
    service.settlePending(second.transactionId);
    expect(service.finalizations).toMatchObject([
      { totalAmount: "1.00", pending: true },
      { totalAmount: "2.00", pending: false },
    ]);
  });

  test("must be there to be settled", () => {
    const { service, transactionId } = authorized("swish", simple, { pending: true });
    expect(() => service.settlePending(transactionId)).toThrow(
      "Nothing is pending on authorization 202603040000000001.",
    );
    expect(() => service.settlePending("202603040000000009")).toThrow("There is no authorization 202603040000000009.");
  });
});

describe("an annulled authorization", () => {
  test("takes no finalization", () => {
    const { service, transactionId } = authorized("other");
    service.finalize({ transactionId, totalAmount: "25.00" });
    service.annul(transactionId);
    expect(service.finalize({ transactionId, totalAmount: "25.00" })).toMatchObject({
      status: { isSuccess: false, errorNumber: 3016, statusKey: "PAYMENT_ANNULLED" },
      canFinalizeAgain: false,
      amountRemainingForFinalize: "0.00",
      totalAmountFinalized: "25.00",
    });
  });

  test("had something left", () => {
    const { service, transactionId } = authorized("card");
    service.finalize({ transactionId, totalAmount: "25.00" });
    expect(() => service.annul(transactionId)).toThrow("Nothing is left to annul on 202603040000000001.");
  });
});

test("the risk assessment comes with a success when it is configured", () => {
  const service = new FakePaymentService({ riskAssessment: { mode: "ACTIVE", result: "APPROVED" } });
  const { orderId = "" } = service.createOrder(simple);
  const { transactionId } = service.authorize(orderId, { paymentMethod: "card" });
  expect(service.finalize({ transactionId, totalAmount: "999.00" })).not.toHaveProperty("riskAssessment");
  expect(service.finalize({ transactionId, totalAmount: "125.00" })).toMatchObject({
    riskAssessment: { mode: "ACTIVE", result: "APPROVED" },
  });
});
