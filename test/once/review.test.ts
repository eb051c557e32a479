/** What people and alerts see of the keys, and what people enter and erase. */
import type { OnceEntry } from "merchant-payments/once";
import { fault } from "merchant-payments/testing";
import { describe, expect, test, vi } from "vitest";
import { merchant, none, signed } from "./merchant.js";
import { HOUR, MINUTE } from "./records.js";

const DAY = 24 * HOUR;

test("every key that is not closed after a day is on the list for manual review, with its question", async () => {
  const { service, once, sell, pass } = merchant({
    book(_db, { key }) {
      if (key === "UNBOOKED") throw new Error("the month is closed");
    },
    onChange: () => undefined,
  });
  const { capture } = sell({ pending: true });
  await capture("PENDING", { totalAmount: "60.00" });
  await capture("BEHIND", { totalAmount: "40.00" });
  await sell().capture("UNBOOKED");
  service.faults.next("finalize", fault.status(401));
  await sell().capture("NOT-DELIVERED");
  service.faults.next("finalize", fault.drop());
  await sell().capture("PARKED", { totalAmount: "60.00" });
  await sell().capture("DONE");

  const worklist = async () => {
    const { entries } = await once.list({ waitsFor: "person" });
    return entries
      .flatMap((entry) => [entry, ...entry.blockedKeys])
      .map(({ key, advice }) => `${key}: ${advice?.slice(0, 20)}`);
  };
  expect(await worklist()).toEqual(["PARKED: Look up the finalize"]);
  pass(DAY);
  await once.sweep();
  expect(await worklist()).toEqual([
    "NOT-DELIVERED: No delivery came: de",
    "PARKED: Look up the finalize",
    "PENDING: Look up the finalize",
    "BEHIND: Decide PENDING first",
    "UNBOOKED: `book` keeps failing",
  ]);
  expect((await once.get("PENDING"))?.advice).toContain("(3) If something is pending, look again later.");
});

test("the counts tell whether the sweep is alive, and what is stuck", async () => {
  const { service, once, sell, pass } = merchant();
  const start = Date.now();
  await sell().capture("K-1");
  for (const key of ["K-2", "K-3"]) {
    service.faults.next("finalize", fault.loseResponse());
    await sell().capture(key);
    pass(10);
  }
  expect(await once.counts()).toEqual({
    counts: [{ state: "unknown", waitsFor: "sweep", count: 2, oldestDueAt: start + MINUTE, oldestStateSince: start }],
    now: start + 20,
  });
});

test("a listener is told of each change after it is stored, without bodies", async () => {
  const told: [OnceEntry, unknown][] = [];
  const closed = new Error("the month is closed");
  const { service, once, sell, snapshot, pass } = merchant({
    keyAsInvoiceId: true,
    onChange: (capture, cause) => told.push([capture, cause]),
    book() {
      if (Date.now() % HOUR === 0) return;
      throw closed;
    },
  });
  pass(1);
  service.faults.next("finalize", fault.drop());
  await sell().capture("K-1", { totalAmount: "60.00" });
  await once.decide(await snapshot("K-1"), { ...signed, as: "captured" });
  pass(HOUR - 1);
  await once.sweep();
  expect(
    told.map(([{ version, state, waitsFor, isBooked }, cause]) => [version, state, waitsFor, isBooked, cause]),
  ).toEqual([
    [1, "sending", "sweep", false, undefined],
    [2, "parked", "person", false, undefined],
    [3, "captured", "sweep", false, closed],
    [4, "captured", "nobody", true, undefined],
  ]);
  expect(JSON.stringify(told)).not.toContain("invoiceId");
});

test("the first and the last time that a key was sent, and how often, are kept", async () => {
  const { service, once, sell, pass } = merchant();
  const start = Date.now();
  service.faults.next("finalize", fault.loseResponse());
  await sell().capture("K-1");
  pass(MINUTE);
  const [capture] = await once.sweep();
  expect(capture).toMatchObject({ firstSentAt: start, lastSentAt: start + MINUTE, attempts: 2 });
});

