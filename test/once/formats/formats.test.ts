/** A store that an earlier release wrote opens, and its keys go on. A document of a later release is not touched. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { basicAuth, PaymentClient } from "merchant-payments";
import { Once, type OnceSnapshot } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { afterAll, expect, test, vi } from "vitest";
import { finalizationOf } from "../../../src/once/rules/request.js";
import { read, write } from "../../../src/once/stores/document.js";
import { readRecord, record } from "../records.js";

const folder = mkdtempSync(join(tmpdir(), "once-formats-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The store as it was written, three hours later. The service responds to each request with a success. */
function opened(file: string) {
  vi.useFakeTimers({ toFake: ["Date", "hrtime"], now: Date.UTC(2026, 0, 15, 5) });
  const copy = join(folder, `${crypto.randomUUID()}-${file}`);
  copyFileSync(new URL(file, import.meta.url), copy);
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (url) => {
    const amount =
      String(url instanceof Request ? url.url : url)
        .split("/")
        .at(-1) ?? "";
    sent.push(amount);
    const status = `{"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS","statusMessage":"","errors":null}`;
    const balance = `"totalAmountFinalized":${amount},"totalAmountPendingFinalization":0,"amountRemainingForFinalize":0`;
    const body = `{"status":${status},"transactionId":"T-${sent.length}","batchId":"B-1","acquirerId":"1","canFinalizeAgain":false,${balance}}`;
    return new Response(body, { headers: { "content-type": "application/json" } });
  };
  const baseUrl = "https://payments.example.com";
  const resolve = { sendAgain: ["card", "swish", "paypal"] } as const;
  const payments = new PaymentClient({ baseUrl, auth: basicAuth("1", "pw"), fetch, resolve });
  const store = new SqliteOnceStore(copy);
  const books: string[] = [];
  const book = (_db: unknown, { key, request }: { key: string; request: { totalAmount: string } }) =>
    void books.push(`${key} ${request.totalAmount}`);
  const once = new Once({ payments, store, book, unbook: () => undefined });
  return { store, once, sent, books, payments };
}

const authorization = { paymentMethod: "card", authorizedAmount: "100.00", currencyCode: "SEK" } as const;

test.each([
  ["format-1.db", []],
  ["format-2.db", ["withdrawn: not_captured, nobody"]],
])("the keys of %s are found in their states, with their history", async (file, since) => {
  const { once, store } = opened(file);
  const { entries } = await once.list();
  expect(entries.map(({ key, state, waitsFor }) => `${key}: ${state}, ${waitsFor}`)).toEqual([
    "blocked: blocked, delivery",
    "captured: captured, nobody",
    "captured, adopted: captured, nobody",
    "captured, not booked: captured, sweep",
    "captured, replaced: captured, nobody",
    "conflict: conflict, person",
    "erased: captured, nobody",
    "not_captured: not_captured, nobody",
    "parked: parked, person",
    "pending: pending, sweep",
    "rejected: rejected, nobody",
    "retryable: retryable, delivery",
    "retryable, corrected: retryable, sweep",
    "retryable, decided: retryable, sweep",
    "sending: sending, sweep",
    "unknown: unknown, sweep",
    ...since,
  ]);
  expect((await once.list({ states: ["blocked"] })).entries).toMatchObject([{ key: "blocked", blockedBy: "parked" }]);
  expect((await once.list({ unbooked: true })).entries).toMatchObject([{ key: "captured, not booked" }]);
  expect((await once.list({ sortBy: "expiresAt" })).entries).toEqual(entries);
  expect((await once.get("captured, adopted"))?.history).toMatchObject([{ state: "blocked", by: "Åsa" }]);
  expect((await once.get("captured, replaced"))?.history).toMatchObject([{ request: { totalAmount: "100.01" } }]);
  expect(await once.get("erased")).toMatchObject({ isErased: true, request: { body: "" } });
  expect(await readRecord(store, "unknown")).toMatchObject({
    repeats: 0,
    authorizationId: expect.stringMatching(/^2026/),
  });
});

