/** The row about the merchant's `lookUp`. */
import type { LookUp } from "merchant-payments";
import { FakePaymentService } from "merchant-payments/testing";
import { expect, test, vi } from "vitest";
import { readBalance } from "../read-transaction.js";
import { checked, optionsFor, responding, TestTerminal } from "./checked.js";
import { allAuthorizations, authorizationFor, cardAuthorizations } from "./prepared.js";

/** Checks a card that is captured, and one that was annulled. */
async function checkedWith(
  lookUp: LookUp,
  service = new FakePaymentService(),
  more: { terminal?: TestTerminal; fetch?: typeof fetch } = {},
) {
  const { terminal = new TestTerminal(), fetch = service.fetch } = more;
  const options = optionsFor(service, { fetch, resolve: { lookUp } });
  const given = { authorizations: cardAuthorizations(service), confirmCaptures: true, paymentMethods: [] };
  const { resultOf, ...found } = await checked(options, given, terminal);
  return { result: resultOf("look_up"), ...found };
}

test("reads before each capture, and a minute after all of them, what the responses show", async () => {
  const service = new FakePaymentService();
  const waited: number[] = [];
  const terminal = new TestTerminal(["test.payments.example", "capture", ...Array(6).fill("yes")]);
  terminal.wait = async (ms: number) => void waited.push(ms);
  const options = optionsFor(service, { resolve: { lookUp: readBalance } });
  const { resultOf, exitCode } = await checked(options, { authorizations: allAuthorizations(service) }, terminal);
  expect(resultOf("look_up")).toBe("as assumed");
  const reads = service.requests.filter(({ operation }) => operation === "readTransaction");
  expect([reads.length, waited, exitCode]).toEqual([20, [60_000], 0]);
});

test("gets the ids that the merchant listed", async () => {
  const service = new FakePaymentService();
  const { orderId: _leftOut, ...given } = authorizationFor(service, "pending", "swish");
  const lookUp = vi.fn<LookUp>();
  await checked(optionsFor(service, { resolve: { lookUp } }), { authorizations: [given], confirmCaptures: true });
  expect(lookUp.mock.calls[0]?.[0]).toEqual({ transactionId: given.transactionId });
});

test("is not checked without a capture", async () => {
  const service = new FakePaymentService();
  const { resultOf } = await checked(optionsFor(service, { resolve: { lookUp: readBalance } }));
  expect(resultOf("look_up")).toBe("not checked: needs the captures of the rows above");
});

const wrong = (shown: string, expected: string) =>
  `UNSAFE: set resolve: { sendAgain: [] }; it shows ${shown} of card #, and the responses showed ${expected}: it reads the wrong field, or lags, and the client believes it`;

test.each<[what: string, lookUpOf: (service: FakePaymentService) => LookUp, exitCode: number, result: string]>([
  [
    "reads what is left",
    (service) => (ids) => ({ finalized: service.balance(ids.transactionId).remaining, pending: "0" }),
    2,
    wrong("100.00 finalized and 0.00 pending", "0.00 finalized and 0.00 pending"),
  ],
  [
    "does not see the capture within a minute",
    () => () => ({ finalized: "0", pending: "0" }),
    2,
    wrong("0.00 finalized and 0.00 pending", "40.00 finalized and 0.00 pending"),
  ],
  ["cannot tell", () => () => undefined, 4, "differs: it cannot tell the balance of every authorization"],
  [
    "fails",
    () => () => Promise.reject(new Error("secret")),
    4,
    "differs: it fails: lookUp: lookUp failed, nothing was sent (Error: causeOf(error) has its message)",
  ],
])("that %s is found", async (_what, lookUpOf, exitCode, result) => {
  const service = new FakePaymentService();
  const found = await checkedWith(lookUpOf(service), service);
  expect([found.result?.replace(/\d{18}/, "#"), found.exitCode]).toEqual([result, exitCode]);
  expect(found.text).not.toContain("secret");
  if (exitCode === 2) expect(found.text).toContain("  resolve: { sendAgain: [] },\n"); // without the lookUp
});

test("may lag for less than a minute", async () => {
  const service = new FakePaymentService();
  const terminal = new TestTerminal();
  let isLate = true;
  terminal.wait = async () => {
    isLate = false;
  };
  const late: LookUp = (ids) => (isLate ? { finalized: "0", pending: "0" } : service.balance(ids.transactionId));
  const { result, exitCode } = await checkedWith(late, service, { terminal });
  expect([result, exitCode]).toEqual(["as assumed", 0]);
});

const unfit = "does not fit its schema, which gets numbers as Decimal: causeOf(error) has its own words";

test.each([
  [404, "<h1>No</h1>", "readTransaction, HTTP 404, the response is not JSON"],
  [
    200,
    '{"status":{"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"}}',
    `readTransaction, HTTP 200, transactionId ${unfit}, canFinalizeAgain ${unfit}, totalAmountFinalized ${unfit}, totalAmountPendingFinalization ${unfit}, amountRemainingForFinalize ${unfit}`,
  ],
  [200, '{"status":{"isSuccess":false,"errorNumber":1,"statusKey":"GONE"}}', "readTransaction, HTTP 200, GONE"],
  [
    403,
    '{"status":{"isSuccess":false,"errorNumber":1,"statusKey":"GONE"}}',
    "readTransaction, HTTP 403, GONE, HTTP 403 can also mean that the credentials were rejected",
  ],
  [200, '{"status":{"isSuccess":false,"errorNumber":1}}', "readTransaction, HTTP 200, service_error"],
])("that asks at the wrong path differs, and the row says what came: HTTP %d, %s", async (status, body, why) => {
  const service = new FakePaymentService();
  const fetch = responding(service, /transactions\/\d+$/, () => new Response(body, { status }));
  expect(await checkedWith(readBalance, service, { fetch })).toMatchObject({ result: `differs: it fails: ${why}` });
});

test("that is rejected ends the check", async () => {
  const service = new FakePaymentService();
  const fetch = responding(service, /transactions\/\d+$/, () => new Response("", { status: 403 }));
  const { text, exitCode } = await checkedWith(readBalance, service, { fetch });
  expect(text).toContain("The check stopped: it cannot explain HTTP 403.");
  expect(text).toMatch(/- GET \/api\/transactions\/\d+ \(HTTP 403\)\n\nAsk whether a firewall rejects this request/);
  expect(exitCode).toBe(3);
});

test("that is interrupted in its minute ends the check", async () => {
  const service = new FakePaymentService();
  const terminal = new TestTerminal();
  terminal.wait = async () => {
    terminal.interrupt();
    throw new DOMException("aborted", "AbortError");
  };
  const { result, exitCode } = await checkedWith(readBalance, service, { terminal });
  expect([result, exitCode]).toEqual([
    "not checked: the check stopped in this row: interrupted. Run the check again.",
    3,
  ]);
});

test("stays in the printed options if another row is unsafe", async () => {
  const service = new FakePaymentService({ quirks: { repeat: { card: "captured_again" } } });
  const { text } = await checkedWith(({ transactionId }) => service.balance(transactionId), service);
  expect(text).toContain("```ts\n{\n  resolve: { sendAgain: [], lookUp }, // your lookUp, unchanged\n}\n```\n");
});
