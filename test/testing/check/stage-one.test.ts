import { basicAuth, type PaymentClientOptions } from "merchant-payments";
import { FakePaymentService, type FakeQuirks } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { checked, inStageOne, optionsFor, responding } from "./checked.js";

test("the fake is as assumed, after ten requests that move no money", async () => {
  const service = new FakePaymentService();
  const { rows, exitCode } = await checked(optionsFor(service));
  const ofStage = rows.filter(({ stage }) => stage === 1);
  expect(ofStage.map(({ id, result }) => `${id}: ${result}`)).toEqual([
    "simple_order: as assumed",
    "detailed_order: as assumed",
    "order_without_decimals: as assumed",
    "slash_in_order_number: as assumed",
    "order_number_twice: as assumed",
    "short_order_number: as assumed",
    "unknown_path: as assumed",
    "unknown_transaction: as assumed",
    "wrong_password: as assumed",
    "intermediary: as assumed",
  ]);
  expect([exitCode, service.requests.length, service.finalizations.length]).toEqual([0, 10, 0]);
});

describe("a service with other status keys:", () => {
  const checkedWith = async (quirks: FakeQuirks, more: Partial<PaymentClientOptions> = {}) => {
    const { rows, text, exitCode } = await checked(optionsFor(new FakePaymentService({ quirks }), more));
    return { found: inStageOne(rows), text, exitCode };
  };

  test.each([
    [{ VALIDATION_ERROR: "INVALID" }, "short_order_number", 'statusKeys: { INVALID: "rejected" }'],
    [{ HTTP_401: "WRONG_PASSWORD" }, "wrong_password", 'statusKeys: { WRONG_PASSWORD: "merchant" }'],
    [{ HTTP_404: "4-0-4" }, "unknown_path", 'statusKeys: { "4-0-4": "merchant" }'],
  ])("%j is found by the row %s, which prints %s", async (keys, row, option) => {
    const { found, text, exitCode } = await checkedWith({ keys });
    expect(found).toEqual({ [row]: `differs: set ${option}` });
    expect(text).toContain('Before you set a key to "rejected" or "merchant", ask');
    expect(text.endsWith(`Then run the check again.\n\n\`\`\`ts\n{\n  ${option},\n}\n\`\`\`\n\n`)).toBe(true);
    expect(exitCode).toBe(1);
  });

  test("with the option set, it is as assumed", async () => {
    const statusKeys = { NO_SUCH_ORDER: "rejected", OTHER: "unknown" } as const;
    const { found, exitCode } = await checkedWith({ keys: { ORDER_NOT_FOUND: "NO_SUCH_ORDER" } }, { statusKeys });
    expect(found).toEqual({ unknown_transaction: "as assumed (your options declare NO_SUCH_ORDER)" });
    expect(exitCode).toBe(0);
  });

  test("the printed option keeps the keys that are declared", async () => {
    const { text } = await checkedWith({ keys: { ORDER_NOT_FOUND: "NONE" } }, { statusKeys: { EXPIRED: "rejected" } });
    expect(text).toContain('statusKeys: { EXPIRED: "rejected", NONE: "rejected" },');
  });

  test("a key for everything is not to be set, and the row that proposed it is corrected", async () => {
    const keys = { ORDER_NOT_FOUND: "FAILED", VALIDATION_ERROR: "FAILED" };
    const { found, text } = await checkedWith({ keys });
    const result = "differs: FAILED has several meanings: do not set it";
    expect(found).toEqual({ short_order_number: result, unknown_transaction: result });
    expect(text).toContain('set statusKeys: { FAILED: "rejected" }, unless a later row corrects this |');
    const replaced = `- order number of 3 characters: ${result}`;
    expect(text).toContain(`\n## Corrections\n\nThese results replace those above:\n\n${replaced}\n\n`);
    expect(text.split("FAILED came for")).toEqual([
      expect.anything(),
      " an invalid order; for a transaction that does not exist. It may also come after a capture: ask the service what it means.\n\n",
    ]);
  });

  test("a key that is declared as unknown stays so", async () => {
    const keys = { ORDER_NOT_FOUND: "FAILED" };
    const { found } = await checkedWith({ keys }, { statusKeys: { failed: "unknown" } });
    expect(found).toEqual({ unknown_transaction: "as assumed (your options declare FAILED as unknown)" });
  });

  test.each<[what: string, keys: FakeQuirks["keys"], row: string, result: string]>([
    [
      "a key of ours with a more careful meaning stays careful",
      { ORDER_NOT_FOUND: "PAYMENT_COMPLETED" },
      "unknown_transaction",
      "PAYMENT_COMPLETED means already_finalized to the client, and came for a transaction that does not exist: it will be unknown, so a person must look, although nothing was done",
    ],
    [
      "a wrong password with a key that means rejected does not stop a worker",
      { HTTP_401: "CUST_ACCT_NOT_ELIGIBLE" },
      "wrong_password",
      'set statusKeys: { CUST_ACCT_NOT_ELIGIBLE: "merchant" }; CUST_ACCT_NOT_ELIGIBLE means rejected to the client, and came for a wrong password: a worker does not stop at it',
    ],
    [
      "nor with one that comes for an invalid order, too, which cannot be set",
      { HTTP_401: "VALIDATION_ERROR" },
      "wrong_password",
      "VALIDATION_ERROR means rejected to the client, and came for a wrong password: a worker does not stop at it. Do not set it, because it also comes for another reason",
    ],
    [
      "an unknown transaction with a key that means merchant stops a worker",
      { ORDER_NOT_FOUND: "MERCHANT_ACCT_READ_ONLY" },
      "unknown_transaction",
      'set statusKeys: { MERCHANT_ACCT_READ_ONLY: "rejected" }; MERCHANT_ACCT_READ_ONLY means merchant to the client, and came for a transaction that does not exist: one such request stops a worker',
    ],
  ])("%s", async (_what, keys, row, result) => {
    expect((await checkedWith({ ...(keys && { keys }) })).found).toEqual({ [row]: `differs: ${result}` });
  });

  test("failures under HTTP 422 are as assumed", async () => {
    expect(await checkedWith({ failureStatus: 422 })).toMatchObject({ found: {}, exitCode: 0 });
  });
});

