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
| finalize a transaction that does not exist | differs: set statusKeys: { NO_SUCH_ORDER: "rejected" }, unless a later row corrects this | HTTP 200, NO_SUCH_ORDER |
| wrong password, once | as assumed | HTTP 401, HTTP_401 |
| no intermediary stores a response | as assumed |  |

## Stage two: at most 60 requests to test.payments.example

| row | result | seen |
|---|---|---|
| card: 40 of the first authorization, then again | not checked: needs an authorization for "capture" |  |
| card: the second authorization, which was annulled | not checked: needs an authorization for "annulled" |  |
| the back office agrees with the responses | not checked: needs the captures of the rows above |  |

Rows: 13 (differs: 1, not checked: 3, as assumed: 9). Requests: 10 in 0.1 s. Exit code 1: a row differs.

## The check is not complete: do not go live yet

Until stage two is complete, the check can miss a service that captures twice. These rows keep you from going live:

- differs: finalize a transaction that does not exist
- not checked: card: 40 of the first authorization, then again
- not checked: card: the second authorization, which was annulled
- not checked: the back office agrees with the responses

Make these authorizations in the test environment, and add them to the list in check.ts. If you do not accept a method, remove it from paymentMethods.

\`\`\`ts
const authorizations: CheckAuthorization[] = [
  // By card, authorize 60 of an order of 100.
  { purpose: "capture", paymentMethod: "card", orderId: "…", transactionId: "…", authorizedAmount: "60.00", currencyCode: "SEK" },
  // By card, authorize 30 of that same order. Then annul these 30 in the back office.
  { purpose: "annulled", paymentMethod: "card", orderId: "…", transactionId: "…", authorizedAmount: "30.00", currencyCode: "SEK" },
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

test("in a terminal, the report is a table that grows row by row", async () => {
  const terminal = new TestTerminal(["test.payments.example"]);
  const { text } = await checked(differing(), {}, terminal);
  const lines = text.split("\n").map((line) => line.split(CLEAR).at(-1)); // as a screen shows them
  expect(lines.slice(0, 16)).toEqual([
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
    'finalize a transaction that does not exist          differs: set statusKeys: { NO_SUCH_ORDER: "rejected" }, unless a',
    "                                                    later row corrects this",
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
  expect([text, exitCode, rows.length]).toEqual(["", 1, 23]);
});

test("cells of the Markdown table hold no column of their own", async () => {
  const service = new FakePaymentService();
  const fetch = async () => Response.json({ status: { isSuccess: false, errorNumber: 1, statusKey: "A" } });
  const { text } = await checked(optionsFor(service, { fetch }));
  expect(new Set([...text.matchAll(/^\|.*\|$/gm)].map(([line]) => line.split(" | ").length))).toEqual(new Set([3, 1]));
});
