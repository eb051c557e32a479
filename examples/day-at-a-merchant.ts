// A day at a merchant: creates and finalizes the orders of orders.json against the embedded fake of the service, on a
// real loopback port, resolves what is unknown, and compares the merchant's books with the service's at the end.
import { readFileSync } from "node:fs";
import { mock } from "node:test";
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
import { Once, OnceReview } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
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
  /** Whether a worker captures it, with `Once`. */
  readonly fromQueue?: boolean;
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

const nothing = () => undefined; // a shop would write into its books here
const store = new SqliteOnceStore(":memory:");
const once = new Once({ payments, store, book: nothing, fail: nothing });
const review = new OnceReview({ store });

const purchases = JSON.parse(readFileSync(new URL("orders.json", import.meta.url), "utf8")) as Purchase[];
const rows: string[][] = [];
const toDo: string[] = [];
const books: Booking[] = [];
const later: (() => Promise<string[]>)[] = [];

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
    const [finalization, facts] = partOf(created.value.orderId, authorization, purchase, part);
    const booking = { currency: order.currencyCode, amount, authorization };
    if (purchase.fromQueue) {
      const { state } = await once.finalize(order.orderNumber, finalization, { authorization: facts });
      report(amount, state, "Once resolves it");
      later.push(() => sweep(order.orderNumber, booking));
      continue;
    }
    const finalized = await toResult(payments.finalize(finalization, { authorization: facts }));
    report(amount, describe(finalized), whatToDo(finalized, paymentMethod));
    if (!finalized.ok) toDo.push(`${order.orderNumber}: ${finalized.error.advice}`);
    const isUnknown = !finalized.ok && finalized.error.outcome === "unknown";
    if (isUnknown && paymentMethod === "card") {
      later.push(() => resolve(order.orderNumber, finalization, facts, booking));
    } else if (finalized.ok || isUnknown) {
      books.push({ ...booking, fate: finalized.ok && !finalized.value.pending ? "confirmed" : "unknown" });
    }
  }
}

printTable(["order", "form", "method", "amount", "outcome", "what the merchant does"], rows);

console.log("\nA minute later");
mock.timers.enable({ apis: ["Date"], now: Date.now() + 61_000 });
const resolved: string[][] = [];
for (const findOut of later) resolved.push(await findOut());
mock.timers.reset();
printTable(["order", "resolved by", "state", "what the merchant does"], resolved);
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

function partOf(orderId: string, transactionId: string, purchase: Purchase, part: number) {
  const { order, paymentMethod, finalize, parts } = purchase;
  const hasLineItems = (order.lineItems ?? []).length > 0;
  const lines = (order.lineItems ?? []).filter(({ id }) => parts?.[part]?.includes(id ?? ""));
  const items = lines.length > 0 ? { lineItems: lines } : {};
  const finalization = { orderId, transactionId, totalAmount: finalize[part] ?? "", ...items };
  const { totalAmount: authorizedAmount, currencyCode } = order;
  return [finalization, { paymentMethod, authorizedAmount, currencyCode, hasLineItems }] as const;
}

type Part = ReturnType<typeof partOf>;

/** Sends the finalization again, which a card allows only once: the balance shows what became of the first one. */
async function resolve(order: string, finalization: Part[0], authorization: Part[1], booking: Omit<Booking, "fate">) {
  const { state } = await payments.resolveFinalization(finalization, { authorization });
  return resolvedRow(order, "resolveFinalization", state, booking);
}

/** The sweep resolves the keys that are due. It then calls `book`. */
async function sweep(order: string, booking: Omit<Booking, "fate">) {
  await once.sweep();
  const state = (await review.get(order))?.state ?? "";
  return resolvedRow(order, "Once", state, booking);
}

function resolvedRow(order: string, by: string, state: string, booking: Omit<Booking, "fate">): string[] {
  if (state === "not_captured") return [order, by, state, "ask the customer to pay again"];
  books.push({ ...booking, fate: state === "captured" ? "confirmed" : "unknown" });
  return [order, by, state, state === "captured" ? "ship" : "look it up in the back office"];
}

function describe(finalized: Result<FinalizeResult>): string {
  if (finalized.ok) return finalized.value.pending ? "pending" : "succeeded";
  const { error } = finalized;
  return error.code === "service_error" ? `${error.outcome} ${error.statusKey}` : `${error.outcome} (${error.code})`;
}

function whatToDo(finalized: Result<FinalizeResult>, paymentMethod: PaymentMethod): string {
  if (finalized.ok) {
    if (finalized.value.pending) return "wait, check every hour";
    return finalized.value.canFinalizeAgain ? "ship this part" : "ship";
  }
  const { error } = finalized;
  if (error.outcome === "unknown") return paymentMethod === "card" ? "resolve it" : "look it up in the back office";
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
