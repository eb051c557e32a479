import { basicAuth, Decimal, type PaymentClient, type PaymentClientOptions, type SimpleOrder } from "merchant-payments";
import type { FakePaymentService } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { clientOf, clientOver, errorOf, order as simple } from "../support/client.js";
import { responding, startFaultServer } from "../support/fault-server.js";
import { newService } from "../support/service-adapters.js";
import {
  requestFrom,
  requestSample,
  requestText,
  responseFrom,
  responseSample,
  responseText,
} from "./samples/samples.js";

type Call = (payments: PaymentClient) => Promise<object>;

const orderId = "a08ff49b-6f77-4632-a16c-43069c43a8c3";
const transactionId = "202603040000000001";
const whole = { transactionId, totalAmount: "125.00" };
const most = { transactionId, totalAmount: "100.00" };
const lineItems = [{ name: "Kaffebönor", quantity: 1, totalLineAmount: "100.50" }];
const tooMuch = { transactionId, totalAmount: "125.01" };
const unknown = { transactionId: "202603040000000099", totalAmount: "125.00" };
const ofPart = { transactionId, totalAmount: "100.00", lineItems: [{ totalLineAmount: "100.00" }] };
const invoiced = { orderId, ...whole, invoiceId: "F-2026-17" };
const part = { transactionId, totalAmount: "100.50", lineItems };

const coffee = { name: "Kaffebönor", roast: { level: 3, dark: true } };
const detailed = {
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
} as const;
const escaped = { orderNumber: "Å/ORDER 1001", totalAmount: "10.10", currencyCode: "752" };
const wrongSum = { ...simple, orderNumber: "ORDER-1003", lineItems: [{ totalLineAmount: "125.01" }], billTo: {} };
const done = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", statusMessage: "The operation was successful." };
const created = { orderId, pending: false, status: done };
const risk = { mode: "active", result: "accepted" };
const underWay = {
  ...done,
  statusKey: "PENDING",
  statusMessage: "The operation was accepted and is still under way.",
};

const withLines = { ...simple, lineItems: [{ totalLineAmount: "125.00" }], billTo: {}, customer: {} };
const card = () => authorized(simple, { paymentMethod: "card" });
const swish = () => authorized(simple, { paymentMethod: "swish", pending: true });
const inParts = () => authorized(withLines, { paymentMethod: "other" });
const lineless = () => authorized(simple, { paymentMethod: "other" });
const invoice = () => authorized(withLines, { paymentMethod: "invoice" }, { riskAssessment: risk });
const completed = () => after(card(), (service) => service.finalize(whole));
const annulled = () => after(card(), (service) => service.annul(transactionId));

// A sample; the client's call that sends it; what the client makes of the response; the fake that gives this response.
test.each<[name: string, call: Call, result: object, fake: () => FakePaymentService]>([
  ["create-simple", create(simple), created, newService],
  ["create-simple-escaped", create(escaped), created, newService],
  ["create-detailed", create(detailed), created, newService], // with an extra field in a line
  ["finalize-card", finalize({ orderId, ...whole }), finalized("0.00", "125.00", { batchId: "20260304" }), card],
  ["finalize-part", finalize(part), finalized("24.50", "100.50"), inParts],
  ["finalize-invoice", finalize(invoiced), finalized("0.00", "125.00", { riskAssessment: risk }), invoice],
  [
    "finalize-pending",
    finalize(whole),
    finalized("0.00", "0.00", { pending: true, status: underWay }, "125.00"),
    swish,
  ],
])("%s", async (name, call, result, fake) => {
  const { payments, sent } = respondedBy(name, { extraFields: ["lineItems.roast"] });
  expect(await call(payments)).toStrictEqual(result);
  expect(sent).toEqual([requestSample(name)]);
  expect(await responseFor(fake(), name)).toBe(responseSample(name));
});

test.each<[string, Call, errorNumber: number, statusKey: string, object | undefined, () => FakePaymentService]>([
  ["create-refused", create(wrongSum), -2, "VALIDATION_ERROR", undefined, newService],
  ["unauthorized", create(simple), -3, "HTTP_401", undefined, newService],
  ["finalize-unknown", finalize(unknown), 3000, "ORDER_NOT_FOUND", undefined, card],
  ["finalize-lines-not-allowed", finalize(ofPart), 3001, "LINE_ITEMS_NOT_ALLOWED", balance("125.00", "0.00"), lineless],
  ["finalize-exceeded", finalize(tooMuch), 3002, "FINALIZE_AMT_EXCEEDED", balance("125.00", "0.00"), card],
  ["finalize-lines-required", finalize(most), 3003, "LINE_ITEMS_REQUIRED", balance("125.00", "0.00"), inParts],
  ["finalize-completed", finalize(whole), 3007, "PAYMENT_COMPLETED", balance("0.00", "125.00"), completed],
  ["finalize-annulled", finalize(whole), 3016, "PAYMENT_ANNULLED", balance("0.00", "0.00"), annulled],
])("%s", async (name, call, errorNumber, statusKey, finalization, fake) => {
  const password = name === "unauthorized" ? "wrong" : "fake-password";
  const { payments, sent } = respondedBy(name, { auth: basicAuth("merchant-1", password), waive: ["lineTotals"] });
  const refused = await errorOf(call(payments));
  expect(refused).toMatchObject({ code: "service_error", outcome: "rejected", errorNumber, statusKey });
  expect("finalization" in refused ? refused.finalization : undefined).toEqual(finalization);
  expect(sent).toEqual([requestSample(name)]);
  expect(await responseFor(fake(), name)).toBe(responseSample(name));
});

