/** With the options that the check prints, a night of `Once` at a service that differs keeps its promises. */
import { PaymentClient, type PaymentMethod } from "merchant-payments";
import { fault } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { merchant } from "../../once/merchant.js";
import { HOUR } from "../../once/records.js";
import { DifferingService } from "../../support/differing-service.js";
import { optionsFor } from "./checked.js";
import { differences } from "./differences.js";

/** What is sold for 100.00, and what is captured of it in turn. The response to each first capture is lost. */
const sales: readonly (readonly [PaymentMethod, ...amounts: string[]])[] = [
  ["card", "40.00"],
  ["card", "100.00"],
  ["invoice", "100.00"],
  ["installments", "100.00"],
  ["paypal", "100.00"],
  ["paypal", "30.00", "30.00", "40.00"],
  ["other", "30.00", "70.00"],
  ["swish", "100.00"],
];

/** What is in the first list more often than in the second. */
function surplus(all: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return all.filter((each) => {
    const place = left.indexOf(each);
    if (place !== -1) left.splice(place, 1);
    return place === -1;
  });
}

test.each(Object.entries(differences))(
  "nothing is captured twice, and nothing is booked without a capture: %s",
  async (_what, { differences, quirks = {}, set = {} }) => {
    const service = new DifferingService(differences, { quirks });
    const payments = new PaymentClient({ ...optionsFor(service), maxRetries: 0, ...set });
    const booked: string[] = [];
    const book: Parameters<typeof merchant>[0] = {
      book: (_db, { request }) => void booked.push(`${request.transactionId} ${request.totalAmount}`),
    };
    const shop = merchant({ payments, ...book, stopAfter: { unknowns: 100 } }, service);
    const jobs: string[] = [];
    for (const [paymentMethod, ...amounts] of sales) {
      const sale = shop.sell({ paymentMethod, pending: paymentMethod === "swish" });
      service.faults.next("finalize", fault.loseResponse());
      for (const totalAmount of amounts) {
        jobs.push(`${sale.transactionId} ${totalAmount}`);
        await sale.capture(`JOB-${jobs.length}`, { totalAmount });
      }
    }
    for (let hour = 0; hour < 24; hour += 1) {
      shop.pass(HOUR);
      await shop.once.sweep();
    }
    const captured = service.finalizations.map(
      ({ authorizationId, totalAmount }) => `${authorizationId} ${totalAmount}`,
    );
    expect(surplus(captured, jobs)).toEqual([]);
    expect(surplus(booked, captured)).toEqual([]);
    expect(captured.length).toBeGreaterThanOrEqual(sales.length);
  },
);
