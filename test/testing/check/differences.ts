/** How a service can differ, what the check then says, and the options that it prints. */
import type { PaymentClientOptions, PaymentMethod } from "merchant-payments";
import type { FakeQuirks } from "merchant-payments/testing";
import type { Differences } from "../../support/differing-service.js";

export interface Difference {
  readonly differences?: Differences;
  readonly quirks?: FakeQuirks;
  /** The merchant's options. @defaultValue the client's defaults */
  readonly given?: Pick<PaymentClientOptions, "resolve">;
  /** The rows that find it, with their results. */
  readonly found: Readonly<Record<string, string>>;
  /** The options object that is printed. */
  readonly printed?: string;
  readonly exitCode: 0 | 2 | 4;
  /** The exit code once the options are set. @defaultValue 0 */
  readonly lasting?: 2 | 4;
  /** Of a service with an unsafe row: a night without the printed options, if these methods are sent again. */
  readonly control?: { readonly sendAgain: readonly PaymentMethod[]; readonly ends: Ends };
  /** Whether the merchant also does what the row says: no order has two equal card authorizations. */
  readonly acts?: boolean;
}

/** The promise that `Once` breaks, or why it keeps all of them. */
type Ends =
  | "captured twice"
  | "booked without a capture"
  | "captured, and recorded as not captured"
  | `safe, because ${string}`;

/** The options that a program would have, once its author has copied what the check prints. */
export const optionsAfter = ({ given, printed = "{}" }: Difference): Partial<PaymentClientOptions> => {
  return { ...given, ...new Function(`return (${printed})`)() };
};

const SEND_NOTHING_AGAIN = "{ resolve: { sendAgain: [] }, }";
const everyMethod = ["card", "invoice", "installments", "paypal", "other", "swish"] as const;
const breaks = (...sendAgain: PaymentMethod[]) => ({ sendAgain, ends: "captured twice" }) as const;
const isSafe = (because: string) => ({ sendAgain: everyMethod, ends: `safe, because ${because}` }) as const;
const stop = (why: string) => `UNSAFE: set resolve: { sendAgain: [] }; ${why}`;
const safe = (method: string, why: string) => `safe with your options: ${why}, but ${method} is never sent again`;
const again = (taken: string) => `a second finalization captured again (${taken} is finalized or pending)`;
const repeated = "as assumed (the second finalization gets the same success)";
const dashes = "as assumed (its id has no dashes, which the client sends back as they came)";
const person = "after a lost response, a person must look, unless resolve: { lookUp } can";
const credentials = "HTTP 403 can also mean that the credentials were rejected";
const under500 = "differs: the failure comes under HTTP 500, so every rejection will be unknown";

/** One result for several rows. */
const rows = (result: string | ((method: string) => string), ...names: string[]) =>
  Object.fromEntries(
    names.map((name) => [name, typeof result === "string" ? result : result(name.replace(/.*_/, ""))]),
  );
const fullRows = ["full_invoice", "full_installments", "full_paypal", "full_other"];
const keysOfCaptured = [...fullRows, "parts_paypal", "parts_other"];
const refundedRows = ["invoice", "installments", "paypal", "swish", "other"].map((method) => `refunded_${method}`);
const refunded = (...names: string[]) =>
  rows((method) => safe(method, "a refunded amount was captured again"), ...names);

const EQUAL_PARTS = stop(
  "no option is enough: after captures of 60.00, the responses show 30.00 finalized and 0.00 pending, so pass finalizedBefore with every finalize, as Once does",
);
const WRONG_FIGURES = "from such figures, the client can record a capture that was not made, or miss one that was";
const PENDING_TOO = "OK comes for a success and for a capture that is pending, which will be unknown";

/** Of a service that calls PAYMENT_COMPLETED by a name that means `rejected` to the client. */
const takenForRejected = (key: string, meaning: string) => {
  const result = (what: string) =>
    `UNSAFE: set statusKeys: { ${key}: "${meaning}" }; ${key} means rejected to the client, and came for ${what}: a capture can be recorded as rejected`;
  return {
    capture_card: result("a card that is captured"),
    ...rows(result("an authorization that is used up"), ...keysOfCaptured),
  };
};

