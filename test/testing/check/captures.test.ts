/** Rows of stage two at services whose responses to captures are odd. */
import type { PaymentClientOptions } from "merchant-payments";
import type { CheckAuthorization } from "merchant-payments/check";
import { FakePaymentService } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { checked, optionsFor, remarkable, responding } from "./checked.js";
import { cardAuthorizations as card, type Make, only } from "./prepared.js";

type CheckPurpose = CheckAuthorization["purpose"];

/** A response to a capture; a success has every field unless `more` takes one away. */
const success = (finalized?: string, pending?: string, statusKey = "SUCCESS", more: object = {}) =>
  Response.json({
    status: { isSuccess: true, errorNumber: 0, statusKey },
    transactionId: "202601150000000099",
    canFinalizeAgain: false,
    amountRemainingForFinalize: "0.00",
    totalAmountFinalized: finalized,
    totalAmountPendingFinalization: pending,
    ...more,
  });
const rejection = (statusKey: string, finalized?: string, pending?: string) => {
  const status = { isSuccess: false, errorNumber: 3_007, statusKey };
  return Response.json({ status, totalAmountFinalized: finalized, totalAmountPendingFinalization: pending });
};
const page = (httpStatus: number) => new Response("<h1>Conflict</h1>", { status: httpStatus });

