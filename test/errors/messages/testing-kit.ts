/** Mistakes in a test that uses the fake. */
import { FakePaymentService, fault, startPaymentServer } from "merchant-payments/testing";
import { paymentHandlers } from "merchant-payments/testing/msw";
import { type Misuse, thrownBy } from "./misuse.js";
import type { Message } from "./page.js";

const line = { name: "Tea", totalLineAmount: "125.00" };
const simple = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const detailed = { ...simple, lineitems: [], billTo: {} };

const schema = { "~standard": {} };
const annul = {
  name: "annulPayment",
  path: "/transactions/{transactionId}/annul",
  method: "POST",
  input: schema,
  response: schema,
} as const;

type Authorizing = Parameters<FakePaymentService["authorize"]>[1];

/** Authorizes an order that the fake has. */
function authorizing(cause: string, order: object, how: Authorizing): Misuse {
  const service = new FakePaymentService();
  service.createOrder(detailed);
  const { orderId = "" } = service.createOrder(order);
  return ["`service.authorize()`", cause, () => service.authorize(orderId, how)];
}

function authorizedByCard() {
  const service = new FakePaymentService({ now: () => new Date("2026-01-15T12:00:00Z") });
  const { orderId = "" } = service.createOrder(simple);
  return { service, ...service.authorize(orderId, { paymentMethod: "card" }) };
}

const misuses: readonly Misuse[] = [
  [
    "`service.authorize()`",
    "an order that there is not",
    () => new FakePaymentService().authorize("a08ff49b-6f77-4632-a16c-43069c43a8c3", { paymentMethod: "card" }),
  ],
  authorizing("invoice, no customer", detailed, { paymentMethod: "invoice" }),
  authorizing("invoice, no lines", { ...detailed, customer: {} }, { paymentMethod: "invoice" }),
  authorizing(
    "invoice, a number that another order has",
    { ...detailed, lineitems: [line], customer: {} },
    {
      paymentMethod: "invoice",
    },
  ),
  authorizing(
    "invoice, a part",
    { ...detailed, orderNumber: "ORDER-1002", lineitems: [line], customer: {} },
    { paymentMethod: "invoice", amount: "80.00" },
  ),
  authorizing("PayPal, no description", detailed, { paymentMethod: "paypal" }),
  authorizing("card, lines", { ...detailed, lineitems: [line] }, { paymentMethod: "card" }),
  authorizing("swish, a sales location", { ...detailed, salesLocationId: "12" }, { paymentMethod: "swish" }),
  authorizing("an amount that is a number", simple, { paymentMethod: "card", amount: 125 as never }),
  authorizing("an amount of zero", simple, { paymentMethod: "card", amount: "0.00" }),
  [
    "`service.sell()`",
    "half a yen",
    () => new FakePaymentService().sell({ paymentMethod: "card", amount: "1.50", currency: "JPY" }),
  ],
  [
    "`service.annul()`",
    "an authorization that there is not",
    () => new FakePaymentService().annul("201409251527280673"),
  ],
  [
    "`service.annul()`",
    "an authorization that is annulled already",
    () => {
      const { service, transactionId } = authorizedByCard();
      service.annul(transactionId);
      service.annul(transactionId);
    },
  ],
  [
    "`service.completePending()`",
    "an authorization on which nothing is pending",
    () => {
      const { service, transactionId } = authorizedByCard();
      service.completePending(transactionId);
    },
  ],
  [
    "`service.on()`",
    "a name that the fake has",
    () => new FakePaymentService().on({ ...annul, name: "finalize" }, () => ({})),
  ],
  [
    "`service.on()`",
    "a path that the fake has, its values under other names",
    () => new FakePaymentService().on({ ...annul, path: "/transactions/{id}/finalize/{amount}" }, () => ({})),
  ],
  [
    "`service.on()`",
    "a path that another operation has",
    () => {
      const service = new FakePaymentService();
      service.on(annul, () => ({}));
      service.on({ ...annul, name: "cancelPayment" }, () => ({}));
    },
  ],
  [
    "`service.faults`",
    "an operation without a handler",
    () => new FakePaymentService().faults.next("annulPayment", fault.drop),
  ],
  ["`startPaymentServer()`", "a base path that is the fake's own", () => startPaymentServer({ basePath: "/_fake" })],
  ["`service.clock`", "back by an hour", () => new FakePaymentService().clock.advance(-3_600_000)],
  ["`new FakePaymentService()`", "to keep half a request", () => new FakePaymentService({ keepRequests: 0.5 })],
  ["`fault`", "late before it was sent", () => fault.late(-1)],
  ["`fault`", "a status below 200", () => fault.status(100)],
  ["`fault`", "a body under HTTP 204", () => fault.response({ httpStatus: 204, body: "{}" })],
  ["`fault`", "a body that is an object", () => fault.response({ body: {} as never })],
  ["`fault`", "a content type with a line break", () => fault.response({ contentType: "text/plain\n", body: "" })],
  ["`service.faults`", "every call number 0", () => new FakePaymentService().faults.every(0, "finalize", fault.drop)],
  [
    "`service.faults`",
    "two thirds of the calls, in percent",
    () => new FakePaymentService().faults.random({ seed: 1, rate: 66, faults: [fault.drop] }),
  ],
  [
    "`service.faults`",
    "no faults to draw from",
    () => new FakePaymentService().faults.random({ seed: 1, rate: 0.5, faults: [] }),
  ],
  ...[fault.refuse, fault.truncate, fault.status(407)].map((armed): Misuse => {
    const service = new FakePaymentService();
    paymentHandlers(service, { baseUrl: "https://payments.example.com" });
    return ["`service.faults`", `${armed.name} through MSW`, () => service.faults.next("finalize", armed)];
  }),
];

export const wrongTests = (): Promise<Message[]> =>
  Promise.all(misuses.map((misuse) => thrownBy("The testing kit", misuse)));
