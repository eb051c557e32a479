import { readFileSync } from "node:fs";
import { basicAuth, Decimal, type Order, type PaymentClient, type PaymentClientOptions } from "merchant-payments";
import type { FakePaymentService } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { version } from "../../src/version.js";
import { clientOver, errorOf, orderId, order as simple } from "../support/client.js";
import { authorizedService, newService } from "../support/service-adapters.js";

/**
 * Reads requests and responses from the files in `samples`: a first line, headers by name, an empty line, and the body
 * up to the last line end. The first line is a request's method and path, or a response's HTTP status.
 */
const sampleOf = (file: string) =>
  readFileSync(new URL(`samples/${file}`, import.meta.url), "utf8")
    .replace(/\n$/, "")
    .replace("{version}", version);

const requestSample = (name: string) => sampleOf(`${name}.request.http`);
const responseSample = (name: string) => sampleOf(`${name}.response.http`);

type Call = (payments: PaymentClient) => Promise<object>;

const transactionId = "202603040000000001";
const whole = { transactionId, totalAmount: "125.00" };
const most = { transactionId, totalAmount: "100.00" };
const lineItems = [{ name: "Kaffebönor", quantity: 1, totalLineAmount: "100.50" }];
const tooMuch = { transactionId, totalAmount: "125.01" };
const unknown = { transactionId: "202603040000000099", totalAmount: "125.00" };
const ofPart = { transactionId, totalAmount: "100.00", lineItems: [{ totalLineAmount: "100.00" }] };
const invoiced = { orderId, ...whole, invoiceId: "F-2026-17" };
const part = { transactionId, totalAmount: "100.50", lineItems };

const coffee = { name: "Kaffebönor", roast: { level: 3, dark: true }, description: "Mörkrost" };
const unit = { quantity: "1.50", unitMeasure: "kg", unitAmountExcludingTax: "80.0000" };
const amounts = { taxPercent: 25, totalLineTaxAmount: "30.00", totalLineAmount: "150.00" };
const shelf = { productUrl: "https://shop.example.com/a-17", lineItemGroupKey: "coffee" };
const person = { firstName: "Åsa", lastName: "Ek" };
const detailed = {
  orderNumber: "ORDER-1002",
  totalAmount: "125.00",
  currencyCode: "SEK",
  lineItems: [
    { id: "1", articleNumber: "A-17", ...coffee, ...unit, ...amounts, ...shelf },
    { name: "Rabatt", totalLineAmount: "-25.00" },
    { name: "Prov", totalLineAmount: new Decimal(0) },
  ],
  salesChannel: "web",
  salesLocationId: "SE-1",
  customer: { customerId: "C-1", governmentId: "191212121212", emailAddress: "åsa@example.se", name: person },
  billTo: {
    name: { companyName: "Ek & Co", ...person },
    address: { street1: "Storgatan 1", city: "Umeå", postalCode: "903 26", countryCode: "SE" },
  },
  shipTo: { address: { city: "Luleå" } },
  orderDescription: '"Två" påsar',
  purchaseReference: "123456789012345678901234567890",
  merchantReference: "M-1002",
} as const;
const escaped = { orderNumber: "Å/ORDER 1001", totalAmount: "10.10", currencyCode: "752" };
const wrongSum = { ...simple, orderNumber: "ORDER-1003", lineItems: [{ totalLineAmount: "125.01" }], billTo: {} };
const done = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", statusMessage: "The operation was successful." };
const created = { orderId, pending: false, status: done };
const risk = { mode: "active", result: "accepted" };
const accepted = { ...done, statusKey: "PENDING", statusMessage: "The operation was accepted and is still under way." };

const withLines = { ...simple, lineItems: [{ totalLineAmount: "125.00" }], billTo: {}, customer: {} };
const card = () => authorizedService({ paymentMethod: "card" });
const swish = () => authorizedService({ paymentMethod: "swish", pending: true });
const inParts = () => authorizedService({ paymentMethod: "other" }, withLines);
const lineless = () => authorizedService({ paymentMethod: "other" });
const invoice = () => authorizedService({ paymentMethod: "invoice" }, withLines, { riskAssessment: risk });
const completed = () => after(card(), (service) => service.finalize(whole));
const annulled = () => after(card(), (service) => service.annul(transactionId));
const pending = finalized("0.00", "0.00", { pending: true, status: accepted }, "125.00");