/** What the check finds if some responses are replaced. */
async function foundWith(
  pattern: RegExp,
  respond: Parameters<typeof responding>[2],
  more: Partial<PaymentClientOptions> = {},
) {
  const service = new FakePaymentService();
  const fetch = responding(service, pattern, respond);
  return inStageOne((await checked(optionsFor(service, { fetch, ...more }))).rows);
}

const created = { orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3" };
const status = (statusKey: string, more: object = {}) => {
  return { status: { isSuccess: false, errorNumber: 4_000, statusKey, statusMessage: "", ...more } };
};
const success = (statusKey: string) => ({ status: { isSuccess: true, errorNumber: 0, statusKey } });
const json =
  (body: object, httpStatus = 200) =>
  () =>
    Response.json(body, { status: httpStatus });
const html = (httpStatus: number) => () => new Response("<h1>Hello</h1>", { status: httpStatus });

const SIMPLE = /orders\/create\/CHECK-\w+-1\//;
const DETAILED = /orders\/create$/;
const SHORT = /orders\/create\/\w{3}\//;
const NO_PATH = /no-such-operation/;
const FINALIZE = /finalize/;
const noStatus = (httpStatus: number, taken: string) =>
  `differs: HTTP ${httpStatus} comes without a status object: the client takes it ${taken}`;
const AS_UNKNOWN = "as unknown, so a person must look";
const BY_A_PROXY = "for a rejection by a proxy, which stops a worker";
const currency = ": if your account does not accept SEK, set currencyCode in check.ts";

describe("an order", () => {
  test.each<[what: string, body: object, result: string]>([
    [
      "that is created under another key",
      { ...success("OK"), ...created },
      'differs: set statusKeys: { OK: "success" }',
    ],
    [
      "whose id is no GUID",
      { ...success("SUCCESS"), orderId: "4711" },
      "differs: the order's id is missing or no GUID: describe the operation with defineOperation",
    ],
    [
      "whose failure is called SUCCESS",
      status("SUCCESS"),
      `differs: the service rejects the order (SUCCESS)${currency}`,
    ],
    ["that is rejected", status("NO_ORDERS"), `differs: the service rejects the order (NO_ORDERS)${currency}`],
    [
      "in a currency that is not accepted",
      status("VALIDATION_ERROR", { errorNumber: -2, errors: [{ fieldName: "CurrencyCode" }] }),
      `differs: the service rejects the order (VALIDATION_ERROR), and names currencyCode${currency}`,
    ],
    [
      "that needs a known field",
      status("VALIDATION_ERROR", { errorNumber: -2, errors: [{ fieldName: "Customer.EmailAddress" }] }),
      "differs: the service rejects the order (VALIDATION_ERROR), and names customer.emailAddress",
    ],
    [
      "that needs a field that the client does not know",
      status("VALIDATION_ERROR", { errorNumber: -2, errors: [{ fieldName: "LineItems[0].VatCode" }] }),
      'differs: set extraFields: ["lineItems.vatCode"]; the service names fields that the client does not know',
    ],
    [
      "that needs a field whose name cannot be shown",
      status("VALIDATION_ERROR", { errorNumber: -2, errors: [{ fieldName: "Åsa Ek" }] }),
      `differs: the service rejects the order (VALIDATION_ERROR)${currency}`,
    ],
  ])("%s", async (_what, body, result) => {
    expect(await foundWith(DETAILED, json(body))).toEqual({ detailed_order: result });
  });

  test("that needs a field that the options list cannot be checked", async () => {
    const errors = [{ fieldName: "LineItems[0].VatCode" }];
    const body = status("VALIDATION_ERROR", { errorNumber: -2, errors });
    expect(await foundWith(DETAILED, json(body), { extraFields: ["lineItems.vatCode"] })).toEqual({
      detailed_order: "not checked: needs an order with lineItems.vatCode, which the check does not know",
    });
  });

  test.each([
    ["whose path does not exist", html(404)],
    ["whose status says neither success nor failure", json({ status: {} })],
  ])("%s", async (_what, respond) => {
    const result =
      "differs: the response has no status object: check baseUrl, and the path in the service's documentation";
    expect(await foundWith(DETAILED, respond)).toEqual({ detailed_order: result });
  });

  test("whose failure has neither a key nor an errorNumber", async () => {
    const body = { status: { isSuccess: "false" } };
    expect(await foundWith(DETAILED, json(body, 400))).toEqual({
      detailed_order: `differs: the service rejects the order (HTTP 400)${currency}`,
    });
  });

  test('with "/" in its number that is not found', async () => {
    expect(await foundWith(/CHECK-\w+-\d+\/1\//, html(404))).toEqual({
      slash_in_order_number: 'differs: leave "/" out of order numbers, or send the detailed form',
    });
  });

  test('with "/" in its number says nothing if no simple order is accepted', async () => {
    const needs = "not checked: needs a simple order that is accepted";
    expect(await foundWith(/CHECK-\w+-\d+(?:\/1)?\/1\.00\/SEK/, json(status("NO_SIMPLE_ORDERS")))).toMatchObject({
      slash_in_order_number: needs,
      order_number_twice: needs,
    });
  });

  test("whose number is taken once", async () => {
    let count = 0;
    const second = (response: Response) => {
      count += 1;
      return count === 1 ? response : Response.json(status("DUPLICATE"));
    };
    expect(await foundWith(/orders\/create\/CHECK-\w+-5\//, second)).toEqual({
      order_number_twice: "differs: a number is accepted only once: after an unknown outcome, use a new number",
    });
  });

  test("whose number gives the same id again", async () => {
    expect(await foundWith(/orders\/create\/CHECK-\w+-5\//, json({ ...success("SUCCESS"), ...created }))).toEqual({
      order_number_twice: "differs: the second order has the id of the first one",
    });
  });
});

describe("an order in JPY", () => {
  const inYen = /\/JPY$/;

  test("that is not supported", async () => {
    expect(await foundWith(inYen, json(status("CURRENCY")))).toEqual({
      order_without_decimals: "not checked: needs an account that accepts JPY",
    });
  });

  const onlyWithDecimals = async (_response: Response, path: string) =>
    Response.json(path.includes("/100.00/") ? { ...success("SUCCESS"), ...created } : status("AMOUNT"));

  test("that must have decimals", async () => {
    expect(await foundWith(inYen, onlyWithDecimals)).toEqual({
      order_without_decimals: 'differs: set waive: ["amountDecimals"]; it accepts 100.00 JPY, but not 100',
    });
  });

  test("that must have decimals, which the options say", async () => {
    const waive = ["emailAddress", "amountDecimals"] as const;
    expect(await foundWith(inYen, onlyWithDecimals, { waive })).toEqual({
      order_without_decimals: "as assumed (your options waive amountDecimals: send 100.00)",
    });
  });

  test("the printed option keeps the rules that are waived", async () => {
    const service = new FakePaymentService();
    const fetch = responding(service, inYen, onlyWithDecimals);
    const { text } = await checked(optionsFor(service, { fetch, waive: ["emailAddress"] }));
    expect(text).toContain('waive: ["emailAddress", "amountDecimals"],');
  });
});

describe("a request that the service should reject", () => {
  test.each<[what: string, pattern: RegExp, respond: () => Response, found: object]>([
    [
      "an order number of 3 characters that is accepted",
      SHORT,
      json({ ...success("SUCCESS"), ...created }),
      {
        short_order_number:
          "differs: the service accepts it, and the client does not send it: give numbers of 4 characters or more",
      },
    ],
    [
      "an order number of 3 characters, without an envelope",
      SHORT,
      html(400),
      { short_order_number: noStatus(400, BY_A_PROXY) },
    ],
    [
      "a failure without a key",
      SHORT,
      json({ status: { isSuccess: false, errorNumber: 7 } }),
      { short_order_number: "differs: the failure has no readable status key, so it will be unknown" },
    ],
    [
      "any path",
      NO_PATH,
      json(success("SUCCESS")),
      { unknown_path: "differs: the service accepts any path: a wrong baseUrl may go unnoticed" },
    ],
    ["a path, without an envelope", NO_PATH, html(404), {}],
    ["a path, by a gateway", NO_PATH, html(403), { unknown_path: noStatus(403, AS_UNKNOWN) }],
    ["a transaction, without an envelope", FINALIZE, html(404), { unknown_transaction: noStatus(404, AS_UNKNOWN) }],
    [
      "a transaction, with the id of a finalization",
      FINALIZE,
      json({ ...status("ORDER_NOT_FOUND"), transactionId: "202601150000000009" }),
      { unknown_transaction: "differs: ORDER_NOT_FOUND carries the id of a finalization, so it will be unknown" },
    ],
    [
      "a transaction that is captured although it does not exist",
      FINALIZE,
      json({
        ...success("SUCCESS"),
        transactionId: "202601150000000009",
        canFinalizeAgain: false,
        amountRemainingForFinalize: 0,
        totalAmountFinalized: 1,
        totalAmountPendingFinalization: 0,
      }),
      {
        unknown_transaction:
          "UNSAFE: set resolve: { sendAgain: [] }; no option is enough: the service reports a capture of a transaction that does not exist. Believe no success before this is explained",
      },
    ],
  ])("%s", async (_what, pattern, respond, found) => {
    expect(await foundWith(pattern, respond)).toEqual(found);
  });
});

describe("a wrong password", () => {
  const NINTH = /orders\/create\/CHECK-\w+-6\//;

  test.each<[what: string, respond: () => Response, found: object]>([
    ["under 401 without an envelope", html(401), {}],
    ["under 403 with an envelope without a key", json({ status: { isSuccess: false } }, 403), {}],
    ["under 400 without an envelope", html(400), { wrong_password: noStatus(400, BY_A_PROXY) }],
    [
      "that is accepted",
      json({ ...success("SUCCESS"), ...created }),
      { wrong_password: "differs: the service accepts a wrong password: ask how it authenticates" },
    ],
  ])("%s", async (_what, respond, found) => {
    expect(await foundWith(NINTH, respond)).toEqual(found);
  });

  test("is sent once, for the same merchant id", async () => {
    const service = new FakePaymentService();
    const sent: string[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      sent.push(new Request(input, init).headers.get("authorization") ?? "");
      return service.fetch(input, init);
    };
    await checked(optionsFor(service, { fetch }));
    const right = `Basic ${btoa("merchant-1:fake-password")}`;
    expect(sent.filter((header) => header !== right)).toEqual([
      `Basic ${btoa("merchant-1:wrong-password-of-the-check")}`,
    ]);
  });

  test("of another scheme has other letters and digits", async () => {
    const service = new FakePaymentService();
    const sent: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      const { headers } = new Request(input, init);
      sent.push(headers.get("authorization"), headers.get("x-key"));
      return service.fetch(input, { ...init, headers: { authorization: `Basic ${btoa("merchant-1:fake-password")}` } });
    };
    await checked(optionsFor(service, { fetch, auth: () => ({ authorization: "Bearer az-AZ.09", "x-key": "k1" }) }));
    expect(sent.slice(-2)).toEqual(["Bearer ba-BA.10", "l2"]);
  });

  test("cannot be tried if auth returns no headers", async () => {
    const service = new FakePaymentService();
    const password = { authorization: `Basic ${btoa("merchant-1:fake-password")}` };
    const fetch: typeof globalThis.fetch = (input, init) =>
      service.fetch(input, { ...init, headers: { ...init?.headers, ...password } });
    const { rows } = await checked(optionsFor(service, { fetch, auth: () => ({}) }));
    expect(inStageOne(rows)).toEqual({ wrong_password: "not checked: needs an auth that returns headers" });
  });
});

