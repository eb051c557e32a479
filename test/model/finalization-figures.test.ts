import { Decimal } from "merchant-payments";
import { expect, test } from "vitest";
import { figuresSay } from "../../src/model/finalization-figures.js";

const figure = (text: string | undefined) => (text === undefined ? undefined : new Decimal(text));

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
  ["40.00", undefined, "60.00", "40.00", "pending"], // 60 of 100 captured before, these 40 under way
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
])("of %s after %s: %s finalized, %s pending is %s", (amount, before, finalized, pending, says) => {
  const remaining = figure("0.00");
  const figures = { amount, before, finalized: figure(finalized), pending: figure(pending), remaining };
  expect(figuresSay({ ...figures, isPending: false })).toBe(says);
});

test("what the status calls pending is pending, whatever is finalized", () => {
  const figures = { amount: "40.00", before: "0", finalized: figure("0.00"), pending: undefined };
  expect(figuresSay({ ...figures, remaining: undefined, isPending: true })).toBe("pending");
  expect(figuresSay({ ...figures, remaining: figure("-1"), isPending: true })).toBe("denied");
});
