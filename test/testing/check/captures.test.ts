/** Rows of stage two at services whose responses to captures are odd. */
import type { PaymentClientOptions } from "merchant-payments";
import type { CheckAuthorization } from "merchant-payments/check";
import type { FakePaymentMethod } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { type Differences, DifferingService } from "../../support/differing-service.js";
import { checked, optionsFor, responding, TestTerminal } from "./checked.js";
import { allAuthorizations, authorizationFor, cardAuthorizations } from "./prepared.js";

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
  authorizations: (service: DifferingService) => CheckAuthorization[],
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

const card = cardAuthorizations;
const annulled = (service: DifferingService) => cardAuthorizations(service).slice(1);
const of =
  (purpose: Parameters<typeof authorizationFor>[1], method: Exclude<FakePaymentMethod, "internet_bank">) =>
  (service: DifferingService) => [authorizationFor(service, purpose, method)];

const person = "after a lost response, a person must look, unless resolve: { lookUp } can";
const stop = (why: string) => `UNSAFE: set resolve: { sendAgain: [] }; ${why}`;
const firstOf40 = (finalized: string, pending: string) =>
  `after a first capture of 40.00, ${finalized} is finalized and ${pending} pending`;

const captured = () => success({ finalized: "40.00", pending: "0.00" });
const completed = () => rejection("PAYMENT_COMPLETED", { finalized: "40.00", pending: "0.00" });

