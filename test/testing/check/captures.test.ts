/** Rows of stage two at services whose responses to captures are odd. */
import type { PaymentClientOptions } from "merchant-payments";
import type { CheckAuthorization } from "merchant-payments/check";
import { FakePaymentService } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { checked, optionsFor, remarkable, responding } from "./checked.js";
import { cardAuthorizations as card, type Make, only } from "./prepared.js";

/**
 * A response to a capture, in short: the status key of a success, or after `no` of a failure, and the figures finalized/pending.
 * Or an HTTP status, of a page.
 */
function responseOf(short: string): Response {
  const [, httpStatus] = /^HTTP (\d+)$/.exec(short) ?? [];
  if (httpStatus !== undefined) return new Response("<h1>Conflict</h1>", { status: Number(httpStatus) });
  const [, no, statusKey, finalized, pending, noId] = /^(no )?(\w+)(?: (\d*)\/(\d*))?( no id)?$/.exec(short) ?? [];
  const status = { isSuccess: !no, errorNumber: no ? 3_007 : 0, statusKey };
  const figures = {
    totalAmountFinalized: finalized || undefined,
    totalAmountPendingFinalization: pending || undefined,
  };
  if (no) return Response.json({ status, ...figures });
  const rest = { canFinalizeAgain: false, amountRemainingForFinalize: "0.00" };
  return Response.json({ status, transactionId: noId ? "" : "202601150000000099", ...rest, ...figures });
}

/** The authorizations with this purpose. */
const authorized = {
  ...{ capture: card, annulled: card, equal: card, pending: only("pending", "swish") },
  ...{ parts: only("parts", "paypal"), refunded: only("refunded", "paypal") },
} satisfies Partial<Record<CheckAuthorization["purpose"], Make>>;
type Purpose = keyof typeof authorized;

/** The result of the row of this purpose, if its captures get these responses in turn. */
async function resultWith(which: Purpose, responses: string, more: Partial<PaymentClientOptions> = {}) {
  const service = new FakePaymentService();
  const authorizations = authorized[which](service);
  const own = authorizations.find(({ purpose }) => purpose === which);
  const left = responses.split(", ");
  const respond = () => responseOf(left.shift() ?? "HTTP 500");
  const fetch = responding(service, new RegExp(`${own?.transactionId}/finalize`), respond);
  const options = optionsFor(service, { fetch, ...more });
  const { resultOf } = await checked(options, { authorizations, confirmCaptures: true });
  return resultOf(`${which}_${own?.paymentMethod}`);
}

const person = "after a lost response, a person must look, unless resolve: { lookUp } can";
const stop = (why: string) => `UNSAFE: set resolve: { sendAgain: [] }; ${why}`;
const stopForGood = (why: string) => stop(`no option is enough: ${why}`);
const byProxy = (status: number) =>
  `differs: it is rejected with HTTP ${status} and without a status object: ${person}`;
const needsNew = (purpose: string, key = "CLOSED") =>
  `not checked: needs a new authorization for "${purpose}", because this one was rejected with ${key}`;
const saysNothing = (key: string, amount: string) =>
  `${key} does not say whether this request captured ${amount}: look in the back office`;
const needsNewAfter = (purpose: string, key: string, amount: string) =>
  `not checked: needs a new authorization for "${purpose}", because ${saysNothing(key, amount)}`;
const WRONG_FIGURES = "from such figures, the client can record a capture that was not made, or miss one that was";
const PASS = "so pass finalizedBefore with every finalize, as Once does";
const IS_CAPTURED = "and its amount is captured. If no earlier run did this,";
const TWICE = "an intermediary sent the request twice";
const SENT_TWICE = "an intermediary has sent the request twice, unless this authorization was used before";
const TAKEN = "is finalized or pending";
const NO_FIGURES = `differs: a success has no figures: ${person}`;
const REPEATED =
  "the service takes it for a repeat of the first one, and captures nothing: let no order have two card authorizations of the same amount";
const CONTRADICTED =
  "differs: the client cannot accept the success: totalAmountFinalized contradicts PENDING: this amount may be finalized already";
const NO_ID = "differs: the client cannot accept the success: transactionId is missing";
const RELEASED = `differs: PAYMENT_ANNULLED means released to the client, and came for a card that is captured: ${person}`;
const AFTER_ANNULMENT =
  "it was captured, although it was annulled (if nobody had annulled it, run the check again with a new one)";
const ABOVE = "16.00 more than was authorized is captured: a repeated request could be, too";
const shown = (finalized: string, pending = "0.00") =>
  `the responses show ${finalized} finalized and ${pending} pending`;