test("the fake keeps every digit and every field of create-detailed", async () => {
  const service = newService();
  await responseFor(service, "create-detailed");
  const { lineItems: _lines, totalAmount, ...rest } = detailed;
  expect(service.orders).toMatchObject([
    {
      ...rest,
      form: "detailed",
      totalAmount,
      lineItems: [
        { quantity: "1.50", unitAmountExcludingTax: "80.0000", taxPercent: "25", roast: { level: "3", dark: true } },
        { totalLineAmount: "-25.00" },
        { totalLineAmount: "0" },
      ],
    },
  ]);
});

test.each([
  [
    "others-path-over-body",
    newService,
    [{ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" }],
    [],
  ],
  ["others-nulls", newService, [{ totalAmount: "125", billTo: { name: { companyName: null }, address: null } }], []],
  ["others-order-in-body", card, [{}], [{ totalAmount: "25.00" }]],
])("the fake takes what others send: %s", async (name, fake, orders, finalizations) => {
  const service = fake();
  expect(await responseFor(service, name)).toBe(responseSample(name));
  expect(service).toMatchObject({ orders, finalizations });
});

test.each<[string, Call, object]>([
  [
    "seen-numbers-as-text",
    finalize(most),
    {
      ...finalized("12345678901234567890.10", "100", { status: { ...done, statusMessage: undefined } }, "0"),
      transactionId: "201409251527280673",
      riskAssessment: risk,
    },
  ],
  ["seen-finalized-zeros-left-out", finalize(whole), finalized("0.00", "125.00")],
  ["seen-nulls", finalize(whole), finalized("0.00", "125.00")],
  [
    "seen-created-with-200",
    create(simple),
    {
      orderId: "CF3BF1AC-6A15-4EBF-A95D-9F2B9D9F7F6A",
      pending: false,
      status: { ...done, statusMessage: undefined },
    },
  ],
])("the client reads what was seen in the wild: %s", async (name, call, result) => {
  expect(await call(respondedBy(name).payments)).toEqual(result);
});

test("the client reads what was seen in the wild: seen-rejection-with-nil-order", async () => {
  const error = await errorOf(create(simple)(respondedBy("seen-rejection-with-nil-order").payments));
  expect(error).toMatchObject({
    outcome: "rejected",
    errors: [
      { path: "orderNumber", errorCode: "2", serviceMessage: "Too short." },
      { path: "billTo.address.city", errorCode: "7", serviceMessage: undefined },
    ],
  });
  expect(error).not.toHaveProperty("orderId");
});

// What they lack is not made up: the outcome is certain all the same, and what there was is kept.
test.each<[string, number, object, object | undefined]>([
  [
    "seen-finalized-two-figures-alone",
    200,
    { code: "unexpected_response", outcome: "succeeded" },
    balance("0.00", "125.00"),
  ],
  [
    "seen-rejection-with-flag-alone",
    200,
    { outcome: "rejected", statusKey: "PAYMENT_COMPLETED" },
    { canFinalizeAgain: false },
  ],
  [
    "seen-rejection-with-nil-values",
    200,
    { outcome: "rejected", statusKey: "ORDER_NOT_FOUND" },
    balance("0.00", "0.00"),
  ],
])("the client reads what was seen in the wild: %s", async (name, httpStatus, error, finalization) => {
  const failure = await errorOf(finalize(whole)(respondedBy(name).payments));
  expect(failure).toMatchObject({ httpStatus, ...error });
  expect("finalization" in failure ? failure.finalization : undefined).toEqual(finalization);
});

test("the client reads what was seen in the wild: seen-error-codes", async () => {
  expect(await errorOf(create(simple)(respondedBy("seen-error-codes").payments))).toMatchObject({
    errors: [
      { path: "orderNumber", errorCode: "Length" },
      { path: "lineItems", errorCode: "Predicate" },
      { path: "customer.governmentId", errorCode: "GovernmentIdIsInvalid" },
    ],
  });
});

test("over a real socket it is the same request, to the byte", async () => {
  await using server = await startFaultServer(responding(200, "{}"));
  const payments = clientOf(`${server.origin}/api`, { auth: basicAuth("merchant-1", "fake-password") });
  await errorOf(payments.finalize(part));
  const [first, ...rest] = requestSample("finalize-part").toLowerCase().split("\n");
  const [sent] = server.requests;
  const head = sent?.head.toLowerCase().split("\r\n");
  expect(head?.[0]).toBe(`${first} http/1.1`);
  expect(head).toEqual(expect.arrayContaining(rest.slice(0, -2)));
  expect(sent?.body.toLowerCase()).toBe(rest.at(-1));
});

function create(order: object): Call {
  return (payments) => payments.createOrder(order as SimpleOrder);
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

/** A client whose requests are all answered by a sample, and what it sent. */
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

/** A fake with one order and one authorization of it. */
function authorized(order: object, payment: Parameters<FakePaymentService["authorize"]>[1], options?: object) {
  return after(newService(options), (service) => {
    const { orderId: id = "" } = service.createOrder(order);
    service.authorize(id, payment);
  });
}

function after(service: FakePaymentService, act: (service: FakePaymentService) => void): FakePaymentService {
  act(service);
  return service;
}