describe("a first capture of 40.00", () => {
  test.each<[what: string, first: Response, result: string]>([
    [
      "that is rejected",
      rejection("ORDER_NOT_FOUND"),
      "not checked: needs an authorization that can be finalized (HTTP 200, ORDER_NOT_FOUND)",
    ],
    [
      "without an envelope",
      page(404),
      "not checked: needs an authorization that can be finalized (HTTP 404, no status object)",
    ],
    [
      "in minor units",
      success({ finalized: "4000" }),
      stop(`${firstOf40("4000.00", "0.00")}: the figures are in minor units`),
    ],
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
      "that is rejected by a proxy",
      page(409),
      `differs: it is rejected with HTTP 409 and without a status object: ${person}`,
    ],
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

describe("an annulled card", () => {
  test.each<[what: string, response: Response, result: string]>([
    [
      "that is captured",
      success({ finalized: "30" }),
      stop("an annulled authorization is captured, if a person had annulled it"),
    ],
    ["that a proxy rejects", page(410), `differs: it is rejected with HTTP 410 and without a status object: ${person}`],
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
  const parts = of("parts", "paypal");
  const taken = (finalized: string) => success({ finalized, pending: "0" });

  test.each<[what: string, responses: readonly Response[], result: string]>([
    [
      "that accepts none",
      [rejection("CLOSED")],
      "not checked: needs an authorization that can be finalized (HTTP 200, CLOSED)",
    ],
    ["that accepts one", [taken("30"), rejection("CLOSED")], "differs: only one part is accepted (HTTP 200, CLOSED)"],
    ["that shows no figures", [taken("30"), success({})], `differs: a success has no figures: ${person}`],
    [
      "whose figures are too high",
      [taken("30"), taken("90")],
      stop("after captures of 60.00, 90.00 is finalized or pending"),
    ],
    [
      "whose rest is rejected by a proxy",
      [taken("30"), taken("60"), taken("100"), page(422)],
      `differs: it is rejected with HTTP 422 and without a status object: ${person}`,
    ],
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
  expect(await resultWith(of("full", "invoice"), [rejection("CLOSED")])).toBe(
    "not checked: needs an authorization that can be finalized (HTTP 200, CLOSED)",
  );
});

test("what was refunded, and is rejected by a proxy", async () => {
  const result = `differs: it is rejected with HTTP 400 and without a status object: ${person}`;
  expect(await resultWith(of("refunded", "paypal"), [page(400)])).toBe(result);
});

describe("a method that sendAgain lists", () => {
  const listed = { resolve: { sendAgain: ["card", "invoice", "paypal"] } } as const;

  test("must be left out if it is captured twice", async () => {
    const twice = [success({ finalized: "100", pending: "0" }), success({ finalized: "200", pending: "0" })];
    expect(await resultWith(of("full", "invoice"), twice, listed)).toBe(
      'UNSAFE: set resolve: { sendAgain: ["card", "paypal"] }; after a second finalization of 100.00, 200.00 is finalized or pending',
    );
  });

  test("must be left out if a refund makes the amount available", async () => {
    expect(await resultWith(of("refunded", "paypal"), [success({ finalized: "100" })], listed)).toBe(
      'UNSAFE: set resolve: { sendAgain: ["card", "invoice"] }; what was refunded can be captured again',
    );
  });
});

describe("the back office", () => {
  const asked = async (answers: string[], differences: Differences = {}) => {
    const service = new DifferingService(differences);
    const authorizations = [...cardAuthorizations(service), authorizationFor(service, "full", "invoice")];
    const terminal = new TestTerminal(["test.payments.example", "capture", ...answers]);
    const given = { authorizations, paymentMethods: ["card"] } as const;
    const { rows, exitCode } = await checked(optionsFor(service), given, terminal);
    return { result: rows.at(-1)?.result, question: terminal.questions.at(-1), exitCode };
  };

  test("must show what was captured, and the question lists it", async () => {
    const { result, question, exitCode } = await asked(["yes"]);
    expect(question?.replaceAll(/\d{18}/g, "#")).toBe(
      "\nLook at the back office. Does it show this, and nothing more?\n  card #: one capture of 40.00 SEK\n  card #: no capture\n  invoice #: one invoice of 100.00 SEK\nType yes or no: ",
    );
    expect([result, exitCode]).toEqual(["as assumed", 0]);
  });

  test("that shows something else is unsafe", async () => {
    expect(await asked([" No "])).toMatchObject({
      result:
        "UNSAFE: set resolve: { sendAgain: [] }; the back office shows other amounts, or another number of captures or invoices: capture nothing before it is explained",
      exitCode: 2,
    });
  });

  test("that is asked for when the check is interrupted", async () => {
    const service = new DifferingService();
    const terminal = new TestTerminal(["test.payments.example", "capture"]);
    const ask = terminal.ask.bind(terminal);
    terminal.ask = async (question) => {
      if (!question.includes("back office")) return ask(question);
      terminal.interrupt();
      throw new DOMException("aborted", "AbortError");
    };
    const { rows, exitCode } = await checked(optionsFor(service), { authorizations: card(service) }, terminal);
    expect(rows.at(-1)?.result).toBe("not checked: needs a person who looks at the back office");
    expect(exitCode).toBe(3);
  });

  test("that nobody looked at is not checked", async () => {
    expect(await asked([])).toMatchObject({
      result: "not checked: needs a person who looks at the back office",
      exitCode: 0,
    });
  });
});

describe("the report names the methods that sendAgain may list:", () => {
  const named = async (make: (service: DifferingService) => CheckAuthorization[], differences: Differences = {}) => {
    const service = new DifferingService(differences);
    const terminal = new TestTerminal(["test.payments.example", "capture", "yes"]);
    const { text } = await checked(optionsFor(service), { authorizations: make(service) }, terminal);
    return /You may add (.*?) to/.exec(text)?.[1];
  };

  test("those whose rows are all as assumed", async () => {
    expect(await named(allAuthorizations)).toBe("invoice, installments, paypal, other, swish");
  });

  test("not one that was only refunded", async () => {
    expect(
      await named((service) => [...cardAuthorizations(service), authorizationFor(service, "refunded", "paypal")]),
    ).toBe(undefined);
  });

  test("not one that is captured twice, although sendAgain leaves it out", async () => {
    expect(await named(allAuthorizations, { limit: { invoice: "none" } })).toBe("installments, paypal, other, swish");
  });

  test("none if a row is unsafe", async () => {
    expect(await named(allAuthorizations, { figuresPerOrder: true })).toBe(undefined);
  });
});