const firstOf40 = (...figures: Parameters<typeof shown>) => `after a first capture of 40.00, ${shown(...figures)}`;

test.each<[which: Purpose, responses: string, result: string]>([
  ["capture", "no CLOSED", needsNew("capture")],
  ["capture", "HTTP 502", needsNewAfter("capture", "HTTP 502", "40.00")],
  ["capture", "HTTP 200", needsNewAfter("capture", "HTTP 200", "40.00")],
  ["capture", "no INTERNAL_ERROR", needsNewAfter("capture", "INTERNAL_ERROR", "40.00")],
  ["capture", "no PAYMENT_COMPLETED 40/0", `${needsNew("capture", "PAYMENT_COMPLETED")}, ${IS_CAPTURED} ${TWICE}`],
  ["capture", "SUCCESS 80/0", stopForGood(`${firstOf40("80.00")}: ${SENT_TWICE}`)],
  ["capture", "SUCCESS 4000/0", stop(`${firstOf40("4000.00")}: ${WRONG_FIGURES}`)],
  ["capture", "SUCCESS 20/20", stop(`${firstOf40("20.00", "20.00")}: ${WRONG_FIGURES}`)],
  ["capture", "OK 40/, no PAYMENT_COMPLETED 40/0", 'differs: set statusKeys: { OK: "success" }'],
  ["capture", "SUCCESS, no PAYMENT_COMPLETED 40/0", NO_FIGURES],
  ["capture", "ACCEPTED 0/40, no PAYMENT_COMPLETED 40/0", 'differs: set statusKeys: { ACCEPTED: "pending" }'],
  ["capture", "SUCCESS 40/0 no id, no PAYMENT_COMPLETED 40/0", NO_ID],
  ["capture", "PENDING 40/0, no PAYMENT_COMPLETED 40/0", CONTRADICTED],
  ["capture", "SUCCESS 40/0, SUCCESS 40/0", "as assumed (the second finalization gets the same success)"],
  [
    "capture",
    "SUCCESS 40/0, SUCCESS",
    stop("a second finalization succeeds, and no figures show whether it captured again"),
  ],
  ["capture", "SUCCESS 40/0, SUCCESS 30/0", stop(`a second finalization succeeded (30.00 instead of 40.00 ${TAKEN})`)],
  ["capture", "SUCCESS 40/0, HTTP 409", byProxy(409)],
  ["capture", "SUCCESS 40/0, HTTP 502", `differs: ${saysNothing("HTTP 502", "40.00")}`],
  ["capture", "SUCCESS 40/0, no PAYMENT_COMPLETED 100/", stop(`${firstOf40("100.00")}: ${WRONG_FIGURES}`)],
  ["capture", "SUCCESS 40/0, no PAYMENT_ANNULLED 40/", RELEASED],
  ["capture", "PENDING 0/40, no PAYMENT_COMPLETED /40", "as assumed"],
  ["annulled", "SUCCESS 30/", stopForGood(AFTER_ANNULMENT)],
  ["annulled", "HTTP 410", byProxy(410)],
  ["annulled", "no PAYMENT_ANNULLED", "as assumed"],
  [
    "annulled",
    "no PAYMENT_ANNULLED 7/",
    stop(`7.00 is finalized of an authorization that was annulled: ${WRONG_FIGURES}`),
  ],
  ["equal", "SUCCESS 40/0", "as assumed"],
  ["equal", "SUCCESS 80/0", stop(`${firstOf40("80.00")}: ${WRONG_FIGURES}`)],
  ["equal", "no CLOSED", needsNew("equal")],
  ["equal", "no PAYMENT_COMPLETED 40/0", `${needsNew("equal", "PAYMENT_COMPLETED")}, ${IS_CAPTURED} ${REPEATED}`],
  ["pending", "SUCCESS 10/0", "not checked: needs a capture that stays pending"],
  ["pending", "PENDING 10/10", stop(`after a first capture of 10.00, ${shown("10.00", "10.00")}: ${WRONG_FIGURES}`)],
  [
    "pending",
    "PENDING 0/10, PENDING 0/20",
    stop(`a second finalization captured again (20.00 instead of 10.00 ${TAKEN})`),
  ],
  ["pending", "PENDING, no FINALIZE_AMT_EXCEEDED", NO_FIGURES],
  ["parts", "no CLOSED", needsNew("parts")],
  ["parts", "SUCCESS 30/0, no CLOSED", "differs: another part, of 30.00, is rejected with CLOSED: capture in one call"],
  ["parts", "SUCCESS 30/0, HTTP 502", needsNewAfter("parts", "HTTP 502", "30.00")],
  ["parts", "SUCCESS 30/0, SUCCESS, SUCCESS, no FINALIZE_AMT_EXCEEDED", NO_FIGURES],
  ["parts", "SUCCESS 30/0, SUCCESS 90/0", stopForGood(`after captures of 60.00, ${shown("90.00")}, ${PASS}`)],
  ["parts", "SUCCESS 30/0, SUCCESS 30/0", stopForGood(`after captures of 60.00, ${shown("30.00")}, ${PASS}`)],
  ["parts", "SUCCESS 30/0, SUCCESS 60/0, SUCCESS 100/0, SUCCESS 116/0", stop(ABOVE)],
  ["parts", "SUCCESS 30/0, SUCCESS 60/0, SUCCESS 100/0, HTTP 422", byProxy(422)],
  ["parts", "PENDING 0/30, PENDING 0/60, PENDING 30/70, no FINALIZE_AMT_EXCEEDED", "as assumed"],
  ["refunded", "HTTP 400", byProxy(400)],
  ["refunded", "no CLOSED", "as assumed"],
  [
    "refunded",
    "SUCCESS 100/",
    "safe with your options: a refunded amount was captured again, but paypal is never sent again",
  ],
])("the row %s that gets %s: %s", async (which, responses, result) => {
  expect(await resultWith(which, responses)).toBe(result);
});

