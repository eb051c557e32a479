/** Calls that are invalid, each for one fault. */
import { type CreateOrderOptions, Decimal, type FinalizeOptions } from "merchant-payments";

/** In words; the fields that replace those of a valid input; the options of the call. */
export type FaultyInput = readonly [
  cause: string,
  input: object,
  options?: { readonly [Key in keyof (CreateOrderOptions & FinalizeOptions)]?: unknown },
];

const line = { name: "Tea", totalLineAmount: "125.00" };
const twins = [
  { id: "1", ...line, totalLineAmount: "100.00" },
  { id: "1", totalLineAmount: "25.00" },
];
const detailed = { lineItems: [line], billTo: {} };
const longName = { ...line, name: "x".repeat(51) };
const swishOrder = { ...detailed, lineItems: [], salesLocationId: "12" };
const invoice = { paymentMethod: "invoice" };
const buyer = { ...detailed, customer: { customerId: "4711" } };

/** Changes to a simple order of 125.00 SEK. */
export const orders: readonly FaultyInput[] = [
  ["no order number", { orderNumber: undefined }],
  ["an order number that is null", { orderNumber: null }],
  ["an order number that is a number", { orderNumber: 1001 }],
  ["an order number that is true", { orderNumber: true }],
  ["an order number of three characters", { orderNumber: "A-1" }],
  ["an order number of 51 characters", { orderNumber: "A".repeat(51) }],
  ["an order number that was cut inside an emoji", { orderNumber: "ORDER-\ud83d" }],
  ["a currency in lower case", { currencyCode: "sek" }],
  ["an unknown field, its name near a known one", { ...detailed, lineitems: [] }],
  ["an unknown field", { ...detailed, giftWrap: true }],
  ["a field whose name is a card number", { ...detailed, "4111 1111": true }],

  ["no total", { totalAmount: undefined }],
  ["a total that is an object", { totalAmount: { amount: "125.00" } }],
  ["a total with a comma", { totalAmount: "125,00" }],
  ["a total of 0.1 + 0.2", { totalAmount: 0.1 + 0.2 }],
  ["a total of 41 digits", { totalAmount: "1".repeat(41) }],
  ["a total of zero", { totalAmount: "0.00" }],
  ["a total with three decimals", { totalAmount: "125.001" }],
  ["a total in yen with decimals", { totalAmount: "125.50", currencyCode: "JPY" }],
  ["a total in dinars with four", { totalAmount: "1.2345", currencyCode: "KWD" }],

  ["an order with billTo and without lines", { billTo: {} }],
  ["an order with lines and without billTo", { lineItems: [line] }],
  ["a line's name of 256 characters", { ...detailed, lineItems: [{ ...line, name: "x".repeat(256) }] }],
  ["lines that are one object", { ...detailed, lineItems: line }],
  ["a line that is text", { ...detailed, lineItems: ["Tea"] }],
  ["a line that is a Decimal", { ...detailed, lineItems: [new Decimal("125.00")] }],
  ["an article number that is a number", { ...detailed, lineItems: [{ ...line, articleNumber: 17 }] }],
  ["an article number that is a BigInt", { ...detailed, lineItems: [{ ...line, articleNumber: 17n }] }],
  ["a line without its total", { ...detailed, lineItems: [{ name: "Tea" }] }],
  ["lines that add up to 124.00", { ...detailed, lineItems: [{ totalLineAmount: "124.00" }] }],
  ["lines that add up to 124.5, written with one decimal", { ...detailed, lineItems: [{ totalLineAmount: "124.5" }] }],
  ["two lines with the id 1", { ...detailed, lineItems: twins }],
  ["an empty id of a line", { ...detailed, lineItems: [{ ...line, id: "" }] }],
  ["a line's name of 51 characters, to be paid by invoice", { ...buyer, lineItems: [longName] }, invoice],
  ["a purchase reference of 29 characters", { ...detailed, purchaseReference: "x".repeat(29) }],
  ["a first name of 51 characters", { ...detailed, billTo: { name: { firstName: "x".repeat(51) } } }],
  ["a country that is spelt out", { ...detailed, billTo: { address: { countryCode: "Sweden" } } }],
  ["an e-mail address without @", { ...detailed, customer: { emailAddress: "anna" } }],

  ["a simple order to be paid by invoice", {}, invoice],
  ["no customer, to be paid by invoice", detailed, invoice],
  ["no lines, to be paid by invoice", { ...buyer, lineItems: [] }, invoice],
  ["no description, to be paid with PayPal", detailed, { paymentMethod: "paypal" }],
  ["lines, to be paid by card", detailed, { paymentMethod: "card" }],
  ["a sales location, to be paid with swish", swishOrder, { paymentMethod: "swish" }],
  ["an unknown payment method", {}, { paymentMethod: "visa" }],
];