test("a capture that a person's decision books is not booked again after the book of a worker failed", async () => {
  let isClosed = true;
  const booked: string[] = [];
  const { once, sell, snapshot, pass } = merchant({
    book(_db, { key }) {
      if (isClosed) throw new Error("the month is closed");
      booked.push(key);
    },
    onChange: () => undefined,
  });
  const { capture } = sell();
  expect(await capture("K-1")).toMatchObject({ state: "captured", isBooked: false });
  isClosed = false;
  const decision = { ...signed, as: "captured" } as const;
  expect(await once.decide(await snapshot("K-1"), decision)).toMatchObject({ isBooked: true });
  pass(HOUR);
  expect([await once.sweep(), booked]).toEqual([[], ["K-1"]]);
});

describe("what the caller changes after a call does not count:", () => {
  test("a decision, its balance and its snapshot", async () => {
    const { service, once, sell, snapshot, pass, taken } = merchant({ resolveAfterMs: [] });
    service.faults.next("finalize", fault.drop());
    await sell().capture("K-1");
    pass(HOUR);
    const seen = { ...(await snapshot("K-1")) };
    const balance = { ...none };
    const decision = { ...signed, as: "send_again", balance } as const;
    const deciding = once.decide(seen, decision);
    Object.assign(seen, { version: 99 });
    Object.assign(balance, { finalized: "100.00" });
    Object.assign(decision, { as: "captured" });
    expect((await deciding).state).not.toBe("captured");
    await once.sweep();
    expect(taken()).toEqual(["100.00"]);
  });

  test("the date of an adoption", async () => {
    const { once, sell, store } = merchant();
    const change = store.change.bind(store);
    vi.spyOn(store, "change").mockImplementation(async (...given) => change(...(await Promise.resolve(given)))); // as over a network
    const { authorization, capture: _, ...sale } = sell();
    const at = new Date(Date.UTC(2026, 0, 1));
    const adopting = once.adopt("OLD-1", sale, { ...signed, authorization, isBooked: true, at });
    at.setTime(0);
    expect(await adopting).toMatchObject({ stateSince: Date.UTC(2026, 0, 1) });
  });

  test("the list of pauses in the options", async () => {
    const resolveAfterMs = [MINUTE];
    const { service, sell } = merchant({ resolveAfterMs });
    resolveAfterMs[0] = 0;
    service.faults.next("finalize", fault.loseResponse());
    const now = Date.now();
    expect(await sell().capture("K-1")).toMatchObject({ dueAt: now + MINUTE });
  });
});

describe("a capture from before the store existed", () => {
  const at = new Date(Date.UTC(2026, 0, 1));

  test("is entered as it was, and counts for the next key of its authorization", async () => {
    const { client, once, sell, books, taken } = merchant();
    const { capture, authorization, ...sale } = sell();
    const before = await client().finalize({ ...sale, totalAmount: "60.00" });
    const adoption = { ...signed, authorization, transactionId: before.transactionId, isBooked: true, at };
    expect(await once.adopt("OLD-1", { ...sale, totalAmount: "60.00" }, adoption)).toMatchObject({
      state: "captured",
      isBooked: true,
      stateSince: at.getTime(),
      finalization: { transactionId: before.transactionId },
    });
    expect(await capture("NEW-1", { totalAmount: "40.00" })).toMatchObject({
      state: "captured",
      finalizedBefore: "60.00",
      isFinalizedBeforeCertain: false,
    });
    expect([taken(), books]).toEqual([["60.00", "40.00"], ["NEW-1 40.00"]]);
    const again = once.adopt("OLD-2", { ...sale, totalAmount: "60.00" }, adoption);
    await expect(again).rejects.toThrow(`OLD-2: the capture ${before.transactionId}`);
  });

  test("is booked by the sweep if it is not in the books, and has no rules of lines", async () => {
    const { once, sell, books, pass } = merchant({ keyAsInvoiceId: true });
    const lineItems = [{ id: "1", name: "Books", totalLineAmount: "40.10" }];
    const { authorization, capture: _, ...sale } = sell({ paymentMethod: "other", totalAmount: "40.10", lineItems });
    const adoption = { ...signed, authorization: { ...authorization, hasLineItems: true }, isBooked: false, at };
    const part = { ...sale, totalAmount: "10.00" };
    expect(await once.adopt("OLD-1", part, adoption)).toMatchObject({ isBooked: false, waitsFor: "sweep" });
    expect(books).toEqual([]);
    pass(MINUTE);
    expect(await once.sweep()).toMatchObject([{ key: "OLD-1", isBooked: true }]);
    expect(books).toEqual(["OLD-1 10.00"]);
  });
});

