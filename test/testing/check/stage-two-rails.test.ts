/** What stage two never does. */
import type { LookUp, PaymentClientOptions } from "merchant-payments";
import type { CheckAuthorization, CheckServiceOptions } from "merchant-payments/check";
import { FakePaymentService } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { readBalance } from "../read-transaction.js";
import { checked, optionsFor, responding, TestTerminal } from "./checked.js";
import { allAuthorizations, authorizationFor, cardAuthorizations } from "./prepared.js";

const HOST = "test.payments.example";

const capturesAt = (service: FakePaymentService) =>
  service.requests.flatMap(({ operation, path }) =>
    operation === "finalize" && !path.includes("190001010000000001") ? [path.split("/").slice(-3).join(" ")] : [],
  );

/** Checks the three card authorizations. */
async function checkedCards(
  given: Partial<CheckServiceOptions> = { confirmCaptures: true },
  fetchOf: (fake: FakePaymentService) => typeof fetch = (fake) => fake.fetch,
  terminal = new TestTerminal(),
) {
  const fake = new FakePaymentService();
  const authorizations = cardAuthorizations(fake);
  const ids = authorizations.map(({ transactionId }) => transactionId);
  const found = await checked(optionsFor(fake, { fetch: fetchOf(fake) }), { authorizations, ...given }, terminal);
  return { ...found, ids, captures: capturesAt(fake) };
}

describe("nothing is captured", () => {
  test("before it is confirmed in the terminal, which lists the captures", async () => {
    const terminal = new TestTerminal([HOST, "y"]);
    const { text, resultOf, exitCode, ids, captures } = await checkedCards({}, undefined, terminal);
    const [first, second, third] = ids;
    expect(terminal.questions[1]).toBe('Type "capture" to send them: ');
    expect(text).toContain(
      `These are captures. In production, they would move money:\n\n- card ${first}: 40.00, then 40.00 SEK\n- card ${second}: 30.00 SEK\n- card ${third}: 40.00 SEK\n\n`,
    );
    for (const row of ["capture_card", "annulled_card", "equal_card"])
      expect(resultOf(row)).toBe("not checked: needs your confirmation of the captures");
    expect([captures, exitCode]).toEqual([[], 0]);
  });

  test("without a terminal, before confirmCaptures is set", async () => {
    const { resultOf, captures } = await checkedCards({});
    expect(resultOf("capture_card")).toBe("not checked: needs the option confirmCaptures: true");
    expect(captures).toEqual([]);
  });

  test("after an unsafe row of stage one", async () => {
    const status = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS" };
    const figures = { totalAmountFinalized: 1, totalAmountPendingFinalization: 0, amountRemainingForFinalize: 0 };
    const done = { status, transactionId: "202601150000000009", canFinalizeAgain: false, ...figures };
    const { resultOf, captures, exitCode } = await checkedCards(undefined, (fake) =>
      responding(fake, /190001010000000001/, () => Response.json(done)),
    );
    expect(resultOf("capture_card")).toBe("not checked: needs a stage one without an unsafe row");
    expect([captures, exitCode]).toEqual([[], 2]);
  });
});

test("it captures only what is listed, and a second time only where the row says so", async () => {
  const { ids, captures } = await checkedCards();
  const [first, second, third] = ids.map((id) => `${id} finalize`);
  expect(captures).toEqual([`${first} 40.00`, `${first} 40.00`, `${second} 30.00`, `${third} 40.00`]);
});

test("a lost response ends the check, and the report says what was sent", async () => {
  const { rows, text, exitCode, ids, captures } = await checkedCards(undefined, (fake) =>
    responding(fake, /finalize\/40/, () => {
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });
    }),
  );
  expect(rows.find(({ stage }) => stage === 2)?.result).toContain("the request may have been processed (ECONNRESET");
  expect(text).toContain(`/transactions/${ids[0]}/finalize/40.00 (no response)\n\n`);
  expect([captures.length, exitCode]).toEqual([1, 3]);
});

test("it is interrupted between two captures, and the report says what was sent", async () => {
  const terminal = new TestTerminal();
  const interrupting = (fake: FakePaymentService) =>
    responding(fake, /finalize\/40/, (response) => {
      terminal.interrupt();
      return response;
    });
  const { text, exitCode, ids, captures } = await checkedCards(undefined, interrupting, terminal);
  const [first, second, third] = ids;
  expect([captures.length, exitCode]).toEqual([1, 3]);
  expect(text).toContain(`each for one run:\n\n- used: card ${first}\n- still good: card ${second}, card ${third}\n`);
  expect(text).toMatch(
    /finalize\/40\.00 \(no response\)\n\nThe capture without a response may have been made: look for it in/,
  );
});

