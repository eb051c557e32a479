/** Mistakes in an order, a finalization and their options. Nothing is sent. */
import { Agent } from "node:https";
import type { CreateOrderOptions, FinalizeOptions } from "merchant-payments";
import { clientResponding, finalization, order } from "../../support/client.js";
import type { Mistake } from "./mistake.js";

const { payments } = clientResponding("");
const line = { name: "Tea", totalLineAmount: "125.00" };
const detailed = { lineItems: [line], billTo: {} };

const creating = (changes: object, options?: object) => () =>
  payments.createOrder({ ...order, ...changes }, options as CreateOrderOptions);
const finalizing = (changes: object, options?: object) => () =>
  payments.finalize({ ...finalization, ...changes }, options as FinalizeOptions);
const resolving = (authorization: object) => () =>
  payments.resolveFinalization(finalization, { authorization } as never);

async function closed() {
  const { payments } = clientResponding("");
  await payments.close();
  return payments.finalize(finalization);
}

export const orderMistakes: readonly Mistake[] = [
  [
    "an order as JSON text",
    () => payments.createOrder(JSON.stringify(order) as never),
    "createOrder: nothing was sent, the input has a fault:\n  - the input must be an object",
  ],
  [
    "an order number that is a number",
    creating({ orderNumber: 1001 }),
    "createOrder: nothing was sent, the input has a fault:\n  - orderNumber must be a string: give the text itself, because a number may have lost digits or leading zeros already",
  ],
  [
    "a misspelt totalAmount",
    creating({ totalAmount: undefined, totalAmout: "125.00" }),
    'createOrder: nothing was sent, the input has a fault:\n  - totalAmout is not a known field: did you mean totalAmount? (extraFields: ["totalAmout"] sends it)',
  ],
  [
    "amount instead of totalAmount",
    creating({ totalAmount: undefined, amount: "125.00" }),
    'createOrder: nothing was sent, the input has a fault:\n  - amount is not a known field: did you mean totalAmount? (extraFields: ["amount"] sends it)',
  ],
  [
    "currency instead of currencyCode",
    creating({ currencyCode: undefined, currency: "SEK" }),
    'createOrder: nothing was sent, the input has a fault:\n  - currency is not a known field: did you mean currencyCode? (extraFields: ["currency"] sends it)',
  ],
  [
    "a currency in lower case",
    creating({ currencyCode: "sek" }),
    "createOrder: nothing was sent, the input has a fault:\n  - currencyCode must be an ISO 4217 code: three letters in upper case like SEK (a lower-case one is invalid), or its number like 752",
  ],
  [
    "the payment method in the first argument",
    creating({ paymentMethod: "card" }),
    "createOrder: nothing was sent, the input has a fault:\n  - paymentMethod is not a known field: it belongs in the second argument, as paymentMethod",
  ],
  [
    "a payment method in another case",
    creating({}, { paymentMethod: "Card" }),
    "createOrder: nothing was sent, the input has a fault:\n  - options.paymentMethod must be one of card, invoice, installments, paypal, swish, internet_bank, other: did you mean card?",
  ],
  [
    "an idempotency key in the order",
    creating({ idempotencyKey: "order-1001" }),
    "createOrder: nothing was sent, the input has a fault:\n  - idempotencyKey is not a known field: the service has no idempotency keys; Once, from merchant-payments/once, captures once per key",
  ],
  [
    "an idempotency key among the options",
    creating({}, { idempotencyKey: "order-1001" }),
    "createOrder: nothing was sent, the input has a fault:\n  - options.idempotencyKey is not a known key: the service has no idempotency keys; Once, from merchant-payments/once, captures once per key",
  ],
  [
    "line items without billTo",
    creating({ lineItems: [line] }),
    "createOrder: nothing was sent, the input has a fault:\n  - billTo is required: an order with more than orderNumber, totalAmount and currencyCode takes the detailed form; add the billing name and address",
  ],
  [
    "line items that add up to another total",
    creating({ ...detailed, totalAmount: "124.00" }),
    `createOrder: nothing was sent, the input has a fault:\n  - totalAmount must equal the sum of the line items' totalLineAmount: it is 124.00, and they add up to 125.00, a difference of 1.00; correct one of them, or compute the total with orderTotal() (if the service accepts this, waive: ["lineTotals"] turns the rule off)`,
  ],
  [
    "a comma in the total of a line",
    creating({ ...detailed, lineItems: [{ ...line, totalLineAmount: "125,00" }] }),
    'createOrder: nothing was sent, the input has a fault:\n  - lineItems[0].totalLineAmount must be decimal text like "125.00": digits and one point only, without leading zeros',
  ],
  [
    "lineitems, as the service writes it in places",
    creating({ lineitems: [line], billTo: {} }),
    "createOrder: nothing was sent, the input has a fault:\n  - lineitems is not a known field: did you mean lineItems?",
  ],
  [
    "line items for a card",
    creating(detailed, { paymentMethod: "card" }),
    "createOrder: nothing was sent, the input has a fault:\n  - lineItems are not supported when card pays: send an empty list",
  ],
  [
    "a simple order to be paid with PayPal",
    creating({}, { paymentMethod: "paypal" }),
    "createOrder: nothing was sent, the input has a fault:\n  - options.paymentMethod is paypal, which needs the detailed form: add lineItems, billTo and orderDescription",
  ],
  [
    "a country in words",
    creating({ ...detailed, billTo: { address: { countryCode: "Sweden" } } }),
    `createOrder: nothing was sent, the input has a fault:\n  - billTo.address.countryCode must be a country code of 2 or 3 letters, SE for instance (if the service accepts this, waive: ["countryCode"] turns the rule off)`,
  ],
  [
    "a field of the shop's own",
    creating({ ...detailed, giftWrap: true }),
    'createOrder: nothing was sent, the input has a fault:\n  - giftWrap is not a known field: leave it out (extraFields: ["giftWrap"] sends it)',
  ],
  [
    "a finalization instead of an order",
    () => payments.createOrder({ ...finalization, orderNumber: "ORDER-1001", currencyCode: "SEK" } as never),
    "createOrder: nothing was sent, the input has a fault:\n  - transactionId is not a known field: it identifies an authorization; to capture one, call finalize instead",
  ],
];

