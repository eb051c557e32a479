import type {
  Assumption,
  DetailedOrder,
  Finalization,
  FinalizeOptions,
  LineItem,
  PaymentClient,
  PaymentClientOptions,
  PaymentMethod,
  PaymentServiceError,
  SimpleOrder,
} from "merchant-payments";
import {
  type assumptions,
  basicAuth,
  Decimal,
  isPaymentMethod,
  lineItem,
  orderTotal,
  type paymentMethods,
} from "merchant-payments";
import { createOrderResult, finalizeResult, paymentError } from "merchant-payments/testing";
import { describe, expectTypeOf, test } from "vitest";

declare const payments: PaymentClient;
declare const either: SimpleOrder | DetailedOrder;

const simple = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" } as const;
const detailed = { ...simple, lineItems: [], billTo: {} } as const;

describe("an order", () => {
  test("compiles as it should be", async () => {
    await payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" });
    await payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: 125, currencyCode: "SEK" });
    await payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: new Decimal("125"), currencyCode: "SEK" });
    await payments.createOrder({ ...detailed, salesChannel: "web", shipTo: undefined }, { paymentMethod: "card" });
    await payments.createOrder({ ...detailed, shipTo: null, customer: null, salesChannel: null });
  });

  test("does not compile with a misspelt amount", async () => {
    // @ts-expect-error totalAmount
    await payments.createOrder({ orderNumber: "ORDER-1001", totalAmout: "125.00", currencyCode: "SEK" });
    // @ts-expect-error totalAmount
    await payments.createOrder({ orderNumber: "ORDER-1001", amount: "125.00", currencyCode: "SEK" });
  });

  test("does not compile with the wire's lineitems", async () => {
    // @ts-expect-error lineItems
    await payments.createOrder({ ...simple, lineitems: [], billTo: {} });
  });

  test("does not compile with more than the three values, but without billTo or lineItems", async () => {
    // @ts-expect-error billTo
    await payments.createOrder({ ...simple, lineItems: [] });
    // @ts-expect-error lineItems
    await payments.createOrder({ ...simple, billTo: {} });
    // @ts-expect-error both
    await payments.createOrder({ ...simple, salesChannel: "web" });
    // @ts-expect-error billTo
    payments.preview("createOrder", { ...simple, lineItems: [] });
  });

  test("does not compile as a variable without billTo", async () => {
    const noBillTo = { ...simple, lineItems: [] };
    // @ts-expect-error billTo
    await payments.createOrder(noBillTo);
  });

  test("compiles in either form", async () => {
    await payments.createOrder(either);
  });

  test("does not compile with values of another type", async () => {
    // @ts-expect-error a string
    await payments.createOrder({ ...simple, orderNumber: 1001 });
    // @ts-expect-error a string
    await payments.createOrder({ ...simple, currencyCode: 752 });
    // @ts-expect-error no bigint
    await payments.createOrder({ ...simple, totalAmount: 125n });
    // @ts-expect-error a required one
    await payments.createOrder({ ...detailed, billTo: null });
    // @ts-expect-error text
    await payments.createOrder({ ...detailed, billTo: { name: { firstName: 7 } } });
    // @ts-expect-error an amount
    await payments.createOrder({ ...detailed, lineItems: [{ totalLineAmount: true }] });
    // @ts-expect-error the line's total
    await payments.createOrder({ ...detailed, lineItems: [{ name: "Shoes" }] });
  });

  test("does not compile with unknown options", async () => {
    // @ts-expect-error lower case
    await payments.createOrder(simple, { paymentMethod: "Card" });
    // @ts-expect-error no such method
    await payments.createOrder(simple, { paymentMethod: "visa" });
    // @ts-expect-error timeoutMs
    await payments.createOrder(simple, { timeout: 1000 });
    // @ts-expect-error of finalize
    await payments.createOrder(simple, { authorization: { paymentMethod: "card" } });
  });

  test("compiles with the app's own interfaces and classes", async () => {
    interface CartLine {
      totalLineAmount: string;
      readonly name: string | null;
      color: "red" | "blue";
    }
    class CartAddress {
      city: string | undefined = "Umeå";
      doorCode = "0042";
    }
    const lineItems: CartLine[] = [{ totalLineAmount: "125.00", name: null, color: "red" }];
    await payments.createOrder({ ...detailed, lineItems, billTo: { address: new CartAddress() } });
  });

  test("does not compile with an unknown key in a literal", async () => {
    // @ts-expect-error quantity
    await payments.createOrder({ ...detailed, lineItems: [{ totalLineAmount: "125.00", quantiy: 1 }] });
    // @ts-expect-error address
    await payments.createOrder({ ...simple, lineItems: [], billTo: { adress: {} } });
  });

  test("can be filled piece by piece, with lists from elsewhere", () => {
    const order: DetailedOrder = { ...simple, lineItems: Object.freeze([{ totalLineAmount: "1.00" }]), billTo: {} };
    order.totalAmount = "1.00";
    order.billTo.address = { city: null };
    // @ts-expect-error a list that is given may be frozen
    order.lineItems.push({ totalLineAmount: "1.00" });
  });
});

