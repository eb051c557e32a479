/** Calls that are invalid, each for one fault. What follows `@ts-expect-error` does not compile either. */
import type { Customer, FinalizeOptions, LineItem, PaymentClient, ResolveOptions } from "merchant-payments";
import { Decimal } from "merchant-payments";
import { expect } from "vitest";
import { clientResponding, order, orderId, finalization as simple } from "../../support/client.js";
import { callMessages, type Mistakes } from "./mistakes.js";
import type { Message } from "./page.js";

const { payments, sent } = clientResponding("");
const waiving = clientResponding("", 200, { waive: ["positiveTotal"], resolve: { sendAgain: ["card", "paypal"] } });
const creating =
  (...call: Parameters<PaymentClient["createOrder"]>) =>
  () =>
    payments.createOrder(...call);
const finalizing =
  (...call: Parameters<PaymentClient["finalize"]>) =>
  () =>
    payments.finalize(...call);

const line = { name: "Tea", totalLineAmount: "125.00" };
const twins = [
  { id: "1", ...line, totalLineAmount: "100.00" },
  { id: "1", totalLineAmount: "25.00" },
];
const noTotal = { orderNumber: "ORDER-1001", currencyCode: "SEK" };
const detailed = { ...order, lineItems: [line], billTo: {} };

const longName = { ...line, name: "x".repeat(51) };
const buyer = { ...detailed, customer: { customerId: "4711" } };

