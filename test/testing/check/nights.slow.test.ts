/** With the options that the check prints, a night of `Once` at a service that differs keeps its promises. */
import { describe, expect, test } from "vitest";
import { differences, optionsAfter } from "./differences.js";
import { brokenIn, night } from "./night.js";

describe("with the printed options, nothing is captured twice, booked without a capture or denied:", () => {
  test.each(Object.entries(differences))("%s", async (_what, difference) => {
    const { captured, ...others } = await night(difference, optionsAfter(difference));
    expect(brokenIn({ captured, ...others })).toEqual([]);
    expect(captured.length).toBeGreaterThanOrEqual(12);
  });
});

const controls = Object.entries(differences).flatMap(([what, difference]) => {
  const { control } = difference;
  return control === undefined ? [] : [[what, control.ends, { ...control, difference }] as const];
});

test.each(controls)("without them, if %s: %s", async (_what, ends, { sendAgain, difference }) => {
  const broken = brokenIn(await night(difference, { resolve: { sendAgain: [...sendAgain] } }));
  expect(broken).toEqual(ends.startsWith("safe") ? [] : [ends]);
});

test("every unsafe service has a control", () => {
  const unsafe = Object.values(differences).filter(({ exitCode }) => exitCode === 2);
  expect(unsafe.filter(({ control }) => control === undefined)).toEqual([]);
});