test("a third card authorization gets the success of the first one, so the service takes it for a repeat", async () => {
  const service = new FakePaymentService();
  const authorizations = card(service);
  const fetch = responding(service, /finalize\/40/, () => responseOf("SUCCESS 40/0"));
  const { resultOf } = await checked(optionsFor(service, { fetch }), { authorizations, confirmCaptures: true });
  expect(resultOf("equal_card")).toBe(stopForGood(REPEATED));
});

test("a pending capture whose key is declared as that of a success will be unknown", async () => {
  const responses = "OK 0/10, no FINALIZE_AMT_EXCEEDED";
  expect(await resultWith("pending", responses, { statusKeys: { OK: "success" } })).toBe(
    "differs: OK comes for a success and for a capture that is pending, which will be unknown",
  );
});

describe("a key that also rejects a first capture", () => {
  const reject = (service: FakePaymentService, key: string, pattern = /finalize/) =>
    responding(service, pattern, () => responseOf(`no ${key}`));
  const needs = (key: string) =>
    `not checked: needs a first finalization that the service accepts: ${key} rejected one`;

  test.each(["TOO_MANY_REQUESTS", "VALIDATION_ERROR"])("%s uses up no other card authorization", async (key) => {
    const service = new FakePaymentService();
    const given = { authorizations: card(service), confirmCaptures: true, paymentMethods: ["card"] } as const;
    const { rows, text } = await checked(optionsFor(service, { fetch: reject(service, key) }), given);
    const result = "not checked: needs a first card capture that the service accepts";
    expect(remarkable(rows)).toMatchObject({
      capture_card: needsNew("capture", key),
      annulled_card: result,
      equal_card: result,
    });
    expect(text).not.toContain(`${key}: "`);
  });

  test.each([
    [
      "TOO_MANY_REQUESTS",
      "differs: TOO_MANY_REQUESTS came for an annulled authorization; for a request that should be accepted; for a refunded authorization: do not set it before you have asked the service what it means",
    ],
    ["VALIDATION_ERROR", needs("VALIDATION_ERROR")],
  ])("%s is no key of annulled authorizations, and none of refunds", async (key, result) => {
    const service = new FakePaymentService();
    const more = [...only("full", "invoice")(service), ...only("refunded", "invoice")(service)];
    const authorizations = [...card(service), ...more];
    const others = authorizations.filter(({ purpose }) => purpose !== "capture" && purpose !== "equal");
    const pattern = new RegExp(others.map(({ transactionId }) => transactionId).join("|"));
    const given = { authorizations, confirmCaptures: true };
    const { rows } = await checked(optionsFor(service, { fetch: reject(service, key, pattern) }), given);
    expect(remarkable(rows)).toMatchObject({ annulled_card: result, refunded_invoice: needs(key) });
  });
});

test("a part with wrong figures stays unsafe with sendAgain: [], because finalize can take it for captured", async () => {
  const why = `after captures of 100.00, ${shown("60.00")}, ${PASS}`;
  const nothingAgain = { resolve: { sendAgain: [] } };
  expect(await resultWith("parts", "SUCCESS 30/0, SUCCESS 60/0, SUCCESS 60/0", nothingAgain)).toBe(
    `UNSAFE: no option is enough: ${why}`,
  );
});
