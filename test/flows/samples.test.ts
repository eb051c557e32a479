import { basicAuth, Decimal, PaymentClient, type PaymentClientOptions } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { clientOf, failureOf } from "../support/fault-calls.js";
import { answering, startFaultServer } from "../support/fault-server.js";
import { requestSample, requestText, responseFrom, responseSample } from "../wire-samples/samples.js";

/** A client whose requests are all answered by a sample, and what it sent. */
function answeredBy(name: string, options: Partial<PaymentClientOptions> = {}) {
  const sent: string[] = [];
  const payments = new PaymentClient({
    baseUrl: "https://payments.example.com/api",
    auth: basicAuth("merchant-1", "fake-password"),
    fetch: async (input, init) => {
      sent.push(await requestText(new Request(input, init)));
      return responseFrom(responseSample(name));
    },
    ...options,
  });
  return { payments, sent };
}

const done = {
  isSuccess: true,
  errorNumber: 0,
  statusKey: "SUCCESS",
  statusMessage: "The operation was successful.",
};
const orderId = "a08ff49b-6f77-4632-a16c-43069c43a8c3";
const transactionId = "202603040000000001";

describe("the client creates", () => {
  test("create-simple", async () => {
    const { payments, sent } = answeredBy("create-simple");

    const result = await payments.createOrder({
      orderNumber: "ORDER-1001",
      totalAmount: "125.00",
      currencyCode: "SEK",
    });

    expect(sent).toEqual([requestSample("create-simple")]);
    expect(result).toStrictEqual({ orderId, pending: false, status: done });
  });

  test("create-simple-escaped", async () => {
    const { payments, sent } = answeredBy("create-simple-escaped");
    await payments.createOrder({ orderNumber: "Å/ORDER 1001", totalAmount: "10.10", currencyCode: "752" });
    expect(sent).toEqual([requestSample("create-simple-escaped")]);
  });

  test("create-detailed", async () => {
    const { payments, sent } = answeredBy("create-detailed");
    const coffee = { name: "Kaffebönor", roast: { level: 3, dark: true } }; // with a field of the merchant's own

    const result = await payments.createOrder({
      orderNumber: "ORDER-1002",
      totalAmount: "125.00",
      currencyCode: "SEK",
      lineItems: [
        {
          id: "1",
          articleNumber: "A-17",
          ...coffee,
          description: "Mörkrost",
          productUrl: "https://shop.example.com/a-17",
          quantity: "1.50",
          unitMeasure: "kg",
          unitAmountExcludingTax: "80.0000",
          taxPercent: 25,
          totalLineTaxAmount: "30.00",
          totalLineAmount: "150.00",
          lineItemGroupKey: "coffee",
        },
        { name: "Rabatt", totalLineAmount: "-25.00" },
        { name: "Prov", totalLineAmount: new Decimal(0) },
      ],
      salesChannel: "web",
      salesLocationId: "SE-1",
      customer: {
        customerId: "C-1",
        governmentId: "191212121212",
        emailAddress: "åsa@example.se",
        name: { firstName: "Åsa", lastName: "Ek" },
      },
      billTo: {
        name: { companyName: "Ek & Co", firstName: "Åsa", lastName: "Ek" },
        address: { street1: "Storgatan 1", city: "Umeå", postalCode: "903 26", countryCode: "SE" },
      },
      shipTo: { address: { city: "Luleå" } },
      orderDescription: '"Två" påsar',
      purchaseReference: "123456789012345678901234567890",
      merchantReference: "M-1002",
    });

    expect(sent).toEqual([requestSample("create-detailed")]);
    expect(result).toStrictEqual({ orderId, pending: false, status: done });
  });

  test("create-refused", async () => {
    const { payments, sent } = answeredBy("create-refused", { waive: ["lineTotals"] });

    const error = await failureOf(
      payments.createOrder({
        orderNumber: "ORDER-1003",
        totalAmount: "125.00",
        currencyCode: "SEK",
        lineItems: [{ totalLineAmount: "125.01" }],
        billTo: {},
      }),
    );

    expect(sent).toEqual([requestSample("create-refused")]);
    expect(error).toMatchObject({
      code: "service_error",
      outcome: "rejected",
      httpStatus: 200,
      errorNumber: -2,
      statusKey: "VALIDATION_ERROR",
      statusMessage: "The request contained one or more validation errors. See the errors collection.",
      errors: [
        {
          path: "totalAmount",
          fieldName: "TotalAmount",
          errorCode: "INVALID_SUM",
          serviceMessage: "TotalAmount must equal the sum of the line items, 125.01.",
        },
      ],
    });
  });

  test("unauthorized", async () => {
    const { payments, sent } = answeredBy("unauthorized", { auth: basicAuth("merchant-1", "wrong") });

    const error = await failureOf(
      payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" }),
    );

    expect(sent).toEqual([requestSample("unauthorized")]);
    expect(error).toMatchObject({
      code: "service_error",
      outcome: "rejected",
      httpStatus: 401,
      errorNumber: -3,
      statusKey: "HTTP_401",
      statusMessage: "API authentication failed.",
      errors: [],
    });
  });
});

