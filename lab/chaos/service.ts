/**
 * The service, in a process of its own so that it survives the merchant: registers what a seed gives, plays the faults,
 * goes away for a moment now and then, and writes its books down when it is told to close.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FakePaymentService, type PaymentServer, startPaymentServer } from "merchant-payments/testing";
import { runSaysSo, tellRun } from "./child.ts";
import { Dice } from "./dice.ts";
import { type Capture, type Dispatch, files } from "./dispatch.ts";
import { faultRate, faultsOf } from "./faults.ts";
import { type Shipment, shipment } from "./shipments.ts";

const [folder = "", seedText = "", countText = ""] = process.argv.slice(2);
const [seed, count] = [Number(seedText), Number(countText)];
let outages = 0;

const service = new FakePaymentService({
  seed,
  now: () => new Date("2026-01-15T12:00:00Z"),
  keepRequests: Number.POSITIVE_INFINITY,
});
const { inParts, faults } = faultsOf(seed);
const dice = new Dice(seed, "shipments");
const shipments = Array.from({ length: count }, (_, index) => register(shipment(dice, index + 1, inParts)));
service.faults.random({ seed, rate: faultRate, faults, operation: "finalize" });

let server = await startPaymentServer({ service });
let away = Promise.resolve();
goAwayNowAndThen();

const { merchantId, password } = service;
const dispatch: Dispatch = { baseUrl: server.baseUrl, merchantId, password, shipments };
writeFileSync(join(folder, files.dispatch), JSON.stringify(dispatch));
tellRun("open");

await runSaysSo();
await away;
await server.close();
await service.deliverLate(); // from here on nothing more is booked
const requests = service.requests.map(({ path, fault, delivered }) => ({ path, fault, delivered }));
const books = { finalizations: service.finalizations, requests, outages };
writeFileSync(join(folder, files.service), JSON.stringify(books));
process.disconnect();

/** The customer has ordered and paid; what the merchant then knows of it. */
function register({ order, paymentMethod, pending, trap, withOrderId, parts }: Shipment): Capture[] {
  const { orderId = "" } = service.createOrder(order);
  const total = order.totalAmount as string;
  const amount = trap === "short" ? lessThan(total) : total;
  const { transactionId } = service.authorize(orderId, { paymentMethod, pending, amount });
  if (trap === "annulled") service.annul(transactionId);
  const named = trap === "unknown order" ? orderId.replace(/^.{8}/, "00000000") : orderId;
  return parts.map((part, index) => ({
    id: `${order.orderNumber}/${index + 1}`,
    ...(withOrderId && { orderId: named }),
    transactionId,
    currencyCode: order.currencyCode,
    paymentMethod,
    authorizedAmount: total,
    hasLineItems: (order.lineItems ?? []).length > 0,
    ...part,
  }));
}

/** A whole unit less. */
function lessThan(total: string): string {
  return total.replace(/^\d+/, (whole) => String(BigInt(whole) - 1n));
}

/** Closes its port and opens it again, after requests that the seed picks. */
function goAwayNowAndThen(): void {
  const chance = new Dice(seed, "outages");
  const after = new Map(Array.from({ length: 4 }, () => [chance.between(1, count), chance.between(20, 700)]));
  service.subscribe((request) => {
    if (request === undefined) return;
    tellRun("a request");
    const ms = after.get(service.requests.length);
    if (ms !== undefined) away = away.then(() => goAway(ms));
  });
}

async function goAway(ms: number): Promise<void> {
  outages += 1;
  const { port } = server;
  await server.close();
  await sleep(ms);
  server = await reopened(port);
}

/** Between closing and opening, the system may have lent the port to a connection that was being made. */
async function reopened(port: number): Promise<PaymentServer> {
  for (;;) {
    try {
      return await startPaymentServer({ service, port });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
      await sleep(20);
    }
  }
}
