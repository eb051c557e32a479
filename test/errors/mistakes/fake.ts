/** Mistakes in a test that uses the fake, in plain JavaScript: most of them do not compile. */
import { FakePaymentService, type Fault, fault, startPaymentServer } from "merchant-payments/testing";
import { paymentHandlers } from "merchant-payments/testing/msw";
import type { Mistake } from "./mistake.js";

const fake = () => new FakePaymentService();
const arming = (armed: unknown, only?: object) => () => fake().faults.next("finalize", armed as Fault, only);
const selling = (options: object) => () => fake().sell({ paymentMethod: "card", amount: "125.00", ...options });
const schema = { "~standard": {} };
const annul = { name: "annulPayment", path: "/annul", method: "POST", input: schema, response: schema } as const;

function authorizing(options: object) {
  const service = fake();
  const { orderId = "" } = service.createOrder({
    orderNumber: "ORDER-1001",
    totalAmount: "125.00",
    currencyCode: "SEK",
  });
  return service.authorize(orderId, options as { paymentMethod: "card" });
}

export const fakeMistakes: readonly Mistake[] = [
  ["a fault that is not called", arming(fault.html), "fault.html makes a fault: call it, fault.html(…)."],
  [
    "a fault as text",
    arming("loseResponse"),
    "A fault is made by fault, imported from merchant-payments/testing: did you mean fault.loseResponse?",
  ],
  [
    "a fault as text, of one that is to be called",
    arming("html"),
    "A fault is made by fault, imported from merchant-payments/testing: did you mean fault.html()?",
  ],
  [
    "a misspelt fault, which is undefined",
    arming(undefined),
    "A fault is made by fault, imported from merchant-payments/testing: give one of fault.refuse, fault.drop, fault.loseResponse, fault.stallBody, fault.truncate, fault.incomplete, fault.duplicate(), fault.late(), fault.stallHeaders(), fault.delay(), fault.trickle(), fault.html(), fault.empty(), fault.wrongEnvelope(), fault.status(), fault.error(), fault.response().",
  ],
  [
    "a misspelt target",
    arming(fault.drop, { orderID: "a08ff49b-6f77-4632-a16c-43069c43a8c3" }),
    "only: orderID is not a known key: did you mean orderId?",
  ],
  [
    "a target that is a number",
    arming(fault.drop, { transactionId: Number("201409251527280673") }),
    "only.transactionId must be text, as the service gave it.",
  ],
  [
    "a target without its name",
    arming(fault.drop, "ORDER-1001" as never),
    "only: give an object with these keys: orderId, transactionId, orderNumber.",
  ],
  [
    "a misspelt operation",
    () => fake().faults.next("finalise", fault.drop),
    "There is no operation finalise: did you mean finalize? Add a custom one with service.on().",
  ],
  [
    "an operation without a handler",
    () => fake().faults.next("annulPayment", fault.drop),
    "There is no operation annulPayment: give one of finalize, createOrder. Add a custom one with service.on().",
  ],
  [
    "the fault first",
    () => fake().faults.next(fault.drop as never, "finalize" as never),
    "There is no operation [object Object]: give one of finalize, createOrder. Add a custom one with service.on().",
  ],
  [
    "a misspelt detail of a fault",
    () => fault.status(503, { commited: true } as never),
    "fault: commited is not a known key: did you mean committed?",
  ],
  [
    "status instead of httpStatus",
    () => fault.response({ status: 503, body: "" } as never),
    "fault: status is not a known key: give one of httpStatus, contentType, body, committed.",
  ],
  [
    "a rejection that the service does not have",
    () => fault.error("AMOUNT_EXCEEDED" as never),
    "fault.error: give one of INTERNAL_ERROR, VALIDATION_ERROR, HTTP_401, HTTP_404, HTTP_405, HTTP_500, MERCHANT_ACCT_READ_ONLY, CUST_ACCT_NOT_ELIGIBLE, CUST_PROF_NOT_FOUND, CUST_CARD_NOT_FOUND, ORDER_NOT_FOUND, LINE_ITEMS_NOT_ALLOWED, FINALIZE_AMT_EXCEEDED, LINE_ITEMS_REQUIRED, PAYMENT_COMPLETED, PAYMENT_ANNULLED.",
  ],
  [
    "one fault to draw from",
    () => fake().faults.random({ seed: 1, rate: 0.5, fault: fault.drop } as never),
    "random: fault is not a known key: did you mean faults?",
  ],
  [
    "currencyCode instead of currency",
    selling({ currencyCode: "EUR" }),
    "sell: currencyCode is not a known key: did you mean currency?",
  ],
  [
    "a sale in minor units",
    selling({ amount: 12_500 }),
    'sell.amount must be decimal text like "125.00", or a Decimal.',
  ],
  [
    "a sale by a payment method in another case",
    selling({ paymentMethod: "Card" }),
    "paymentMethod is unknown: did you mean card?",
  ],
  [
    "a sale by an unknown payment method",
    selling({ paymentMethod: "visa" }),
    "paymentMethod is unknown: give one of card, invoice, installments, paypal, swish, internet_bank, other.",
  ],
  [
    "a sale in a currency in lower case",
    selling({ currency: "sek" }),
    "Cannot sell: CurrencyCode is not in the right format.",
  ],
  [
    "an authorization by its payment method alone",
    () => authorizing("card" as never),
    "authorize: give an object with these keys: paymentMethod, amount, pending.",
  ],
  [
    "an authorization with authorizedAmount",
    () => authorizing({ paymentMethod: "card", authorizedAmount: "1" }),
    "authorize: authorizedAmount is not a known key: give one of paymentMethod, amount, pending.",
  ],
  [
    "an authorization of a number",
    () => authorizing({ paymentMethod: "card", amount: 125 }),
    'authorize.amount must be decimal text like "125.00", or a Decimal.',
  ],
  [
    "a fake with a misspelt option",
    () => new FakePaymentService({ merchantID: "shop" } as never),
    "FakePaymentService: merchantID is not a known key: did you mean merchantId?",
  ],
  [
    "a server with a misspelt option",
    () => startPaymentServer({ Port: 4010 } as never),
    "startPaymentServer: Port is not a known key: did you mean port?",
  ],
  [
    "handlers with a misspelt option",
    () => paymentHandlers(fake(), { baseURL: "https://a.example" } as never),
    "paymentHandlers: baseURL is not a known key: did you mean baseUrl?",
  ],
  [
    "handlers with the base URL alone",
    () => paymentHandlers(fake(), "https://a.example" as never),
    "paymentHandlers: give an object with these keys: baseUrl.",
  ],
  [
    "a custom operation by its name",
    () => fake().on("annulPayment" as never, undefined as never),
    "on: the operation must be what defineOperation returns.",
  ],
  [
    "a custom operation without a handler",
    () => fake().on(annul, undefined as never),
    "on: the handler of annulPayment must be a function.",
  ],
];
