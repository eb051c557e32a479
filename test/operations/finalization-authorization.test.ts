import { Decimal } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { refusedFinalization, sentFinalization } from "../support/stub-client.js";

const full = { transactionId: "201409251527280673", totalAmount: "125.00" };
const part = { ...full, totalAmount: "100.00" };
const partWithLines = { ...part, lineItems: [{ totalLineAmount: "100.00" }] };
const more = { ...full, totalAmount: "125.01" };

const authorization = (facts: object) => ({ authorization: facts });
const sentPath = (amount: string) => ({ path: `/api/transactions/201409251527280673/finalize/${amount}` });

describe("card", () => {
  const card = authorization({ paymentMethod: "card", authorizedAmount: "125.00", detailed: true });

  test("at most the authorized amount", async () => {
    expect(await sentFinalization(full, card)).toMatchObject(sentPath("125.00"));
    expect(await sentFinalization(part, card)).toMatchObject(sentPath("100.00"));
  });

  test("more than the authorized amount", async () => {
    expect(await refusedFinalization(more, card)).toEqual([
      {
        path: "totalAmount",
        code: "amount_mismatch",
        message: "totalAmount must be at most the authorized amount when card pays: lower it",
      },
    ]);
  });

  test("amounts are compared by value, exactly", async () => {
    const authorizedAmount = new Decimal("99999999999999999999.98");
    const facts = authorization({ paymentMethod: "card", authorizedAmount });
    const amount = (totalAmount: string) => ({ ...full, totalAmount });
    expect(await sentFinalization(amount("99999999999999999999.98"), facts)).toMatchObject({ body: "" });
    expect(await refusedFinalization(amount("99999999999999999999.99"), facts)).toMatchObject([
      { path: "totalAmount", code: "amount_mismatch" },
    ]);
    expect(await sentFinalization(full, authorization({ paymentMethod: "card", authorizedAmount: 125 }))).toMatchObject(
      sentPath("125.00"),
    );
  });
});

describe.each(["invoice", "installments"])("%s", (paymentMethod) => {
  const facts = authorization({ paymentMethod, authorizedAmount: "125", detailed: true });

  test("the full amount, without lines", async () => {
    expect(await sentFinalization(full, facts)).toMatchObject({ ...sentPath("125.00"), body: "" });
  });

  test.each([partWithLines, more])("not $totalAmount", async (finalization) => {
    expect(await refusedFinalization(finalization, facts)).toEqual([
      {
        path: "totalAmount",
        code: "amount_mismatch",
        message: `totalAmount must be exactly the authorized amount when ${paymentMethod} pays: only the full amount can be finalized`,
      },
    ]);
  });
});

test("invoice has room for 50 characters of a line's name", async () => {
  const lineItems = [{ name: "x".repeat(51), totalLineAmount: "125.00" }];
  expect(await refusedFinalization({ ...full, lineItems }, authorization({ paymentMethod: "invoice" }))).toEqual([
    {
      path: "lineItems[0].name",
      code: "too_long",
      message: "lineItems[0].name must be at most 50 characters long when invoice pays and has 51: shorten it",
    },
  ]);
});

test("internet_bank is never finalized", async () => {
  const facts = { paymentMethod: "internet_bank", authorizedAmount: "125.00", detailed: true };
  expect(await refusedFinalization(part, authorization(facts))).toEqual([
    {
      path: "options.authorization.paymentMethod",
      code: "not_allowed",
      message:
        "options.authorization.paymentMethod is internet_bank, whose payments are finalized automatically: do not finalize them",
    },
  ]);
});

