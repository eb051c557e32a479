import { expect, test } from "vitest";
import { figuresSay } from "../../src/model/finalization-figures.js";
import { figures } from "../support/figures.js";

test.each([
  // amount, before, finalized, pending, says
  ["40.00", "0", "40.00", "0.00", "done"],
  ["40.00", "60.00", "100.00", "0.00", "done"],
  ["40.00", "60", "100", undefined, "done"],
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
  ["40.00", undefined, "60.00", "40.00", "pending"], // 60 of 100 captured before, these 40 pending
  ["40.00", undefined, "0.00", "40.00", "pending"],
  ["40.00", undefined, "39.99", "0.00", "denied"],
  ["40.00", undefined, "30.00", "10.00", "denied"], // only together they reach it
  ["40.00", undefined, "0.00", "0.00", "denied"],
  ["40.00", undefined, "0.00", undefined, "denied"],
  ["40.00", undefined, undefined, "40.00", "pending"],
  ["40.00", undefined, undefined, "39.99", "done"],
  ["40.00", undefined, undefined, undefined, "done"],
  ["40.00", undefined, "-40.00", "0.00", "denied"],
  ["40.00", undefined, "40.00", "-0.01", "denied"],
  ["0.00", undefined, "0.00", "0.00", "done"],
  ["99999999999999999999.98", "0.01", "99999999999999999999.99", "0", "done"],
])(
  "figures for %s after %s finalized before: %s finalized and %s pending are %s",
  (amount, finalizedBefore, finalized, pending, says) => {
    expect(figuresSay(figures(finalized, pending, "0.00"), { amount, finalizedBefore, isPending: false })).toBe(says);
  },
);

test("figures under a pending status are pending, whatever is finalized", () => {
  const call = { amount: "40.00", finalizedBefore: "0", isPending: true };
  expect(figuresSay(figures("0.00", undefined, undefined), call)).toBe("pending");
  expect(figuresSay(figures("0.00", undefined, "-1"), call)).toBe("denied");
});
