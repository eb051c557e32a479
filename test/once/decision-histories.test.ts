/** Whole histories of keys that a person decides. Each is a sale of 100.00 by PayPal, captured in parts. */
import { OnceDecisionError } from "merchant-payments/once";
import { type FakeFault, fault } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { merchant, none, signed } from "./merchant.js";
import { HOUR, put, record } from "./records.js";

const shown = (finalized: string) => ({ balance: { finalized, pending: "0" } });

function sale() {
  const shop = merchant();
  const { capture, authorization, orderId, transactionId } = shop.sell();
  const part = (totalAmount: string) => ({ orderId, transactionId, totalAmount });
  const lose = async (key: string, totalAmount: string, struck: FakeFault = fault.drop()) => {
    shop.service.faults.next("finalize", struck);
    await capture(key, { totalAmount });
    shop.pass(HOUR);
    return await shop.snapshot(key);
  };
  const decide = async (key: string, decision: object) =>
    await shop.once.decide(await shop.snapshot(key), { ...signed, as: "captured", ...decision });
  const send = async () => {
    shop.pass(1);
    await shop.once.sweep();
  };
  const correct = async (key: string, totalAmount: string, more: object = {}) => {
    const facts = { ...signed, authorization, ...more };
    await shop.once.correct(await shop.snapshot(key), part(totalAmount), facts);
    await send();
    return await shop.snapshot(key);
  };
  const adoption = { ...signed, authorization, isBooked: true, at: new Date() };
  return { ...shop, capture, authorization, adoption, part, lose, decide, send, correct };
}
type Sale = ReturnType<typeof sale>;

test.each<[string, (shop: Sale) => Promise<unknown>]>([
  [
    "sent again",
    async ({ lose, decide, send }) => {
      await lose("K-1", "30.00");
      await decide("K-1", { as: "send_again", balance: none });
      await send();
    },
  ],
  [
    "corrected",
    async ({ capture, correct }) => {
      await capture("K-1", { totalAmount: "130.00" });
      await correct("K-1", "30.00");
    },
  ],
  [
    "sent with the key ahead of it",
    async ({ lose, capture, decide, send, snapshot }) => {
      await lose("K-0", "20.00");
      await capture("K-1", { totalAmount: "30.00" });
      await decide("K-0", { as: "not_captured", balance: none, sendBlocked: [await snapshot("K-1")] });
      await send();
    },
  ],
  [
    "given other facts",
    async ({ capture, correct, authorization }) => {
      authorization.authorizedAmount = "110.00";
      await capture("K-1", { totalAmount: "30.00" });
      authorization.authorizedAmount = "100.00";
      await correct("K-1", "30.00");
    },
  ],
])("a key that a person had %s, and the service captured, hides no second capture", async (_what, play) => {
  const shop = sale();
  await play(shop);
  expect(await shop.snapshot("K-1")).toMatchObject({ state: "captured", isBooked: true });
  const lost = await shop.lose("K-2", "40.00", fault.loseResponse());
  expect(lost.advice).toContain("(1) If 70.00 SEK is finalized and nothing is pending, the capture was made.");
  await expect(shop.decide("K-2", { as: "not_captured", ...shown("70") })).rejects.toThrow(OnceDecisionError);
  await shop.decide("K-2", { as: "captured", ...shown("70") });
  expect([shop.taken(), shop.books]).toEqual([
    ["30.00", "40.00"],
    ["K-1 30.00", "K-2 40.00"],
  ]);
});

test("the rest is found out by sending it again, although a person had an earlier part sent with the key ahead", async () => {
  const { lose, capture, decide, send, snapshot, once, pass, taken } = sale();
  await lose("K-0", "10.00");
  await capture("K-1", { totalAmount: "60.00" });
  await decide("K-0", { as: "not_captured", balance: none, sendBlocked: [await snapshot("K-1")] });
  await send();
  expect(await lose("K-2", "40.00", fault.loseResponse())).toMatchObject({ state: "unknown", waitsFor: "sweep" });
  pass(HOUR);
  await once.sweep();
  expect([(await snapshot("K-2")).state, taken()]).toEqual(["captured", ["60.00", "40.00"]]);
});

