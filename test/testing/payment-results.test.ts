import { Decimal } from "merchant-payments";
import { createOrderResult, FakePaymentService, finalizeResult, paymentError } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { clientOfFake, order } from "../support/client.js";

const done = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", statusMessage: undefined };
const accepted = { ...done, statusKey: "PENDING" };

test("finalizeResult is a capture of all, by default", () => {
  expect(finalizeResult()).toStrictEqual({
    transactionId: "202601150000000002",
    canFinalizeAgain: false,
    amountRemainingForFinalize: new Decimal("0"),
    totalAmountFinalized: new Decimal("125.00"),
    totalAmountPendingFinalization: new Decimal("0"),
    pending: false,
    status: done,
  });
});

test("finalizeResult takes amounts as text or Decimals, and can be finalized again if an amount remains", () => {
  const part = { totalAmountFinalized: "80.50", amountRemainingForFinalize: new Decimal("44.50") };
  const read = { totalAmountFinalized: new Decimal("80.50"), amountRemainingForFinalize: new Decimal("44.50") };
  expect(finalizeResult(part)).toMatchObject({ canFinalizeAgain: true, ...read });
  expect(finalizeResult({ ...part, canFinalizeAgain: false })).toMatchObject({ canFinalizeAgain: false });
});

test("finalizeResult takes no number, because it may count minor units", () => {
  // @ts-expect-error: a number is no amount
  expect(() => finalizeResult({ totalAmountFinalized: 12_500 })).toThrow(
    'finalizeResult: totalAmountFinalized must be decimal text like "125.00" or a Decimal, not a number.',
  );
});

test("a misspelt detail of a result or of an error's code is no default", () => {
  // @ts-expect-error: unknown
  expect(() => finalizeResult({ totalAmountFinalised: "80.50" })).toThrow(
    "finalizeResult: totalAmountFinalised is not a known key: did you mean totalAmountFinalized?",
  );
  // @ts-expect-error: unknown
  expect(() => createOrderResult({ orderID: "1" })).toThrow("orderID is not a known key: did you mean orderId?");
  // @ts-expect-error: unknown
  expect(() => paymentError("timeouts")).toThrow("paymentError: code must be one of invalid_input, service_error");
});

test("finalizeResult that is pending has captured nothing", () => {
  const figures = { totalAmountFinalized: new Decimal("0"), totalAmountPendingFinalization: new Decimal("125.00") };
  expect(finalizeResult({ pending: true })).toMatchObject({ ...figures, pending: true, status: accepted });
  const given = finalizeResult({ pending: true, totalAmountPendingFinalization: "9.90" });
  expect(given.totalAmountPendingFinalization).toEqual(new Decimal("9.90"));
});

test("createOrderResult has an order id, is not pending, and takes both", () => {
  const orderId = "a08ff49b-6f77-4632-a16c-43069c43a8c3";
  expect(createOrderResult()).toStrictEqual({ orderId, pending: false, status: done });
  const given = { orderId: "6f1c2d1e-8a53-4f4e-9a55-0d7e1c1a2b3c", pending: true };
  expect(createOrderResult(given)).toStrictEqual({ ...given, status: accepted });
});

test("the results have the fields and types of a call's results", async () => {
  const service = new FakePaymentService();
  const payments = clientOfFake(service);
  const real = [
    await payments.createOrder(order),
    await payments.finalize(service.sell({ paymentMethod: "card", totalAmount: "125.00" })),
  ];
  const ids = { batchId: "20140925", acquirerId: "1010" };
  const made = [createOrderResult(), finalizeResult(ids)];
  const typeOf = (value: unknown) => (value instanceof Decimal ? "Decimal" : typeof value);
  const shapeOf = (result: object) =>
    Object.fromEntries(Object.entries(result).map(([name, value]) => [name, typeOf(value)]));
  expect(made.map(shapeOf)).toEqual(real.map(shapeOf));
  expect(made.map(Object.isFrozen)).toEqual(real.map(Object.isFrozen));
});