export const finalizationMistakes: readonly Mistake[] = [
  [
    "a transaction id that is a number",
    finalizing({ transactionId: Number("201409251527280673") }),
    "finalize: nothing was sent, the input has a fault:\n  - transactionId must be a string: give the text itself, because a number may have lost digits or leading zeros already",
  ],
  [
    "a transaction id that has lost its first digit",
    finalizing({ transactionId: "01409251527280673" }),
    "finalize: nothing was sent, the input has a fault:\n  - transactionId must be exactly 18 characters long and has 17: give it unchanged, as text",
  ],
  [
    "the order number as order id",
    finalizing({ orderId: "ORDER-1001" }),
    "finalize: nothing was sent, the input has a fault:\n  - orderId must be the GUID that createOrder returned: with dashes, and not all zeros",
  ],
  [
    "the payment method as an option of its own",
    finalizing({}, { paymentMethod: "card" }),
    "finalize: nothing was sent, the input has a fault:\n  - options.paymentMethod is not a known key: did you mean authorization.paymentMethod?",
  ],
  [
    "the authorized amount in the first argument",
    finalizing({ authorizedAmount: "125.00" }),
    "finalize: nothing was sent, the input has a fault:\n  - authorizedAmount is not a known field: it belongs in the second argument, as authorization.authorizedAmount",
  ],
  [
    "an idempotency key in snake case",
    finalizing({ idempotency_key: "capture-1001" }),
    "finalize: nothing was sent, the input has a fault:\n  - idempotency_key is not a known field: the service has no idempotency keys; Once, from merchant-payments/once, captures once per key",
  ],
  [
    "more than was authorized, by card",
    finalizing({ totalAmount: "130.00" }, { authorization: { paymentMethod: "card", authorizedAmount: "125.00" } }),
    "finalize: nothing was sent, the input has a fault:\n  - totalAmount must be at most the authorized amount when card pays: lower it, or correct authorizedAmount",
  ],
  [
    "a part, by invoice",
    finalizing({ totalAmount: "80.00" }, { authorization: { paymentMethod: "invoice", authorizedAmount: "125.00" } }),
    "finalize: nothing was sent, the input has a fault:\n  - totalAmount must be exactly the authorized amount when invoice pays: finalize once, when the whole order is delivered, or correct authorizedAmount",
  ],
  [
    "to finalize a card again",
    finalizing({}, { authorization: { paymentMethod: "card", finalizedBefore: "125.00" } }),
    "finalize: nothing was sent, the input has a fault:\n  - options.authorization.finalizedBefore is above 0, and what card pays is finalized only once: do not set it to 0, look up in the back office what was finalized, and send nothing more",
  ],
  [
    "to resolve, without the payment method",
    resolving({ authorizedAmount: "125.00" }),
    "resolveFinalization: nothing was sent, the input has a fault:\n  - options.authorization.paymentMethod is required to resolve: add it, because it decides whether the service could accept the same finalization twice",
  ],
  [
    "to resolve, without what was finalized before",
    resolving({ paymentMethod: "paypal", authorizedAmount: "125.00" }),
    'resolveFinalization: nothing was sent, the input has a fault:\n  - options.authorization.finalizedBefore is required to resolve: add what was finalized before this finalization was first sent, "0" for nothing; what is finalized now may have it included',
  ],
  [
    "to resolve a part",
    resolving({ paymentMethod: "paypal", authorizedAmount: "200.00", finalizedBefore: "0" }),
    "resolveFinalization: nothing was sent, the input has a fault:\n  - totalAmount cannot be resolved, because the service might accept it twice: only all that is left can be resolved (authorizedAmount less finalizedBefore, and more than 15 % of authorizedAmount); change no figure, and park it for manual review",
  ],
  [
    "an agent among the options of a call",
    finalizing({}, { agent: new Agent() }),
    "finalize: nothing was sent, the input has a fault:\n  - options.agent is not a known key: remove it",
  ],
  [
    "an agent as the options of a call",
    finalizing({}, new Agent()),
    "finalize: nothing was sent, the input has a fault:\n  - options must not be an agent or a dispatcher: use the client's options tls, proxy and maxConnections",
  ],
  [
    "the controller instead of its signal",
    finalizing({}, { signal: new AbortController() }),
    "finalize: nothing was sent, the input has a fault:\n  - options.signal must be an AbortSignal: give controller.signal",
  ],
  [
    "sendBefore in milliseconds",
    finalizing({}, { sendBefore: 1_770_000_000_000 }),
    "finalize: nothing was sent, the input has a fault:\n  - options.sendBefore must be a Date: give new Date(milliseconds)",
  ],
  [
    "the time-out itself as the options",
    finalizing({}, 5_000 as never),
    "finalize: nothing was sent, the input has a fault:\n  - options must be an object",
  ],
  [
    "a finalization whose client is closed",
    closed,
    "finalize: the client was closed, nothing was sent (make a new client)",
  ],
];