const part = { totalAmount: "80.00" };
const authorized = (paymentMethod: string, facts: object = {}) => ({
  authorization: { paymentMethod, authorizedAmount: "125.00", ...facts },
});

/** Changes to a finalization of 125.00 that names its order. */
export const finalizations: readonly FaultyInput[] = [
  ["an order id that is no GUID", { orderId: "ORDER-1001" }],
  ["a transaction id of 17 characters", { transactionId: "20140925152728067" }],
  ["a total below zero", { totalAmount: "-1.00" }],
  ["a transaction id that is a number", { transactionId: 201_409_251_527 }],
  ["more than was authorized, by card", { totalAmount: "125.01" }, authorized("card")],
  ["a part, by invoice", part, authorized("invoice")],
  ["a part of an order with lines, without lines", part, authorized("paypal", { hasLineItems: true })],
  ["an authorization of an internet bank", {}, authorized("internet_bank")],
  ["lines for an order without", { lineItems: [line] }, { authorization: { hasLineItems: false } }],
  ["three decimals, the currency unstated", { totalAmount: "125.001" }],
  ["an unknown fact of the authorization", {}, { authorization: { amount: "125.00" } }],
  ["a fact of the authorization that is text", {}, { authorization: { hasLineItems: "yes" } }],

  ["a signal that is the controller", {}, { signal: new AbortController() }],
  ["sendBefore in milliseconds", {}, { sendBefore: 1_770_000_000_000 }],
  ["a deadline of half a millisecond", {}, { timeoutMs: 0.5 }],
  ["eleven retries", {}, { maxRetries: 11 }],
  ["headers that are a list", {}, { headers: ["x-shop: 1"] }],
  ["a header that is a number", {}, { headers: { "x-shop": 1 } }],
  ["a header whose name holds a blank", {}, { headers: { "x shop": "1" } }],
  ["a header with a line break", {}, { headers: { "x-shop": "1\r\n2" } }],
  ["credentials among the headers", {}, { headers: { authorization: "Basic …" } }],
  ["a User-Agent among the headers", {}, { headers: { "user-agent": "shop" } }],
  ["a Host among the headers", {}, { headers: { host: "example.com" } }],
];

const left = { paymentMethod: "paypal", authorizedAmount: "200.00", finalizedBefore: "75.00" };
const without = (name: keyof typeof left) => ({ authorization: { ...left, [name]: null } });

/** Changes to that finalization, which is to be resolved. */
export const resolutions: readonly FaultyInput[] = [
  ["to resolve, the payment method unstated", {}, without("paymentMethod")],
  ["to resolve, the authorized amount unstated", {}, without("authorizedAmount")],
  ["to resolve by PayPal, what was finalized before unstated", {}, without("finalizedBefore")],
  ["to resolve a part of what is left", { totalAmount: "124.99" }, { authorization: left }],
  ["to resolve a card that was captured before", {}, { authorization: { ...left, paymentMethod: "card" } }],
  ["to resolve a total of zero", { totalAmount: "0" }, { authorization: { ...left, finalizedBefore: "200.00" } }],
];

const withGetter = Object.defineProperty({}, "seat", { enumerable: true, get: () => JSON.parse("no seat") });
const ring: { self?: object } = {};
ring.self = ring;

const extra = (value: unknown) => ({ lineItems: [{ totalLineAmount: "125.00", travelData: value }] });

/** Changes to a finalization: values that JSON cannot carry. */
export const unreadable: readonly FaultyInput[] = [
  ["NaN", extra(Number.NaN)],
  ["a function", extra(() => 1)],
  ["a BigInt", extra(1n)],
  ["a Decimal that is infinite", extra(new Decimal("Infinity"))],
  ["an object that contains itself", extra(ring)],
  ["a Map", extra(new Map())],
  ["a list with a hole", extra([1, undefined])],
  ["a key __proto__, as JSON.parse makes it", JSON.parse('{"__proto__":{}}')],
  ["an object with a getter that throws", extra(withGetter)],
  ["200,000 lines that are text", { lineItems: Array.from({ length: 200_000 }, () => "Tea") }],
  ["a text of 64,000,001 characters", { invoiceId: "x".repeat(64_000_001) }],
];
