/**
 * At each service that differs, the check finds the rows and prints the options. With them, the check says that nothing
 * more is to be set, and a night of `Once` keeps its promises.
 */
import type { PaymentClientOptions } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { DifferingService } from "../../support/differing-service.js";
import { checked, inStageOne, optionsFor, remarkable, TestTerminal } from "./checked.js";
import { type Difference, differences, optionsAfter } from "./differences.js";
import { brokenIn, night } from "./night.js";
import { allAuthorizations } from "./prepared.js";

/** What a person types: the host, the confirmation, that five were refunded, and that the back office agrees. */
const CONFIRMING = ["test.payments.example", "capture", ...Array(6).fill("yes")];

const serviceOf = ({ differences, quirks = {} }: Difference) => new DifferingService(differences, { quirks });

async function checkedAt(difference: Difference, more: Partial<PaymentClientOptions> = {}) {
  const service = serviceOf(difference);
  const authorizations = allAuthorizations(service);
  return await checked(optionsFor(service, more), { authorizations }, new TestTerminal(CONFIRMING));
}

describe("a service where", () => {
  test.each(Object.entries(differences))("%s", async (_what, difference) => {
    const { given, found, printed, exitCode, lasting = 0 } = difference;
    const { rows, text, ...first } = await checkedAt(difference, given);
    expect([remarkable(rows), first.exitCode]).toEqual([found, exitCode]);
    // The object to paste is the last thing that is printed.
    expect(/again\.\n\n```ts\n([^`]+)\n```\n\n$/.exec(text)?.[1]?.replaceAll(/\s+/g, " ")).toBe(printed);

    const then = await checkedAt(difference, optionsAfter(difference));
    expect(then.exitCode).toBe(printed === undefined ? exitCode : lasting);
    expect(then.text).not.toMatch(/\bset (?:resolve|statusKeys):/);
    expect(then.text).toContain(`complete: ${then.exitCode === 2 ? "do not go live yet" : "you can go live"}\n`);

    const { captured, ...others } = await night(difference, optionsAfter(difference));
    expect(brokenIn({ captured, ...others })).toEqual([]);
    expect(captured.length).toBeGreaterThanOrEqual(12);
  });
});

const controls = Object.entries(differences).flatMap(([what, difference]) => {
  const { control } = difference;
  return control === undefined ? [] : [[what, control.ends, { ...control, difference }] as const];
});

test.each(controls)("without the options, if %s: %s", async (_what, ends, { sendAgain, difference }) => {
  const broken = brokenIn(await night({ ...difference, acts: false }, { resolve: { sendAgain: [...sendAgain] } }));
  expect(broken).toEqual(ends.startsWith("safe") ? [] : [ends]);
});

test("stage one alone finds no service that captures twice", async () => {
  const twice = Object.values(differences).filter(({ control }) => control?.ends === "captured twice");
  expect(twice.length).toBeGreaterThan(5);
  for (const difference of twice) {
    const { rows } = await checked(optionsFor(serviceOf(difference), difference.given));
    expect(inStageOne(rows)).toEqual({});
  }
});

test("every unsafe service has a control", () => {
  const unsafe = Object.values(differences).filter(({ exitCode }) => exitCode === 2);
  expect(unsafe.filter(({ control }) => control === undefined)).toEqual([]);
});