test("beside a capture that a person decided, more than was authorized is not recorded without a balance that shows it", async () => {
  const { lose, decide, books } = sale();
  await lose("K-1", "60.00", fault.loseResponse());
  await decide("K-1", shown("60"));
  await lose("K-2", "60.00");
  await expect(decide("K-2", shown("60"))).rejects.toThrow(
    "K-2: the balance shows 60 finalized and 0 pending, and captured needs 120.00 finalized and nothing pending.",
  );
  expect(books).toEqual(["K-1 60.00"]);
});

describe("an amount of 60.00 where 40.00 is left leads to a correction, and not to send_again for ever:", () => {
  const captured = ({ capture }: Sale) => capture("K-1", { totalAmount: "60.00" });
  const decided = async ({ lose, decide }: Sale) => {
    await lose("K-1", "60.00", fault.loseResponse());
    await decide("K-1", shown("60"));
  };

  test.each<[string, (shop: Sale) => Promise<unknown>, authorized: string, advice: string]>([
    [
      "its amount is wrong",
      captured,
      "100.00",
      "(1) If 60.00 SEK is finalized and nothing is pending, the capture was not made: correct its amount.",
    ],
    [
      "its authorizedAmount is wrong, so that only the service knows",
      captured,
      "200.00",
      "(2) If 60.00 SEK is finalized and nothing is pending, the capture was not made: correct its amount, because only 40 SEK is left.",
    ],
    [
      "a person decided that the other part was captured",
      decided,
      "100.00",
      "If there is none and nothing is pending, correct its amount, or decide not_captured, with the balance that you see.",
    ],
  ])("%s", async (_what, play, authorizedAmount, advice) => {
    const shop = sale();
    shop.authorization.authorizedAmount = authorizedAmount;
    await play(shop);
    await shop.lose("K-2", "60.00");
    await shop.decide("K-2", { as: "send_again", ...shown("60") });
    await shop.send();
    expect(await shop.snapshot("K-2")).toMatchObject({ state: "conflict", advice: expect.stringContaining(advice) });
    shop.pass(HOUR);
    expect(await shop.correct("K-2", "40.00", shown("60"))).toMatchObject({ state: "captured" });
    expect(shop.taken()).toEqual(["60.00", "40.00"]);
  });
});

describe("the transactionId of another key", () => {
  test("that a slip stored with a key which was not captured leaves the right decision possible", async () => {
    const { lose, decide, books } = sale();
    await lose("K-1", "30.00");
    await decide("K-1", { transactionId: "T-2" });
    await lose("K-2", "40.00", fault.loseResponse());
    await decide("K-1", { as: "not_captured", balance: { differs: "T-2 is the capture of K-2" } });
    expect(await decide("K-2", { transactionId: "T-2", ...shown("40") })).toMatchObject({ state: "captured" });
    expect(books).toEqual(["K-1 30.00", "K-1 -30.00", "K-2 40.00"]);
  });

  test("that the service gives every part leaves the right decision possible, with a balance", async () => {
    const { capture, lose, decide, snapshot } = sale();
    await capture("K-1", { totalAmount: "60.00" });
    const { transactionId } = (await snapshot("K-1")).finalization;
    const status = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS" };
    const body = JSON.stringify({ status, transactionId, totalAmountFinalized: "unreadable" });
    const { finalization } = await lose("K-2", "40.00", fault.response({ httpStatus: 200, body, committed: true }));
    expect(finalization.transactionId).toBe(transactionId);
    await expect(decide("K-2", {})).rejects.toThrow("is stored as K-1: give this key's own capture");
    await expect(decide("K-2", { transactionId, ...shown("100") })).rejects.toThrow(
      `K-2: the capture ${transactionId} is stored as K-1: give this key's own capture. If the service gives both the same id, leave transactionId out, and give the balance`,
    );
    const captured = await decide("K-2", shown("100"));
    expect([captured.state, captured.finalization.transactionId]).toEqual(["captured", undefined]);
  });

  test("that a rejection names is not stored as the key's own, and allows no larger balance", async () => {
    const { capture, lose, decide, snapshot } = sale();
    await capture("K-1", { totalAmount: "30.00" });
    const { transactionId } = (await snapshot("K-1")).finalization;
    const status = { isSuccess: false, errorNumber: 3007, statusKey: "PAYMENT_COMPLETED", statusMessage: "" };
    const body = JSON.stringify({ status, transactionId, totalAmountFinalized: "30.00" });
    const lost = await lose("K-2", "40.00", fault.response({ httpStatus: 200, body, committed: false }));
    expect([lost.state, lost.finalization.transactionId]).toEqual(["conflict", undefined]);
    await expect(decide("K-2", shown("90"))).rejects.toThrow("and more only with the transactionId of this capture");
  });
});