describe("an intermediary", () => {
  const anyPath = /./;
  const passedOn = (headers: Record<string, string>) => async (response: Response) => {
    return new Response(await response.text(), { status: response.status, headers });
  };

  test("that names itself is listed, for a question to whoever runs it", async () => {
    const found = await foundWith(anyPath, passedOn({ via: "1.1 varnish (Varnish/7.1)", "x-varnish": "3", age: "0" }));
    expect(found).toEqual({
      intermediary:
        "as assumed (the headers via, x-varnish show one: whoever runs it must confirm that it never sends a POST again)",
    });
  });

  test.each([{ age: "12" }, { "x-cache": "HIT from proxy" }])(
    "that gives a stored response is unsafe: %j",
    async (headers) => {
      const found = await foundWith(anyPath, passedOn(headers));
      expect(found["intermediary"]).toBe(
        "UNSAFE: set resolve: { sendAgain: [] }; no option is enough: a cache has given an earlier response. Whoever runs it must store no response to a POST, and send no POST again",
      );
    },
  );
});

test("a service that accepts a short order number once accepts that of the next run, too", async () => {
  const numbers = new Set<string>();
  const acceptOnce = (_response: Response, path: string) => {
    const isNew = !numbers.has(path);
    numbers.add(path);
    return Response.json(isNew ? { ...success("SUCCESS"), ...created } : status("DUPLICATE"));
  };
  for (let run = 0; run < 2; run += 1) {
    expect((await foundWith(SHORT, acceptOnce))["short_order_number"]).toContain("the service accepts it");
  }
});

