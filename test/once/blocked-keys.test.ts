/** The keys behind a key that a person decides: one part of a sale was lost, and three more were delivered behind it. */
import { OnceDecisionError, type OnceSnapshot } from "merchant-payments/once";
import { fault } from "merchant-payments/testing";
import { expect, test, vi } from "vitest";
import type { OnceRecord } from "../../src/once/record.js";
import { sentBlocked } from "../../src/once/rules/blocked.js";
import { merchant, none, signed } from "./merchant.js";
import { HOUR, known, put, readRecord, record } from "./records.js";

async function morning() {
  const shop = merchant();
  const { capture } = shop.sell();
  shop.service.faults.next("finalize", fault.drop());
  for (const key of ["PART-1", "PART-2", "PART-3", "PART-4"]) await capture(key, { totalAmount: "20.00" });
  shop.pass(25 * HOUR);
  await shop.once.sweep();
  const worklist = async () => (await shop.once.list({ waitsFor: "person" })).entries;
  const [seen] = (await worklist()) as [Awaited<ReturnType<typeof worklist>>[number]];
  return { ...shop, capture, worklist, seen, behind: seen.blockedKeys };
}
const keysOf = (entries: readonly OnceSnapshot[]) => entries.map(({ key }) => key);
const notCaptured = { ...signed, as: "not_captured", balance: none } as const;

test("stand under it, and are not on the worklist themselves", async () => {
  const { worklist, behind, once } = await morning();
  expect(keysOf(await worklist())).toEqual(["PART-1"]);
  expect(await once.list({ waitsFor: "person", limit: 1 })).toMatchObject({
    entries: [{ key: "PART-1" }],
    next: undefined,
  });
  expect(keysOf(behind)).toEqual(["PART-2", "PART-3", "PART-4"]);
  expect(keysOf((await once.list({ states: ["blocked"], waitsFor: "person" })).entries)).toHaveLength(3);
});

test("are sent by the sweep if the decision names them, and the others wait for their deliveries", async () => {
  const { once, seen, behind, snapshot, taken, books, capture } = await morning();
  const sendBlocked = behind.filter(({ key }) => key !== "PART-3");
  expect(await once.decide(seen, { ...notCaptured, sendBlocked })).toMatchObject({ state: "not_captured" });
  expect(await snapshot("PART-2")).toMatchObject({ state: "blocked", waitsFor: "sweep", history: [signed] });
  await once.sweep();
  expect([taken(), books]).toEqual([
    ["20.00", "20.00"],
    ["PART-2 20.00", "PART-4 20.00"],
  ]);
  expect(await snapshot("PART-3")).toMatchObject({
    state: "blocked",
    waitsFor: "person",
    attempts: 0,
    advice: "No delivery came: deliver the job again, or decide not_captured if it must not be captured any more.",
  });
  expect(await capture("PART-3", { totalAmount: "20.00" })).toMatchObject({ state: "captured" });
});

test.each<[string, (shop: Awaited<ReturnType<typeof morning>>) => Promise<unknown> | unknown, string]>([
  [
    "has changed",
    ({ once, behind }) => once.decide(behind[0] as OnceSnapshot, { ...signed, as: "not_captured" }),
    "sendBlocked: PART-2 is not blocked by PART-1: leave it out",
  ],
  [
    "was delivered again",
    ({ capture }) => capture("PART-2", { totalAmount: "20.00", invoiceId: "INV-2" }),
    "sendBlocked: PART-2 has changed since this snapshot: take a new one",
  ],
  [
    "is blocked by another key",
    async ({ store }) => put(store, { ...(await readRecord(store, "PART-3")), blockedBy: "PART-2" }),
    "sendBlocked: PART-3 is not blocked by PART-1: leave it out",
  ],
  [
    "is closed",
    async ({ store }) => put(store, { ...(await readRecord(store, "PART-3")), state: "captured" }),
    "sendBlocked: PART-3 is not blocked by PART-1: leave it out",
  ],
  [
    "is of another authorization",
    async ({ store }) => put(store, { ...(await readRecord(store, "PART-3")), authorizationId: "A-2" }),
    "sendBlocked: PART-3 is not blocked by PART-1: leave it out",
  ],
  [
    "is held by a worker",
    async ({ store }) => put(store, { ...(await readRecord(store, "PART-3")), token: "held" }),
    "sendBlocked: PART-3 is held by a worker: leave it out",
  ],
  [
    "may be captured",
    async ({ store }) => put(store, { ...(await readRecord(store, "PART-4")), mayBeCaptured: true }),
    "sendBlocked: PART-4 may be captured, so that it needs a decision of its own: leave it out",
  ],
])("the whole decision is refused if one of them %s", async (_what, change, message) => {
  const shop = await morning();
  await change(shop);
  const decision = shop.once.decide(shop.seen, { ...notCaptured, sendBlocked: shop.behind });
  await expect(decision).rejects.toThrow(new OnceDecisionError(message));
  expect(await shop.snapshot("PART-1")).toMatchObject({ version: shop.seen.version });
});

