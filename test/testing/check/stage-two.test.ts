import type { PaymentClientOptions } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { DifferingService } from "../../support/differing-service.js";
import { checked, inStageOne, optionsFor, remarkable, TestTerminal } from "./checked.js";
import { type Difference, differences, optionsAfter } from "./differences.js";
import { allAuthorizations } from "./prepared.js";

/** What a person types: the host, the confirmation, that five were refunded, and that the back office agrees. */
const CONFIRMING = ["test.payments.example", "capture", "yes", "yes", "yes", "yes", "yes", "yes"];

async function checkedAt(service: DifferingService, more: Partial<PaymentClientOptions> = {}) {
  const authorizations = allAuthorizations(service);
  const terminal = new TestTerminal(CONFIRMING);
  return await checked(optionsFor(service, more), { authorizations }, terminal);
}

const serviceOf = ({ differences, quirks = {} }: Difference) => new DifferingService(differences, { quirks });

test("the fake is as assumed, after 22 captures and rejections", async () => {
  const service = new DifferingService();
  const { rows, exitCode } = await checkedAt(service);
  expect([remarkable(rows), exitCode]).toEqual([{}, 0]);
  expect(rows.filter(({ stage }) => stage === 2).map(({ id }) => id)).toEqual([
    "capture_card",
    "annulled_card",
    "full_invoice",
    "full_installments",
    "parts_paypal",
    "parts_other",
    "pending_swish",
    "refunded_invoice",
    "refunded_installments",
    "refunded_paypal",
    "refunded_swish",
    "refunded_other",
    "back_office",
  ]);
  const ofCheck = service.requests.filter(({ operation }) => operation === "finalize");
  expect([service.requests.length, ofCheck.length]).toEqual([32, 23]);
});

describe("a service where", () => {
  test.each(Object.entries(differences))("%s", async (_what, difference) => {
    const { given, found, printed, exitCode } = difference;
    const result = await checkedAt(serviceOf(difference), given);
    expect(remarkable(result.rows)).toEqual(found);
    expect(result.exitCode).toBe(exitCode);
    // The object to paste is the last thing that is printed.
    const [, code] = /again\.\n\n((?: {2}.*\n)+)\n$/.exec(result.text) ?? [];
    expect(code?.trim().replaceAll(/\s+/g, " ")).toBe(printed);
  });

  const settable = Object.entries(differences).filter(([, { printed }]) => printed !== undefined);

  test.each(settable)("%s, after the printed options are set", async (_what, difference) => {
    const { text, exitCode } = await checkedAt(serviceOf(difference), optionsAfter(difference));
    expect(exitCode).toBe(difference.lasting ?? 0);
    expect(text).not.toMatch(/\bset (?:resolve|statusKeys):/);
    expect(text).toContain(`The check is complete: ${exitCode === 2 ? "do not go live yet" : "you can go live"}\n`);
    // If nothing may be sent again, no method is proposed.
    expect(`${difference.printed} ${text}`).not.toMatch(/sendAgain: \[\].*You may use/s);
  });
});

test("stage one alone finds no service that captures twice", async () => {
  const twice = Object.values(differences).filter(({ control }) => control?.ends === "captured twice");
  expect(twice.length).toBeGreaterThan(5);
  for (const difference of twice) {
    const { rows } = await checked(optionsFor(serviceOf(difference), difference.given));
    expect(inStageOne(rows)).toEqual({});
  }
});