test.each(["format-1.db", "format-2.db"])("the keys of %s are delivered, swept and decided", async (file) => {
  const { once, sent, books } = opened(file);
  const { request } = (await once.get("retryable")) as OnceSnapshot;
  await once.finalize("retryable", finalizationOf(request), { authorization });
  expect(await once.get("retryable")).toMatchObject({ state: "captured", isBooked: true });

  await once.sweep();
  const states = async (keys: readonly string[]) =>
    Promise.all(keys.map(async (key) => `${key}: ${(await once.get(key))?.state}`));
  expect(await states(["unknown", "sending", "pending"])).toEqual([
    "unknown: captured",
    "sending: unknown",
    "pending: captured",
  ]);
  expect(await states(["retryable, corrected", "retryable, decided"])).toEqual([
    "retryable, corrected: captured",
    "retryable, decided: captured",
  ]);

  const parked = (await once.get("parked")) as OnceSnapshot;
  await once.decide(parked, { as: "captured", by: "Åsa", why: "the settlement file has it" });
  expect(await states(["parked"])).toEqual(["parked: captured"]);
  expect(books.sort()).toEqual([
    "captured, not booked 100.00",
    "parked 60.00",
    "pending 100.00",
    "retryable 100.00",
    "retryable, corrected 60.00",
    "retryable, decided 60.00",
    "unknown 100.00",
  ]);
  expect(sent).toHaveLength(5);
});

test("what a record becomes is read as it was written", () => {
  const own = record("captured", { dueAt: 5, history: [{ at: 1, state: "parked", by: "Åsa", why: "seen" }] });
  const { document, ...columns } = write(own);
  expect(read(document)).toEqual(own);
  expect(columns).toEqual({
    key: "K-1",
    authorizationId: "A-1",
    version: 1,
    state: "captured",
    stateSince: 0,
    waitsFor: "nobody",
    dueAt: 5,
    isUnbooked: true,
    isErased: false,
  });
  expect(write(record("rejected")).isUnbooked).toBe(false);
});

test("a document leaves out the values of a new key, because it is kept for ever", () => {
  const { document } = write(record("captured", { isBooked: true }));
  const sent = ["version", "attempts", "isSent", "waitsFor", "state", "isBooked"];
  expect(Object.keys(JSON.parse(document)).sort()).toEqual(
    ["format", "key", "authorizationId", "request", "stateSince", "openSince", "factsAt", ...sent].sort(),
  );
});

test("a field that an older document lacks has its first value, and one that this version does not know is kept", () => {
  const { repeats: _, ...older } = JSON.parse(write(record("unknown")).document);
  const newer = { ...older, lookedUp: 3 };
  expect(read(JSON.stringify(newer))).toEqual({ ...record("unknown"), repeats: 0, lookedUp: 3 });
  expect(JSON.parse(write(read(JSON.stringify(newer))).document)).toMatchObject({ lookedUp: 3 });
});

test("a key of format 1 keeps that the service would accept another finalization", () => {
  const { authorizationId: authorization, repeats: asked, acceptsAnother: _, ...fields } = record("pending");
  const older = { ...fields, authorization, asked };
  const readWith = (finalization: object) => read(JSON.stringify({ ...older, finalization })).acceptsAnother;
  expect([readWith({ canFinalizeAgain: true }), readWith({ canFinalizeAgain: false }), readWith({})]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a key that a newer version wrote is left to it", async () => {
  const { store, once, sent } = opened("format-1.db");
  const row = write(await readRecord(store, "retryable"));
  const document = row.document.replace('"format":2', '"format":4');
  await store.change(row, () => ({ row: { ...row, document } }));
  const delivery = once.finalize("retryable", finalizationOf(record("retryable").request), { authorization });
  await expect(delivery).rejects.toMatchObject({
    name: "OnceStoreError",
    key: "retryable",
    state: undefined,
    message:
      "retryable was written by a newer version of merchant-payments: update this program. This call sent nothing",
  });
  await expect(once.get("retryable")).rejects.toThrow("update this program");
  expect([sent, (await store.find("retryable"))?.document]).toEqual([[], document]);
});

test("an outcome whose key a newer version wrote in the meantime is thrown with its ids, so that a person can store it", async () => {
  const { store, once, payments } = opened("format-1.db");
  const { request } = await readRecord(store, "retryable");
  const { paymentMethod, authorizedAmount, currencyCode } = request;
  const finalize = payments.finalize.bind(payments);
  vi.spyOn(payments, "finalize").mockImplementation(async (...call) => {
    const result = await finalize(...call);
    const row = write(await readRecord(store, "retryable"));
    const document = row.document.replace('"format":2', '"format":4');
    await store.change(row, () => ({ row: { ...row, document } }));
    return result;
  });
  const delivery = once.finalize("retryable", finalizationOf(request), {
    authorization: { paymentMethod, authorizedAmount, currencyCode },
  });
  await expect(delivery).rejects.toMatchObject({
    name: "OnceStoreError",
    key: "retryable",
    state: "captured",
    finalization: { transactionId: "T-1" },
    message:
      "retryable is captured, and that could not be stored: log key, state and finalization of this error, and update this program to the newer version of merchant-payments. The sweep then finds out, or asks a person, who needs what you logged",
  });
});