const orders: Mistakes = {
  // @ts-expect-error
  "an order as JSON text": creating(JSON.stringify(order)),
  // @ts-expect-error
  "no order number": creating({ ...order, orderNumber: undefined }),
  // @ts-expect-error
  "an order number that is a number": creating({ ...order, orderNumber: 1001 }),
  // @ts-expect-error
  "a missing await": creating(Promise.resolve(order)),
  "a document that has toJSON": creating({
    ...detailed,
    customer: { toJSON: () => ({ customerId: "4711" }) } as Customer,
  }),
  "an order number of three characters": creating({ ...order, orderNumber: "A-1" }),
  "an order number that was cut inside an emoji": creating({ ...order, orderNumber: "ORDER-\ud83d" }),
  "an order number that leads to another path": creating({ ...order, orderNumber: "../../transactions/1/finalize/9" }),
  "a currency in lower case": creating({ ...order, currencyCode: "sek" }),
  // @ts-expect-error
  "currency instead of currencyCode": creating({ orderNumber: "ORDER-1001", totalAmount: "125.00", currency: "SEK" }),
  // @ts-expect-error
  "the wire's lineitems": creating({ ...detailed, lineitems: [] }),
  // @ts-expect-error
  "a field of the shop's own": creating({ ...detailed, giftWrap: true }),
  // @ts-expect-error
  "a field whose name is a card number": creating({ ...detailed, "4111 1111": true }),
  // @ts-expect-error
  "the payment method in the first argument": creating({ ...order, paymentMethod: "card" }),
  // @ts-expect-error
  "an idempotency key in the order": creating({ ...order, idempotencyKey: "order-1001" }),

  // @ts-expect-error
  "no total": creating(noTotal),
  // @ts-expect-error
  "a misspelt total": creating({ ...noTotal, totalAmout: "125.00" }),
  // @ts-expect-error
  "amount instead of totalAmount": creating({ ...noTotal, amount: "125.00" }),
  "a total with a comma": creating({ ...order, totalAmount: "125,00" }),
  "empty text from a form": creating({ ...order, totalAmount: "" }),
  // @ts-expect-error
  "minor units as a number": creating({ ...order, totalAmount: 12_500 }),
  "a Decimal of NaN": creating({ ...order, totalAmount: new Decimal(Number.NaN) }),
  "a total of 41 digits": creating({ ...order, totalAmount: "1".repeat(41) }),
  "a total of zero": creating({ ...order, totalAmount: "0.00" }),
  "a total with three decimals": creating({ ...order, totalAmount: "125.001" }),
  "a total in yen with decimals": creating({ ...order, totalAmount: "125.50", currencyCode: "JPY" }),

  // @ts-expect-error
  "an order with billTo and without lines": creating({ ...order, billTo: {} }),
  // @ts-expect-error
  "an order with lines and without billTo": creating({ ...order, lineItems: [line] }),
  // @ts-expect-error
  "lines that are one object": creating({ ...detailed, lineItems: line }),
  "5,001 lines": creating({ ...detailed, lineItems: Array(5_001).fill(line) }),
  // @ts-expect-error
  "a line that is text": creating({ ...detailed, lineItems: ["Tea"] }),
  // @ts-expect-error
  "a misspelt field of a line": creating({ ...detailed, lineItems: [{ ...line, quantiy: 1 }] }),
  // @ts-expect-error
  "a line without its total": creating({ ...detailed, lineItems: [{ name: "Tea" }] }),
  "a quantity of 0.1 + 0.2": creating({ ...detailed, lineItems: [{ ...line, quantity: 0.1 + 0.2 }] }),
  "a comma in the total of a line": creating({ ...detailed, lineItems: [{ totalLineAmount: "125,00" }] }),
  "lines that add up to 124.5": creating({ ...detailed, lineItems: [{ totalLineAmount: "124.5" }] }),
  "two lines with the id 1": creating({ ...detailed, lineItems: twins }),
  "a purchase reference of 29 characters": creating({ ...detailed, purchaseReference: "x".repeat(29) }),
  "a first name of 51 characters": creating({ ...detailed, billTo: { name: { firstName: "x".repeat(51) } } }),
  "a country that is spelt out": creating({ ...detailed, billTo: { address: { countryCode: "Sweden" } } }),
  "an e-mail address without @": creating({ ...detailed, customer: { emailAddress: "anna" } }),

  "a line's name of 51 characters, to be paid by invoice": creating(
    { ...buyer, lineItems: [longName] },
    { paymentMethod: "invoice" },
  ),
  "a simple order to be paid by invoice": creating(order, { paymentMethod: "invoice" }),
  "a simple order to be paid with PayPal": creating(order, { paymentMethod: "paypal" }),
  "no customer, to be paid by invoice": creating(detailed, { paymentMethod: "invoice" }),
  "no lines, to be paid by invoice": creating({ ...buyer, lineItems: [] }, { paymentMethod: "invoice" }),
  "no description, to be paid with PayPal": creating(detailed, { paymentMethod: "paypal" }),
  "lines, to be paid by card": creating(detailed, { paymentMethod: "card" }),
  "a sales location, to be paid with swish": creating(
    { ...detailed, lineItems: [], salesLocationId: "12" },
    { paymentMethod: "swish" },
  ),
  // @ts-expect-error
  "a payment method in another case": creating(order, { paymentMethod: "Card" }),
  // @ts-expect-error
  "timeout instead of timeoutMs": creating(order, { timeout: 5_000 }),
  // @ts-expect-error
  "the authorization of a finalization": creating(order, { authorization: { paymentMethod: "card" } }),
};

const finalization = { orderId, ...simple };
const part = { ...finalization, totalAmount: "80.00" };
const card = { paymentMethod: "card", authorizedAmount: "125.00" } as const;
const ofLines = { hasLineItems: true };
const finalizingBy = (authorization: FinalizeOptions["authorization"], more: object = {}) =>
  finalizing({ ...finalization, ...more }, { authorization });