describe("the client finalizes", () => {
  test("finalize-card", async () => {
    const { payments, sent } = answeredBy("finalize-card");

    const result = await payments.finalize({ orderId, transactionId, totalAmount: "125.00" });

    expect(sent).toEqual([requestSample("finalize-card")]);
    expect(result).toStrictEqual({
      transactionId: "202603040000000002",
      batchId: "20260304",
      acquirerId: "1010",
      canFinalizeAgain: false,
      amountRemainingForFinalize: new Decimal("0.00"),
      totalAmountFinalized: new Decimal("125.00"),
      totalAmountPendingFinalization: new Decimal("0.00"),
      pending: false,
      status: done,
    });
  });

  test("finalize-part", async () => {
    const { payments, sent } = answeredBy("finalize-part");

    const result = await payments.finalize({
      transactionId,
      totalAmount: "100.50",
      lineItems: [{ name: "Kaffebönor", quantity: 1, totalLineAmount: "100.50" }],
    });

    expect(sent).toEqual([requestSample("finalize-part")]);
    expect(result).toStrictEqual({
      transactionId: "202603040000000002",
      acquirerId: "1010",
      canFinalizeAgain: true,
      amountRemainingForFinalize: new Decimal("24.50"),
      totalAmountFinalized: new Decimal("100.50"),
      totalAmountPendingFinalization: new Decimal("0.00"),
      pending: false,
      status: done,
    });
  });

  test("finalize-invoice", async () => {
    const { payments, sent } = answeredBy("finalize-invoice");

    const result = await payments.finalize({
      orderId,
      transactionId,
      totalAmount: "125.00",
      invoiceId: "F-2026-17",
    });

    expect(sent).toEqual([requestSample("finalize-invoice")]);
    expect(result).toStrictEqual({
      transactionId: "202603040000000002",
      acquirerId: "1010",
      canFinalizeAgain: false,
      amountRemainingForFinalize: new Decimal("0.00"),
      totalAmountFinalized: new Decimal("125.00"),
      totalAmountPendingFinalization: new Decimal("0.00"),
      riskAssessment: { mode: "active", result: "accepted" },
      pending: false,
      status: done,
    });
  });

  test("finalize-pending", async () => {
    const { payments, sent } = answeredBy("finalize-pending");

    const result = await payments.finalize({ transactionId, totalAmount: "125.00" });

    expect(sent).toEqual([requestSample("finalize-pending")]);
    expect(result).toStrictEqual({
      transactionId: "202603040000000002",
      acquirerId: "1010",
      canFinalizeAgain: false,
      amountRemainingForFinalize: new Decimal("0.00"),
      totalAmountFinalized: new Decimal("0.00"),
      totalAmountPendingFinalization: new Decimal("125.00"),
      pending: true,
      status: {
        isSuccess: true,
        errorNumber: 0,
        statusKey: "PENDING",
        statusMessage: "The operation was accepted and is still under way.",
      },
    });
  });

  test.each([
    ["finalize-exceeded", "125.01", 3002, "FINALIZE_AMT_EXCEEDED", [true, "125.00", "0.00"]],
    ["finalize-completed", "125.00", 3007, "PAYMENT_COMPLETED", [false, "0.00", "125.00"]],
    ["finalize-annulled", "125.00", 3016, "PAYMENT_ANNULLED", [false, "0.00", "0.00"]],
    ["finalize-lines-required", "100.00", 3003, "LINE_ITEMS_REQUIRED", [true, "125.00", "0.00"]],
  ] as const)("nothing: %s", async (name, totalAmount, errorNumber, statusKey, [again, remaining, finalized]) => {
    const { payments, sent } = answeredBy(name);

    const error = await failureOf(payments.finalize({ transactionId, totalAmount }));

    expect(sent).toEqual([requestSample(name)]);
    expect(error).toMatchObject({
      code: "service_error",
      outcome: "rejected",
      httpStatus: 200,
      errorNumber,
      statusKey,
      finalization: {
        canFinalizeAgain: again,
        amountRemainingForFinalize: new Decimal(remaining),
        totalAmountFinalized: new Decimal(finalized),
        totalAmountPendingFinalization: new Decimal("0.00"),
      },
    });
  });

  test("nothing: finalize-lines-not-allowed", async () => {
    const { payments, sent } = answeredBy("finalize-lines-not-allowed");
    const lineItems = [{ totalLineAmount: "100.00" }];

    const error = await failureOf(payments.finalize({ transactionId, totalAmount: "100.00", lineItems }));

    expect(sent).toEqual([requestSample("finalize-lines-not-allowed")]);
    expect(error).toMatchObject({ outcome: "rejected", errorNumber: 3001, statusKey: "LINE_ITEMS_NOT_ALLOWED" });
  });

  test("nothing: finalize-unknown", async () => {
    const { payments, sent } = answeredBy("finalize-unknown");

    const error = await failureOf(payments.finalize({ transactionId: "202603040000000099", totalAmount: "125.00" }));

    expect(sent).toEqual([requestSample("finalize-unknown")]);
    expect(error).toMatchObject({ outcome: "rejected", errorNumber: 3000, statusKey: "ORDER_NOT_FOUND" });
    expect(error).not.toHaveProperty("finalization");
  });
});