// Each row: a sample, the client's call that sends it, the result of its response, and the fake that returns this
// response.
test.each<[name: string, call: Call, result: object, fake: () => FakePaymentService]>([
  ["create-simple", create(simple), created, newService],
  ["create-simple-escaped", create(escaped), created, newService],
  ["create-detailed", create(detailed), created, newService], // with an extra field in a line
  ["finalize-card", finalize({ orderId, ...whole }), finalized("0.00", "125.00", { batchId: "20260304" }), card],
  ["finalize-part", finalize(part), finalized("24.50", "100.50"), inParts],
  ["finalize-invoice", finalize(invoiced), finalized("0.00", "125.00", { riskAssessment: risk }), invoice],
  ["finalize-pending", finalize(whole), pending, swish],
])("client and fake exchange the bytes of %s", async (name, call, result, fake) => {
  const { payments, sent } = respondedBy(name, { extraFields: ["lineItems.roast"] });
  expect(await call(payments)).toStrictEqual(result);
  expect(sent).toEqual([requestSample(name)]);
  expect(await responseFor(fake(), name)).toBe(responseSample(name));
});

const untouched = balance("125.00", "0.00");

test.each<[string, Call, errorNumber: number, statusKey: string, object | undefined, () => FakePaymentService]>([
  ["create-rejected", create(wrongSum), -2, "VALIDATION_ERROR", undefined, newService],
  ["unauthorized", create(simple), -3, "HTTP_401", undefined, newService],
  ["finalize-unknown", finalize(unknown), 3000, "ORDER_NOT_FOUND", undefined, card],
  ["finalize-lines-not-allowed", finalize(ofPart), 3001, "LINE_ITEMS_NOT_ALLOWED", untouched, lineless],
  ["finalize-exceeded", finalize(tooMuch), 3002, "FINALIZE_AMT_EXCEEDED", untouched, card],
  ["finalize-lines-required", finalize(most), 3003, "LINE_ITEMS_REQUIRED", untouched, inParts],
  ["finalize-completed", finalize(whole), 3007, "PAYMENT_COMPLETED", balance("0.00", "125.00"), completed],
  ["finalize-annulled", finalize(whole), 3016, "PAYMENT_ANNULLED", balance("0.00", "0.00"), annulled],
])("client and fake exchange the bytes of the rejection %s", async (name, call, errorNumber, statusKey, told, fake) => {
  const password = name === "unauthorized" ? "wrong" : "fake-password";
  const { payments, sent } = respondedBy(name, { auth: basicAuth("merchant-1", password), waive: ["lineTotals"] });
  const error = await errorOf(call(payments));
  const isPerhapsDone = [3007, 3016].includes(errorNumber); // the figures beside 3002 prove that nothing was captured
  const outcome = isPerhapsDone ? "unknown" : "rejected";
  expect(error).toMatchObject({ code: "service_error", outcome, errorNumber, statusKey });
  expect("finalization" in error ? error.finalization : undefined).toEqual(told);
  expect(sent).toEqual([requestSample(name)]);
  expect(await responseFor(fake(), name)).toBe(responseSample(name));
});

const nulls = { totalAmount: "125", billTo: { name: { companyName: null }, address: null } };

test.each([
  ["others-path-over-body", newService, [simple], []],
  ["others-nulls", newService, [nulls], []],
  ["others-order-in-body", card, [{}], [{ totalAmount: "25.00" }]],
])("the fake accepts what other clients send: %s", async (name, fake, orders, finalizations) => {
  const service = fake();
  expect(await responseFor(service, name)).toBe(responseSample(name));
  expect(service).toMatchObject({ orders, finalizations });
});

const noMessage = { status: { ...done, statusMessage: undefined } };
const firstId = { transactionId: "201409251527280673", riskAssessment: risk };
const upperCase = { orderId: "CF3BF1AC-6A15-4EBF-A95D-9F2B9D9F7F6A" };

