/** What a person may say of a parked item, and what comes of it. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { fault } from "merchant-payments/testing";
import { captureShipment } from "../src/capture.ts";
import { NotForAPerson, settleByHand } from "../src/parked.ts";
import { setUpWorkbench, type Workbench } from "./workbench.ts";

let workbench: Workbench;
before(async () => {
  workbench = await setUpWorkbench();
});
after(() => workbench.end());
beforeEach(() => workbench.service.reset());

describe("a person's word", () => {
  const said = { reason: "seen in the back office", by: "kim" };

  async function parked(): Promise<string> {
    const id = await workbench.shipped();
    workbench.service.faults.next("finalize", fault.drop);
    await captureShipment(workbench.capturing, id);
    return id;
  }

  it("books what was captured", async () => {
    const id = await parked();
    await settleByHand(workbench.pool, workbench.boss, { shipmentId: id, verdict: "captured", ...said });

    assert.equal(await workbench.booked(id), "125.00");
    const { state, result } = await workbench.intentOf(id);
    assert.equal(state, "settled");
    assert.deepEqual({ ...result, at: "" }, { outcome: "by_hand", verdict: "captured", ...said, at: "" });
  });

  it("closes what was not", async () => {
    const id = await parked();
    await settleByHand(workbench.pool, workbench.boss, { shipmentId: id, verdict: "not-captured", ...said });

    assert.equal(await workbench.booked(id), undefined);
    await captureShipment(workbench.capturing, id);
    assert.equal(workbench.service.finalizations.length, 0);
  });

  it("has it sent again", async () => {
    const id = await parked();
    await settleByHand(workbench.pool, workbench.boss, { shipmentId: id, verdict: "send-again", ...said });

    const jobs = await workbench.boss.findJobs("capture", { data: { shipmentId: id } });
    assert.equal(jobs.length, 2);
    assert.deepEqual(await captureShipment(workbench.capturing, id), { kind: "done" });
    assert.equal(workbench.service.finalizations.length, 1);
    assert.equal(await workbench.booked(id), "125.00");
  });

  it("is not asked for what is settled, and cannot unbook", async () => {
    const settled = await workbench.shipped();
    await captureShipment(workbench.capturing, settled);
    const word = { verdict: "captured", ...said } as const;
    await assert.rejects(settleByHand(workbench.pool, workbench.boss, { shipmentId: settled, ...word }), NotForAPerson);

    workbench.service.faults.next("finalize", fault.incomplete);
    const incomplete = await workbench.shipped();
    await captureShipment(workbench.capturing, incomplete);
    const wrong = { shipmentId: incomplete, ...said, verdict: "send-again" } as const;
    await assert.rejects(settleByHand(workbench.pool, workbench.boss, wrong), NotForAPerson);
  });
});
