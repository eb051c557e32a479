import { FakePaymentService } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { checked, optionsFor, TestTerminal } from "./checked.js";

/** A merchant who accepts only cards. */
const cards = { paymentMethods: ["card"] } as const;

const differing = () => optionsFor(new FakePaymentService({ quirks: { keys: { ORDER_NOT_FOUND: "NO_SUCH_ORDER" } } }));

const withoutTime = (text: string) => text.replace(/ in \d+\.\d s\./, " in 0.1 s.");

test("the report is Markdown", async () => {
  const { text } = await checked(differing(), cards);
  expect(withoutTime(text)).toBe(`\
## Stage one: at most 25 requests to test.payments.example

- simple order … as assumed. Seen: HTTP 201, SUCCESS
- detailed order with one line … as assumed. Seen: HTTP 201, SUCCESS
- order in JPY, which has no decimals … as assumed. Seen: HTTP 201, SUCCESS
- order with "/" in its number … as assumed. Seen: HTTP 201, SUCCESS
- the same order number twice … as assumed. Seen: HTTP 201, SUCCESS; HTTP 201, SUCCESS
- order number of 3 characters … as assumed. Seen: HTTP 200, VALIDATION_ERROR
- path that does not exist … as assumed. Seen: HTTP 404, HTTP_404
- finalize a transaction that does not exist … see the end of the report. Seen: HTTP 200, NO_SUCH_ORDER
- wrong password, once … as assumed. Seen: HTTP 401, HTTP_401
- no intermediary stores a response … as assumed

## Stage two: at most 60 requests to test.payments.example

- card: 40 of the first authorization, then again … not checked: needs an authorization for "capture"
- card: the second authorization, which was annulled … not checked: needs an authorization for "annulled"
- card: 40 of the third authorization, which equals the first one … not checked: needs an authorization for "equal"
- the back office agrees with the responses … not checked: needs the captures of the rows above

Rows: 14 (differs: 1, not checked: 4, as assumed: 9). Requests: 10 in 0.1 s. Exit code 4: a row differs.

## The check is not complete: do not go live yet

Until stage two is complete, the check can miss a service that captures twice. These rows keep you from going live:

- finalize a transaction that does not exist … differs: set statusKeys: { NO_SUCH_ORDER: "rejected" }. Seen: HTTP 200, NO_SUCH_ORDER
- card: 40 of the first authorization, then again … not checked: needs an authorization for "capture"
- card: the second authorization, which was annulled … not checked: needs an authorization for "annulled"
- card: 40 of the third authorization, which equals the first one … not checked: needs an authorization for "equal"
- the back office agrees with the responses … not checked: needs the captures of the rows above

Make these authorizations in the test environment, and add them to the list in check.ts. If you do not accept a method, remove it from paymentMethods.

\`\`\`ts
const authorizations: CheckAuthorization[] = [
  // By card, authorize 100 of an order of 230.
  { purpose: "capture", paymentMethod: "card", orderId: "…", transactionId: "…", authorizedAmount: "100.00", currencyCode: "SEK" },
  // By card, authorize 30 of that same order. Then annul these 30 in the back office.
  { purpose: "annulled", paymentMethod: "card", orderId: "…", transactionId: "…", authorizedAmount: "30.00", currencyCode: "SEK" },
  // By card, authorize another 100 of that same order.
  { purpose: "equal", paymentMethod: "card", orderId: "…", transactionId: "…", authorizedAmount: "100.00", currencyCode: "SEK" },
];
\`\`\`

Before you set a key to "rejected" or "merchant", ask the service: is it certain that nothing was captured, every time it comes? If not, do not set it: the amount could be captured twice.

In payments.ts, add these fields to options, or replace those that are there: your own entries are included. Then run the check again.

\`\`\`ts
{
  statusKeys: { NO_SUCH_ORDER: "rejected" },
}
\`\`\`

`);
});

test("the exit code 0 does not say that the check is complete", async () => {
  const { text } = await checked(optionsFor(new FakePaymentService()), cards);
  expect(text).toContain("Exit code 0: no row differs.\n\n## The check is not complete: do not go live yet\n");
});

test("a row's name is printed before its request is sent, and its result after the response", async () => {
  const service = new FakePaymentService();
  const terminal = new TestTerminal(["test.payments.example"]);
  const printed: string[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    printed.push(terminal.text.slice(terminal.text.lastIndexOf("\n") + 1));
    return service.fetch(input, init);
  };
  await checked(optionsFor(service, { fetch }), {}, terminal);
  expect(printed.slice(0, 2)).toEqual(["- simple order … ", "- detailed order with one line … "]);
});

test("print: false prints nothing, and the exit code is set all the same", async () => {
  const { text, exitCode, rows } = await checked(differing(), { print: false });
  expect([text, exitCode, rows.length]).toEqual(["", 4, 26]);
});
