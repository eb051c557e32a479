/** How a service can differ, what the check then says, and the option that it prints. */
import type { PaymentClientOptions } from "merchant-payments";
import type { FakeQuirks } from "merchant-payments/testing";
import type { Differences } from "../../support/differing-service.js";

export interface Difference {
  readonly differences?: Differences;
  readonly quirks?: FakeQuirks;
  /** The rows that find it, with their results. */
  readonly found: Readonly<Record<string, string>>;
  /** The printed options. */
  readonly set?: Pick<PaymentClientOptions, "statusKeys" | "resolve">;
  readonly printed?: string;
  readonly exitCode: 0 | 1 | 2;
  /** The exit code once the options are set. @defaultValue 0 */
  readonly lasting?: 1 | 2;
}

const NOTHING_SENT_AGAIN = { set: { resolve: { sendAgain: [] } }, printed: "resolve: { sendAgain: [] }," } as const;
const stop = (why: string) => `UNSAFE: set resolve: { sendAgain: [] }; ${why}`;
const leftOut = (why: string) => `as assumed (sendAgain leaves it out, because ${why})`;
const person = "after a lost response, a person must look, unless resolve: { lookUp } can";
const under500 = "differs: the failure comes under HTTP 500, so every rejection will be unknown";

export const differences: Readonly<Record<string, Difference>> = {
  "a card can be captured twice": {
    differences: { limit: { card: "none" } },
    found: { capture_card: stop("after a second finalization of 40.00, 80.00 is finalized or pending") },
    ...NOTHING_SENT_AGAIN,
    exitCode: 2,
  },
  "PayPal has no upper limit": {
    differences: { limit: { paypal: "none" } },
    found: {
      parts_paypal: stop("16.00 more than was authorized is captured: there is no limit of 115 %"),
      refunded_paypal: leftOut("what was refunded can be captured again"),
    },
    ...NOTHING_SENT_AGAIN,
    exitCode: 2,
  },
  "PayPal accepts 115 %": { differences: { limit: { paypal: "1.15" } }, found: {}, exitCode: 0 },
  "an invoice can be claimed twice": {
    differences: { limit: { invoice: "none" } },
    found: {
      full_invoice: leftOut("after a second finalization of 100.00, 200.00 is finalized or pending"),
      refunded_invoice: leftOut("what was refunded can be captured again"),
    },
    exitCode: 0,
  },
  "a pending amount does not block another one": {
    differences: { pendingBlocks: false },
    found: {
      capture_card: `differs: FINALIZE_AMT_EXCEEDED means amount_exceeded to the client, and came for a card that is captured: ${person}`,
      pending_swish: stop("after a second finalization of 100.00, 200.00 is finalized or pending"),
    },
    ...NOTHING_SENT_AGAIN,
    exitCode: 2,
    lasting: 1,
  },
  "rejections are filled with zeros": {
    differences: { rejectionFigures: "zeros" },
    found: { capture_card: `differs: the rejection has no figures: ${person}` },
    exitCode: 1,
  },
  "rejections have no figures": {
    differences: { rejectionFigures: "none" },
    found: { capture_card: `differs: the rejection has no figures: ${person}` },
    exitCode: 1,
  },
  "what is pending counts as finalized": {
    differences: { finalizedIncludesPending: true },
    found: {
      pending_swish: stop(
        "after a first capture of 100.00, 100.00 is finalized and 100.00 pending: what is pending counts as finalized",
      ),
    },
    ...NOTHING_SENT_AGAIN,
    exitCode: 2,
  },
  "what was released counts as finalized": {
    differences: { releasedCountsAsFinalized: true },
    found: {
      capture_card: stop(
        "after a first capture of 40.00, 60.00 is finalized and 0.00 pending: what was released counts as finalized",
      ),
      annulled_card: stop(
        "30.00 is finalized of an authorization that was annulled: the figure is computed from what is left",
      ),
    },
    ...NOTHING_SENT_AGAIN,
    exitCode: 2,
  },
  "figures are those of the whole order": {
    differences: { figuresPerOrder: true },
    found: {
      annulled_card: stop(
        "40.00 is finalized of an authorization that was annulled: the figure is the sum of the order",
      ),
    },
    ...NOTHING_SENT_AGAIN,
    exitCode: 2,
  },
  "two equal parts are captured once": {
    differences: { equalParts: "captured_once" },
    found: {
      capture_card: "as assumed (the second finalization gets the same success)",
      full_invoice: "as assumed (the second finalization gets the same success)",
      full_installments: "as assumed (the second finalization gets the same success)",
      parts_paypal: stop("two equal parts count as one: pass finalizedBefore with every finalize"),
      parts_other: stop("two equal parts count as one: pass finalizedBefore with every finalize"),
      pending_swish: "as assumed (the second finalization gets the same success)",
      refunded_invoice: leftOut("what was refunded can be captured again"),
      refunded_installments: leftOut("what was refunded can be captured again"),
      refunded_paypal: leftOut("what was refunded can be captured again"),
      refunded_swish: leftOut("what was refunded can be captured again"),
      refunded_other: leftOut("what was refunded can be captured again"),
    },
    ...NOTHING_SENT_AGAIN,
    exitCode: 2,
    lasting: 2,
  },
  "two equal parts are captured and counted once": {
    differences: { equalParts: "counted_once" },
    found: {
      parts_paypal: stop("two equal parts count as one: pass finalizedBefore with every finalize"),
      parts_other: stop("two equal parts count as one: pass finalizedBefore with every finalize"),
    },
    ...NOTHING_SENT_AGAIN,
    exitCode: 2,
    lasting: 2,
  },
  "a refund makes the amount available again": {
    differences: { refundReopens: true },
    found: {
      refunded_invoice: leftOut("what was refunded can be captured again"),
      refunded_installments: leftOut("what was refunded can be captured again"),
      refunded_paypal: leftOut("what was refunded can be captured again"),
      refunded_swish: leftOut("what was refunded can be captured again"),
      refunded_other: leftOut("what was refunded can be captured again"),
    },
    exitCode: 0,
  },
  "a wrong password has a key of its own": {
    differences: { wrongPasswordKey: "WRONG_PASSWORD" },
    found: { wrong_password: 'differs: set statusKeys: { WRONG_PASSWORD: "merchant" }' },
    set: { statusKeys: { WRONG_PASSWORD: "merchant" } },
    printed: 'statusKeys: { WRONG_PASSWORD: "merchant" },',
    exitCode: 1,
  },
  "amounts are text": { differences: { amountsAsText: true }, found: {}, exitCode: 0 },
  "the keys of rejected captures are others": {
    quirks: { keys: { PAYMENT_COMPLETED: "ALREADY_CAPTURED", PAYMENT_ANNULLED: "CANCELLED", PENDING: "ACCEPTED" } },
    found: {
      capture_card: 'differs: set statusKeys: { ALREADY_CAPTURED: "already_finalized" }',
      annulled_card: 'differs: set statusKeys: { CANCELLED: "released" }',
      full_invoice: 'differs: set statusKeys: { ALREADY_CAPTURED: "already_finalized" }',
      full_installments: 'differs: set statusKeys: { ALREADY_CAPTURED: "already_finalized" }',
      parts_paypal: 'differs: set statusKeys: { ALREADY_CAPTURED: "already_finalized" }',
      parts_other: 'differs: set statusKeys: { ALREADY_CAPTURED: "already_finalized" }',
      pending_swish: 'differs: set statusKeys: { ACCEPTED: "pending" }',
    },
    set: { statusKeys: { ALREADY_CAPTURED: "already_finalized", CANCELLED: "released", ACCEPTED: "pending" } },
    printed: 'statusKeys: { ALREADY_CAPTURED: "already_finalized", CANCELLED: "released", ACCEPTED: "pending" },',
    exitCode: 1,
  },
  "a captured card is rejected with a key that means rejected": {
    quirks: { keys: { PAYMENT_COMPLETED: "CUST_CARD_NOT_FOUND" } },
    found: Object.fromEntries(
      ["capture_card", "full_invoice", "full_installments", "parts_paypal", "parts_other"].map((row) => {
        const what = row === "capture_card" ? "a card that is captured" : "an authorization of which nothing is left";
        const why = `CUST_CARD_NOT_FOUND means rejected to the client, and came for ${what}`;
        return [row, `UNSAFE: set statusKeys: { CUST_CARD_NOT_FOUND: "already_finalized" }; ${why}`];
      }),
    ),
    set: { statusKeys: { CUST_CARD_NOT_FOUND: "already_finalized" } },
    printed: 'statusKeys: { CUST_CARD_NOT_FOUND: "already_finalized" },',
    exitCode: 2,
  },
  "one key means rejected, and that a card is captured": {
    quirks: { keys: { PAYMENT_COMPLETED: "VALIDATION_ERROR" } },
    found: Object.fromEntries(
      ["capture_card", "full_invoice", "full_installments", "parts_paypal", "parts_other"].map((row) => {
        const what = row === "capture_card" ? "a card that is captured" : "an authorization of which nothing is left";
        const why = `VALIDATION_ERROR means rejected to the client, and came for ${what}`;
        return [row, `UNSAFE: set statusKeys: { VALIDATION_ERROR: "unknown" }; ${why}`];
      }),
    ),
    set: { statusKeys: { VALIDATION_ERROR: "unknown" } },
    printed: 'statusKeys: { VALIDATION_ERROR: "unknown" },',
    exitCode: 2,
  },
  "a second finalization repeats the success": {
    quirks: { repeat: { card: "same_success", invoice: "same_success" } },
    found: {
      capture_card: "as assumed (the second finalization gets the same success)",
      full_invoice: "as assumed (the second finalization gets the same success)",
      refunded_invoice: leftOut("what was refunded can be captured again"),
    },
    exitCode: 0,
  },
  "swish captures again what is pending": {
    quirks: { repeat: { swish: "captured_again" } },
    found: {
      pending_swish: stop("after a second finalization of 100.00, 200.00 is finalized or pending"),
      refunded_swish: leftOut("what was refunded can be captured again"),
    },
    ...NOTHING_SENT_AGAIN,
    exitCode: 2,
  },
  "failures come under HTTP 500": {
    quirks: { failureStatus: 500 },
    found: {
      short_order_number: under500,
      unknown_transaction: under500,
      capture_card: under500,
      annulled_card: under500,
      full_invoice: under500,
      full_installments: under500,
      parts_paypal: under500,
      parts_other: under500,
      pending_swish: under500,
    },
    exitCode: 1,
  },
};