/** The result of a row of stage two, if its captures get these responses in turn. */
async function resultWith(
  make: Make,
  responses: readonly Response[],
  more: Partial<PaymentClientOptions> = {},
  purpose: CheckPurpose | undefined = undefined,
) {
  const service = new FakePaymentService();
  const authorizations = make(service);
  const row = authorizations.find((each) => each.purpose === (purpose ?? authorizations[0]?.purpose));
  const left = responses.map((response) => response.clone());
  const fetch = responding(service, new RegExp(`${row?.transactionId}/finalize`), () => left.shift() ?? page(500));
  const options = optionsFor(service, { fetch, ...more });
  const { rows } = await checked(options, { authorizations, confirmCaptures: true });
  return rows.find(({ id }) => id === `${row?.purpose}_${row?.paymentMethod}`)?.result;
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
const TWICE = "an intermediary sent the request twice";
const NO_FIGURES = `differs: a success has no figures: ${person}`;
const SAME = "as assumed (the second finalization gets the same success)";
const REPEATED =
  "the service takes it for a repeat of the first one, and captures nothing: let no order have two card authorizations of the same amount";
const firstOf40 = (finalized: string, pending = "0.00") =>
  `after a first capture of 40.00, the responses show ${finalized} finalized and ${pending} pending`;

const captured = success("40.00", "0.00");
const completed = rejection("PAYMENT_COMPLETED", "40.00", "0.00");
const closed = rejection("CLOSED");

/** The row, its results, and the responses that lead to each. */
const cases: Readonly<Record<string, readonly [Make, CheckPurpose, Readonly<Record<string, readonly Response[]>>]>> = {
  "a card, captured once and again": [
    card,
    "capture",
    {
      [needsNew("capture")]: [closed],
      [needsNewAfter("capture", "HTTP 502", "40.00")]: [page(502)],
      [needsNewAfter("capture", "HTTP 200", "40.00")]: [page(200)],
      [needsNewAfter("capture", "INTERNAL_ERROR", "40.00")]: [rejection("INTERNAL_ERROR")],
      [`${needsNew("capture", "PAYMENT_COMPLETED")}, and its amount is captured. If no earlier run did this, ${TWICE}`]:
        [completed],
      [stopForGood(
        `${firstOf40("80.00")}: an intermediary has sent the request twice, unless this authorization was used before`,
      )]: [success("80.00", "0")],
      [stop(`${firstOf40("4000.00")}: ${WRONG_FIGURES}`)]: [success("4000")],
      [stop(`${firstOf40("20.00", "20.00")}: ${WRONG_FIGURES}`)]: [success("20", "20")],
      'differs: set statusKeys: { OK: "success" }': [success("40.00", undefined, "OK"), completed],
      [NO_FIGURES]: [success(), completed],
      'differs: set statusKeys: { ACCEPTED: "pending" }': [success("0", "40", "ACCEPTED"), completed],
      "differs: the client cannot accept the success: totalAmountFinalized contradicts PENDING: this amount may be finalized already":
        [success("40", "0", "PENDING"), completed],
      "differs: the client cannot accept the success: transactionId is missing": [
        success("40", "0", "SUCCESS", { transactionId: "" }),
        completed,
      ],
      [SAME]: [captured, captured],
      [stop("a second finalization succeeds, and no figures show whether it captured again")]: [captured, success()],
      [stop("a second finalization succeeded (30.00 instead of 40.00 is finalized or pending)")]: [
        captured,
        success("30", "0"),
      ],
      [byProxy(409)]: [captured, page(409)],
      [`differs: ${saysNothing("HTTP 502", "40.00")}`]: [captured, page(502)],
      [stop(`${firstOf40("100.00")}: ${WRONG_FIGURES}`)]: [captured, rejection("PAYMENT_COMPLETED", "100")],
      [`differs: PAYMENT_ANNULLED means released to the client, and came for a card that is captured: ${person}`]: [
        captured,
        rejection("PAYMENT_ANNULLED", "40"),
      ],
      "as assumed": [success("0", "40", "PENDING"), rejection("PAYMENT_COMPLETED", undefined, "40")],
    },
  ],
  "a card that was annulled": [
    card,
    "annulled",
    {
      [stopForGood(
        "it was captured, although it was annulled (if nobody had annulled it, run the check again with a new one)",
      )]: [success("30")],
      [byProxy(410)]: [page(410)],
      "as assumed": [rejection("PAYMENT_ANNULLED")],
      [stop(`7.00 is finalized of an authorization that was annulled: ${WRONG_FIGURES}`)]: [
        rejection("PAYMENT_ANNULLED", "7"),
      ],
    },
  ],
  "a third card authorization": [
    card,
    "equal",
    {
      "as assumed": [captured],
      [stop(`${firstOf40("80.00")}: ${WRONG_FIGURES}`)]: [success("80", "0")],
      [needsNew("equal")]: [closed],
      [`${needsNew("equal", "PAYMENT_COMPLETED")}, and its amount is captured. If no earlier run did this, ${REPEATED}`]:
        [completed],
    },
  ],
  "swish that stays pending": [
    only("pending", "swish"),
    "pending",
    {
      "not checked: needs a capture that stays pending": [success("10", "0")],
      [stop(`after a first capture of 10.00, the responses show 10.00 finalized and 10.00 pending: ${WRONG_FIGURES}`)]:
        [success("10", "10", "PENDING")],
      [stop("a second finalization captured again (20.00 instead of 10.00 is finalized or pending)")]: [
        success("0", "10", "PENDING"),
        success("0", "20", "PENDING"),
      ],
      [NO_FIGURES]: [success(undefined, undefined, "PENDING"), rejection("FINALIZE_AMT_EXCEEDED")],
    },
  ],
  "PayPal in parts": [
    only("parts", "paypal"),
    "parts",
    {
      [needsNew("parts")]: [closed],
      "differs: another part, of 30.00, is rejected with CLOSED: capture in one call": [success("30", "0"), closed],
      [needsNewAfter("parts", "HTTP 502", "30.00")]: [success("30", "0"), page(502)],
      [NO_FIGURES]: [success("30", "0"), success(), success(), rejection("FINALIZE_AMT_EXCEEDED")],
      [stopForGood(`after captures of 60.00, the responses show 90.00 finalized and 0.00 pending, ${PASS}`)]: [
        success("30", "0"),
        success("90", "0"),
      ],
      [stopForGood(`after captures of 60.00, the responses show 30.00 finalized and 0.00 pending, ${PASS}`)]: [
        success("30", "0"),
        success("30", "0"),
      ],
      [stop("16.00 more than was authorized is captured: a repeated request could be, too")]: [
        success("30", "0"),
        success("60", "0"),
        success("100", "0"),
        success("116", "0"),
      ],
      [byProxy(422)]: [success("30", "0"), success("60", "0"), success("100", "0"), page(422)],
      "as assumed": [
        success("0", "30", "PENDING"),
        success("0", "60", "PENDING"),
        success("30", "70", "PENDING"),
        rejection("FINALIZE_AMT_EXCEEDED"),
      ],
    },
  ],
  "what was refunded": [
    only("refunded", "paypal"),
    "refunded",
    {
      [byProxy(400)]: [page(400)],
      "as assumed": [closed],
      "safe with your options: a refunded amount was captured again, but paypal is never sent again": [success("100")],
    },
  ],
};

const flat = Object.entries(cases).flatMap(([what, [make, purpose, results]]) =>
  Object.entries(results).map(([result, responses]) => ({ what, result, make, purpose, responses })),
);

test.each(flat)("$what: $result", async ({ result, make, purpose, responses }) => {
  expect(await resultWith(make, responses, {}, purpose)).toBe(result);
});

test("a third card authorization gets the success of the first one, so the service takes it for a repeat", async () => {
  const service = new FakePaymentService();
  const fetch = responding(service, /finalize\/40/, () => captured.clone());
  const { rows } = await checked(optionsFor(service, { fetch }), {
    authorizations: card(service),
    confirmCaptures: true,
  });
  expect(rows.find(({ id }) => id === "equal_card")?.result).toBe(stopForGood(REPEATED));
});

test("a pending capture whose key is declared as that of a success will be unknown", async () => {
  const responses = [success("0", "10", "OK"), rejection("FINALIZE_AMT_EXCEEDED")];
  expect(await resultWith(only("pending", "swish"), responses, { statusKeys: { OK: "success" } })).toBe(
    "differs: OK comes for a success and for a capture that is pending, which will be unknown",
  );
});

describe("a key that also rejects a first capture", () => {
  const reject = (service: FakePaymentService, key: string, pattern = /finalize/) =>
    responding(service, pattern, () => rejection(key));
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

describe("sendAgain: [] does not make safe", () => {
  const nothingAgain = { resolve: { sendAgain: [] } };

  test("a part whose figures are wrong, which finalize takes for captured without finalizedBefore", async () => {
    const taken = ["30", "60", "60"].map((finalized) => success(finalized, "0"));
    const why = `after captures of 100.00, the responses show 60.00 finalized and 0.00 pending, ${PASS}`;
    expect(await resultWith(only("parts", "paypal"), taken, nothingAgain)).toBe(`UNSAFE: no option is enough: ${why}`);
  });
});
