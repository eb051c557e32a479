/** Calls that are refused before anything is sent, each for one fault. */
import { type CreateOrderOptions, Decimal, type FinalizeOptions, type PaymentClientOptions } from "merchant-payments";

/** What is put in place of, or beside, the fields of an input that is fine. */
export interface FaultyInput {
  readonly cause: string;
  readonly input?: object;
  readonly options?: { readonly [Key in keyof (CreateOrderOptions & FinalizeOptions)]?: unknown };
  readonly client?: Partial<PaymentClientOptions>;
}

const line = { name: "Tea", totalLineAmount: "125.00" };
const detailed = { lineItems: [line], billTo: {} };
const buyer = { ...detailed, customer: { customerId: "4711" } };

/** Changes to a simple order of 125.00 SEK. */
export const orders: readonly FaultyInput[] = [
  { cause: "an order number that was left out", input: { orderNumber: undefined } },
  { cause: "an order number that is null", input: { orderNumber: null } },
  { cause: "an order number that is a number", input: { orderNumber: 1001 } },
  { cause: "an order number of three characters", input: { orderNumber: "A-1" } },
  { cause: "an order number of 51 characters", input: { orderNumber: "A".repeat(51) } },
  { cause: "an order number that was cut inside an emoji", input: { orderNumber: "ORDER-\ud83d" } },
  { cause: "a currency in lower case", input: { currencyCode: "sek" } },
  { cause: "a field that there is not, its name near a known one", input: { ...detailed, lineitems: [] } },
  { cause: "a field that there is not", input: { ...detailed, giftWrap: true } },
  { cause: "a field whose name is a card number", input: { ...detailed, "4111 1111": true } },

  { cause: "a total that was left out", input: { totalAmount: undefined } },
  { cause: "a total that is an object", input: { totalAmount: { amount: "125.00" } } },
  { cause: "a total with a comma", input: { totalAmount: "125,00" } },
  { cause: "a total of 0.1 + 0.2", input: { totalAmount: 0.1 + 0.2 } },
  { cause: "a total of 41 digits", input: { totalAmount: "1".repeat(41) } },
  { cause: "a total of zero", input: { totalAmount: "0.00" } },
  { cause: "a total with three decimals", input: { totalAmount: "125.001" } },
  { cause: "a total in yen with decimals", input: { totalAmount: "125.50", currencyCode: "JPY" } },
  { cause: "a total in dinars with four", input: { totalAmount: "1.2345", currencyCode: "KWD" } },

  { cause: "an order with billTo and without lines", input: { billTo: {} } },
  { cause: "an order with lines and without billTo", input: { lineItems: [line] } },
  { cause: "lines that are one line", input: { ...detailed, lineItems: line } },
  { cause: "a line that is text", input: { ...detailed, lineItems: ["Tea"] } },
  { cause: "a line without its total", input: { ...detailed, lineItems: [{ name: "Tea" }] } },
  { cause: "lines that add up to 124.00", input: { ...detailed, lineItems: [{ totalLineAmount: "124.00" }] } },
  {
    cause: "two lines with the id 1",
    input: {
      ...detailed,
      lineItems: [
        { id: "1", totalLineAmount: "100.00" },
        { id: "1", totalLineAmount: "25.00" },
      ],
    },
  },
  { cause: "a line's id without a character", input: { ...detailed, lineItems: [{ ...line, id: "" }] } },
  {
    cause: "a line's name of 51 characters, to be paid by invoice",
    input: { ...buyer, lineItems: [{ ...line, name: "x".repeat(51) }] },
    options: { paymentMethod: "invoice" },
  },
  { cause: "a purchase reference of 29 characters", input: { ...detailed, purchaseReference: "x".repeat(29) } },
  { cause: "a country that is spelt out", input: { ...detailed, billTo: { address: { countryCode: "Sweden" } } } },
  { cause: "an e-mail address without @", input: { ...detailed, customer: { emailAddress: "anna" } } },

  { cause: "a simple order to be paid by invoice", options: { paymentMethod: "invoice" } },
  { cause: "no customer, to be paid by invoice", input: detailed, options: { paymentMethod: "invoice" } },
  { cause: "no description, to be paid with PayPal", input: detailed, options: { paymentMethod: "paypal" } },
  { cause: "lines, to be paid by card", input: detailed, options: { paymentMethod: "card" } },
  {
    cause: "a sales location, to be paid with swish",
    input: { ...detailed, lineItems: [], salesLocationId: "12" },
    options: { paymentMethod: "swish" },
  },
  { cause: "a payment method that there is not", options: { paymentMethod: "visa" } },
];

