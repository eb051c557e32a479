/** The report of a period, exactly. */
import type { DatabaseSync } from "node:sqlite";
import type { OnceListQuery, OnceReport, OnceState } from "merchant-payments/once";
import { Once } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { beforeEach, expect, test, vi } from "vitest";
import type { OnceRecord } from "../../src/once/record.js";
import { clientOver } from "../support/client.js";
import { allOf, put as putInto, record, request } from "./records.js";

const day = { from: new Date(1_000), to: new Date(2_000) };

let store: SqliteOnceStore;
let once: Once<DatabaseSync>;
beforeEach(() => {
  store = new SqliteOnceStore(":memory:");
  once = new Once({ payments: clientOver(undefined), store, book: () => undefined });
});

async function put(
  key: string,
  state: OnceState,
  more: Partial<OnceRecord["request"]> = {},
  of: Partial<OnceRecord> = {},
) {
  const own = record(state, { key, authorizationId: key, stateSince: 1_000, request: { ...request, ...more }, ...of });
  await putInto(store, own);
}
const keysOf = async ({ entries }: OnceReport) => (await allOf(entries)).map(({ key }) => key);
const totals = async () =>
  (await once.report(day).totals()).map(
    ({ state, currencyCode, paymentMethod, count, amount }) =>
      `${count} ${state} ${paymentMethod} ${amount.toFixed(2)} ${currencyCode}`,
  );

test("a report has a sum for each state, currency and method, with every digit", async () => {
  for (let index = 0; index < 12; index += 1) await put(`dime-${index}`, "captured", { totalAmount: "0.10" });
  await put("euro", "captured", { totalAmount: "0.1", currencyCode: "EUR" });
  await put("card", "captured", { totalAmount: "12345678901234567890.12", paymentMethod: "card" });
  await put("card-2", "captured", { totalAmount: "0.01", paymentMethod: "card" });
  await put("pending", "pending");
  await put("rejected", "rejected");
  expect(await totals()).toEqual([
    "1 captured paypal 0.10 EUR",
    "2 captured card 12345678901234567890.13 SEK",
    "12 captured paypal 1.20 SEK",
    "1 pending paypal 60.00 SEK",
    "1 rejected paypal 60.00 SEK",
  ]);
});

test("a report has an entry for each key, for the comparison with the settlement file", async () => {
  const finalization = { transactionId: "202601150000000002", batchId: "20260115-1" };
  await put("K-1", "captured", { orderId: "O-1" }, { finalization, isBooked: true });
  const [capture] = await allOf(once.report(day).entries);
  expect(capture).toMatchObject({
    key: "K-1",
    state: "captured",
    isBooked: true,
    request: { orderId: "O-1", transactionId: "202601150000000001", totalAmount: "60.00", currencyCode: "SEK" },
    finalization,
  });
  expect(capture).not.toHaveProperty("response"); // a report may be logged
});

test("the period of a report begins with its first moment and ends before its last", async () => {
  for (const stateSince of [999, 1_000, 1_999, 2_000]) await put(`at-${stateSince}`, "captured", {}, { stateSince });
  expect(await keysOf(once.report(day))).toEqual(["at-1000", "at-1999"]);
});

test("a list of a period is sorted by stateSince, and any other by key", async () => {
  await put("C", "captured", {}, { stateSince: 1_000 });
  await put("B", "captured", {}, { stateSince: 1_001 });
  await put("A", "captured", {}, { stateSince: 1_002 });
  const keys = async (query?: OnceListQuery) => (await once.list(query)).entries.map(({ key }) => key);
  expect(await keys()).toEqual(["A", "B", "C"]);
  expect(await keys({ from: new Date(1_001) })).toEqual(["B", "A"]);
  expect(await keys({ to: new Date(1_002) })).toEqual(["C", "B"]);
});

test.each([1_000, 1_001])("a report of %i keys reads them page by page", async (count) => {
  for (let index = 0; index < count; index += 1) await put(`K-${index}`, "captured", { totalAmount: "0.01" });
  expect(await totals()).toEqual([`${count} captured paypal ${count === 1_000 ? "10.00" : "10.01"} SEK`]);
});

test("the sums of a report are those of exactly the entries that were read", async () => {
  for (const key of ["K-1", "K-2", "K-3"]) await put(key, "captured", { totalAmount: "0.01" });
  const { entries, totals } = once.report(day);
  for await (const { key } of entries) if (key === "K-2") break;
  const [total] = await totals();
  expect([total?.count, total?.amount.toFixed()]).toEqual([2, "0.02"]);
});

test("a report has nothing that changes before its page is read, and reads a page ahead", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 2_000 });
  const now = { from: new Date(0), to: new Date(9_000) };
  for (let index = 1_000; index < 3_001; index += 1) await put(`K-${index}`, "unknown");
  const list = vi.spyOn(store, "list");
  const keys: string[] = [];
  for await (const { key } of once.report(now).entries) {
    keys.push(key);
    if (key !== "K-1000") continue;
    expect(list).toHaveBeenCalledTimes(2);
    vi.setSystemTime(2_001);
    await put("K-3000", "captured", {}, { stateSince: 2_000 });
  }
  expect([keys.length, keys.at(-1)]).toEqual([2_000, "K-2999"]);
});

test("a report that is not read to its end ignores that its next page could not be read", async () => {
  for (let index = 1_000; index < 2_001; index += 1) await put(`K-${index}`, "unknown");
  const read = store.list.bind(store);
  vi.spyOn(store, "list").mockImplementation((query) =>
    query.after === undefined ? read(query) : Promise.reject(new Error("away")),
  );
  const { entries } = once.report(day);
  for await (const { key } of entries) if (key === "K-1005") break;
  await expect(once.report(day).totals()).rejects.toThrow("the store could not read its keys");
});
