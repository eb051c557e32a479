/**
 * At each service that differs, the check finds the rows and prints the options. With them, it says that nothing more is to
 * be set. What `Once` then does at such services is played by lab/prove/simulate.
 */
import { PaymentClient, type PaymentClientOptions } from "merchant-payments";
import { FakePaymentService, type FakeQuirks, fault } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { checked, optionsFor, remarkable, TestTerminal } from "./checked.js";
import { allAuthorizations } from "./prepared.js";

/** How a service can differ, what the check then says, and the options that it prints. */
interface Difference {
  readonly quirks: FakeQuirks;
  /** The merchant's options. @defaultValue the client's defaults */
  readonly given?: Pick<PaymentClientOptions, "resolve">;
  /** The rows that find it, with their results. */
  readonly found: Readonly<Record<string, string>>;
  /** The options object that is printed. */
  readonly printed: string;
  readonly exitCode: 0 | 2 | 4;
  /** The exit code once the options are set. @defaultValue 0 */
  readonly lasting?: 4;
}

/** The options that a program would have, once its author has copied what the check prints. */
const optionsAfter = ({ given, printed }: Difference): Partial<PaymentClientOptions> => {
  return { ...given, ...new Function(`return (${printed})`)() };
};

const again = (sendAgain: string, taken: string) =>
  `UNSAFE: set resolve: { sendAgain: ${sendAgain} }; a second finalization captured again (${taken} is finalized or pending)`;
const credentials = "HTTP 403 can also mean that the credentials were rejected";

/** One result for several rows. */
const rows = (result: string, names: string) => Object.fromEntries(names.split(" ").map((name) => [name, result]));
const ORDERS = "simple_order detailed_order order_without_decimals order_number_twice";
const USED_UP = "full_invoice full_installments full_paypal full_other parts_paypal parts_other";

/** Of a service that calls PAYMENT_COMPLETED by a name that means `rejected` to the client. */
const takenForRejected = (key: string, meaning: string) => {
  const result = (what: string) =>
    `UNSAFE: set statusKeys: { ${key}: "${meaning}" }; ${key} means rejected to the client, and came for ${what}: a capture can be recorded as rejected`;
  return {
    capture_card: result("a card that is captured"),
    ...rows(result("an authorization that is used up"), USED_UP),
  };
};

const differences: Readonly<Record<string, Difference>> = {
  "a card can be captured twice": {
    quirks: { repeat: { card: "captured_again" } },
    found: { capture_card: again("[]", "80.00 instead of 40.00") },
    printed: "{ resolve: { sendAgain: [] }, }",
    exitCode: 2,
  },
  "an invoice can be captured twice, and sendAgain lists it": {
    quirks: { repeat: { invoice: "captured_again" } },
    given: { resolve: { sendAgain: ["card", "invoice"] } },
    found: {
      full_invoice: again('["card"]', "20.00 instead of 10.00"),
      refunded_invoice: 'UNSAFE: set resolve: { sendAgain: ["card"] }; a refunded amount was captured again',
    },
    printed: '{ resolve: { sendAgain: ["card"] }, }',
    exitCode: 2,
  },
  "the keys of rejected captures are others": {
    quirks: { keys: { PAYMENT_COMPLETED: "ALREADY_CAPTURED", PAYMENT_ANNULLED: "CANCELLED", PENDING: "ACCEPTED" } },
    found: {
      ...rows('differs: set statusKeys: { ALREADY_CAPTURED: "already_finalized" }', `capture_card ${USED_UP}`),
      annulled_card: 'differs: set statusKeys: { CANCELLED: "released" }',
      pending_swish: 'differs: set statusKeys: { ACCEPTED: "pending" }',
    },
    printed: '{ statusKeys: { ALREADY_CAPTURED: "already_finalized", CANCELLED: "released", ACCEPTED: "pending" }, }',
    exitCode: 4,
  },
  "a captured card is rejected with a key that means rejected": {
    quirks: { keys: { PAYMENT_COMPLETED: "CUST_CARD_NOT_FOUND" } },
    found: takenForRejected("CUST_CARD_NOT_FOUND", "already_finalized"),
    printed: '{ statusKeys: { CUST_CARD_NOT_FOUND: "already_finalized" }, }',
    exitCode: 2,
  },
  "one key means rejected, and that a card is captured": {
    quirks: { keys: { PAYMENT_COMPLETED: "VALIDATION_ERROR" } },
    found: takenForRejected("VALIDATION_ERROR", "unknown"),
    printed: '{ statusKeys: { VALIDATION_ERROR: "unknown" }, }',
    exitCode: 2,
  },
  "SUCCESS and PENDING have one other name": {
    quirks: { keys: { SUCCESS: "OK", PENDING: "OK" } },
    found: {
      ...rows('differs: set statusKeys: { OK: "success" }', `${ORDERS} capture_card equal_card ${USED_UP}`),
      pending_swish:
        'differs: set statusKeys: { OK: "success" }; OK comes for a success and for a capture that is pending, which will be unknown',
    },
    printed: '{ statusKeys: { OK: "success" }, }',
    exitCode: 4,
    lasting: 4,
  },
  "failures come under HTTP 403, with other keys": {
    quirks: { failureStatus: 403, keys: { VALIDATION_ERROR: "INVALID", PAYMENT_COMPLETED: "ALREADY_CAPTURED" } },
    found: {
      short_order_number: `differs: set statusKeys: { INVALID: "rejected" }; ${credentials}`,
      ...rows(
        `differs: set statusKeys: { ALREADY_CAPTURED: "already_finalized" }; ${credentials}`,
        `capture_card ${USED_UP}`,
      ),
    },
    printed: '{ statusKeys: { INVALID: "rejected", ALREADY_CAPTURED: "already_finalized" }, }',
    exitCode: 4,
  },
};

