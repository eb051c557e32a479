/** What a second response proves about the first request: 60 of 100, of which 40 were finalized before. */
import { describe, expect, test } from "vitest";
import type { FinalizationProof, ReportedFinalization } from "../../src/errors/facts.js";
import type { StatusMeaning } from "../../src/errors/status-catalogue.js";
import { provenBy } from "../../src/evidence/balance-proof.js";
import { figures } from "../support/figures.js";

const paypal = { isOnce: false, isCard: false, mayBeCaptured: true };
const first = { amount: "60.00", authorizedAmount: "100.00", finalizedBefore: "40.00", ...paypal };
const captured = { isOnce: true, isCard: true, mayBeCaptured: true };
const card = { amount: "60.00", authorizedAmount: "60.00", finalizedBefore: "0", ...captured };

const rejectedAsDone = ["already_finalized", "amount_exceeded", "released"] as const;
type Figures = Parameters<typeof figures>;
type Unreadable = NonNullable<ReportedFinalization["unreadable"]>;

const proven = (meaning: StatusMeaning | undefined, told: Figures, of = first) =>
  provenBy(of, figures(...told), meaning);

/** Figures that the response has but that are not amounts. */
const provenWithout = (unreadable: Unreadable, meaning: StatusMeaning, told: Figures, of = first) =>
  provenBy(of, { ...figures(...told), unreadable }, meaning);

const byFirst: FinalizationProof = { state: "captured", by: "first" };
const byRepeat: FinalizationProof = { state: "captured", by: "repeat" };
const pending: FinalizationProof = { state: "pending", canAskAgain: true };
const notCaptured: FinalizationProof = { state: "not_captured" };
const conflict: FinalizationProof = { state: "conflict" };
const askAgain: FinalizationProof = { state: "unknown", canAskAgain: true };
const park: FinalizationProof = { state: "unknown", canAskAgain: false };

describe("the proof by a success depends on its figures", () => {
  test.each<[string, Figures, FinalizationProof]>([
    ["40 before and these 60", ["100.00", "0.00", "0.00"], byRepeat],
    ["only 100 finalized told", ["100"], byRepeat],
    ["finalized not told", [undefined, "0.00"], askAgain],
    ["as before, and exactly these 60 pending", ["40.00", "60.00", "0.00"], pending],
    ["as before, and nothing pending", ["40.00", "0.00", "60.00"], conflict],
    ["as before, and more than 60 pending", ["40.00", "60.01"], conflict],
    ["twice", ["160.00", "0.00", "0.00"], conflict],
    ["these 60, and 60 more pending", ["100.00", "60.00", "0.00"], conflict],
    ["a cent less", ["99.99", "0.00", "0.00"], conflict],
    ["only these 60", ["60.00", "0.00", "0.00"], conflict],
    ["nothing but zeros", ["0", "0", "0"], conflict],
  ])("%s", (_what, told, proof) => {
    expect(proven("success", told)).toEqual(proof);
  });

  test.each<[string, Figures, FinalizationProof]>([
    ["these 60", ["60.00", "0.00", "0.00"], byRepeat],
    ["finalized not told", [], byRepeat],
    ["finalized not told, and nothing pending", [undefined, "0.00", "0.00"], byRepeat],
    ["finalized not told, and something pending", [undefined, "60.00", "0.00"], askAgain],
    ["still pending", ["0.00", "60.00", "0.00"], pending],
    ["finalized not told, and all of it left", [undefined, "0.00", "60.00"], askAgain],
    ["a part of these 60", ["30.00", "0.00", "0.00"], conflict],
    ["twice", ["120.00", "0.00", "0.00"], conflict],
  ])("of a method that is finalized once: %s", (_what, told, proof) => {
    expect(proven("success", told, card)).toEqual(proof);
  });
});

test.each<[string, Figures, FinalizationProof]>([
  ["no figures", [], pending],
  ["these 60 pending", ["40.00", "60.00", "0.00"], pending],
  ["nothing but zeros", ["0", "0", "0"], pending],
  ["these 60 and the first 60 pending", ["40.00", "120.00"], conflict],
  ["these 60 pending, and the first 60 finalized", ["100.00", "60.00"], conflict],
  ["these 60 finalized, and nothing pending", ["100.00", "0.00"], askAgain],
  ["these 60 finalized, and less pending", ["100.00", "59.99"], askAgain],
  ["these 60 finalized, pending not told", ["100.00"], askAgain],
  ["more than both finalized", ["100.01", "0.00"], conflict],
  ["a negative remainder", ["40.00", "60.00", "-0.01"], askAgain],
])("the proof by a pending response depends on its figures: %s", (_what, told, proof) => {
  expect(proven("pending", told)).toEqual(proof);
});

