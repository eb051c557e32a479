/** A key that is withdrawn before its job is delivered captures nothing, whatever the job asks for. */
import { fork } from "node:child_process";
import { once as onceOf } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OnceDecisionError, type OnceEntry, type OnceState } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { fault } from "merchant-payments/testing";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { KnownRecords, OnceRecord } from "../../src/once/record.js";
import { adopted, type OnceAdoption } from "../../src/once/rules/adopt.js";
import { corrected } from "../../src/once/rules/correct.js";
import { decided, type OnceDecision } from "../../src/once/rules/decisions.js";
import { erased } from "../../src/once/rules/erase.js";
import { withOwner } from "../../src/once/rules/owner.js";
import { delivered } from "../../src/once/rules/reserve.js";
import { withdrawn, withdrawnRequest } from "../../src/once/rules/withdraw.js";
import { merchant, none, signed } from "./merchant.js";
import { allOf, HOUR, known, MINUTE, record, request, terms } from "./records.js";

const cancelled = { by: "Åsa", why: "the order was cancelled" };
const withdraw = (of: KnownRecords) => withdrawn(of, withdrawnRequest("K-1"), cancelled);
const asked = { key: "K-1", authorizationId: "A-1", request };
const authorization = { paymentMethod: "paypal", authorizedAmount: "100.00", currencyCode: "SEK" } as const;

describe("a withdrawn key", () => {
  const own = { ...withOwner(withdraw(known(undefined, MINUTE)), [], terms), version: 1 };

  test("is stored as not captured, and says who withdrew it", () => {
    expect(own).toMatchObject({
      key: "K-1",
      state: "not_captured",
      stateSince: MINUTE,
      waitsFor: "nobody",
      dueAt: undefined,
      isWithdrawn: true,
      mayBeCaptured: false,
      isSent: false,
      attempts: 0,
      reason: "withdrawn by Åsa: the order was cancelled",
      history: [{ at: MINUTE, ...cancelled }],
    });
  });

  test.each<[string, object]>([
    ["its job", {}],
    ["a job of another amount", { totalAmount: "50.00" }],
    ["a job of another order", { orderId: "O-2" }],
    ["a job of another transaction", { transactionId: "202601150000000002" }],
    ["a job with other facts", { authorizedAmount: "80.00", paymentMethod: "card" }],
    ["a job that asks as it is stored", own.request],
  ])("is told to %s, also once it is erased", (_what, more) => {
    const given = { ...asked, request: { ...request, ...more } };
    expect(delivered(known(own, HOUR), given, "mine", terms)).toBe(own);
    const withoutWords = erased(own, HOUR, HOUR);
    expect(withoutWords).toMatchObject({ isErased: true, isWithdrawn: true, reason: undefined });
    expect(withoutWords.history).toEqual([{ at: MINUTE, state: "blocked", by: "Åsa" }]);
    expect(delivered(known(withoutWords, HOUR), given, "mine", terms)).toBe(withoutWords);
  });

  const refused =
    "K-1 was withdrawn before a delivery, so that it has no request: if it was captured all the same, enter the capture with once.adopt";
  const seen = { key: "K-1", version: 1, seenAt: HOUR };

  test.each<OnceDecision>([
    { ...signed, as: "captured", transactionId: "T-1" },
    { ...signed, as: "not_captured" },
    { ...signed, as: "send_again", balance: none },
  ])("cannot be decided $as", (decision) => {
    for (const each of [own, erased(own, HOUR, HOUR)]) {
      expect(() => decided(known(each, HOUR), seen, decision, terms)).toThrow(new OnceDecisionError(refused));
    }
  });

  test("cannot be corrected", () => {
    const correct = () => corrected(known(own, HOUR), seen, { ...signed, authorization }, asked, terms);
    expect(correct).toThrow(new OnceDecisionError(refused));
  });

  const adoption: OnceAdoption = {
    ...signed,
    authorization,
    isBooked: true,
    at: new Date(MINUTE),
    transactionId: "T-1",
  };

  test("can be replaced by a capture that is found later, and keeps who withdrew it", () => {
    for (const each of [own, erased(own, HOUR, HOUR)]) {
      const capture = adopted(known(each, HOUR), asked, adoption, terms);
      expect(capture).toMatchObject({
        state: "captured",
        isWithdrawn: false,
        isErased: false,
        authorizationId: "A-1",
        request,
        finalization: { transactionId: "T-1" },
        history: [
          { at: MINUTE, by: "Åsa" },
          { at: HOUR, state: "not_captured", ...signed },
        ],
      });
      expect(delivered(known(capture, HOUR), asked, "mine", terms)).toMatchObject({ state: "captured" });
    }
  });

  test("that was adopted is adopted by nobody else, and counts for nobody while it is withdrawn", () => {
    const capture = adopted(known(own, HOUR), asked, adoption, terms);
    expect(() => adopted(known(capture, HOUR), asked, adoption, terms)).toThrow("K-1 exists already");
    const beside = delivered(known(undefined, HOUR, [own]), { ...asked, key: "K-2" }, "mine", terms);
    expect(beside).toMatchObject({ state: "sending", finalizedBefore: "0", isFinalizedBeforeCertain: true });
  });

  test("is withdrawn a second time without a change", () => {
    expect(withdraw(known(own, HOUR))).toBe(own);
  });
});