export const differences: Readonly<Record<string, Difference>> = {
  "a card can be captured twice": {
    differences: { limit: { card: "none" } },
    found: { capture_card: stop(again("80.00 instead of 40.00")) },
    printed: SEND_NOTHING_AGAIN,
    exitCode: 2,
    control: breaks("card"),
  },
  "a card capture gets the success of an equal one of its order": {
    differences: { equalCards: "captured_once" },
    found: {
      equal_card: stop(
        "no option is enough: the service takes it for a repeat of the first one, and captures nothing: let no order have two card authorizations of the same amount",
      ),
    },
    printed: SEND_NOTHING_AGAIN,
    exitCode: 2,
    lasting: 2,
    acts: true,
    control: { sendAgain: ["card"], ends: "booked without a capture" },
  },
  "PayPal has no upper limit": {
    differences: { limit: { paypal: "none" } },
    found: {
      full_paypal: safe("paypal", again("20.00 instead of 10.00")),
      parts_paypal: stop("16.00 more than was authorized is captured: a repeated request could be, too"),
      ...refunded("refunded_paypal"),
    },
    printed: SEND_NOTHING_AGAIN,
    exitCode: 2,
    control: breaks("card", "paypal"),
  },
  "PayPal accepts 115 %": { differences: { limit: { paypal: "1.15" } }, found: {}, exitCode: 0 },
  "PayPal accepts 15.00 more, and sendAgain lists it": {
    differences: { limit: { paypal: "15.00 more" } },
    given: { resolve: { sendAgain: ["card", "paypal"] } },
    found: { full_paypal: `UNSAFE: set resolve: { sendAgain: ["card"] }; ${again("20.00 instead of 10.00")}` },
    printed: '{ resolve: { sendAgain: ["card"] }, }',
    exitCode: 2,
    control: breaks("card", "paypal"),
  },
  "an invoice can be claimed twice": {
    differences: { limit: { invoice: "none" } },
    found: { full_invoice: safe("invoice", again("20.00 instead of 10.00")), ...refunded("refunded_invoice") },
    exitCode: 0,
    control: breaks("card", "invoice"),
  },
  "a pending amount does not block another one": {
    differences: { pendingBlocks: false },
    found: {
      pending_swish: stop(again("20.00 instead of 10.00")),
    },
    printed: SEND_NOTHING_AGAIN,
    exitCode: 2,
    control: breaks("card", "swish"),
  },
  "rejections have no figures": {
    differences: { rejectionFigures: "none" },
    found: { capture_card: `differs: the rejection has no figures: ${person}` },
    exitCode: 4,
  },
  "what is pending counts as finalized": {
    differences: { finalizedIncludesPending: true },
    found: {
      pending_swish: stop(
        `after a first capture of 10.00, the responses show 10.00 finalized and 10.00 pending: ${WRONG_FIGURES}`,
      ),
    },
    printed: SEND_NOTHING_AGAIN,
    exitCode: 2,
    control: isSafe("nothing is captured while an amount is pending"),
  },
  "what was released counts as finalized": {
    differences: { releasedCountsAsFinalized: true },
    found: {
      ...rows(
        stop(`after a first capture of 40.00, the responses show 100.00 finalized and 0.00 pending: ${WRONG_FIGURES}`),
        "capture_card",
        "equal_card",
      ),
      annulled_card: stop(`30.00 is finalized of an authorization that was annulled: ${WRONG_FIGURES}`),
    },
    printed: SEND_NOTHING_AGAIN,
    exitCode: 2,
    control: isSafe("PAYMENT_ANNULLED proves no capture, whatever the figures"),
  },
  "figures are those of the whole order": {
    differences: { figuresPerOrder: true },
    found: {
      annulled_card: stop(`40.00 is finalized of an authorization that was annulled: ${WRONG_FIGURES}`),
      equal_card: stop(
        `after a first capture of 40.00, the responses show 80.00 finalized and 0.00 pending: ${WRONG_FIGURES}`,
      ),
    },
    printed: SEND_NOTHING_AGAIN,
    exitCode: 2,
    control: isSafe("PAYMENT_ANNULLED proves no capture, and a total above one's own is a conflict"),
  },
  "two equal parts are captured once": {
    differences: { equalParts: "captured_once" },
    found: {
      ...rows(repeated, "capture_card", ...fullRows, "pending_swish"),
      ...rows(EQUAL_PARTS, "parts_paypal", "parts_other"),
      ...refunded(...refundedRows),
    },
    printed: SEND_NOTHING_AGAIN,
    exitCode: 2,
    lasting: 2,
    control: isSafe("Once passes finalizedBefore with every part"),
  },
  "two equal parts are captured and counted once": {
    differences: { equalParts: "counted_once" },
    found: rows(EQUAL_PARTS, "parts_paypal", "parts_other"),
    printed: SEND_NOTHING_AGAIN,
    exitCode: 2,
    lasting: 2,
    control: isSafe("Once passes finalizedBefore with every part"),
  },
  "a refund makes the amount available again": {
    differences: { refundReopens: true },
    found: refunded(...refundedRows),
    exitCode: 0,
    control: breaks("card", "paypal"),
  },
  "amounts are text": { differences: { amountsAsText: true }, found: {}, exitCode: 0 },
  "GUIDs have no dashes": {
    differences: { guidsWithoutDashes: true },
    found: rows(dashes, "simple_order", "detailed_order", "order_without_decimals"),
    exitCode: 0,
  },
  "the keys of rejected captures are others": {
    quirks: { keys: { PAYMENT_COMPLETED: "ALREADY_CAPTURED", PAYMENT_ANNULLED: "CANCELLED", PENDING: "ACCEPTED" } },
    found: {
      ...rows('differs: set statusKeys: { ALREADY_CAPTURED: "already_finalized" }', "capture_card", ...keysOfCaptured),
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
    control: { sendAgain: ["card"], ends: "captured, and recorded as not captured" },
  },
  "one key means rejected, and that a card is captured": {
    quirks: { keys: { PAYMENT_COMPLETED: "VALIDATION_ERROR" } },
    found: takenForRejected("VALIDATION_ERROR", "unknown"),
    printed: '{ statusKeys: { VALIDATION_ERROR: "unknown" }, }',
    exitCode: 2,
    control: { sendAgain: ["card"], ends: "captured, and recorded as not captured" },
  },
  "SUCCESS and PENDING have one other name": {
    quirks: { keys: { SUCCESS: "OK", PENDING: "OK" } },
    found: {
      ...rows(
        'differs: set statusKeys: { OK: "success" }',
        "simple_order",
        "detailed_order",
        "order_without_decimals",
        "order_number_twice",
        "capture_card",
        "equal_card",
        ...keysOfCaptured,
      ),
      pending_swish: `differs: set statusKeys: { OK: "success" }; ${PENDING_TOO}`,
    },
    printed: '{ statusKeys: { OK: "success" }, }',
    exitCode: 4,
    lasting: 4,
  },
  "a second finalization repeats the success": {
    quirks: { repeat: { card: "same_success", invoice: "same_success" } },
    found: { ...rows(repeated, "capture_card", "full_invoice"), ...refunded("refunded_invoice") },
    exitCode: 0,
  },
  "failures come under HTTP 500": {
    quirks: { failureStatus: 500 },
    found: rows(
      under500,
      "short_order_number",
      "unknown_transaction",
      "capture_card",
      "annulled_card",
      ...keysOfCaptured,
      "pending_swish",
    ),
    exitCode: 4,
  },
  "failures come under HTTP 403, with other keys": {
    quirks: { failureStatus: 403, keys: { VALIDATION_ERROR: "INVALID", PAYMENT_COMPLETED: "ALREADY_CAPTURED" } },
    found: {
      short_order_number: `differs: set statusKeys: { INVALID: "rejected" }; ${credentials}`,
      ...rows(
        `differs: set statusKeys: { ALREADY_CAPTURED: "already_finalized" }; ${credentials}`,
        "capture_card",
        ...keysOfCaptured,
      ),
    },
    printed: '{ statusKeys: { INVALID: "rejected", ALREADY_CAPTURED: "already_finalized" }, }',
    exitCode: 4,
  },
};