describe.each(rejectedAsDone)("the proof by a rejection %s depends on its figures", (meaning) => {
  const isNil = meaning === "amount_exceeded" ? askAgain : park;
  // After the other two keys, the next response would be the same.
  const isPending: FinalizationProof = { state: "pending", canAskAgain: meaning === "amount_exceeded" };
  const isReleased = meaning === "released" ? notCaptured : conflict;
  // What is released may be shown as finalized: only the key of a capture proves one.
  const isAll = meaning === "already_finalized" ? byFirst : park;

  test.each<[string, Figures, FinalizationProof]>([
    ["40 before and these 60", ["100.00", "0.00", "0.00"], isAll],
    ["40 before and these 60, pending not told", ["100"], isAll],
    ["as before, and exactly these 60 pending", ["40.00", "60.00", "0.00"], isPending],
    ["as before, and a cent more than 60 pending", ["40.00", "60.01"], conflict],
    ["these 60 finalized, and 10 pending", ["100.00", "10.00"], conflict],
    ["finalized not told", [undefined, "60.00", "0.00"], isNil],
    ["nothing told", [], isNil],
    ["filled with zeros", ["0", "0", "0"], isNil],
    ["one zero", ["0.00"], isNil],
    ["as before, nothing pending", ["40.00", "0.00", "0.00"], isReleased],
    ["as before, pending not told", ["40.00"], conflict],
    ["nothing finalized, and something left", ["0.00", "0.00", "100.00"], conflict],
    ["nothing finalized, and something pending", ["0.00", "60.00", "0.00"], conflict],
    ["only these 60, without the 40 before", ["60.00", "0.00", "0.00"], conflict],
    ["twice", ["160.00", "0.00", "0.00"], conflict],
  ])("%s", (_what, told, proof) => {
    expect(proven(meaning, told)).toEqual(proof);
  });

  test.each<[string, Figures, FinalizationProof]>([
    ["these 60", ["60.00", "0.00", "0.00"], isAll],
    ["pending", ["0.00", "60.00", "0.00"], isPending],
    ["nothing finalized, which may be a default zero", ["0.00", "0.00", "0.00"], isNil],
    ["30 of another finalization", ["30.00", "0.00", "70.00"], conflict],
  ])("of a card: %s", (_what, told, proof) => {
    expect(proven(meaning, told, card)).toEqual(proof);
  });
});

const others = ["rejected", "merchant", "unknown", undefined] as const;
test.each(others)("the meaning %s proves nothing about the first request, whatever the balance", (meaning) => {
  expect(proven(meaning, [])).toEqual(askAgain);
  expect(proven(meaning, ["100.00", "0.00", "0.00"])).toEqual(askAgain);
  expect(proven(meaning, ["40.00", "0.00", "60.00"])).toEqual(askAgain);
});

test("on a first attempt, already_finalized is no proof: a proxy may have sent the request twice", () => {
  const firstAttempt = { ...card, mayBeCaptured: false };
  expect(proven("already_finalized", ["60.00", "0.00", "0.00"], firstAttempt)).toEqual(park);
});

test("an annulled card whose figures are zeros may have been captured before", () => {
  expect(proven("released", ["0.00", "0.00", "60.00"], card)).toEqual(park);
});

test.each<[StatusMeaning, Figures, typeof first, FinalizationProof]>([
  ["pending", ["40.00", "60.00", "0.00"], first, { state: "pending", canAskAgain: false }],
  ["success", [undefined, "0.00"], first, park],
  ["success", ["100.00", "0.00"], first, byRepeat],
  ["pending", ["0.00", "60.00"], card, pending],
])("%s %j with canFinalizeAgain: true is not sent again, but for card", (meaning, told, of, proof) => {
  expect(provenBy(of, { ...figures(...told), canFinalizeAgain: true }, meaning)).toEqual(proof);
});

describe("a figure that cannot be read is neither absent nor 0:", () => {
  const amounts: Figures = ["100.00", "0.00", "0.00"];
  const withoutFinalized: Figures = [undefined, "0.00", "0.00"];

  test.each<[StatusMeaning, FinalizationProof]>([
    ["success", askAgain],
    ["pending", askAgain],
    ["amount_exceeded", askAgain],
    ["already_finalized", park],
    ["released", park],
  ])("%s then proves nothing", (meaning, proof) => {
    expect(provenWithout(["totalAmountFinalized"], meaning, withoutFinalized)).toEqual(proof);
    expect(provenWithout(["totalAmountPendingFinalization"], meaning, ["100.00"])).toEqual(proof);
    expect(provenWithout(["amountRemainingForFinalize"], meaning, [undefined, "0.00"], card)).toEqual(proof);
    expect(proven(meaning, ["100.00", "-60.00", "0.00"])).toEqual(proof);
    expect(proven(meaning, ["100.00", "0.00", "-0.01"])).toEqual(proof);
  });

  test("but an unreadable remainder does not matter beside the total finalized", () => {
    const unreadable = ["amountRemainingForFinalize"] as const;
    expect(provenWithout(unreadable, "success", amounts)).toEqual(byRepeat);
    expect(provenWithout(unreadable, "already_finalized", amounts)).toEqual(byFirst);
  });

  test("and more than both finalized is a conflict, whatever else cannot be read", () => {
    expect(provenWithout(["totalAmountPendingFinalization"], "success", ["160.00"])).toEqual(conflict);
  });
});