describe("erasing", () => {
  async function shop() {
    const made = merchant({ keyAsInvoiceId: true });
    const { capture } = made.sell();
    await capture("K-1", { totalAmount: "60.00" });
    made.service.faults.next("finalize", fault.drop());
    await capture("K-2", { totalAmount: "30.00" });
    made.pass(DAY);
    return { ...made, capture };
  }
  const closedBefore = (ms: number) => ({ before: new Date(ms) });

  test("takes bodies, responses and words out of closed keys, and leaves the others", async () => {
    const { once, snapshot } = await shop();
    expect(await once.erase(closedBefore(Date.now()))).toBe(1);
    expect(await once.erase(closedBefore(Date.now()))).toBe(0);
    const { request, response, reason, advice, isErased, finalization } = await snapshot("K-1");
    expect([request.body, response, reason, advice, isErased]).toEqual(["", undefined, undefined, undefined, true]);
    expect([request.totalAmount, finalization.totalAmountFinalized]).toEqual(["60.00", "60"]);
    expect(await snapshot("K-2")).toMatchObject({ state: "parked", isErased: false });
  });

  test("leaves keys that were closed since, or whose request may still arrive", async () => {
    const { once, pass, sell } = await shop();
    expect(await once.erase(closedBefore(Date.now() - DAY))).toBe(0);
    await sell().capture("K-3");
    pass(1);
    expect(await once.erase(closedBefore(Date.now()))).toBe(1);
  });

  test("also takes the bodies of requests that were replaced, and leaves what they were for", async () => {
    const { once, snapshot, sell, pass } = await shop();
    const { capture } = sell();
    await capture("K-3", { totalAmount: "600.00" });
    await capture("K-3", { totalAmount: "60.00" });
    pass(HOUR);
    await once.erase(closedBefore(Date.now()));
    const { history } = await snapshot("K-3");
    expect(history.map(({ request }) => [request?.totalAmount, request?.body])).toEqual([["600.00", ""]]);
    const old = capture("K-3", { totalAmount: "600.00" });
    await expect(old).rejects.toThrow("this one was replaced by a later delivery");
  });

  test("also takes the words of a person", async () => {
    const { once, snapshot, capture } = await shop();
    const balance = { finalized: "60.00", pending: "0", differs: "Åsa Berg of Storgatan 1 was refunded" };
    await once.decide(await snapshot("K-2"), { ...signed, as: "not_captured", balance });
    await expect(capture("K-2", { totalAmount: "30.00", invoiceId: "INV-2" })).resolves.toMatchObject({});
    await once.erase(closedBefore(Date.now() + 1));
    const { history } = await snapshot("K-2");
    const figures = { finalized: "60.00", pending: "0", differs: "" };
    expect(history).toEqual([{ at: expect.any(Number), state: "parked", by: "Åsa", balance: figures }]);
  });

  test("does not let a key be captured again", async () => {
    const { once, snapshot, capture, taken, sell } = await shop();
    const { authorization, capture: _, ...sale } = sell();
    await once.erase(closedBefore(Date.now()));
    const seen = await snapshot("K-1");
    expect(await capture("K-1", { totalAmount: "60.00" })).toMatchObject({ state: "captured", version: seen.version });
    await expect(capture("K-1", { totalAmount: "50.00" })).rejects.toThrow("stands for another request");
    const erased = "K-1 is erased";
    await expect(once.correct(seen, sale, { ...signed, authorization, balance: none })).rejects.toThrow(erased);
    await once.decide(seen, { ...signed, as: "not_captured", balance: none });
    const again = { ...signed, as: "send_again", balance: none } as const;
    await expect(once.decide(await snapshot("K-1"), again)).rejects.toThrow(erased);
    expect(taken()).toEqual(["60.00"]);
  });
});
