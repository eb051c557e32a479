import type { ReportedFinalization } from "merchant-payments";
import { expect, test } from "vitest";
import { figuresSay } from "../../src/evidence/balance-proof.js";
import { figures } from "../support/figures.js";

type Unreadable = NonNullable<ReportedFinalization["unreadable"]>;

test.each([
  // amount, before, finalized, pending, says
  ["40.00", "0", "40.00", "0.00", "done"],
  ["40.00", "60.00", "100.00", "0.00", "done"],
  ["40.00", "60", "100", undefined, "done"],
  ["40.00", "60.00", "100.00", "40.00", "overlapping"], // or another one is pending
  ["40.00", "60.00", "60.00", "40.00", "pending"],
  ["40.00", "60.00", "60.00", "50.00", "pending"], // with another one that is pending too
  ["40.00", "60.00", "60.00", "39.99", "denied"],
  ["40.00", "60.00", "60.00", undefined, "denied"],
  ["40.00", "60.00", "99.99", "0.00", "denied"],
  ["40.00", "60.00", "100.01", "0.00", "denied"],
  ["40.00", "60.00", "80.00", "20.00", "denied"],
  ["40.00", "60.00", undefined, "40.00", "pending"],
  ["40.00", "60.00", undefined, undefined, "done"],
  ["40.00", undefined, "40.00", "0.00", "done"],
  ["40.00", undefined, "60.00", "0.00", "done"],
  ["40.00", undefined, "40", undefined, "done"],
  ["40.00", undefined, "60.00", "40.00", "overlapping"], // 60 of 100 captured before, these 40 pending; or 20 before, these 40, 40 more pending
  ["40.00", undefined, "39.99", "40.00", "pending"],
  ["40.00", undefined, "0.00", "40.00", "pending"],
  ["40.00", undefined, "39.99", "0.00", "denied"],
  ["40.00", undefined, "30.00", "10.00", "denied"], // only together they reach it
  ["40.00", undefined, "0.00", "0.00", "denied"],
  ["40.00", undefined, "0.00", undefined, "denied"],
  ["40.00", undefined, undefined, "40.00", "pending"],
  ["40.00", undefined, undefined, "39.99", "done"],
  ["40.00", undefined, undefined, undefined, "done"],
  ["40.00", undefined, "-40.00", "0.00", "unproven"],
  ["40.00", undefined, "40.00", "-0.01", "unproven"],
  ["0.00", undefined, "0.00", "0.00", "done"],
  ["99999999999999999999.98", "0.01", "99999999999999999999.99", "0", "done"],
])("figures for %s after %s finalized before: %s finalized and %s pending are %s", (...row) => {
  const [amount, finalizedBefore, finalized, pending, says] = row;
  const call = { amount, authorizedAmount: "100.00", finalizedBefore, isPending: false };
  expect(figuresSay(figures(finalized, pending, "0.00"), call)).toBe(says);
});

test.each([
  // before, finalized, pending, says
  ["0", undefined, undefined, "pending"],
  ["0", "0.00", undefined, "pending"],
  ["60.00", "60.00", "40.00", "pending"],
  ["60.00", "60.01", undefined, "perhaps_done"],
  ["60.00", "100.00", "0.00", "perhaps_done"],
  ["60.00", "100.00", "40.00", "perhaps_done"],
  [undefined, "39.99", undefined, "pending"],
  [undefined, "40.00", undefined, "perhaps_done"],
  [undefined, "40.00", "39.99", "perhaps_done"],
  [undefined, "40.00", "40.00", "pending"], // 40 of another finalization, and these 40 pending
  [undefined, "0.00", "-1", "unproven"],
])("under the key PENDING, 40.00 after %s: %s finalized and %s pending are %s", (...row) => {
  const [finalizedBefore, finalized, pending, says] = row;
  const call = { amount: "40.00", authorizedAmount: "100.00", finalizedBefore, isPending: true };
  expect(figuresSay(figures(finalized, pending, undefined), call)).toBe(says);
});

test.each<[authorized: string | undefined, before: string | undefined, Parameters<typeof figures>, says: string]>([
  ["100.00", "60.00", [undefined, undefined, "40.00"], "denied"],
  ["100.00", "60.00", [undefined, "0.00", "40"], "denied"],
  ["100.00", "0", [undefined, undefined, "100.00"], "denied"],
  ["100.00", "60.00", [undefined, "39.00", "40.00"], "done"], // something else is pending
  ["100.00", "60.00", [undefined, "40.00", "40.00"], "pending"],
  ["100.00", "60.00", [undefined, undefined, "39.99"], "done"],
  ["100.00", "100.00", [undefined, undefined, "0.00"], "done"],
  ["100.00", "60.00", [undefined, undefined, undefined], "done"],
  ["100.00", undefined, [undefined, undefined, "100.00"], "done"], // only where both facts were told
  [undefined, "60.00", [undefined, undefined, "40.00"], "done"],
  ["100.00", "60.00", ["100.00", undefined, "40.00"], "done"], // the total finalized proves it
])("figures for 40.00 of %s, %s finalized before: finalized, pending and remaining %j are %s", (...row) => {
  const [authorizedAmount, finalizedBefore, told, says] = row;
  const call = { amount: "40.00", authorizedAmount, finalizedBefore, isPending: false };
  expect(figuresSay(figures(...told), call)).toBe(says);
});

test.each<[Unreadable, Parameters<typeof figures>, says: string]>([
  [["totalAmountFinalized"], [undefined, "0.00", "0.00"], "unproven"],
  [["totalAmountPendingFinalization"], ["40.00", undefined, "0.00"], "unproven"],
  [["amountRemainingForFinalize"], [undefined, "0.00"], "unproven"],
  [["amountRemainingForFinalize"], ["40.00", "0.00"], "done"], // the total finalized proves it
])("figures of which %j cannot be read, and the others are %j, are %s", (unreadable, told, says) => {
  const call = { amount: "40.00", authorizedAmount: "40.00", finalizedBefore: "0" };
  const reported = { ...figures(...told), unreadable };
  expect(figuresSay(reported, { ...call, isPending: false })).toBe(says);
  expect(figuresSay(reported, { ...call, isPending: true })).toBe(says === "done" ? "perhaps_done" : says);
});
