import { FakePaymentService } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { checked, optionsFor, TestTerminal } from "./checked.js";

/** A merchant who accepts only cards. */
const cards = { paymentMethods: ["card"] } as const;

const differing = () => optionsFor(new FakePaymentService({ quirks: { keys: { ORDER_NOT_FOUND: "NO_SUCH_ORDER" } } }));
/** Goes back to the start of the line, and clears it. */
const CLEAR = "\r\u001b[K";

const withoutTime = (text: string) => text.replace(/ in \d+\.\d s\./, " in 0.1 s.");

test("without a terminal, the report is Markdown", async () => {
  const { text } = await checked(differing(), cards);
  expect(withoutTime(text)).toBe(`\
## Stage one: at most 25 requests to test.payments.example

| row | result | seen |
|---|---|---|
| simple order | as assumed | HTTP 201, SUCCESS |
| detailed order with one line | as assumed | HTTP 201, SUCCESS |
| order in JPY, which has no decimals | as assumed | HTTP 201, SUCCESS |
| order with "/" in its number | as assumed | HTTP 201, SUCCESS |
| the same order number twice | as assumed | HTTP 201, SUCCESS; HTTP 201, SUCCESS |
| order number of 3 characters | as assumed | HTTP 200, VALIDATION_ERROR |
| path that does not exist | as assumed | HTTP 404, HTTP_404 |
| finalize a transaction that does not exist | differs: set statusKeys: { NO_SUCH_ORDER: "rejected" } | HTTP 200, NO_SUCH_ORDER |
| wrong password, once | as assumed | HTTP 401, HTTP_401 |

## Stage two: at most 60 requests to test.payments.example

| row | result | seen |
|---|---|---|
| card: 40 of the first authorization, then again | not checked: needs an authorization for "capture" |  |
| card: the second authorization, which was annulled | not checked: needs an authorization for "annulled" |  |
| the back office shows the amounts | not checked: needs a capture |  |

12 rows (differs: 1, not checked: 3, as assumed: 8). 10 requests in 0.1 s. Exit code 1: differs.

## Stage two is not complete

Stage one captures nothing, so it finds no service that captures twice. Complete stage two before you go live: its rows say what they need.

Let a person make these authorizations in the test environment, and add them to the list in check.ts. Each serves one run. The option paymentMethods leaves out the methods that you do not accept:

\`\`\`ts
const authorizations: CheckAuthorization[] = [
  // an order of 100, of which the customer authorizes 60 by card
  { purpose: "capture", paymentMethod: "card", orderId: "…", transactionId: "…", authorizedAmount: "60.00", currencyCode: "SEK" },
  // the same order, of which the customer authorizes 30 more; a person annuls this authorization
  { purpose: "annulled", paymentMethod: "card", orderId: "…", transactionId: "…", authorizedAmount: "30.00", currencyCode: "SEK" },
];
\`\`\`

## Set these options

Before you declare a key as "rejected" or "merchant", ask the service whether it did nothing whenever this key comes. If not, an amount can be captured twice.

In payments.ts, replace these fields of options:

\`\`\`ts
{
  statusKeys: { NO_SUCH_ORDER: "rejected" },
}
\`\`\`

`);
});

test("the exit code 0 says how many rows are not checked", async () => {
  const { text } = await checked(optionsFor(new FakePaymentService()), cards);
  expect(text).toContain("Exit code 0: no row differs, 3 rows not checked.");
});

test("in a terminal, the report is a table that grows row by row", async () => {
  const terminal = new TestTerminal(["test.payments.example"]);
  const { text } = await checked(differing(), {}, terminal);
  const lines = text.split("\n").map((line) => line.split(CLEAR).at(-1)); // as a screen shows them
  expect(lines.slice(0, 15)).toEqual([
    "Stage one: at most 25 requests to test.payments.example",
    "=======================================================",
    "",
    "row                                                 result",
    "--------------------------------------------------  --------------------------------------------------------------------",
    "simple order                                        as assumed",
    "detailed order with one line                        as assumed",
    "order in JPY, which has no decimals                 as assumed",
    'order with "/" in its number                        as assumed',
    "the same order number twice                         as assumed",
    "order number of 3 characters                        as assumed",
    "path that does not exist                            as assumed",
    'finalize a transaction that does not exist          differs: set statusKeys: { NO_SUCH_ORDER: "rejected" }',
    "                                                    seen: HTTP 200, NO_SUCH_ORDER",
    "wrong password, once                                as assumed",
  ]);
  expect(text).toContain(`finalize a transaction that does not exist …${CLEAR}`);
});

test("a table in a file has no progress, and long results are wrapped", async () => {
  const { text } = await checked(differing(), { print: "table", host: null });
  expect(text).toBe(
    'The check sent nothing: host must be "test.payments.example", the host of baseUrl: without a terminal, nobody can type\n' +
      "it.\n\n",
  );
  const { text: table } = await checked(differing(), { print: "table" });
  expect(table).not.toContain(" …");
  expect(table).toContain('  {\n    statusKeys: { NO_SUCH_ORDER: "rejected" },\n  }\n');
});

test("print: nothing prints nothing, and the exit code is set all the same", async () => {
  const { text, exitCode, rows } = await checked(differing(), { print: "nothing" });
  expect([text, exitCode, rows.length]).toEqual(["", 1, 22]);
});

test("cells of the Markdown table hold no column of their own", async () => {
  const service = new FakePaymentService();
  const fetch = async () => Response.json({ status: { isSuccess: false, errorNumber: 1, statusKey: "A" } });
  const { text } = await checked(optionsFor(service, { fetch }));
  expect(new Set([...text.matchAll(/^\|.*\|$/gm)].map(([line]) => line.split(" | ").length))).toEqual(new Set([3, 1]));
});