test.each<[string, Call, object]>([
  ["numbers-as-text", finalize(most), finalized("12345678901234567890.10", "100", { ...noMessage, ...firstId }, "0")],
  ["finalized-zeros-left-out", finalize(whole), finalized("0.00", "125.00")],
  ["nulls", finalize(whole), finalized("0.00", "125.00")],
  ["created-with-200", create(simple), { ...created, ...upperCase, ...noMessage }],
])("the client reads a result that real services send: seen-%s", async (name, call, result) => {
  expect(await call(respondedBy(`seen-${name}`).payments)).toEqual(result);
});

const flagAlone = { outcome: "unknown", statusKey: "PAYMENT_COMPLETED" };
const nilValues = { outcome: "rejected", statusKey: "ORDER_NOT_FOUND" };
const twoFigures = { code: "unexpected_response", outcome: "succeeded" };

// Missing values are not invented, and the other values are kept.
test.each<[string, object, object | undefined]>([
  ["finalized-two-figures-alone", twoFigures, balance("0.00", "125.00")],
  ["rejection-with-flag-alone", flagAlone, { canFinalizeAgain: false }],
  ["rejection-with-nil-values", nilValues, balance("0.00", "0.00")],
])("the client reads an incomplete response that real services send: seen-%s", async (name, facts, told) => {
  const error = await errorOf(finalize(whole)(respondedBy(`seen-${name}`).payments));
  expect(error).toMatchObject({ httpStatus: 200, ...facts });
  expect("finalization" in error ? error.finalization : undefined).toEqual(told);
});

function create(order: object): Call {
  return (payments) => payments.createOrder(order as Order);
}

function finalize(finalization: Parameters<PaymentClient["finalize"]>[0]): Call {
  return (payments) => payments.finalize(finalization);
}

function balance(left: string, done: string, pending = "0.00") {
  return {
    canFinalizeAgain: left !== "0.00",
    amountRemainingForFinalize: new Decimal(left),
    totalAmountFinalized: new Decimal(done),
    totalAmountPendingFinalization: new Decimal(pending),
  };
}

function finalized(left: string, amount: string, more: object = {}, pending = "0.00") {
  const ids = { transactionId: "202603040000000002", acquirerId: "1010" };
  return { ...ids, ...balance(left, amount, pending), pending: false, status: done, ...more };
}

/** A client that gets the response of a sample, and what it sent. */
function respondedBy(name: string, options: Partial<PaymentClientOptions> = {}) {
  const sent: string[] = [];
  const response: typeof globalThis.fetch = async (input, init) => {
    sent.push(await requestText(new Request(input, init)));
    return responseFrom(responseSample(name));
  };
  return { payments: clientOver(response, { auth: basicAuth("merchant-1", "fake-password"), ...options }), sent };
}

async function responseFor(service: FakePaymentService, name: string): Promise<string> {
  return responseText(await service.fetch(requestFrom(requestSample(name))));
}

function after(service: FakePaymentService, act: (service: FakePaymentService) => void): FakePaymentService {
  act(service);
  return service;
}

/** A request as a sample. */
async function requestText(request: Request): Promise<string> {
  const { pathname, search } = new URL(request.url);
  return written(`${request.method} ${pathname}${search}`, request.headers, await request.text());
}

/** A response as a sample, without its length. */
async function responseText(response: Response): Promise<string> {
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return written(`HTTP ${response.status}`, headers, await response.text());
}

/** The request that a sample stands for. */
function requestFrom(sample: string): Request {
  const { first, headers, body } = read(sample);
  const [method = "", path = ""] = first.split(" ");
  return new Request(`https://payments.example.com${path}`, { method, headers, body });
}

/** The response that a sample stands for. */
function responseFrom(sample: string): Response {
  const { first, headers, body } = read(sample);
  return new Response(body, { status: Number(first.replace("HTTP ", "")), headers });
}

function written(first: string, headers: Headers, body: string): string {
  const fields = [...headers].map(([name, value]) => `${name}: ${value}`);
  return `${[first, ...fields].join("\n")}\n\n${body}`;
}

function read(sample: string) {
  const end = sample.indexOf("\n\n");
  const [first = "", ...fields] = sample.slice(0, end).split("\n");
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(": ");
    return [field.slice(0, colon), field.slice(colon + 2)];
  });
  return { first, headers, body: sample.slice(end + 2) };
}
