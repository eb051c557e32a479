/** One delivery of a job: what is stored for each outcome, and what happens when the database is away. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, describe, it } from "node:test";
import { fault } from "merchant-payments/testing";
import { captureShipment } from "../src/capture.ts";
import type { StoredResult } from "../src/outcome.ts";
import { readParked } from "../src/parked.ts";
import { ship } from "../src/shipments.ts";
import { setUpWorkbench, type Workbench } from "./workbench.ts";

let workbench: Workbench;
before(async () => {
  workbench = await setUpWorkbench();
});
after(() => workbench.end());
beforeEach(() => workbench.service.reset());

describe("a shipment and its job", () => {
  it("are stored together", async () => {
    const id = await workbench.shipped();
    const jobs = await workbench.boss.findJobs("capture", { data: { shipmentId: id } });
    assert.equal(jobs.length, 1);
  });

  it("are both absent when one of them cannot be stored", async () => {
    const id = await workbench.shipped();
    const { rows } = await workbench.pool.query("select count(*)::int as jobs from pgboss.job");
    await assert.rejects(
      workbench.pool.query("select 1").then(() => reship(id)),
      /duplicate key/,
    );
    assert.deepEqual((await workbench.pool.query("select count(*)::int as jobs from pgboss.job")).rows, rows);
  });
});

/** New shipments, of which one is there already. */
async function reship(id: string): Promise<void> {
  const shipment = {
    orderNumber: "ORDER-2",
    orderId: randomUUID(),
    transactionId: "202611210000000001",
    paymentMethod: "other",
    authorizedAmount: "1",
    amount: "1",
    currency: "SEK",
  } as const;
  await ship(workbench.pool, workbench.boss, [
    { id: randomUUID(), ...shipment },
    { id, ...shipment },
  ]);
}

describe("a delivery", () => {
  it("captures, books, and gives the stored result from then on", async () => {
    const id = await workbench.shipped();

    assert.deepEqual(await captureShipment(workbench.capturing, id), { kind: "done" });
    assert.deepEqual(await captureShipment(workbench.capturing, id), { kind: "done" });
    assert.equal(workbench.service.finalizations.length, 1);
    assert.equal(await workbench.booked(id), "125.00");
    const { state, result } = await workbench.intentOf(id);
    assert.equal(state, "settled");
    assert.equal(result.outcome, "captured");
    assert.equal(result.transactionId, workbench.service.finalizations[0]?.transactionId);
  });

  it("sends once when ten workers have the same job", async () => {
    const id = await workbench.shipped();
    workbench.service.faults.next("finalize", fault.delay(50));

    const deliveries = await Promise.all(Array.from({ length: 10 }, () => captureShipment(workbench.capturing, id)));

    assert.equal(deliveries.filter(({ kind }) => kind === "done").length >= 1, true);
    assert.equal(workbench.service.requests.length, 1);
    assert.equal(await workbench.booked(id), "125.00");
  });

  it("is tried again after what was proven not to have been sent", async () => {
    const id = await workbench.shipped();
    workbench.service.faults.next("finalize", fault.refuse);

    assert.equal((await captureShipment(workbench.capturing, id)).kind, "again");
    assert.equal((await workbench.intentOf(id)).state, "released");
    assert.deepEqual(await captureShipment(workbench.capturing, id), { kind: "done" });
    assert.equal(workbench.service.finalizations.length, 1);
    assert.equal((await workbench.intentOf(id)).attempt, 2);
  });

  it("stops with the service's reason when it is rejected", async () => {
    const id = await workbench.shipped();
    workbench.service.faults.next("finalize", fault.error("CUST_ACCT_NOT_ELIGIBLE"));

    await captureShipment(workbench.capturing, id);
    await captureShipment(workbench.capturing, id);
    assert.equal(workbench.service.requests.length, 1);
    const { state, result } = await workbench.intentOf(id);
    assert.equal(state, "settled");
    assert.equal(result.outcome, "rejected");
    assert.equal(result.reason, "CUST_ACCT_NOT_ELIGIBLE");
    assert.equal(await workbench.booked(id), undefined);
  });

  it("parks what may have been captured, with the answer as received", async () => {
    const id = await workbench.shipped();
    workbench.service.faults.next("finalize", fault.html({ committed: true }));

    assert.deepEqual(await captureShipment(workbench.capturing, id), { kind: "done" });
    assert.deepEqual(await captureShipment(workbench.capturing, id), { kind: "done" });
    assert.equal(workbench.service.requests.length, 1);
    assert.equal(await workbench.booked(id), undefined);
    const item = (await readParked(workbench.pool)).find((parked) => parked.id === id);
    assert.equal(item?.state, "parked");
    assert.equal(item.amount, "125.00");
    assert.equal(item.attempt, 1);
    const { outcome, answer, advice } = item.result as StoredResult;
    assert.equal(outcome, "unknown");
    assert.equal(answer?.body, "<!doctype html><p>Welcome</p>");
    assert.match(advice ?? "", /Do not send a part again/);
  });

  it("books a capture whose answer is incomplete, and lists it for a look", async () => {
    const id = await workbench.shipped();
    workbench.service.faults.next("finalize", fault.incomplete);

    await captureShipment(workbench.capturing, id);
    assert.equal(await workbench.booked(id), "125.00");
    const { state, look, result } = await workbench.intentOf(id);
    assert.equal(state, "settled");
    assert.equal(look, "captured, but the answer was incomplete");
    assert.match(result.answer?.body ?? "", /SUCCESS/);
  });

  it("does not book what is pending", async () => {
    const id = await workbench.shipped({ pending: true });

    await captureShipment(workbench.capturing, id);
    assert.equal(await workbench.booked(id), undefined);
    assert.equal((await workbench.intentOf(id)).result.outcome, "pending");
  });

  it("stores an answer that the database would refuse as it is", async () => {
    const id = await workbench.shipped();
    workbench.service.faults.next("finalize", fault.answer({ contentType: "text/plain", body: "out of \0rder" }));

    await captureShipment(workbench.capturing, id);
    assert.equal((await workbench.intentOf(id)).result.answer?.body, "out of \u{2400}rder");
  });

  it("refuses a shipment that was changed after its intent", async () => {
    const id = await workbench.shipped();
    workbench.service.faults.next("finalize", fault.refuse);
    await captureShipment(workbench.capturing, id);
    await workbench.pool.query("update shipments set amount = '400.00' where id = $1", [id]);

    assert.deepEqual(await captureShipment(workbench.capturing, id), { kind: "done" });
    assert.equal(workbench.service.finalizations.length, 0);
    assert.equal((await workbench.intentOf(id)).look, "the shipment was changed after its intent");
  });

  it("keeps an outcome while the database is away, and stores it when that is back", async () => {
    const id = await workbench.shipped();
    const { promise: sent, resolve: tellSent } = Promise.withResolvers<void>();
    const { promise: goOn, resolve: answer } = Promise.withResolvers<void>();
    const payments = workbench.paymentsWith(async (...request) => {
      const response = await workbench.service.fetch(...request);
      tellSent();
      await goOn;
      return response;
    });

    const delivery = captureShipment({ ...workbench.capturing, payments }, id);
    await sent;
    workbench.postgres.stopAtOnce();
    answer();
    await assert.rejects(workbench.pool.query("select 1"));
    workbench.postgres.start();

    assert.deepEqual(await delivery, { kind: "done" });
    assert.equal(await workbench.booked(id), "125.00");
    assert.equal(workbench.service.requests.length, 1);
  });
});