test("stage two sends at most 60 requests", async () => {
  const readThreeTimes: LookUp = async (...asked) => {
    await readBalance(...asked);
    await readBalance(...asked);
    return readBalance(...asked);
  };
  const service = new FakePaymentService();
  const authorizations = allAuthorizations(service);
  const options = optionsFor(service, { resolve: { lookUp: readThreeTimes } });
  const { rows, text } = await checked(options, { authorizations, confirmCaptures: true });
  expect(rows.find(({ result }) => result.includes("more requests than this stage may send"))?.stage).toBe(2);
  expect(text).toMatch(/\nList fewer authorizations at a time, and run the check again\.\n\n$/);
  expect(service.requests.length).toBe(10 + 60);
});

describe("nothing is sent for", () => {
  const rejected = async (change: (all: CheckAuthorization[]) => unknown) => {
    const fake = new FakePaymentService();
    const authorizations = change(cardAuthorizations(fake)) as CheckServiceOptions["authorizations"];
    const { text, exitCode } = await checked(optionsFor(fake), { authorizations, confirmCaptures: true });
    expect([fake.requests, exitCode]).toEqual([[], 3]);
    return text.trim();
  };

  test.each<[change: object, why: string]>([
    [{ paymentMethod: "paypal" }, "paymentMethod must be one of card for the purpose capture"],
    [{ transactionId: "1" }, "transactionId must be exactly 18 characters long and has 1: give it unchanged, as text"],
    [
      { authorizedAmount: "60,00" },
      'authorizedAmount must be decimal text like "125.00": digits and one point only, without leading zeros',
    ],
    [{ currencyCode: " " }, "currencyCode is required"],
    [{ orderId: " " }, "orderId is required"],
    [{ authorizedAmount: "60" }, "authorizedAmount must be 100"], // in which 40 does not fit twice
    [{ purpose: "annulled" }, "authorizedAmount must be 30"],
    [{ purpose: "full", paymentMethod: "paypal" }, "authorizedAmount must be 10"], // more hides a fixed amount on top
    [{ purpose: "full", paymentMethod: "invoice", authorizedAmount: "101" }, "authorizedAmount must be at most 100"],
  ])("a card authorization with %j", async (change, why) => {
    const text = await rejected(([first]) => [{ ...first, ...change }]);
    expect(text).toBe(`The check sent nothing: authorizations[0]: ${why}.`);
  });

  const purposes = "capture, annulled, equal, full, parts, pending, refunded";
  const twice =
    "authorizations: give each transactionId once; authorizations: give one for each purpose and payment method";
  const otherOrder = { orderId: "00000000-6f77-4632-a16c-43069c43a8c3" };

  test.each<[what: string, change: (all: CheckAuthorization[]) => unknown, why: string]>([
    ["null in the list", () => [null], `authorizations[0]: purpose must be one of ${purposes}`],
    ["one authorization twice", ([first]) => [first, first], twice],
    [
      "cards of different orders",
      ([first, ...others]) => [{ ...first, ...otherOrder }, ...others],
      "authorizations: capture, annulled and equal must be of one order",
    ],
  ])("%s", async (_what, change, why) => {
    expect(await rejected(change)).toBe(`The check sent nothing: ${why}.`);
  });
});

test("amounts have the decimals of the currency, and the orders of stage one its currency", async () => {
  const fake = new FakePaymentService();
  const { orderId = "" } = fake.createOrder({ orderNumber: "YEN-1", totalAmount: "230", currencyCode: "JPY" });
  const { transactionId } = fake.authorize(orderId, { paymentMethod: "card", authorizedAmount: "100" });
  const facts = { orderId, transactionId, authorizedAmount: "100", currencyCode: "JPY" } as const;
  const options = optionsFor(fake) as PaymentClientOptions;
  const authorizations = [{ purpose: "capture", paymentMethod: "card", ...facts }] as const;
  await checked(options, { authorizations, confirmCaptures: true });
  expect(capturesAt(fake)).toEqual([`${transactionId} finalize 40`, `${transactionId} finalize 40`]);
  expect(fake.orders.at(-1)).toMatchObject({ totalAmount: "1", currencyCode: "JPY" });
});

test("an authorization that no report asks for, or of a method that is not accepted, is checked all the same", async () => {
  const fake = new FakePaymentService();
  const authorizations = (["full", "parts", "pending"] as const).map((each) => authorizationFor(fake, each, "swish"));
  const { rows } = await checked(optionsFor(fake), { authorizations, paymentMethods: [], confirmCaptures: true });
  expect(rows.filter(({ stage }) => stage === 2).map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
    "full_swish as_assumed",
    "parts_swish as_assumed",
    "pending_swish as_assumed",
    "back_office not_checked",
  ]);
});