describe("the client reads answers that were seen in the wild", () => {
  test("seen-numbers-as-text", async () => {
    const { payments } = answeredBy("seen-numbers-as-text");

    expect(await payments.finalize({ transactionId, totalAmount: "100.00" })).toEqual({
      transactionId: "201409251527280673",
      acquirerId: "1010",
      canFinalizeAgain: true,
      amountRemainingForFinalize: new Decimal("12345678901234567890.10"),
      totalAmountFinalized: new Decimal("100"),
      totalAmountPendingFinalization: new Decimal("0"),
      riskAssessment: { mode: "active", result: "accepted" },
      pending: false,
      status: { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", statusMessage: undefined },
    });
  });

  test("seen-refusal-with-nil-order", async () => {
    const { payments } = answeredBy("seen-refusal-with-nil-order");

    const error = await failureOf(
      payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" }),
    );

    expect(error).toMatchObject({
      code: "service_error",
      outcome: "rejected",
      statusKey: "VALIDATION_ERROR",
      errors: [
        { path: "orderNumber", errorCode: "2", serviceMessage: "Too short." },
        { path: "billTo.address.city", errorCode: "7", serviceMessage: undefined },
      ],
    });
    expect(error).not.toHaveProperty("orderId");
  });

  test("seen-created-with-200", async () => {
    const { payments } = answeredBy("seen-created-with-200");

    expect(
      await payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" }),
    ).toEqual({
      orderId: "CF3BF1AC-6A15-4EBF-A95D-9F2B9D9F7F6A",
      pending: false,
      status: { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", statusMessage: undefined },
    });
  });
});

test("over a real socket it is the same request, to the byte", async () => {
  await using server = await startFaultServer(answering(200, "{}"));
  const payments = clientOf(`${server.origin}/api`, { auth: basicAuth("merchant-1", "fake-password") });
  const lineItems = [{ name: "Kaffebönor", quantity: 1, totalLineAmount: "100.50" }];

  await failureOf(payments.finalize({ transactionId, totalAmount: "100.50", lineItems }));

  const [first, ...rest] = requestSample("finalize-part").split("\n");
  const [sent] = server.requests;
  expect(sent?.head.split("\r\n")[0]).toBe(`${first} HTTP/1.1`);
  expect(sent?.head.split("\r\n").map((field) => field.toLowerCase())).toEqual(
    expect.arrayContaining(rest.slice(0, -2).map((field) => field.toLowerCase())),
  );
  expect(sent?.body).toBe(rest.at(-1));
});