/** What a person types: the host, the confirmation, that five were refunded, and that the back office agrees. */
const CONFIRMING = ["test.payments.example", "capture", ...Array(6).fill("yes")];

async function checkedAt({ quirks }: Difference, more: Partial<PaymentClientOptions> = {}) {
  const service = new FakePaymentService({ quirks });
  const authorizations = allAuthorizations(service);
  return await checked(optionsFor(service, more), { authorizations }, new TestTerminal(CONFIRMING));
}

test("the fake is as assumed, after 27 captures and rejections", async () => {
  const service = new FakePaymentService();
  const authorizations = allAuthorizations(service);
  const { rows, text, exitCode } = await checked(optionsFor(service), { authorizations }, new TestTerminal(CONFIRMING));
  expect([remarkable(rows), exitCode]).toEqual([{}, 0]);
  const ids = rows.flatMap(({ id, stage }) => (stage === 2 ? [id] : []));
  expect(ids.join(" ")).toBe(
    "capture_card annulled_card equal_card full_invoice full_installments full_paypal full_other parts_paypal parts_other " +
      "pending_swish refunded_invoice refunded_installments refunded_paypal refunded_swish refunded_other back_office",
  );
  const captures = service.requests.filter(({ operation }) => operation === "finalize");
  expect([service.requests.length, captures.length]).toEqual([37, 28]); // one of them in stage one
  expect(text).toContain("## The check is complete: you can go live\n");
});

describe("a service where", () => {
  test.each(Object.entries(differences))("%s", async (_what, difference) => {
    const { given, found, printed, exitCode, lasting = 0 } = difference;
    const first = await checkedAt(difference, given);
    expect([remarkable(first.rows), first.exitCode]).toEqual([found, exitCode]);
    // The object to paste is the last thing that is printed.
    expect(/again\.\n\n```ts\n([^`]+)\n```\n\n$/.exec(first.text)?.[1]?.replaceAll(/\s+/g, " ")).toBe(printed);

    const then = await checkedAt(difference, optionsAfter(difference));
    expect(then.exitCode).toBe(lasting);
    expect(then.text).not.toMatch(/\bset (?:resolve|statusKeys):/);
    expect(then.text).toContain("complete: you can go live\n");
  });
});

test("a lost response captures a card twice at such a service, and not once the printed option is set", async () => {
  const difference = differences["a card can be captured twice"] as Difference;
  const capturedWith = async (more: Partial<PaymentClientOptions>) => {
    const service = new FakePaymentService({ quirks: difference.quirks });
    const payments = new PaymentClient(optionsFor(service, more));
    const sale = { ...service.sell({ paymentMethod: "card", totalAmount: "100.00" }), totalAmount: "40.00" };
    service.faults.next("finalize", fault.loseResponse());
    await payments.finalize(sale).catch(() => undefined);
    const authorization = { paymentMethod: "card", authorizedAmount: "100.00" } as const;
    await payments.resolveFinalization(sale, { authorization }).catch(() => undefined);
    return service.finalizations.length;
  };
  expect(await capturedWith({})).toBe(2);
  expect(await capturedWith(optionsAfter(difference))).toBe(1);
});