test.each<OnceRecord>([
  ...(["blocked", "sending", "retryable", "unknown", "pending", "captured"] as const).map((state) => record(state)),
  ...(["rejected", "not_captured", "parked", "conflict"] as const).map((state) => record(state)),
  record("not_captured", { isErased: true }),
])("a known key that is $state cannot be withdrawn", (own) => {
  expect(() => withdraw(known(own))).toThrow(
    new OnceDecisionError(
      `K-1 is ${own.state}: withdraw only closes a key that no delivery has shown yet. Look at it, and use once.decide`,
    ),
  );
});

test.each<[object, string]>([
  [{ why: "cancelled" }, "by and why are required: who decides, and for what reason"],
  [{ by: "Åsa", why: "" }, "by and why are required: who decides, and for what reason"],
])("to withdraw needs a person and a reason: %o", async (given, message) => {
  const { once } = merchant();
  await expect(once.withdraw("K-1", given as typeof signed)).rejects.toThrow(new OnceDecisionError(message));
  expect(await once.get("K-1")).toBeUndefined();
});

test("two forms of one key are never two captures: a new key is in NFC", async () => {
  const { service, once, sell } = merchant();
  const { capture, authorization, ...sale } = sell();
  const decomposed = "Ko\u0308ping-1";
  const rule = "key must be in the Unicode form NFC: use key.normalize() in every program that uses the key";
  const adoption = { ...signed, authorization, isBooked: true, at: new Date() };
  for (const call of [
    once.withdraw(decomposed, cancelled),
    once.adopt(decomposed, sale, adoption),
    capture(decomposed),
  ]) {
    await expect(call).rejects.toMatchObject({
      name: "PaymentValidationError",
      issues: [{ path: "key", code: "bad_format", message: rule }],
    });
  }
  expect((await once.list()).entries).toEqual([]);
  expect(await once.withdraw(decomposed.normalize(), cancelled)).toMatchObject({ key: "Köping-1" });
  expect(await capture(decomposed.normalize())).toMatchObject({ state: "not_captured", isWithdrawn: true });
  expect(service.requests).toEqual([]);
  await expect(once.withdraw("\ud800", cancelled)).rejects.toThrow(
    "key must be well-formed text of 1 to 200 characters",
  );
});

test("a cancelled order whose job comes late captures nothing", async () => {
  const { service, once, sell, books, pass } = merchant();
  const { capture } = sell();
  expect(await once.withdraw("SHIPMENT-1", cancelled)).toMatchObject({ state: "not_captured", waitsFor: "nobody" });
  pass(HOUR);
  expect(await capture("SHIPMENT-1")).toMatchObject({ state: "not_captured", isWithdrawn: true, version: 1 });
  expect(await capture("SHIPMENT-1", { totalAmount: "60.00" })).toMatchObject({ state: "not_captured", version: 1 });
  pass(24 * HOUR);
  expect(await once.erase({ before: new Date() })).toBe(1);
  expect(await capture("SHIPMENT-1")).toMatchObject({ state: "not_captured", reason: undefined });
  expect(await once.sweep()).toEqual([]);
  expect([service.requests, books]).toEqual([[], []]);
});

test("a cancelled order whose job came first is decided instead", async () => {
  const { service, once, sell, snapshot } = merchant();
  service.faults.next("finalize", fault.status(401));
  await sell().capture("SHIPMENT-1");
  await expect(once.withdraw("SHIPMENT-1", cancelled)).rejects.toThrow("SHIPMENT-1 is retryable");
  const decision = { ...cancelled, as: "not_captured" } as const;
  expect(await once.decide(await snapshot("SHIPMENT-1"), decision)).toMatchObject({ state: "not_captured" });
});