test("the first row may differ, and the others are checked", async () => {
  const found = await foundWith(SIMPLE, json(status("NO_SIMPLE_ORDERS")));
  expect(found).toEqual({ simple_order: `differs: the service rejects the order (NO_SIMPLE_ORDERS)${currency}` });
});

test("the orders are in the currency that is asked for", async () => {
  const service = new FakePaymentService();
  await checked(optionsFor(service), { currencyCode: "KWD" });
  expect(service.orders.map(({ currencyCode, totalAmount }) => `${totalAmount} ${currencyCode}`)).toEqual([
    "1.000 KWD",
    "10.000 KWD",
    "100 JPY",
    "1.000 KWD",
    "1.000 KWD",
    "1.000 KWD",
  ]);
});

test("a currency that ISO 4217 does not have gets two decimals", async () => {
  const service = new FakePaymentService();
  await checked(optionsFor(service), { currencyCode: "QQQ" });
  expect(service.orders[0]).toMatchObject({ totalAmount: "1.00", currencyCode: "QQQ" });
});

test("it uses the merchant's headers, and tells its own events to nobody", async () => {
  const service = new FakePaymentService();
  const events: unknown[] = [];
  const options = optionsFor(service, { headers: { "x-shop": "7" }, onEvent: (event) => events.push(event) });
  await checked({ ...options, auth: basicAuth("merchant-1", "fake-password") });
  expect(new Set(service.requests.map(({ headers }) => headers["x-shop"]))).toEqual(new Set(["7"]));
  expect(events).toEqual([]);
});
