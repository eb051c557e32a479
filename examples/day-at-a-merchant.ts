// A day at a merchant: creates and finalizes the orders of orders.json against the embedded fake of the service, on a
// real loopback port, and compares the merchant's books with the service's at the end.
import { readFileSync } from "node:fs";
import {
  basicAuth,
  Decimal,
  type FinalizeResult,
  type Order,
  PaymentClient,
  type PaymentMethod,
  type Result,
  toResult,
} from "merchant-payments";
import { fault, startPaymentServer } from "merchant-payments/testing";
import { printTable } from "./print-table.ts";

interface Purchase {
  readonly order: Order;
  readonly paymentMethod: PaymentMethod;
  /** The amounts to finalize, one call each. */
  readonly finalize: readonly string[];
  /** The line item ids of each part, if an order is shipped in parts. */
  readonly parts?: readonly (readonly string[])[];
  /** What goes wrong with it. */
  readonly mishap?: string;
}

interface Booking {
  readonly currency: string;
  readonly amount: string;
  readonly fate: "confirmed" | "unknown";
  readonly authorization: string;
}

const { baseUrl, service, close } = await startPaymentServer();
const payments = new PaymentClient({
  baseUrl,
  auth: basicAuth(service.merchantId, service.password),
  headers: { "user-agent": "day-at-a-merchant" },
});

const purchases = JSON.parse(readFileSync(new URL("orders.json", import.meta.url), "utf8")) as Purchase[];
const rows: string[][] = [];
const toDo: string[] = [];
const books: Booking[] = [];

for (const purchase of purchases) {
  const { order, paymentMethod } = purchase;
  const form = "billTo" in order ? "detailed" : "simple";
  const report = (amount: string, outcome: string, action: string) =>
    rows.push([order.orderNumber, form, paymentMethod, `${amount} ${order.currencyCode}`, outcome, action]);

  const created = await toResult(payments.createOrder(order, { paymentMethod }));
  if (!created.ok) {
    report(String(order.totalAmount), `create: ${created.error.outcome}`, "correct the order");
    toDo.push(`${order.orderNumber}: ${created.error.message}`);
    continue;
  }
  const authorization = customerPays(created.value.orderId, purchase);

  for (const [part, amount] of purchase.finalize.entries()) {
    const finalized = await toResult(finalizePart(created.value.orderId, authorization, purchase, part));
    report(amount, describe(finalized), whatToDo(finalized));
    if (!finalized.ok) toDo.push(`${order.orderNumber}: ${finalized.error.advice}`);
    const fate = finalized.ok && !finalized.value.pending ? "confirmed" : "unknown";
    if (finalized.ok || finalized.error.outcome === "unknown") {
      books.push({ currency: order.currencyCode, amount, fate, authorization });
    }
  }
}

printTable(["order", "form", "method", "amount", "outcome", "what the merchant does"], rows);
console.log(`\nIn detail\n${toDo.map((line) => `  ${line}`).join("\n")}`);
const balanced = printTotals();
await close();
console.log(balanced ? "\nThe books balance." : "\nTHE BOOKS DO NOT BALANCE.");
process.exitCode = balanced ? 0 : 1;

/** Authorizes the order at the service, and arranges its mishap. */
function customerPays(orderId: string, { paymentMethod, mishap }: Purchase): string {
  const pending = mishap === "the service has not completed it";
  const { transactionId } = service.authorize(orderId, { paymentMethod, pending });
  if (mishap === "the authorization is annulled before it is finalized") service.annul(transactionId);
  if (mishap === "the response to finalize is lost") service.faults.next("finalize", fault.loseResponse());
  return transactionId;
}

function finalizePart(orderId: string, transactionId: string, purchase: Purchase, part: number) {
  const { order, paymentMethod, finalize, parts } = purchase;
  const hasLineItems = (order.lineItems ?? []).length > 0;
  const lines = (order.lineItems ?? []).filter(({ id }) => parts?.[part]?.includes(id ?? ""));
  return payments.finalize(
    { orderId, transactionId, totalAmount: finalize[part] ?? "", ...(lines.length > 0 ? { lineItems: lines } : {}) },
    {
      authorization: {
        paymentMethod,
        authorizedAmount: order.totalAmount,
        currencyCode: order.currencyCode,
        hasLineItems,
      },
    },
  );
}

function describe(finalized: Result<FinalizeResult>): string {
  if (finalized.ok) return finalized.value.pending ? "pending" : "succeeded";
  const { error } = finalized;
  return error.code === "service_error" ? `${error.outcome} ${error.statusKey}` : `${error.outcome} (${error.code})`;
}

function whatToDo(finalized: Result<FinalizeResult>): string {
  if (finalized.ok) {
    if (finalized.value.pending) return "wait, check every hour";
    return finalized.value.canFinalizeAgain ? "ship this part" : "ship";
  }
  const { error } = finalized;
  if (error.outcome === "unknown") return "review it in the books";
  if (error.outcome === "succeeded") return "book as captured";
  if (error.outcome === "rejected") return "do not ship";
  return error.safeToRetry ? "call again" : "correct the call";
}

/** Per currency: what is confirmed, what is unknown or pending, and what the service recorded in the end. */
function printTotals(): boolean {
  const currencies = [...new Set(purchases.map(({ order }) => order.currencyCode))].sort();
  const totals = currencies.map((currency) => {
    const own = books.filter((booking) => booking.currency === currency);
    const confirmed = sum(own.filter(({ fate }) => fate === "confirmed"));
    const unknown = own.filter(({ fate }) => fate === "unknown");
    const landed = sum(unknown.filter(({ amount, authorization }) => isRecorded(authorization, amount)));
    const orders = service.orders.filter(({ currencyCode }) => currencyCode === currency);
    const recorded = sum(
      service.finalizations
        .filter(({ orderId }) => orders.some((order) => order.orderId === orderId))
        .map(({ totalAmount }) => ({ amount: totalAmount })),
    );
    return { currency, confirmed, unknown: sum(unknown), landed, recorded };
  });
  console.log("\nTotals");
  printTable(
    ["currency", "confirmed", "unknown or pending", "of these landed", "the service recorded", "balance"],
    totals.map(({ currency, confirmed, unknown, landed, recorded }) => {
      const places = currency === "JPY" ? 0 : 2;
      const figures = [confirmed, unknown, landed, recorded].map((figure) => figure.toFixed(places));
      return [currency, ...figures, confirmed.plus(landed).eq(recorded) ? "ok" : "WRONG"];
    }),
  );
  return totals.every(({ confirmed, landed, recorded }) => confirmed.plus(landed).eq(recorded));
}

function isRecorded(authorization: string, amount: string): boolean {
  return service.finalizations.some((done) => done.authorizationId === authorization && done.totalAmount === amount);
}

function sum(amounts: readonly { readonly amount: string }[]): Decimal {
  return amounts.reduce((total, { amount }) => total.plus(amount), new Decimal(0));
}