test("one that a delivery takes while the decision is stored stays as the delivery left it", () => {
  const taken = record("sending", { key: "PART-2", version: 3, token: "delivery" });
  const seen = { key: "PART-2", version: 2, seenAt: 0 };
  expect(sentBlocked(known(taken), seen, signed)).toBe(taken);
});

test("a blocked key whose authorization expires before that of the key ahead, as far as is known, is on the worklist itself", async () => {
  const { once, pass, service, sell } = merchant();
  const { capture, authorization } = sell();
  service.faults.next("finalize", fault.drop());
  await capture("PART-1", { totalAmount: "20.00" });
  Object.assign(authorization, { expiresAt: new Date(Date.now() + 13 * HOUR) });
  await capture("PART-2", { totalAmount: "20.00" });
  pass(2 * HOUR);
  await once.sweep();
  const { entries } = await once.list({ waitsFor: "person", sortBy: "expiresAt" });
  expect(entries.map(({ key, blockedKeys }) => [key, keysOf(blockedKeys)])).toEqual([
    ["PART-2", []],
    ["PART-1", ["PART-2"]],
  ]);
});

test("a page of the worklist goes on behind the keys that stand under others", async () => {
  const { once, store } = merchant();
  const person = { waitsFor: "person", expiresAt: HOUR } as const;
  await put(store, record("parked", { ...person, key: "PART-1" }));
  for (const key of ["PART-2", "PART-3", "PART-4"]) {
    await put(store, record("blocked", { ...person, key, blockedBy: "PART-1" }));
  }
  await put(store, record("parked", { ...person, key: "SALE-2", authorizationId: "A-2" }));
  const worklist = { waitsFor: "person", sortBy: "expiresAt" } as const;
  const first = await once.list({ ...worklist, limit: 1 });
  const second = await once.list({ ...worklist, limit: 1, after: first.next });
  const both = await once.list({ ...worklist, limit: 2 });
  expect([first, second, both].map(({ entries }) => keysOf(entries))).toEqual([
    ["PART-1"],
    ["SALE-2"],
    ["PART-1", "SALE-2"],
  ]);
});

const ahead = { key: "PART-1", waitsFor: "person" } as const;

test.each<[string, OnceRecord, Partial<OnceRecord>]>([
  ["while the sweep works on the key ahead", record("unknown", { ...ahead, waitsFor: "sweep" }), {}],
  ["if the key ahead was captured, and a person must see why it is not booked", record("captured", ahead), {}],
  ["if the key ahead is itself under another one", record("blocked", { ...ahead, blockedBy: "PART-0" }), {}],
  ["if it may be captured", record("parked", ahead), { mayBeCaptured: true }],
])("a blocked key is on the worklist itself %s", async (_what, first, more) => {
  const { once, store } = merchant();
  await put(store, record("parked", { ...ahead, key: "PART-0" }));
  await put(store, first);
  await put(store, record("blocked", { key: "PART-2", waitsFor: "person", blockedBy: "PART-1", ...more }));
  expect(keysOf((await once.list({ waitsFor: "person" })).entries)).toContain("PART-2");
});

test("a page of closed keys is one read of the store", async () => {
  const { once, store } = merchant();
  for (const key of ["K-1", "K-2", "K-3"]) await put(store, record("rejected", { key }));
  const list = vi.spyOn(store, "list");
  expect(await once.list({ limit: 1 })).toMatchObject({ entries: [{ key: "K-1" }], next: "K-1" });
  expect(await once.list()).toMatchObject({ entries: [{}, {}, {}], next: undefined });
  expect(list.mock.calls).toMatchObject([[{ limit: 2 }], [{ limit: 101 }]]);
});
