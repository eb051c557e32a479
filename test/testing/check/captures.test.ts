/** Rows of stage two at services whose responses to captures are odd. */
import type { PaymentClientOptions } from "merchant-payments";
import type { CheckAuthorization } from "merchant-payments/check";
import { describe, expect, test } from "vitest";
import { DifferingService } from "../../support/differing-service.js";
import { checked, optionsFor, responding } from "./checked.js";
import { cardAuthorizations as card, type Make, only } from "./prepared.js";

interface Figures {
  readonly finalized?: string;
  readonly pending?: string;
}

/** A response to a capture; a success has every field unless `more` takes one away. */
const success = ({ finalized, pending }: Figures, statusKey = "SUCCESS", more: object = {}) =>
  Response.json({
    status: { isSuccess: true, errorNumber: 0, statusKey },
    transactionId: "202601150000000099",
    canFinalizeAgain: false,
    amountRemainingForFinalize: "0.00",
    totalAmountFinalized: finalized,
    totalAmountPendingFinalization: pending,
    ...more,
  });
const rejection = (statusKey: string, { finalized, pending }: Figures = {}, httpStatus = 200) =>
  Response.json(
    {
      status: { isSuccess: false, errorNumber: 3_007, statusKey },
      totalAmountFinalized: finalized,
      totalAmountPendingFinalization: pending,
    },
    { status: httpStatus },
  );
const page = (httpStatus: number) => new Response("<h1>Conflict</h1>", { status: httpStatus });

/** The result of the first row of stage two, if its captures get these responses in turn. */
async function resultWith(
  authorizations: Make,
  responses: readonly Response[],
  more: Partial<PaymentClientOptions> = {},
) {
  const service = new DifferingService();
  const given = authorizations(service);
  const { transactionId } = given[0] as CheckAuthorization;
  const left = [...responses];
  const fetch = responding(service, new RegExp(`${transactionId}/finalize`), () => left.shift() ?? page(500));
  const { rows } = await checked(optionsFor(service, { fetch, ...more }), {
    authorizations: given.slice(0, 1),
    confirmCaptures: true,
  });
  return rows.find(({ stage, seen }) => stage === 2 && seen !== "")?.result;
}

const annulled: Make = (service) => card(service).slice(1);

const person = "after a lost response, a person must look, unless resolve: { lookUp } can";
const stop = (why: string) => `UNSAFE: set resolve: { sendAgain: [] }; ${why}`;
const byProxy = (status: number) =>
  `differs: it is rejected with HTTP ${status} and without a status object: ${person}`;
const needsNew = (purpose: string) =>
  `not checked: needs a new authorization for "${purpose}", because this one was rejected`;
const MINOR_UNITS = "the figures are in minor units";
const firstOf40 = (finalized: string, pending: string) =>
  `after a first capture of 40.00, the responses show ${finalized} finalized and ${pending} pending`;

const captured = () => success({ finalized: "40.00", pending: "0.00" });
const completed = () => rejection("PAYMENT_COMPLETED", { finalized: "40.00", pending: "0.00" });

describe("a first capture of 40.00", () => {
  test.each<[what: string, first: Response, result: string]>([
    ["that is rejected", rejection("ORDER_NOT_FOUND"), needsNew("capture")],
    ["without an envelope", page(404), needsNew("capture")],
    [
      "that is rejected, because it is captured already",
      rejection("PAYMENT_COMPLETED", { finalized: "40", pending: "0" }),
      `${needsNew("capture")} and its amount is captured. If no earlier run did this, an intermediary sent the request twice`,
    ],
    [
      "that was captured twice",
      success({ finalized: "80.00", pending: "0" }),
      `UNSAFE: set resolve: { sendAgain: [] }; no option is enough: ${firstOf40("80.00", "0.00")}: an intermediary has sent the request twice, unless this authorization was used before`,
    ],
    ["in minor units", success({ finalized: "4000" }), stop(`${firstOf40("4000.00", "0.00")}: ${MINOR_UNITS}`)],
    ["with another figure", success({ finalized: "41.00", pending: "0" }), stop(firstOf40("41.00", "0.00"))],
    ["of which half is pending", success({ finalized: "20", pending: "20" }), stop(firstOf40("20.00", "20.00"))],
  ])("%s", async (_what, first, result) => {
    expect(await resultWith(card, [first])).toBe(result);
  });

  test.each<[what: string, first: Response, result: string]>([
    ["under an unknown key", success({ finalized: "40.00" }, "OK"), 'differs: set statusKeys: { OK: "success" }'],
    ["without figures", success({}), `differs: the success has no figures: ${person}`],
    ["that stays pending", success({ finalized: "0", pending: "40" }, "PENDING"), "as assumed"],
    [
      "that is pending under an unknown key",
      success({ finalized: "0", pending: "40" }, "ACCEPTED"),
      'differs: set statusKeys: { ACCEPTED: "pending" }',
    ],
    [
      "that is called pending, and is finalized",
      success({ finalized: "40", pending: "0" }, "PENDING"),
      "differs: the client cannot accept the success: totalAmountFinalized contradicts PENDING: this amount may be finalized already",
    ],
    [
      "without the id of the capture",
      success({ finalized: "40", pending: "0" }, "SUCCESS", { transactionId: "" }),
      "differs: the client cannot accept the success: transactionId is missing",
    ],
  ])("%s", async (_what, first, result) => {
    expect(await resultWith(card, [first, completed()])).toBe(result);
  });
});

