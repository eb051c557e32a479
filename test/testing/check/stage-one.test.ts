import { basicAuth, type PaymentClientOptions } from "merchant-payments";
import { FakePaymentService, type FakeQuirks } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { checked, inStageOne, optionsFor, responding } from "./checked.js";

test("the fake is as assumed, after ten requests that move no money", async () => {
  const service = new FakePaymentService();
  const { rows, exitCode } = await checked(optionsFor(service));
  expect(inStageOne(rows)).toEqual({});
  const ids = rows.flatMap(({ id, stage }) => (stage === 1 ? [id] : []));
  expect(ids.join(" ")).toBe(
    "simple_order detailed_order order_without_decimals slash_in_order_number order_number_twice short_order_number " +
      "unknown_path unknown_transaction wrong_password intermediary",
  );
  expect([exitCode, service.requests.length, service.finalizations.length]).toEqual([0, 10, 0]);
});

/** What the check finds if some responses are replaced. */
async function foundWith(
  pattern: RegExp,
  respond: Parameters<typeof responding>[2],
  more: Partial<PaymentClientOptions> = {},
  service = new FakePaymentService(),
) {
  const fetch = responding(service, pattern, respond);
  const { rows } = await checked(optionsFor(service, { fetch, ...more }));
  return inStageOne(rows);
}