describe("a finalization", () => {
  const finalization: Finalization = { transactionId: "201409251527280673", totalAmount: "125.00" };

  test("compiles as it should be", async () => {
    await payments.finalize(finalization, { authorization: { paymentMethod: "card", authorizedAmount: "125.00" } });
  });

  test("does not compile with a number as its transaction id", async () => {
    // @ts-expect-error as a number it would lose digits
    await payments.finalize({ transactionId: 2014, totalAmount: "125.00" });
  });

  test("does not compile without its transaction id or its amount", async () => {
    // @ts-expect-error transactionId
    await payments.finalize({ totalAmount: "125.00" });
    // @ts-expect-error totalAmount
    await payments.finalize({ transactionId: "201409251527280673" });
    // @ts-expect-error totalAmount
    await payments.finalize({ transactionId: "201409251527280673", totalAmout: "125.00" });
  });

  test("does not compile with unknown facts", async () => {
    // @ts-expect-error authorizedAmount
    await payments.finalize(finalization, { authorization: { authorisedAmount: "125.00" } });
    // @ts-expect-error of createOrder
    await payments.finalize(finalization, { paymentMethod: "card" });
    // @ts-expect-error no such method
    const options: FinalizeOptions = { authorization: { paymentMethod: "swisch" } };
    await payments.finalize(finalization, options);
  });
});

test("preview takes the input of its operation", () => {
  payments.preview("createOrder", simple, { paymentMethod: "card" });
  // @ts-expect-error a finalization
  payments.preview("finalize", simple);
  // @ts-expect-error no such operation
  payments.preview("capture", simple);
});

test("the client's options do not compile if they are misspelt or of another type", () => {
  const auth = basicAuth("merchant-1", "fake-password");
  const baseUrl = "https://payments.example.com";
  // @ts-expect-error baseUrl
  const url: PaymentClientOptions = { baseURL: baseUrl, auth };
  // @ts-expect-error auth
  const noAuth: PaymentClientOptions = { baseUrl };
  // @ts-expect-error auth is no text
  const text: PaymentClientOptions = { baseUrl, auth: "Basic" };
  // @ts-expect-error no such rule
  const waived: PaymentClientOptions = { baseUrl, auth, waive: ["limits"] };
  expectTypeOf([url, noAuth, text, waived]).toEqualTypeOf<PaymentClientOptions[]>();
});

describe("the helpers", () => {
  test("narrow text to a payment method, and list methods and assumptions", () => {
    const text: string = "card";
    if (isPaymentMethod(text)) expectTypeOf(text).toEqualTypeOf<PaymentMethod>();
    expectTypeOf<(typeof paymentMethods)[number]>().toEqualTypeOf<PaymentMethod>();
    expectTypeOf<(typeof assumptions)[number]>().toEqualTypeOf<Assumption>();
  });

  test("let two methods stand in for a client that rejects with a paymentError", () => {
    const rejected = paymentError("service_error", { statusKey: "PAYMENT_COMPLETED" });
    expectTypeOf(rejected).toEqualTypeOf<PaymentServiceError>();
    const standIn: Pick<PaymentClient, "createOrder" | "finalize"> = {
      createOrder: () => Promise.reject(paymentError("timeout", { outcome: "not_sent" })),
      finalize: () => Promise.reject(rejected),
    };
    expectTypeOf<PaymentClient>().toExtend<typeof standIn>();
    // @ts-expect-error of another error
    paymentError("service_error", { timeoutMs: 1_000 });
    // @ts-expect-error no such outcome
    paymentError("timeout", { outcome: "rejected" });
  });

  test("let two methods stand in for a client that resolves with results of the kit", () => {
    const standIn: Pick<PaymentClient, "createOrder" | "finalize"> = {
      createOrder: async () => createOrderResult({ pending: true }),
      finalize: async () => finalizeResult({ totalAmountFinalized: "80.50" }),
    };
    expectTypeOf<PaymentClient>().toExtend<typeof standIn>();
    // @ts-expect-error an amount is never a JavaScript number
    finalizeResult({ totalAmountFinalized: 80.5 });
    // @ts-expect-error of another result
    createOrderResult({ canFinalizeAgain: true });
  });

  test("require the rounding and three amounts of a line item", () => {
    const line = { quantity: "1", unitAmountExcludingTax: "100.00", taxPercent: "25", name: "Shoes" };
    const rounding = { rounding: Decimal.ROUND_HALF_UP, decimals: 2 };
    expectTypeOf(lineItem(line, rounding).totalLineAmount).toEqualTypeOf<string>();
    expectTypeOf(lineItem(line, rounding).name).toEqualTypeOf<string>();
    expectTypeOf(lineItem(line, rounding)).toExtend<LineItem>();
    // @ts-expect-error the rounding is never implied
    lineItem(line);
    // @ts-expect-error nor the number of decimals
    lineItem(line, { rounding: Decimal.ROUND_HALF_UP });
    // @ts-expect-error taxPercent
    lineItem({ quantity: "1", unitAmountExcludingTax: "100.00" }, rounding);
    // @ts-expect-error a mode of decimal.js
    lineItem(line, { rounding: 9, decimals: 2 });
  });

  test("require the totals of the lines for an order total", () => {
    expectTypeOf(orderTotal([{ totalLineAmount: "125.00" }])).toEqualTypeOf<string>();
    // @ts-expect-error totalLineAmount
    orderTotal([{ amount: "125.00" }]);
  });
});