describe("a second capture of the same 40.00", () => {
  test.each<[what: string, second: Response, result: string]>([
    ["that gets the same success", captured(), "as assumed (the second finalization gets the same success)"],
    [
      "that succeeds without figures",
      success({}),
      stop("a second finalization succeeds, and no figures show whether it captured again"),
    ],
    [
      "that succeeds with less",
      success({ finalized: "30", pending: "0" }),
      stop("a second finalization succeeded (30.00 instead of 40.00 is finalized or pending)"),
    ],
    ["that is rejected by a proxy", page(409), byProxy(409)],
    [
      "whose rejection shows all as finalized",
      rejection("PAYMENT_COMPLETED", { finalized: "60" }),
      stop(`${firstOf40("60.00", "0.00")}: what was released counts as finalized`),
    ],
    ["whose rejection shows only what is pending", rejection("PAYMENT_COMPLETED", { pending: "40" }), "as assumed"],
    [
      "that is rejected for another reason",
      rejection("PAYMENT_ANNULLED", { finalized: "40" }),
      `differs: PAYMENT_ANNULLED means released to the client, and came for a card that is captured: ${person}`,
    ],
  ])("%s", async (_what, second, result) => {
    expect(await resultWith(card, [captured(), second])).toBe(result);
  });
});

describe("a pending capture", () => {
  const pending = only("pending", "swish");

  test("that is done at once must be repeated with one that stays pending", async () => {
    expect(await resultWith(pending, [success({ finalized: "100", pending: "0" })])).toBe(
      "not checked: needs a capture that stays pending",
    );
  });

  test("without figures counts by its key", async () => {
    const bare = success({}, "PENDING");
    const second = rejection("FINALIZE_AMT_EXCEEDED");
    expect(await resultWith(pending, [bare, second])).toBe(`differs: the success has no figures: ${person}`);
  });

  test("whose key is declared as that of a success will be unknown", async () => {
    const first = success({ finalized: "0", pending: "100" }, "OK");
    const declared = { statusKeys: { OK: "success" } } as const;
    expect(await resultWith(pending, [first, rejection("FINALIZE_AMT_EXCEEDED")], declared)).toBe(
      "differs: OK comes for a success and for a capture that is pending, which will be unknown",
    );
  });
});

describe("an annulled card", () => {
  test.each<[what: string, response: Response, result: string]>([
    [
      "that is captured",
      success({ finalized: "30" }),
      stop("it was captured, although it was annulled (if nobody had annulled it, run the check again with a new one)"),
    ],
    ["that a proxy rejects", page(410), byProxy(410)],
    ["without figures", rejection("PAYMENT_ANNULLED"), "as assumed"],
    [
      "with another figure",
      rejection("PAYMENT_ANNULLED", { finalized: "7" }),
      stop("7.00 is finalized of an authorization that was annulled"),
    ],
  ])("%s", async (_what, response, result) => {
    expect(await resultWith(annulled, [response])).toBe(result);
  });
});

describe("PayPal in parts", () => {
  const parts = only("parts", "paypal");
  const taken = (finalized: string) => success({ finalized, pending: "0" });

  test.each<[what: string, responses: readonly Response[], result: string]>([
    ["that accepts none", [rejection("CLOSED")], needsNew("parts")],
    [
      "that accepts one",
      [taken("30"), rejection("CLOSED")],
      "differs: another part, of 30.00, is rejected: capture in one call (HTTP 200, CLOSED)",
    ],
    ["that shows no figures", [taken("30"), success({})], `differs: a success has no figures: ${person}`],
    [
      "whose figures are too high",
      [taken("30"), taken("90")],
      stop("after captures of 60.00, 90.00 is finalized or pending"),
    ],
    [
      "of which a part is not counted",
      [taken("30"), taken("60"), taken("60")],
      stop("after captures of 100.00, 60.00 is finalized or pending"),
    ],
    ["whose rest is rejected by a proxy", [taken("30"), taken("60"), taken("100"), page(422)], byProxy(422)],
    [
      "that stays pending",
      [
        success({ finalized: "0", pending: "30" }, "PENDING"),
        success({ finalized: "0", pending: "60" }, "PENDING"),
        success({ finalized: "30", pending: "70" }, "PENDING"),
        rejection("FINALIZE_AMT_EXCEEDED"),
      ],
      "as assumed",
    ],
  ])("%s", async (_what, responses, result) => {
    expect(await resultWith(parts, responses)).toBe(result);
  });
});

test("an invoice that is rejected at first", async () => {
  expect(await resultWith(only("full", "invoice"), [rejection("CLOSED")])).toBe(needsNew("full"));
});

test("what was refunded, and is rejected by a proxy", async () => {
  expect(await resultWith(only("refunded", "paypal"), [page(400)])).toBe(byProxy(400));
});

test("an intermediary that sends each capture twice", async () => {
  const service = new DifferingService();
  const fetch: PaymentClientOptions["fetch"] = async (input, init) => {
    const request = new Request(input, init);
    await service.fetch(request.clone());
    return service.fetch(request);
  };
  const authorizations = only("parts", "paypal")(service);
  const { rows, exitCode } = await checked(optionsFor(service, { fetch }), { authorizations, confirmCaptures: true });
  expect(rows.find(({ id }) => id === "parts_paypal")?.result).toContain("an intermediary has sent the request twice");
  expect(exitCode).toBe(2);
});