const created = { orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3" };
const success = (statusKey: string, more: object = {}) => {
  return Response.json({ status: { isSuccess: true, errorNumber: 0, statusKey }, ...more });
};
const failure = (statusKey: string, more: object = {}, others: object = {}) =>
  Response.json({ status: { isSuccess: false, errorNumber: 4_000, statusKey, ...more }, ...others });
const naming = (fieldName: string) => failure("VALIDATION_ERROR", { errorNumber: -2, errors: [{ fieldName }] });
const json = (body: object, status: number) => Response.json(body, { status });
const html = (status: number) => new Response("<h1>Hello</h1>", { status });

const noStatus = (httpStatus: number, taken: string) =>
  `differs: HTTP ${httpStatus} comes without a status object: the client takes it ${taken}`;
const UNKNOWN = "as unknown, so a person must look";
const BY_A_PROXY = "for a rejection by a proxy, which stops a worker";
const CURRENCY = ": if your account does not accept SEK, set currencyCode in check.ts";
const NO_STATUS =
  "differs: the response has no status object: check baseUrl, and the path in the service's documentation";
const EXTRA = "your program can send a field that the client does not know, if the option extraFields lists it";
const NO_GUID = "differs: the order's id is missing or no GUID: describe the operation with defineOperation";
const NO_DASHES = "as assumed (its id has no dashes, which the client sends back as they came)";
const SHORT_IS_ACCEPTED =
  "differs: the service accepts it, and the client does not send it: give numbers of 4 characters or more";
const CAPTURED_NOTHING =
  "UNSAFE: set resolve: { sendAgain: [] }; no option is enough: the service reports a capture of a transaction that does not exist. Believe no success before this is explained";
const captured = {
  transactionId: "202601150000000009",
  canFinalizeAgain: false,
  amountRemainingForFinalize: 0,
  totalAmountFinalized: 1,
  totalAmountPendingFinalization: 0,
};

const WRONG_PASSWORD = /orders\/create\/CHECK-\w+-7\//;
const TWICE = /orders\/create\/CHECK-\w+-5\//;

/** The requests of each row. */
const requestOf = {
  ...{
    simple_order: /-1\//,
    detailed_order: /create$/,
    order_without_decimals: /JPY$/,
    slash_in_order_number: /-4\/1\//,
  },
  ...{ order_number_twice: TWICE, short_order_number: /orders\/create\/\w{3}\//, unknown_path: /no-such/ },
  ...{ unknown_transaction: /finalize/, wrong_password: WRONG_PASSWORD },
};
const rejects = (key: string, more = "") => `differs: the service rejects the order (${key})${more}`;
const { orderId } = created;
const noKey = json({ status: { isSuccess: false, errorNumber: 7 } }, 200);
const withId = failure("ORDER_NOT_FOUND", {}, { transactionId: "202601150000000009" });

test.each<[row: keyof typeof requestOf, result: string, response: Response]>([
  ["simple_order", rejects("NO", CURRENCY), failure("NO")],
  ["detailed_order", 'differs: set statusKeys: { OK: "success" }', success("OK", created)],
  ["detailed_order", NO_GUID, success("SUCCESS", { orderId: "4711" })],
  ["detailed_order", NO_DASHES, success("SUCCESS", { orderId: orderId.replaceAll("-", "") })],
  ["detailed_order", rejects("HTTP 400", CURRENCY), json({ status: { isSuccess: "false" } }, 400)],
  ["detailed_order", rejects("SUCCESS", CURRENCY), failure("SUCCESS")],
  ["detailed_order", rejects("VALIDATION_ERROR", `, and names currencyCode${CURRENCY}`), naming("CurrencyCode")],
  [
    "detailed_order",
    rejects("VALIDATION_ERROR", `, and names lineItems[0].vatCode: ${EXTRA}`),
    naming("LineItems[0].VatCode"),
  ],
  ["detailed_order", NO_STATUS, json({ status: {} }, 200)],
  ["order_without_decimals", "not checked: needs an account that accepts JPY", failure("CURRENCY")],
  ["slash_in_order_number", 'differs: leave "/" out of order numbers, or send the detailed form', html(404)],
  ["order_number_twice", "not checked: needs a simple order that is accepted", failure("NO")],
  ["order_number_twice", "differs: the second order has the id of the first one", success("SUCCESS", created)],
  ["short_order_number", SHORT_IS_ACCEPTED, success("SUCCESS", created)],
  ["short_order_number", noStatus(400, BY_A_PROXY), html(400)],
  ["short_order_number", "differs: the failure has no readable status key, so it will be unknown", noKey],
  ["unknown_path", "differs: the service accepts any path: a wrong baseUrl may go unnoticed", success("SUCCESS")],
  ["unknown_path", noStatus(403, UNKNOWN), html(403)],
  ["unknown_transaction", "differs: ORDER_NOT_FOUND carries the id of a finalization, so it will be unknown", withId],
  ["unknown_transaction", CAPTURED_NOTHING, success("SUCCESS", captured)],
  [
    "wrong_password",
    "differs: the service accepts a wrong password: ask how it authenticates",
    success("SUCCESS", created),
  ],
])("%s: %s", async (row, result, response) => {
  expect(await foundWith(requestOf[row], () => response.clone())).toMatchObject({ [row]: result });
});

test.each([
  ["a path without an envelope", /no-such/, html(404)],
  ["a wrong password under 401 without an envelope", WRONG_PASSWORD, html(401)],
  ["a wrong password under 403 without a key", WRONG_PASSWORD, json({ status: { isSuccess: false } }, 403)],
])("%s is as assumed", async (_what, request, response) => {
  expect(await foundWith(request, () => response.clone())).toEqual({});
});

describe("an order", () => {
  test('with "/" in its number says nothing if no simple order is accepted', async () => {
    const found = await foundWith(/CHECK-\w+-\d+(?:\/1)?\/1\.00\/SEK/, () => failure("NO"));
    expect(found["slash_in_order_number"]).toBe("not checked: needs a simple order that is accepted");
  });

  test("whose number is taken once", async () => {
    const responses = [success("SUCCESS", created), failure("DUPLICATE")];
    const { order_number_twice } = await foundWith(TWICE, () => responses.shift() as Response);
    expect(order_number_twice).toBe(
      "differs: a number is accepted only once: after an unknown outcome, use a new number",
    );
  });

  test("in JPY that must have decimals, and the printed option keeps the rules that are waived", async () => {
    const onlyWithDecimals = (_response: Response, path: string) =>
      path.includes("/100.00/") ? success("SUCCESS", created) : failure("AMOUNT");
    const found = async (waive: PaymentClientOptions["waive"]) =>
      (await foundWith(/JPY$/, onlyWithDecimals, { waive }))["order_without_decimals"];
    const differs = (waive: string) => `differs: set waive: ${waive}; it accepts 100.00 JPY, but not 100`;
    expect(await found(["emailAddress"])).toBe(differs('["emailAddress", "amountDecimals"]'));
    expect(await found(null)).toBe(differs('["amountDecimals"]'));
    expect(await found(["amountDecimals"])).toBe("as assumed (your options waive amountDecimals: send 100.00)");
  });

  test("in a currency that ISO 4217 does not have has two decimals", async () => {
    const service = new FakePaymentService();
    await checked(optionsFor(service), { currencyCode: "QQQ" });
    const amounts = service.orders.map(({ totalAmount, currencyCode }) => `${totalAmount} ${currencyCode}`);
    expect(amounts).toEqual(["1.00 QQQ", "10.00 QQQ", "100 JPY", "1.00 QQQ", "1.00 QQQ", "1.00 QQQ"]);
  });
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
    expect(exitCode).toBe(4);
  });

  test("with the option set, it is as assumed, also as unknown", async () => {
    const found = async (statusKeys: PaymentClientOptions["statusKeys"]) =>
      (await checkedWith({ keys: { ORDER_NOT_FOUND: "NONE" } }, { statusKeys })).found["unknown_transaction"];
    expect(await found({ none: "rejected" })).toBe("as assumed (your options declare NONE)");
    expect(await found({ NONE: "unknown" })).toBe("as assumed (your options declare NONE as unknown)");
    expect(await found({ EXPIRED: "rejected" })).toBe(
      'differs: set statusKeys: { EXPIRED: "rejected", NONE: "rejected" }',
    );
  });

  test("a key for everything is not to be set, and its rows are printed once all have seen it", async () => {
    const keys = { ORDER_NOT_FOUND: "FAILED", VALIDATION_ERROR: "FAILED" };
    const { found, text } = await checkedWith({ keys });
    const result =
      "differs: FAILED came for an invalid order; for a transaction that does not exist: do not set it before you have asked the service what it means";
    expect(found).toEqual({ short_order_number: result, unknown_transaction: result });
    expect(text).toContain("- order number of 3 characters … see the end of the report. Seen: HTTP 200, FAILED\n");
    expect(text).toContain(
      `Go live only if you accept these rows:\n\n- order number of 3 characters … ${result}. Seen: HTTP 200, FAILED\n- finalize`,
    );
  });

  const NOT_STOPPED = "a worker does not stop at it";
  const STOPPED = "one such request stops a worker";
  const NOTHING_DONE = "it will be unknown, so a person must look, although nothing was done";
  const SHARED = `${NOT_STOPPED}. Do not set it, because it also comes for another reason`;

  test.each<[ours: "ORDER_NOT_FOUND" | "HTTP_401", theirs: string, set: string, meaning: string, so: string]>([
    ["ORDER_NOT_FOUND", "PAYMENT_COMPLETED", "", "already_finalized", NOTHING_DONE],
    ["ORDER_NOT_FOUND", "MERCHANT_ACCT_READ_ONLY", "rejected", "merchant", STOPPED],
    ["HTTP_401", "CUST_ACCT_NOT_ELIGIBLE", "merchant", "rejected", NOT_STOPPED],
    ["HTTP_401", "VALIDATION_ERROR", "", "rejected", SHARED],
  ])("%s is called %s, which means another thing to the client", async (ours, theirs, set, meaning, so) => {
    const ofPassword = ours === "HTTP_401";
    const row = ofPassword ? "wrong_password" : "unknown_transaction";
    const what = ofPassword ? "a wrong password" : "a transaction that does not exist";
    const option = set && `set statusKeys: { ${theirs}: "${set}" }; `;
    const why = `${theirs} means ${meaning} to the client, and came for ${what}: ${so}`;
    expect((await checkedWith({ keys: { [ours]: theirs } })).found).toEqual({ [row]: `differs: ${option}${why}` });
  });
});

