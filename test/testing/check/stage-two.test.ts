import { describe, expect, test } from "vitest";
import { DifferingService } from "../../support/differing-service.js";
import { checked, optionsFor, remarkable, TestTerminal } from "./checked.js";
import { differences } from "./differences.js";
import { allAuthorizations } from "./prepared.js";

/** What a person types: the host, the confirmation, and that the back office shows the amounts. */
const CONFIRMING = ["test.payments.example", "capture", "yes"];

async function checkedAt(service: DifferingService, more: object = {}) {
  const authorizations = allAuthorizations(service);
  const { rows, text, exitCode, terminal } = await checked(
    optionsFor(service, more),
    { authorizations },
    new TestTerminal(CONFIRMING),
  );
  return { found: remarkable(rows), rows, text, exitCode, questions: terminal.questions };
}

test("the fake is as assumed, after 22 captures and rejections", async () => {
  const service = new DifferingService();
  const { found, rows, exitCode } = await checkedAt(service);
  expect([found, exitCode]).toEqual([{}, 0]);
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
  test.each(Object.entries(differences))(
    "%s",
    async (_what, { differences, quirks = {}, found, printed, exitCode }) => {
      const result = await checkedAt(new DifferingService(differences, { quirks }));
      expect(result.found).toEqual(found);
      expect(result.exitCode).toBe(exitCode);
      const [, code = ""] = /Replace these fields.*\n\n {2}(.*)\n/.exec(result.text) ?? [];
      expect(code).toBe(printed ?? "");
    },
  );

  const settable = Object.entries(differences).filter(([, { set }]) => set !== undefined);

  test.each(settable)("%s, after the printed options are set", async (_what, { lasting = 0, ...difference }) => {
    const { differences, quirks = {}, set } = difference;
    expect(await checkedAt(new DifferingService(differences, { quirks }), set)).toMatchObject({ exitCode: lasting });
  });
});