describe("line items", () => {
  test("none for a simple order", async () => {
    expect(await refusedFinalization(partWithLines, authorization({ detailed: false }))).toEqual([
      {
        path: "lineItems",
        code: "not_allowed",
        message: "lineItems are allowed only when the order was a detailed one: leave them out",
      },
    ]);
    expect(await sentFinalization(part, authorization({ detailed: false }))).toMatchObject({ body: "" });
  });

  test("required for a part of a detailed order", async () => {
    const facts = authorization({ paymentMethod: "paypal", authorizedAmount: "125.00", detailed: true });
    const required = [
      {
        path: "lineItems",
        code: "required",
        message: "lineItems are required for a part of a detailed order's amount: add the lines of this part",
      },
    ];
    expect(await refusedFinalization(part, facts)).toEqual(required);
    expect(await refusedFinalization({ ...part, lineItems: [] }, facts)).toEqual(required);
    expect(await sentFinalization(partWithLines, facts)).toMatchObject({
      body: '{"lineItems":[{"totalLineAmount":100.00}]}',
    });
  });

  test("not required for the full amount of a detailed order", async () => {
    const facts = authorization({ paymentMethod: "paypal", authorizedAmount: "125.00", detailed: true });
    expect(await sentFinalization(full, facts)).toMatchObject({ body: "" });
  });

  test.each(["card", "swish"])("none for %s", async (paymentMethod) => {
    expect(await refusedFinalization(partWithLines, authorization({ paymentMethod }))).toEqual([
      {
        path: "lineItems",
        code: "not_allowed",
        message: `lineItems are not supported when ${paymentMethod} pays: leave them out`,
      },
    ]);
  });

  test.each(["card", "swish"])("not required for %s, which has none", async (paymentMethod) => {
    const facts = authorization({ paymentMethod, authorizedAmount: "125.00", detailed: true });
    expect(await sentFinalization(part, facts)).toMatchObject({ body: "" });
  });
});

describe("a rule runs only when its facts are given", () => {
  test.each([
    {},
    { paymentMethod: "card" },
    { paymentMethod: "invoice", detailed: true },
    { authorizedAmount: "125.00" },
    { authorizedAmount: "125.00", detailed: true },
    { paymentMethod: "paypal", authorizedAmount: "125.00" },
    { paymentMethod: "other", authorizedAmount: "1.00", detailed: true },
    { paymentMethod: "other", authorizedAmount: "125.00", detailed: true },
    { paymentMethod: undefined, authorizedAmount: undefined, currencyCode: undefined, detailed: undefined },
  ])("%j", async (facts) => {
    expect(await sentFinalization(part, authorization(facts))).toMatchObject({ ...sentPath("100.00"), body: "" });
  });

  test("no authorization at all", async () => {
    expect(await sentFinalization(part, { authorization: undefined })).toMatchObject({ body: "" });
  });
});

describe("the authorization's currency", () => {
  test.each(["JPY", "392"])("%s has no decimals", async (currencyCode) => {
    expect(await refusedFinalization(full, authorization({ currencyCode }))).toEqual([
      {
        path: "totalAmount",
        code: "too_many_decimals",
        message: 'totalAmount must have no decimals in JPY, trailing zeros counted: write "100", not "100.00"',
      },
    ]);
    expect(await sentFinalization({ ...full, totalAmount: "125" }, authorization({ currencyCode }))).toMatchObject(
      sentPath("125"),
    );
  });
});

describe("faults of the facts", () => {
  test.each([
    [
      { authorisedAmount: "125.00" },
      {
        path: "options.authorization.authorisedAmount",
        code: "unknown_key",
        message: "options.authorization.authorisedAmount is not a known key: did you mean authorizedAmount?",
      },
    ],
    [
      { authorizedAmount: "125,00" },
      {
        path: "options.authorization.authorizedAmount",
        code: "bad_format",
        message:
          'options.authorization.authorizedAmount must be plain decimal text like "125.00": digits and one point, without exponent, plus sign, blanks, commas or leading zeros',
      },
    ],
    [
      { currencyCode: "jpy" },
      {
        path: "options.authorization.currencyCode",
        code: "bad_format",
        message:
          "options.authorization.currencyCode must be an ISO 4217 code: three letters in upper case like SEK (a lower-case one is refused), or its number like 752",
      },
    ],
    [
      { paymentMethod: "visa" },
      {
        path: "options.authorization.paymentMethod",
        code: "wrong_type",
        message:
          "options.authorization.paymentMethod must be one of card, invoice, installments, paypal, swish, internet_bank, other",
      },
    ],
    [
      { detailed: "yes" },
      {
        path: "options.authorization.detailed",
        code: "wrong_type",
        message: "options.authorization.detailed must be a boolean",
      },
    ],
  ])("%j", async (facts, fault) => {
    expect(await refusedFinalization(full, authorization(facts))).toEqual([fault]);
  });
});