describe("a wrong password", () => {
  const right = `Basic ${btoa("merchant-1:fake-password")}`;

  /** What is sent in headers. The service always gets the right password. */
  async function sentWith(auth: PaymentClientOptions["auth"]) {
    const service = new FakePaymentService();
    const sent: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      const { headers } = new Request(input, init);
      sent.push(headers.get("authorization"), headers.get("x-key"));
      return service.fetch(input, { ...init, headers: { authorization: right } });
    };
    const { rows } = await checked(optionsFor(service, { fetch, auth }));
    return { sent, result: inStageOne(rows)["wrong_password"] };
  }

  test("is sent once, for the same merchant id", async () => {
    const { sent } = await sentWith(basicAuth("merchant-1", "fake-password"));
    const wrong = sent.filter((header) => header !== null && header !== right);
    expect(wrong.map((header) => atob(header?.slice(6) ?? "").slice(0, 21))).toEqual(["merchant-1:fake-passw"]);
  });

  test("of another scheme ends with other letters and digits", async () => {
    const { sent } = await sentWith(() => ({ authorization: "Bearer az-AZ.09", "x-key": "kA1" }));
    expect(sent.slice(-2)).toEqual(["Bearer az-AZ.AA", "ABA"]);
  });

  test("cannot be tried if auth returns no headers", async () => {
    expect((await sentWith(() => ({}))).result).toBe("not checked: needs an auth that returns headers");
  });
});

const NAMED = "the headers via, x-varnish show one: whoever runs it must confirm that it never sends a POST again";
const STORED =
  "UNSAFE: set resolve: { sendAgain: [] }; no option is enough: a cache has given an earlier response. Whoever runs it must store no response to a POST, and send no POST again";

test.each<[headers: Record<string, string>, result: string]>([
  [{ via: "1.1 varnish (Varnish/7.1)", "x-varnish": "3", age: "0" }, `as assumed (${NAMED})`],
  [{ age: "12" }, STORED],
  [{ "x-cache": "HIT from proxy" }, STORED],
])("an intermediary that sends the headers %j: %s", async (headers, result) => {
  const passOn = async (response: Response) =>
    new Response(await response.text(), { status: response.status, headers });
  expect((await foundWith(/./, passOn))["intermediary"]).toBe(result);
});

test("it uses the merchant's headers, and tells its own events to nobody", async () => {
  const service = new FakePaymentService();
  const events: unknown[] = [];
  const options = optionsFor(service, { headers: { "x-shop": "7" }, onEvent: (event) => events.push(event) });
  await checked({ ...options, auth: basicAuth("merchant-1", "fake-password") });
  expect(new Set(service.requests.map(({ headers }) => headers["x-shop"]))).toEqual(new Set(["7"]));
  expect(events).toEqual([]);
});
