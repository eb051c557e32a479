/** A night of `Once` at a service that differs, in which each difference can show itself. */
import { PaymentClient, type PaymentClientOptions, type PaymentMethod } from "merchant-payments";
import { fault } from "merchant-payments/testing";
import { merchant, type Options } from "../../once/merchant.js";
import { HOUR } from "../../once/records.js";
import { DifferingService } from "../../support/differing-service.js";
import { optionsFor } from "./checked.js";
import type { Difference } from "./differences.js";

/** What is sold, for how much, and what is captured of it in turn. The response to each first capture is lost. */
const sales: readonly (readonly [PaymentMethod, total: string, ...amounts: string[]])[] = [
  ["card", "100.00", "40.00"],
  ["card", "100.00", "100.00"],
  ["invoice", "100.00", "100.00"],
  ["installments", "100.00", "100.00"],
  ["paypal", "100.00", "100.00"],
  ["paypal", "100.00", "30.00", "30.00", "40.00"],
  ["paypal", "8.00", "8.00"],
  ["other", "100.00", "30.00", "70.00"],
  ["swish", "100.00", "100.00"],
];

interface Job {
  readonly key: string;
  /** The authorization and the amount. */
  readonly capture: string;
}

/** Lives through a night. Returns what the service captured, and what became of each job. */
export async function night({ differences, quirks = {}, acts }: Difference, options: Partial<PaymentClientOptions>) {
  const service = new DifferingService(differences, { quirks });
  const client = (more: Partial<PaymentClientOptions> = {}) =>
    new PaymentClient({ ...optionsFor(service), maxRetries: 0, ...options, ...more });
  const booked: string[] = [];
  const book: Options["book"] = (_db, { request }) =>
    void booked.push(`${request.transactionId} ${request.totalAmount}`);
  const shop = merchant({ payments: client(), book, fail: () => undefined }, service);
  const misconfigured = shop.worker({ payments: client({ auth: () => ({ authorization: "Basic d3Jvbmc=" }) }) });

  const jobs: Job[] = [];
  /** Notes a job, and returns its key. It is sent although the jobs before may have opened the circuit breaker. */
  const job = ({ transactionId }: { transactionId: string }, totalAmount: string) => {
    shop.once.resume();
    const key = `JOB-${jobs.length + 1}`;
    jobs.push({ key, capture: `${transactionId} ${totalAmount}` });
    return key;
  };
  const sell = (paymentMethod: PaymentMethod, totalAmount = "100.00") =>
    shop.sell({ paymentMethod, totalAmount, pending: paymentMethod === "swish" });

  for (const [paymentMethod, total, ...amounts] of sales) {
    const sale = sell(paymentMethod, total);
    service.faults.next("finalize", fault.loseResponse());
    for (const totalAmount of amounts) await sale.capture(job(sale, totalAmount), { totalAmount });
  }

  // Two authorizations of one order. The request for the second one of the first order is lost, and a person annuls it.
  for (const second of ["annulled", "captured"]) {
    const order = { orderNumber: `TWO-${second}`, totalAmount: "80.00", currencyCode: "SEK" };
    const { orderId = "" } = shop.service.createOrder(order);
    for (const place of ["first", second]) {
      const totalAmount = place === "captured" && acts ? "30.00" : "40.00";
      const authorization = { paymentMethod: "card", authorizedAmount: totalAmount } as const;
      const { transactionId } = service.authorize(orderId, authorization);
      const finalization = { orderId, transactionId, totalAmount };
      service.faults.next("finalize", place === "annulled" ? fault.drop() : fault.loseResponse());
      const facts = { authorization: { ...authorization, currencyCode: "SEK" } };
      await shop.once.finalize(job(finalization, totalAmount), finalization, facts);
      if (place === "annulled") service.annul(transactionId);
    }
  }

  const dropped = sell("card");
  service.faults.next("finalize", fault.drop());
  await dropped.capture(job(dropped, "100.00"), { totalAmount: "100.00" });
  service.annul(dropped.transactionId);

  const refunded = sell("paypal");
  service.faults.next("finalize", fault.loseResponse());
  await refunded.capture(job(refunded, "100.00"));
  service.refund(refunded.transactionId);

  const stranger = { transactionId: "190001010000000009" };
  await sell("card").capture(job(stranger, "100.00"), stranger);

  // A proxy sends the request twice, and hands on the second response. Where a card has no limit, no option prevents that.
  const doubled = sell("card");
  if (differences?.limit?.card === undefined) service.faults.next("finalize", fault.duplicate({ response: "second" }));
  await doubled.capture(job(doubled, "100.00"));

  // For the first hour, a worker has the wrong password.
  const late = sell("card");
  const key = job(late, "100.00");
  await late.capture(key, {}, misconfigured);
  for (let hour = 0; hour < 24; hour += 1) {
    shop.pass(HOUR);
    const once = hour === 0 ? misconfigured : shop.once;
    once.resume(); // the first sales open the circuit breaker
    await once.sweep();
    await once.sweep();
    if (hour === 0) await late.capture(key);
  }

  const captured = service.finalizations.map(({ authorizationId, totalAmount }) => `${authorizationId} ${totalAmount}`);
  const ended = await Promise.all(jobs.map(async (each) => ({ ...each, ...(await shop.review.get(each.key)) })));
  return { captured, booked, ended };
}

/** What is in the first list more often than in the second. */
function surplus(all: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return all.filter((each) => {
    const place = left.indexOf(each);
    if (place !== -1) left.splice(place, 1);
    return place === -1;
  });
}

/** The promises that a night broke. */
export function brokenIn({ captured, booked, ended }: Awaited<ReturnType<typeof night>>): readonly string[] {
  const denied = ["rejected", "not_captured"];
  const jobs = ended.map(({ capture }) => capture);
  const others = ended.flatMap(({ state = "", capture }) => (denied.includes(state) ? [] : capture));
  const twice = surplus(captured, jobs);
  const found = {
    "captured twice": twice,
    "booked without a capture": surplus(booked, captured),
    "captured, and recorded as not captured": surplus(surplus(captured, others), twice),
  };
  return Object.entries(found).flatMap(([promise, captures]) => (captures.length > 0 ? promise : []));
}
