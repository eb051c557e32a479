/** What a second response proves about the first request: 60 of 100, of which 40 were finalized before. */
import { describe, expect, test } from "vitest";
import type { FinalizationProof, ReportedFinalization } from "../../src/errors/finalization-state.js";
import { provenBy } from "../../src/operations/balance-proof.js";
import { figures } from "../support/figures.js";

const first = { amount: "60.00", authorizedAmount: "100.00", finalizedBefore: "40.00", isOnce: false };
const card = { amount: "60.00", authorizedAmount: "60.00", finalizedBefore: "0", isOnce: true };

const rejectedAsDone = ["PAYMENT_COMPLETED", "FINALIZE_AMT_EXCEEDED", "PAYMENT_ANNULLED"];

type Figures = Parameters<typeof figures>;
type Unreadable = NonNullable<ReportedFinalization["unreadable"]>;

const proven = (statusKey: string | undefined, told: Figures, of = first) => provenBy(of, figures(...told), statusKey);

/** Figures that the response has but that are not amounts. */
const provenWithout = (unreadable: Unreadable, statusKey: string, told: Figures, of = first) =>
  provenBy(of, { ...figures(...told), unreadable }, statusKey);

const byFirst: FinalizationProof = { state: "captured", by: "first" };
const byRepeat: FinalizationProof = { state: "captured", by: "repeat" };
const pending: FinalizationProof = { state: "pending" };
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
    expect(proven("SUCCESS", told)).toEqual(proof);
  });

  test.each<[string, Figures, FinalizationProof]>([
    ["these 60", ["60.00", "0.00", "0.00"], byRepeat],
    ["finalized not told", [], byRepeat],
    ["finalized not told, and nothing pending", [undefined, "0.00", "0.00"], byRepeat],
    ["finalized not told, and something pending", [undefined, "60.00", "0.00"], askAgain],
    ["still pending", ["0.00", "60.00", "0.00"], pending],
    ["finalized not told, and all of it left", [undefined, "0.00", "60.00"], askAgain],
    ["twice", ["120.00", "0.00", "0.00"], conflict],
  ])("of a method that is finalized once: %s", (_what, told, proof) => {
    expect(proven("SUCCESS", told, card)).toEqual(proof);
  });
});

describe("the proof by a pending response depends on its figures", () => {
  test.each<[string, Figures, FinalizationProof]>([
    ["no figures", [], pending],
    ["these 60 pending", ["40.00", "60.00", "0.00"], pending],
    ["nothing but zeros", ["0", "0", "0"], pending],
    ["these 60 and the first 60 pending", ["40.00", "120.00"], conflict],
    ["these 60 pending, and the first 60 finalized", ["100.00", "60.00"], conflict],
    ["more than both finalized", ["100.01", "0.00"], conflict],
    ["a negative remainder", ["40.00", "60.00", "-0.01"], askAgain],
  ])("%s", (_what, told, proof) => {
    expect(proven("PENDING", told)).toEqual(proof);
  });
});

describe.each(rejectedAsDone)("the proof by a rejection %s depends on its figures", (statusKey) => {
  const isNil = statusKey === "FINALIZE_AMT_EXCEEDED" ? askAgain : park;
  const isReleased = statusKey === "PAYMENT_ANNULLED" ? notCaptured : conflict;

  test.each<[string, Figures, FinalizationProof]>([
    ["40 before and these 60", ["100.00", "0.00", "0.00"], byFirst],
    ["40 before and these 60, pending not told", ["100"], byFirst],
    ["as before, and exactly these 60 pending", ["40.00", "60.00", "0.00"], pending],
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
    expect(proven(statusKey, told)).toEqual(proof);
  });

  test.each<[string, Figures, FinalizationProof]>([
    ["these 60", ["60.00", "0.00", "0.00"], byFirst],
    ["pending", ["0.00", "60.00", "0.00"], pending],
    ["nothing finalized, which may be a default zero", ["0.00", "0.00", "0.00"], isNil],
    ["30 of another finalization", ["30.00", "0.00", "70.00"], conflict],
  ])("of a card: %s", (_what, told, proof) => {
    expect(proven(statusKey, told, card)).toEqual(proof);
  });
});

test.each(["CUST_ACCT_NOT_ELIGIBLE", "VALIDATION_ERROR", "INTERNAL_ERROR", "ORDER_NOT_FOUND", "HTTP_401", undefined])(
  "the status %s proves nothing about the first request, whatever the balance",
  (statusKey) => {
    expect(proven(statusKey, [])).toEqual(askAgain);
    expect(proven(statusKey, ["100.00", "0.00", "0.00"])).toEqual(askAgain);
    expect(proven(statusKey, ["40.00", "0.00", "60.00"])).toEqual(askAgain);
  },
);

describe("a figure that cannot be read is neither absent nor 0:", () => {
  const amounts: Figures = ["100.00", "0.00", "0.00"];
  const withoutFinalized: Figures = [undefined, "0.00", "0.00"];

  test.each<[string, FinalizationProof]>([
    ["SUCCESS", askAgain],
    ["PENDING", askAgain],
    ["FINALIZE_AMT_EXCEEDED", askAgain],
    ["PAYMENT_COMPLETED", park],
    ["PAYMENT_ANNULLED", park],
  ])("%s then proves nothing", (statusKey, proof) => {
    expect(provenWithout(["totalAmountFinalized"], statusKey, withoutFinalized)).toEqual(proof);
    expect(provenWithout(["totalAmountPendingFinalization"], statusKey, ["100.00"])).toEqual(proof);
    expect(provenWithout(["amountRemainingForFinalize"], statusKey, [undefined, "0.00"], card)).toEqual(proof);
    expect(proven(statusKey, ["100.00", "-60.00", "0.00"])).toEqual(proof);
    expect(proven(statusKey, ["100.00", "0.00", "-0.01"])).toEqual(proof);
  });

  test("but an unreadable remainder does not matter beside the total finalized", () => {
    const unreadable = ["amountRemainingForFinalize"] as const;
    expect(provenWithout(unreadable, "SUCCESS", amounts)).toEqual(byRepeat);
    expect(provenWithout(unreadable, "PAYMENT_COMPLETED", amounts)).toEqual(byFirst);
  });

  test("and more than both finalized is a conflict, whatever else cannot be read", () => {
    expect(provenWithout(["totalAmountPendingFinalization"], "SUCCESS", ["160.00"])).toEqual(conflict);
  });
});