describe("another program's capture that will stay, as the guide says:", () => {
  test("it is adopted, and the key is sent again with the balance", async () => {
    const { client, lose, decide, send, once, adoption, part, taken } = sale();
    await lose("K-1", "60.00");
    const { transactionId } = await client().finalize(part("30.00"));
    await once.adopt("OTHER-1", part("30.00"), { ...adoption, transactionId });
    await decide("K-1", { as: "send_again", ...shown("30") });
    await send();
    expect(taken()).toEqual(["30.00", "60.00"]);
  });

  test("of the same amount, the key is decided not_captured first, with a balance that differs", async () => {
    const { client, lose, decide, send, once, adoption, part, taken } = sale();
    await lose("K-1", "50.00");
    const { transactionId } = await client().finalize(part("50.00"));
    const adopt = () => once.adopt("OTHER-1", part("50.00"), { ...adoption, transactionId });
    await expect(adopt()).rejects.toThrow("K-1 has the same amount, is not finished, and may be this capture");
    await decide("K-1", { as: "not_captured", balance: { differs: "another program captured it" } });
    await adopt();
    await decide("K-1", { as: "send_again", ...shown("50") });
    await send();
    expect(taken()).toEqual(["50.00", "50.00"]);
  });
});

test("an adopted capture does not get the key as its invoice number", async () => {
  const { worker, adoption, part, snapshot } = sale();
  await worker({ keyAsInvoiceId: true }).adopt("OLD-1", part("30.00"), adoption);
  expect(await snapshot("OLD-1")).toMatchObject({ request: { totalAmount: "30.00", body: "{}" } });
});

test("a card that an adopted capture has used up is not sent again, with a balance that shows that capture", async () => {
  const { once, service, sell, pass, snapshot, taken } = merchant({ resolveAfterMs: [] });
  const { capture, authorization, transactionId } = sell({ paymentMethod: "card" });
  service.faults.next("finalize", fault.drop());
  await capture("K-1");
  pass(HOUR);
  const adoption = { ...signed, authorization, transactionId: "T-1", isBooked: true, at: new Date() };
  await once.adopt("OTHER-1", { transactionId, totalAmount: "30.00" }, adoption);
  const decide = async (as: "send_again" | "not_captured") =>
    await once.decide(await snapshot("K-1"), { ...signed, as, ...shown("30") });
  await expect(decide("send_again")).rejects.toThrow(
    "K-1 must not be sent again: OTHER-1 has captured 30.00 of this authorization, and a card is captured once. Decide not_captured",
  );
  expect(await decide("not_captured")).toMatchObject({ state: "not_captured" });
  expect(taken()).toEqual([]);
});

test("a key's question is about transactions once a person has decided that another key was captured", async () => {
  const { once, lose, capture, decide } = sale();
  const { advice } = await lose("K-1", "40.00");
  expect(advice).toContain("(1) If 40.00 SEK is finalized and nothing is pending, the capture was made.");
  await capture("K-2", { totalAmount: "40.00" });
  await decide("K-2", { transactionId: "T-2" });
  const question = expect.stringMatching("^Look up the transactions of authorization");
  expect(await once.get("K-1")).toMatchObject({ advice: question });
  expect((await once.list({ waitsFor: "person" })).entries).toMatchObject([{ key: "K-1", advice: question }]);
});

test("an adoption without its time is told what to give", async () => {
  const { once, adoption, part } = sale();
  await expect(once.adopt("OLD-1", part("30.00"), { ...adoption, at: undefined as never })).rejects.toThrow(
    "at must be a Date that has passed: when it was captured",
  );
});

