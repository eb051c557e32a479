/** Services at which simpler rules captured twice, or recorded what did not happen: each plays for two days. */
import type { PaymentClientOptions, PaymentMethod } from "merchant-payments";
import { type FakeFault, type FakeQuirks, fault } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { clientOfFake } from "../support/client.js";
import { type Differences, DifferingService } from "../support/differing-service.js";
import { merchant } from "./merchant.js";
import { HOUR } from "./records.js";

type Declared = Pick<PaymentClientOptions, "resolve" | "statusKeys">;

/** A merchant whose client declares no more than the test says. By swish, captures stay pending. */
function merchantAt(differences: Differences, keys: FakeQuirks["keys"] = {}, declared: Declared = {}) {
  const service = new DifferingService(differences, { quirks: { keys } });
  const shop = merchant({ payments: clientOfFake(service, { maxRetries: 0, ...declared }) }, service);
  /** Sells for 100.00 and captures it with a fault, under the key K-1. */
  const capture = async (paymentMethod: PaymentMethod, struck?: FakeFault) => {
    const sale = shop.sell({ paymentMethod, pending: paymentMethod === "swish" });
    if (struck) service.faults.next("finalize", struck);
    await sale.capture("K-1");
    return sale;
  };
  /** With a sweep every hour. Returns the key, what the service captured, and what is in the books. */
  const inTwoDays = async (key = "K-1") => {
    for (let hour = 0; hour < 48; hour += 1) {
      shop.pass(HOUR);
      await shop.once.sweep();
    }
    const { state, waitsFor } = await shop.snapshot(key);
    return { state, waitsFor, taken: shop.taken(), books: shop.books };
  };
  return { ...shop, capture, inTwoDays };
}

const byPerson = { waitsFor: "person", books: [] };
const inBooks = { state: "captured", waitsFor: "nobody", taken: ["100.00"], books: ["K-1 100.00"] };

test.each<[string, PaymentMethod, Differences, FakeFault | undefined, state: string]>([
  ["swish responds with PENDING and still accepts as much", "swish", { pendingBlocks: false }, undefined, "pending"],
  ["a PayPal account has no upper limit", "paypal", { limit: { paypal: "none" } }, fault.loseResponse(), "parked"],
  ["an invoice can be claimed twice", "invoice", { limit: { invoice: "none" } }, fault.loseResponse(), "parked"],
])("%s: captured once, unless sendAgain lists the method", async (_what, method, differences, struck, state) => {
  const shop = merchantAt(differences);
  await shop.capture(method, struck);
  expect(await shop.inTwoDays()).toEqual({ ...byPerson, state, taken: ["100.00"] });

  const careless = merchantAt(differences, {}, { resolve: { sendAgain: ["card", method] } });
  await careless.capture(method, struck);
  expect(await careless.inTwoDays()).toEqual({ ...byPerson, state: "conflict", taken: ["100.00", "100.00"] });
});

describe("nothing is recorded as captured", () => {
  test.each(["PAYMENT_ANNULLED", "FINALIZE_AMT_EXCEEDED"] as const)(
    "where the service rejects an annulled card with %s, and counts what was released as finalized",
    async (key) => {
      const shop = merchantAt({ releasedCountsAsFinalized: true }, { PAYMENT_ANNULLED: key });
      const { transactionId } = await shop.capture("card", fault.drop());
      shop.service.annul(transactionId);
      expect(await shop.inTwoDays()).toEqual({ ...byPerson, state: "parked", taken: [] });
    },
  );

  test("where the service calls a pending amount a SUCCESS, and counts it as finalized too", async () => {
    const shop = merchantAt({ finalizedIncludesPending: true }, { PENDING: "SUCCESS" });
    await shop.capture("swish");
    expect(await shop.inTwoDays()).toEqual({ ...byPerson, state: "parked", taken: ["100.00"] });
  });

  test("where the service takes the second of two equal parts for the first", async () => {
    const shop = merchantAt({ equalParts: "captured_once" });
    const { capture } = shop.sell({ paymentMethod: "paypal" });
    await capture("K-1", { totalAmount: "30.00" });
    await capture("K-2", { totalAmount: "30.00" });
    const books = ["K-1 30.00"];
    expect(await shop.inTwoDays("K-2")).toEqual({ waitsFor: "person", state: "parked", taken: ["30.00"], books });
  });
});

describe("a capture is not lost", () => {
  test("where the service rejects its repeat with PAYMENT_ANNULLED, and fills the rejection with zeros", async () => {
    const shop = merchantAt({ rejectionFigures: "zeros" }, { PAYMENT_COMPLETED: "PAYMENT_ANNULLED" });
    await shop.capture("card", fault.loseResponse());
    expect(await shop.inTwoDays()).toEqual({ ...byPerson, state: "parked", taken: ["100.00"] });
  });

  test("where the service calls a completed capture PENDING", async () => {
    const shop = merchantAt({}, { SUCCESS: "PENDING" });
    await shop.capture("paypal");
    expect(await shop.inTwoDays()).toEqual({ ...byPerson, state: "parked", taken: ["100.00"] });
  });

  test("where the service rejects its repeat with a key of its own, ALREADY_CAPTURED", async () => {
    const keys = { PAYMENT_COMPLETED: "ALREADY_CAPTURED" };
    const shop = merchantAt({}, keys);
    await shop.capture("card", fault.loseResponse());
    expect(await shop.inTwoDays()).toEqual({ ...byPerson, state: "parked", taken: ["100.00"] });

    const declared = merchantAt({}, keys, { statusKeys: { ALREADY_CAPTURED: "already_finalized" } });
    await declared.capture("card", fault.loseResponse());
    expect(await declared.inTwoDays()).toEqual(inBooks);
  });

  const captured = (httpStatus: number, statusKey: string, errorNumber: number) => {
    const status = { isSuccess: false, errorNumber, statusKey, statusMessage: "" };
    return fault.response({ httpStatus, body: JSON.stringify({ status }), committed: true });
  };

  test.each([
    ["RISK_BLOCKED under HTTP 401", captured(401, "RISK_BLOCKED", 4711)],
    ["RISK_BLOCKED under HTTP 403", captured(403, "RISK_BLOCKED", 4711)],
    ["RISK_BLOCKED under HTTP 429", captured(429, "RISK_BLOCKED", 4711)],
    ["SYSTEM_FAILURE and the number of a validation error", captured(200, "SYSTEM_FAILURE", -2)],
    ["ACQUIRER_TIMEOUT and a number of its own", captured(200, "ACQUIRER_TIMEOUT", 9001)],
    ["a firewall's HTTP 403", fault.status(403, { committed: true })],
  ])("after which the response is %s", async (_what, struck) => {
    const card = merchantAt({});
    await card.capture("card", struck);
    expect(await card.inTwoDays()).toEqual(inBooks);

    const paypal = merchantAt({});
    await paypal.capture("paypal", struck);
    expect(await paypal.inTwoDays()).toEqual({ ...byPerson, state: "parked", taken: ["100.00"] });
  });
});