const authorized = (paymentMethod: string, facts: object = {}) => ({
  authorization: { paymentMethod, authorizedAmount: "125.00", ...facts },
});

/** Changes to a finalization of 125.00 that names its order. */
export const finalizations: readonly FaultyInput[] = [
  { cause: "an order id that is none", input: { orderId: "ORDER-1001" } },
  { cause: "a transaction id of 17 characters", input: { transactionId: "20140925152728067" } },
  { cause: "a total below zero", input: { totalAmount: "-1.00" } },
  { cause: "a transaction id that is a number", input: { transactionId: 201_409_251_527 } },
  { cause: "more than was authorized, by card", input: { totalAmount: "125.01" }, options: authorized("card") },
  { cause: "a part, by invoice", input: { totalAmount: "80.00" }, options: authorized("invoice") },
  {
    cause: "a part of an order with lines, without those of the part",
    input: { totalAmount: "80.00" },
    options: authorized("paypal", { hasLineItems: true }),
  },
  { cause: "an authorization of an internet bank", options: authorized("internet_bank") },
  {
    cause: "lines for an order without",
    input: { lineItems: [line] },
    options: { authorization: { hasLineItems: false } },
  },
  { cause: "three decimals, the currency unstated", input: { totalAmount: "125.001" } },
  { cause: "a fact of the authorization that there is not", options: { authorization: { amount: "125.00" } } },
  { cause: "a fact of the authorization that is text", options: { authorization: { hasLineItems: "yes" } } },

  { cause: "a signal that is the controller", options: { signal: new AbortController() } },
  { cause: "a deadline of half a millisecond", options: { timeoutMs: 0.5 } },
  { cause: "eleven retries", options: { maxRetries: 11 } },
  { cause: "headers that are a list", options: { headers: ["x-shop: 1"] } },
  { cause: "a header that is a number", options: { headers: { "x-shop": 1 } } },
  { cause: "a header whose name holds a blank", options: { headers: { "x shop": "1" } } },
  { cause: "a header with a line break", options: { headers: { "x-shop": "1\r\n2" } } },
  { cause: "credentials among the headers", options: { headers: { authorization: "Basic …" } } },
  { cause: "a User-Agent among the headers", options: { headers: { "user-agent": "shop" } } },
  { cause: "a Host among the headers", options: { headers: { host: "example.com" } } },
];

const ring: { self?: object } = {};
ring.self = ring;

const extra = (value: unknown) => ({ lineItems: [{ totalLineAmount: "125.00", travelData: value }] });

/** Changes to a finalization: values that JSON cannot carry. */
export const unreadable: readonly FaultyInput[] = [
  { cause: "NaN", input: extra(Number.NaN) },
  { cause: "a function", input: extra(() => 1) },
  { cause: "a BigInt", input: extra(1n) },
  { cause: "a Decimal that is infinite", input: extra(new Decimal("Infinity")) },
  { cause: "an object that holds itself", input: extra(ring) },
  { cause: "a Map", input: extra(new Map()) },
  { cause: "a list with a hole", input: extra([1, undefined]) },
  { cause: "a key __proto__, as JSON.parse makes it", input: JSON.parse('{"__proto__":{}}') },
  {
    cause: "an object with a getter that throws",
    input: extra({
      get seat() {
        throw new Error("no seat");
      },
    }),
  },
  { cause: "400,000 lines that are text", input: { lineItems: Array.from({ length: 400_000 }, () => "Tea") } },
  { cause: "a text of 64,000,001 characters", input: { invoiceId: "x".repeat(64_000_001) } },
];