const finalizations: Mistakes = {
  "an order id that is no GUID": finalizing({ ...simple, orderId: "ORDER-1001" }),
  // @ts-expect-error
  "no transaction id": finalizing({ totalAmount: "125.00" }),
  "an order's id as the transaction id": finalizing({ ...finalization, transactionId: orderId }),
  "a transaction id of 17 characters": finalizing({ ...finalization, transactionId: "20140925152728067" }),
  // @ts-expect-error
  "no amount to finalize": finalizing({ transactionId: simple.transactionId }),
  "a total below zero": finalizing({ ...finalization, totalAmount: "-1.00" }),
  "three decimals, the currency unstated": finalizing({ ...finalization, totalAmount: "125.001" }),
  // @ts-expect-error
  "the authorized amount in the first argument": finalizing({ ...finalization, authorizedAmount: "125.00" }),
  // @ts-expect-error
  "an order instead of a finalization": () => payments.preview("finalize", order),

  "more than was authorized, by card": finalizingBy(card, { totalAmount: "125.01" }),
  "minor units of an authorization, by card": finalizingBy(card, { totalAmount: "12500" }),
  "to finalize a card again": finalizingBy({ ...card, finalizedBefore: "125.00" }),
  "a part, by invoice": finalizingBy({ ...card, paymentMethod: "invoice" }, part),
  "a part of an order with lines, without lines": finalizingBy({ ...card, ...ofLines, paymentMethod: "paypal" }, part),
  "an authorization of an internet bank": finalizingBy({ ...card, paymentMethod: "internet_bank" }),
  "lines for an order without": finalizingBy({ hasLineItems: false }, { lineItems: [line] }),
  // @ts-expect-error
  "an unknown fact of the authorization": finalizing(finalization, { authorization: { amount: "125.00" } }),
  // @ts-expect-error
  "a fact of the authorization that is text": finalizing(finalization, { authorization: { hasLineItems: "yes" } }),

  // @ts-expect-error
  "the payment method as an option of its own": finalizing(finalization, { paymentMethod: "card" }),
  // @ts-expect-error
  "options that are a number": finalizing(finalization, 5_000),
  // @ts-expect-error
  "a signal that is the controller": finalizing(finalization, { signal: new AbortController() }),
  // @ts-expect-error
  "sendBefore in milliseconds": finalizing(finalization, { sendBefore: 1_770_000_000_000 }),
  // @ts-expect-error
  "a header that is a number": finalizing(finalization, { headers: { "x-shop": 1 } }),
  "a header whose name holds a blank": finalizing(finalization, { headers: { "x shop": "1" } }),
  "credentials among the headers": finalizing(finalization, { headers: { authorization: "Basic …" } }),
};

const left = { paymentMethod: "paypal", authorizedAmount: "200.00", finalizedBefore: "75.00" } as const;
const resolving =
  (facts: Partial<ResolveOptions["authorization"]>, totalAmount = "125.00") =>
  () =>
    waiving.payments.resolveFinalization(
      { ...finalization, totalAmount },
      { authorization: { ...left, ...facts } as ResolveOptions["authorization"] },
    );

const resolutions: Mistakes = {
  // @ts-expect-error
  "to resolve, the payment method unstated": resolving({ paymentMethod: null }),
  "to resolve by PayPal, what was finalized before unstated": resolving({ finalizedBefore: null }),
  "to resolve by a method that sendAgain does not list": resolving({ paymentMethod: "swish" }),
  "to resolve a part of what is left": resolving({}, "124.99"),
  "to resolve a card that was captured before": resolving({ paymentMethod: "card" }),
  "to resolve a total of zero": resolving({ finalizedBefore: "200.00" }, "0"),
};

const ring: { self?: object } = {};
ring.self = ring;

const extra = (travelData: unknown) =>
  finalizing({ ...finalization, lineItems: [{ totalLineAmount: "125.00", travelData }] as LineItem[] });

/** Values that JSON cannot carry. */
const unreadable: Mistakes = {
  "a function": extra(() => 1),
  "a Decimal that is infinite": extra(new Decimal("Infinity")),
  "an object that contains itself": extra(ring),
  "a Map": extra(new Map()),
  "a key __proto__, as JSON.parse makes it": finalizing({ ...finalization, ...JSON.parse('{"__proto__":{}}') }),
};

const many = (lines: number) => ({ ...finalization, ...order, lineItems: Array(lines).fill("Tea"), billTo: {} });

/** The message of the error around the issues. */
const wholeInputs: Mistakes = {
  "two faults": creating({ ...order, orderNumber: "A-1", currencyCode: "sek" }),
  "twenty faults": creating(many(18)),
  "more than twenty faults": creating(many(19)),
};

export async function invalidInputs(): Promise<Message[]> {
  const messages = await callMessages({ ...orders, ...finalizations, ...resolutions, ...unreadable, ...wholeInputs });
  expect([...sent, ...waiving.sent]).toEqual([]);
  return messages;
}