describe("two equal parts from before the store existed", () => {
  test("are never adopted as one and the same, with an id and without", async () => {
    const { once, adoption, part } = sale();
    await once.adopt("OLD-1", part("30.00"), { ...adoption, transactionId: "T-1" });
    await expect(once.adopt("OLD-2", part("30.00"), adoption)).rejects.toThrow(
      "OLD-2: OLD-1 has captured the same amount, and may be this capture: give its own transactionId. If the service shows none, give another reference that only this capture has, such as its row in the settlement file",
    );
  });

  test("can be adopted at a service that shows no ids but the authorization's", async () => {
    const { once, decide, adoption, part } = sale();
    const { transactionId } = part("30.00");
    await once.adopt("OLD-1", part("30.00"), { ...adoption, transactionId });
    await expect(once.adopt("OLD-2", part("30.00"), { ...adoption, transactionId: "row 18" })).rejects.toThrow(
      "Decide OLD-1 captured again, with its transactionId, and then adopt this one with its own. If the service shows none",
    );
    await decide("OLD-1", { transactionId: "row 17" });
    expect(await once.adopt("OLD-2", part("30.00"), { ...adoption, transactionId: "row 18" })).toMatchObject({
      state: "captured",
    });
  });
});

test("a part that a proxy captured twice and that was refunded is left out of finalized, as the advice says", async () => {
  const { capture, lose, decide, service, taken } = sale();
  service.faults.next("finalize", fault.duplicate());
  await capture("K-1", { totalAmount: "30.00" });
  const { advice } = await lose("K-2", "30.00");
  expect(taken()).toEqual(["30.00", "30.00"]); // both for K-1; one was refunded
  expect(advice).toContain("add what was refunded to the finalized amount, unless it was captured by mistake.");
  expect(await decide("K-2", { as: "not_captured", ...shown("30") })).toMatchObject({ state: "not_captured" });
});

test("a request that names an authorization which the back office does not know is corrected, with 0 and 0", async () => {
  const { once, service, authorization, part, pass, snapshot, correct, taken } = sale();
  service.faults.next("finalize", fault.drop());
  const wrong = { ...part("60.00"), transactionId: "202601150000000999" };
  await once.finalize("K-1", wrong, { authorization });
  pass(HOUR);
  const { advice } = await snapshot("K-1");
  expect(advice).toContain(
    "(5) If the back office does not know the authorization, the request names a wrong one: correct it, with a balance of 0 and 0.",
  );
  expect(await correct("K-1", "60.00", { balance: none })).toMatchObject({ state: "captured" });
  expect(taken()).toEqual(["60.00"]);
});

test("a balance that differed stays with its authorization, and hides no capture of the next one", async () => {
  const { lose, decide, snapshot, once, sell, service, pass } = sale();
  const { capture, authorization, transactionId } = sell();
  await lose("K-1", "30.00");
  await decide("K-1", { as: "not_captured", balance: { differs: "no figures were shown" } });
  await once.correct(
    await snapshot("K-1"),
    { transactionId, totalAmount: "30.00" },
    { ...signed, authorization, balance: none },
  );
  pass(1);
  await once.sweep();
  service.faults.next("finalize", fault.loseResponse());
  await capture("K-2", { totalAmount: "40.00" });
  pass(HOUR);
  await expect(decide("K-2", { as: "not_captured", ...shown("70") })).rejects.toThrow(
    "not_captured needs 30.00 finalized",
  );
});

test("a key from before keys had to be in NFC is withdrawn and adopted as it is", async () => {
  const { once, store, adoption, part, capture } = sale();
  const key = "Ko\u0308ping-1";
  const request = { ...record("not_captured").request, totalAmount: "0" };
  const withdrawn = { key, authorizationId: `withdrawn ${key}`, isWithdrawn: true, request };
  await put(store, record("not_captured", withdrawn));
  expect(await once.withdraw(key, signed)).toMatchObject({ isWithdrawn: true });
  expect(await once.adopt(key, part("30.00"), adoption)).toMatchObject({ state: "captured" });
  expect(await capture(key, { totalAmount: "30.00" })).toMatchObject({ state: "captured" });
});
