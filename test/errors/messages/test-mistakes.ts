/** Mistakes in a test that uses the fake. */
import {
  type FakeFault,
  FakePaymentService,
  type FakeQuirks,
  fault,
  paymentError,
  startPaymentServer,
} from "merchant-payments/testing";
import { paymentHandlers } from "merchant-payments/testing/msw";
import { order } from "../../support/client.js";
import { type Mistakes, thrownMessages } from "./mistakes.js";

const line = { name: "Tea", totalLineAmount: "125.00" };
const detailed = { ...order, lineitems: [], billTo: {} };
const credit = { ...detailed, lineitems: [line], customer: {} };
const another = { ...credit, orderNumber: "ORDER-1002" };

const schema = { "~standard": {} };
const path = "/transactions/{transactionId}/annul";
const annul = { name: "annulPayment", path, method: "POST", input: schema, response: schema } as const;

const fake = () => new FakePaymentService();

const quirky = (quirks: FakeQuirks) => () => new FakePaymentService({ quirks });

/** Authorizes an order that the fake has. */
const authorize = (registered: object, how: Parameters<FakePaymentService["authorize"]>[1]) => () => {
  const service = fake();
  service.createOrder(detailed);
  service.authorize(String(service.createOrder(registered).orderId), how);
};

function authorizedByCard() {
  const service = new FakePaymentService({ now: () => new Date("2026-01-15T12:00:00Z") });
  const { orderId = "" } = service.createOrder(order);
  return { service, orderId, ...service.authorize(orderId, { paymentMethod: "card" }) };
}

const arming = (armed: FakeFault, only?: Parameters<FakePaymentService["faults"]["next"]>[2]) => () =>
  fake().faults.next("finalize", armed, only);

const throughMsw = (armed: FakeFault) => () => {
  const service = fake();
  paymentHandlers(service, { baseUrl: "https://payments.example.com" });
  service.faults.next("finalize", armed);
};

const selling = (options: Partial<Parameters<FakePaymentService["sell"]>[0]>) => () =>
  fake().sell({ paymentMethod: "card", totalAmount: "125.00", ...options });

