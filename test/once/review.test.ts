/** What people do with `OnceReview`, beside the workers. */
import { fault } from "merchant-payments/testing";
import { describe, expect, test, vi } from "vitest";
import { merchant, none, signed } from "./merchant.js";
import { HOUR, MINUTE } from "./records.js";

/** A part whose request was lost, in front of the service: only a person can find out. */
async function parkedPart(committed: boolean) {
  const shop = merchant();
  const { capture, ...sale } = shop.sell();
  shop.service.faults.next("finalize", committed ? fault.loseResponse() : fault.drop());
  await capture("K-1", { totalAmount: "30.00" });
  shop.pass(HOUR);
  return { ...shop, capture, sale, seen: await shop.snapshot("K-1") };
}

describe("a person", () => {
  test("finds the question, decides captured by the balance, and the sweep books it", async () => {
    const { review, once, seen, books } = await parkedPart(true);
    const asked = { key: "K-1", question: "balance", advice: expect.stringContaining("Made: if 30.00 SEK") };
    expect(await review.list({ waitsFor: "person" })).toMatchObject({ entries: [asked], now: Date.now() });
    expect(await review.counts()).toMatchObject({ counts: [{ waitsFor: "person", count: 1 }], now: Date.now() });
    const balance = { finalized: "30.00", pending: "0.00" };
    expect(await review.decide(seen, { ...signed, as: "captured", balance })).toMatchObject({
      state: "captured",
      waitsFor: "sweep",
    });
    expect(books).toEqual([]);
    await once.sweep();
    expect(books).toEqual(["K-1.1 30.00"]);
  });

  test.each([
    ["not_captured", [], ["K-1.1 failed"]],
    ["send_again", ["30.00"], ["K-1.1 30.00"]],
  ] as const)("decides %s, which the sweep carries out", async (as, captured, booked) => {
    const { review, once, seen, books, taken } = await parkedPart(false);
    await review.decide(seen, { ...signed, as, balance: none });
    await once.sweep();
    expect([taken(), books]).toEqual([captured, booked]);
  });

  test("decides about the key of the snapshot, and not about another key without its blanks", async () => {
    const { service, sell, review, snapshot, pass } = merchant();
    service.faults.every(1, "finalize", fault.drop());
    for (const key of ["K-1", " K-1"]) await sell().capture(key, { totalAmount: "40.00" });
    pass(HOUR);
    await review.decide(await snapshot(" K-1"), { ...signed, as: "not_captured", balance: none });
    expect([await snapshot("K-1"), await snapshot(" K-1")]).toMatchObject([
      { state: "parked", version: 2 },
      { state: "not_captured", version: 3 },
    ]);
  });

  test("corrects a job whose amount was too large, and the sweep captures the new one", async () => {
    const { review, once, service, sell, snapshot, books, taken } = merchant();
    const { capture, authorization, ...sale } = sell({ paymentMethod: "card" });
    service.faults.next("finalize", fault.error("LINE_ITEMS_REQUIRED"));
    await capture("K-1");
    const corrected = { ...sale, totalAmount: "90.00" };
    await review.correct(await snapshot("K-1"), corrected, { ...signed, authorization });
    expect(await once.sweep()).toMatchObject([{ state: "captured" }]);
    expect([taken(), books]).toEqual([["90.00"], ["K-1.1 failed", "K-1.2 90.00"]]);
    await expect(capture("K-1")).rejects.toThrow("this one was replaced by Åsa");
  });

  test("withdraws a job before it comes, or while it is queued, and is told of a snapshot that has changed", async () => {
    const { review, once, service, sell, snapshot, pass, taken } = merchant();
    await review.withdraw("K-1", signed);
    expect(await sell().capture("K-1")).toMatchObject({ state: "not_captured", isWithdrawn: true });
    service.faults.next("finalize", fault.refuse());
    await sell().capture("K-2");
    const seen = await snapshot("K-2");
    service.faults.next("finalize", fault.refuse());
    pass(MINUTE);
    await once.sweep();
    await expect(review.withdraw(seen, signed)).rejects.toThrow("K-2 has changed since this snapshot");
    expect(await review.withdraw(await snapshot("K-2"), signed)).toMatchObject({ isWithdrawn: true });
    pass(HOUR);
    expect([await once.sweep(), taken()]).toEqual([[], []]);
  });

  test("adopts captures from before the store, which count for the next key", async () => {
    const { review, once, sell, books, taken } = merchant();
    const { capture, authorization, transactionId } = sell();
    const at = new Date(Date.now() - 1);
    const adoption = { ...signed, authorization, transactionId: "T-1", isRecorded: false, at };
    const old = { transactionId, totalAmount: "40.00" };
    expect(await review.adopt("OLD-1", old, adoption)).toMatchObject({ state: "captured", waitsFor: "sweep" });
    await expect(review.adopt("OLD-2", old, adoption)).rejects.toThrow("the capture T-1 is stored as OLD-1 already");
    await once.sweep();
    await capture("K-1", { totalAmount: "60.00" });
    expect([books, taken()]).toEqual([["OLD-1.1 40.00"], ["60.00"]]);
  });

  test("erases what is closed, and frees the process between the keys", async () => {
    const { review, sell, store, snapshot } = merchant();
    const { capture } = sell();
    await capture("K-1", { invoiceId: "4711" });
    vi.useRealTimers();
    store.database.exec(`insert into once_keys with recursive n (n) as (select 1 union all select n + 1 from n where n < 500)
      select merchant, 'key-' || n, 'a-' || n, null, version, state, state_since, waits_for, due_at, needs_call, person_at,
      is_erased, format, replace(document, 'K-1', 'key-' || n) from once_keys, n`);
    let turns = 0;
    let isErasing = true;
    const takeTurn = () => {
      turns += 1;
      if (isErasing) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    expect(await review.erase({ before: new Date(Date.now() + 365 * 24 * HOUR) })).toBe(501);
    isErasing = false;
    expect(turns).toBeGreaterThan(500);
    const erased = { isErased: true, response: undefined, request: { body: "" }, state: "captured" };
    expect(await snapshot("K-1")).toMatchObject(erased);
    expect(await review.erase({ before: new Date(Date.now() + 365 * 24 * HOUR) })).toBe(0);
  });
});

test("an erasure counts a key once, though the store failed in between", async () => {
  const { review, sell, store, pass } = merchant();
  await sell().capture("K-1");
  pass(1);
  expect(await review.erase({ before: new Date() })).toBe(0); // its request may still arrive
  pass(2 * HOUR);
  const own = store.change.bind(store);
  vi.spyOn(store, "change").mockImplementationOnce(async (place, decide) => {
    await own(place, (known) => ({ ...decide(known), row: undefined })); // and the connection breaks
    return { end: "failed", cause: new Error("away") };
  });
  const erasing = review.erase({ before: new Date() });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await erasing).toBe(1);
});

describe("a list", () => {
  test("asks anew about a key once another key of its authorization was decided", async () => {
    const { review, capture, seen, service, pass } = await parkedPart(true);
    await review.decide(seen, { ...signed, as: "captured", balance: { finalized: "30.00", pending: "0" } });
    service.faults.next("finalize", fault.drop());
    await capture("K-2", { totalAmount: "20.00" });
    const asked = async () => (await review.list({ waitsFor: "person" })).entries.map(({ advice }) => advice);
    expect(await asked()).toEqual([expect.stringContaining("because a person decided about another key")]);
    pass(HOUR);
    expect((await review.get("K-2"))?.advice).toContain("because a person decided about another key");
  });
});