test("two people withdraw a key at once: both succeed, and the first reason stays", async () => {
  const told: [number, OnceState][] = [];
  const { once } = merchant({ onChange: ({ version, state }: OnceEntry) => void told.push([version, state]) });
  const both = [once.withdraw("K-1", cancelled), once.withdraw("K-1", { by: "Eva", why: "out of stock" })];
  expect(await Promise.all(both)).toMatchObject([{ state: "not_captured" }, { state: "not_captured", version: 1 }]);
  expect((await once.get("K-1"))?.history).toMatchObject([cancelled]);
  expect(told).toEqual([[1, "not_captured"]]);
});

test("the response to the COMMIT of a withdrawal is lost: it succeeds all the same", async () => {
  const { once, store } = merchant();
  const change = store.change.bind(store);
  vi.spyOn(store, "change").mockImplementationOnce(async (...given) => {
    await change(...given);
    throw new Error("the response was lost");
  });
  const withdrawing = once.withdraw("K-1", cancelled);
  await vi.advanceTimersByTimeAsync(50);
  expect(await withdrawing).toMatchObject({ state: "not_captured", version: 1 });
});

test("a capture of a withdrawn key that is found later is adopted, and counts for its authorization", async () => {
  const { client, once, sell, snapshot } = merchant();
  const { capture, authorization, ...sale } = sell();
  await once.withdraw("K-1", cancelled);
  const elsewhere = await client().finalize({ ...sale, totalAmount: "60.00" });
  const decision = { ...signed, as: "captured", transactionId: elsewhere.transactionId } as const;
  await expect(once.decide(await snapshot("K-1"), decision)).rejects.toThrow("enter the capture with once.adopt");
  const { transactionId } = elsewhere;
  const adoption = { ...signed, authorization, transactionId, isBooked: true, at: new Date() };
  expect(await once.adopt("K-1", { ...sale, totalAmount: "60.00" }, adoption)).toMatchObject({ version: 2 });
  expect(await capture("K-2", { totalAmount: "40.00" })).toMatchObject({ state: "captured", finalizedBefore: "60.00" });
});

test("a withdrawn key is listed and counted; it has no amount, so that no report has it", async () => {
  const { once, sell, pass } = merchant();
  await once.withdraw("K-1", cancelled);
  await sell().capture("K-2");
  const { entries } = await once.list({ states: ["not_captured"] });
  expect(entries).toMatchObject([
    { key: "K-1", isWithdrawn: true, request: { transactionId: "", totalAmount: "0", currencyCode: "", body: "" } },
  ]);
  expect((await once.counts({ closed: true })).counts).toMatchObject([
    { state: "captured" },
    { state: "not_captured", count: 1 },
  ]);
  pass(1);
  const report = once.report({ from: new Date(0), to: new Date() });
  expect((await allOf(report.entries)).map(({ key }) => key)).toEqual(["K-2"]);
  expect(await report.totals()).toMatchObject([{ state: "captured", count: 1 }]);
});

test("one process delivers a job while another withdraws its key: it is captured, or withdrawn and never sent", async () => {
  const folder = mkdtempSync(join(tmpdir(), "once-withdraw-"));
  const file = join(folder, "captures.db");
  new SqliteOnceStore(file).database.close();
  const start = () => fork(new URL("withdraw-process.mjs", import.meta.url), [file]);
  const [worker, person] = [start(), start()];
  onTestFinished(() => {
    for (const process of [worker, person]) process.kill();
    rmSync(folder, { recursive: true });
  });
  await Promise.all([onceOf(worker, "message"), onceOf(person, "message")]);
  for (let number = 10; number < 22; number += 1) {
    const key = `2026011500000000${number}`;
    const told = Promise.all([onceOf(worker, "message"), onceOf(person, "message")]);
    const calls = [() => worker.send({ job: "deliver", key }), () => person.send({ job: "withdraw", key })];
    for (const call of number % 2 === 0 ? calls : calls.toReversed()) call();
    const [[delivered], [withdrawn]] = await told;
    const isCaptured = delivered.told === "captured";
    expect(delivered.sent.includes(key)).toBe(isCaptured);
    expect([delivered.told, withdrawn.told]).toEqual(
      isCaptured ? ["captured", "refused"] : ["not_captured", "not_captured"],
    );
  }
});