const mistakes: Readonly<Record<string, Mistakes>> = {
  "`paymentError()`": {
    "a success under HTTP 502": () => paymentError("unexpected_response", { outcome: "succeeded", httpStatus: 502 }),
  },
  "`service.authorize()`": {
    // @ts-expect-error
    "the order instead of its id": () => fake().authorize({ orderId: "1" }, { paymentMethod: "card" }),
    "an unknown order": () => fake().authorize("a08ff49b-6f77-4632-a16c-43069c43a8c3", { paymentMethod: "card" }),
    "invoice, no customer": authorize(detailed, { paymentMethod: "invoice" }),
    "invoice, no lines": authorize({ ...detailed, customer: {} }, { paymentMethod: "invoice" }),
    "invoice, the number of another order": authorize(credit, { paymentMethod: "invoice" }),
    "invoice, a part": authorize(another, { paymentMethod: "invoice", authorizedAmount: "80.00" }),
    "PayPal, no description": authorize(detailed, { paymentMethod: "paypal" }),
    "card, lines": authorize({ ...detailed, lineitems: [line] }, { paymentMethod: "card" }),
    "swish, a sales location": authorize({ ...detailed, salesLocationId: "12" }, { paymentMethod: "swish" }),
    // @ts-expect-error
    "an amount that is a number": authorize(order, { paymentMethod: "card", authorizedAmount: 125 }),
    // @ts-expect-error
    "amount instead of authorizedAmount": authorize(order, { paymentMethod: "card", amount: "1" }),
    "an amount of zero": authorize(order, { paymentMethod: "card", authorizedAmount: "0.00" }),
    "an order that is authorized in full": () => {
      const { service, orderId } = authorizedByCard();
      service.authorize(orderId, { paymentMethod: "card" });
    },
  },
  "`service.sell()`": {
    "half a yen": selling({ totalAmount: "1.50", currencyCode: "JPY" }),
    // @ts-expect-error
    "currency instead of currencyCode": selling({ currency: "EUR" }),
    // @ts-expect-error
    "an unknown payment method": selling({ paymentMethod: "visa" }),
    "a currency in lower case": selling({ currencyCode: "sek" }),
  },
  "`service.balance()`": {
    "an unknown authorization": () => fake().balance("201409251527280673"),
    // @ts-expect-error
    "a transaction that is a number": () => fake().balance(202_601_150_000),
  },
  "`service.createOrder()`": {
    // @ts-expect-error
    "an order as JSON text": () => fake().createOrder(JSON.stringify(order)),
    // @ts-expect-error
    "no order": () => fake().createOrder(),
  },
  "`service.finalize()`": { "the values in a list": () => fake().finalize([order]) },
  "`service.restore()`": {
    // @ts-expect-error
    "a part of a snapshot": () => fake().restore({ orders: [] }),
  },
  "`service.subscribe()`": {
    // @ts-expect-error
    "an object": () => fake().subscribe({ next: () => undefined }),
  },
  "`service.annul()`": {
    // @ts-expect-error
    "an authorization instead of its transaction": () => fake().annul(authorizedByCard()),
    "an unknown authorization": () => fake().annul("201409251527280673"),
    "an authorization that is annulled already": () => {
      const { service, transactionId } = authorizedByCard();
      service.annul(transactionId);
      service.annul(transactionId);
    },
  },
  "`service.completePending()`": {
    "an authorization on which nothing is pending": () => {
      const { service, transactionId } = authorizedByCard();
      service.completePending(transactionId);
    },
  },
  "`service.on()`": {
    // @ts-expect-error
    "a custom operation by its name": () => fake().on("annulPayment", undefined),
    // @ts-expect-error
    "no handler": () => fake().on(annul, undefined),
    "a name that the fake has": () => fake().on({ ...annul, name: "finalize" }, () => ({})),
    "a path that the fake has, its values under other names": () =>
      fake().on({ ...annul, path: "/transactions/{id}/finalize/{amount}" }, () => ({})),
    "a path that another operation has": () => {
      const service = fake();
      service.on(annul, () => ({}));
      service.on({ ...annul, name: "cancelPayment" }, () => ({}));
    },
  },
  "`startPaymentServer()`": {
    "a base path that is the fake's own": () => startPaymentServer({ basePath: "/_fake" }),
    "a base path without a slash": () => startPaymentServer({ basePath: "api" }),
    "a port that there is not": () => startPaymentServer({ port: 80_000 }),
    "an allowed host with its port": () => startPaymentServer({ allowedHosts: ["payments:4010"] }),
    // @ts-expect-error
    "a misspelt option": () => startPaymentServer({ Port: 4010 }),
  },
  "`paymentHandlers()`": {
    // @ts-expect-error
    "the base URL alone": () => paymentHandlers(fake(), "https://a.example"),
  },
  "`service.clock`": {
    "back by an hour": () => fake().clock.advance(-3_600_000),
    // @ts-expect-error
    "a time as text": () => fake().clock.set("2026-01-15"),
  },
  "`new FakePaymentService()`": {
    "to keep half a request": () => new FakePaymentService({ keepRequests: 0.5 }),
    "a merchant id with a colon": () => new FakePaymentService({ merchantId: "shop:1" }),
    // @ts-expect-error
    "a date instead of a clock": () => new FakePaymentService({ now: new Date(0) }),
    // @ts-expect-error
    "an unknown rule to waive": () => new FakePaymentService({ waive: ["limits"] }),
    // @ts-expect-error
    "quirks of an unknown status key": quirky({ keys: { ORDER_NOTFOUND: "NO_SUCH_ORDER" } }),
    // @ts-expect-error
    "quirks of a misspelt payment method": quirky({ repeat: { payPal: "captured_again" } }),
    // @ts-expect-error
    "quirks with a misspelt repeat": quirky({ repeat: { paypal: "capture_again" } }),
    "quirks with an HTTP status that fetch never shows": quirky({ failureStatus: 407 }),
  },
  "`fault`": {
    "late before it was sent": () => fault.late(-1),
    "a status below 200": () => fault.status(100),
    "a body under HTTP 204": () => fault.response({ httpStatus: 204, body: "{}" }),
    // @ts-expect-error
    "a misspelt detail": () => fault.status(503, { commited: true }),
    "the key of a success": () => fault.error("SUCCESS"),
    // @ts-expect-error
    "a body that is an object": () => fault.response({ body: {} }),
    "a content type with a line break": () => fault.response({ contentType: "text/plain\n", body: "" }),
  },
  "`service.faults`": {
    // @ts-expect-error
    "a fault that is not called": arming(fault.loseResponse),
    // @ts-expect-error
    "a misspelt fault, which is undefined": arming(undefined),
    // @ts-expect-error
    "a fault by its name": arming("drop"),
    // @ts-expect-error
    "a misspelt target": arming(fault.drop(), { orderID: "a08ff49b-6f77-4632-a16c-43069c43a8c3" }),
    // @ts-expect-error
    "a target that is a number": arming(fault.drop(), { transactionId: 201_409_251_527 }),
    "a misspelt operation": () => fake().faults.next("finalise", fault.drop()),
    // @ts-expect-error
    "the fault first": () => fake().faults.next(fault.drop(), "finalize"),
    "an operation without a handler": () => fake().faults.next("annulPayment", fault.drop()),
    "every call number 0": () => fake().faults.every(0, "finalize", fault.drop()),
    "refuse through MSW": throughMsw(fault.refuse()),
    "truncate through MSW": throughMsw(fault.truncate()),
  },
};

export const testMistakes = () => thrownMessages("The testing kit", mistakes);
