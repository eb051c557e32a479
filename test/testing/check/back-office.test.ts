/** What a person must find in the back office, and what their answer leads to. */
import type { PaymentClientOptions } from "merchant-payments";
import { FakePaymentService, type FakeQuirks } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { checked, INTERRUPT, optionsFor, responding, TestTerminal } from "./checked.js";
import { cardAuthorizations as cards, type Make, only } from "./prepared.js";

/** Runs both stages. The person gives these answers to the questions about refunds and about the back office. */
async function asked(
  make: Make,
  answers: readonly string[],
  quirks: FakeQuirks = {},
  more: (service: FakePaymentService) => Partial<PaymentClientOptions> = () => ({}),
) {
  const service = new FakePaymentService({ quirks });
  const terminal = new TestTerminal(["test.payments.example", "capture", ...answers]);
  const authorizations = make(service);
  const options = optionsFor(service, more(service));
  const { rows, text, exitCode } = await checked(options, { authorizations, paymentMethods: [] }, terminal);
  const question = terminal.questions.at(-1)?.replaceAll(/\d{18}/g, "#");
  return { result: rows.at(-1)?.result, before: rows.at(-2)?.result, question, text, exitCode };
}

test("the question lists every authorization", async () => {
  const { result, question, exitCode } = await asked(
    (service) => [...cards(service), ...only("full", "invoice")(service), ...only("refunded", "paypal")(service)],
    ["yes", "yes"],
  );
  expect(question).toBe(`
By the responses, this run has captured:
  card #: 40.00 SEK
  card #: 0.00 SEK
  card #: 40.00 SEK
  invoice #: 10.00 SEK
  paypal #: 0.00 SEK after your refund
Does the back office show the same, and nothing more?
Type yes or no: `);
  expect([result, exitCode]).toEqual(["as assumed", 0]);
});

test("an authorization that was not refunded is not finalized", async () => {
  const { before, question, text } = await asked(only("refunded", "paypal"), ["no"]);
  expect(question).toBe("\nDid you capture and refund all of paypal # before this run?\nType yes or no: ");
  expect(before).toBe("not checked: needs an authorization that you captured and refunded before the run");
  expect(text).toMatch(/\n- still good: paypal \d+\n/);
});

/** A capture of this amount gets the first response with these changes. */
const changed =
  (amount: string, change: object, status: object = {}) =>
  (service: FakePaymentService) => ({
    fetch: responding(service, new RegExp(`finalize/${amount}`), async (response) => {
      const body = await response.json();
      return Response.json({ ...body, ...change, status: { ...body.status, ...status } });
    }),
  });
const [pending, parts, refunded] = [only("pending", "swish"), only("parts", "paypal"), only("refunded", "paypal")];
const rejected = { isSuccess: false, errorNumber: 4711, statusKey: "CLOSED" };
const accepted = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS" };
const thirty = { totalAmountFinalized: 30, totalAmountPendingFinalization: 0 };
const noFigures = { totalAmountFinalized: null, totalAmountPendingFinalization: null };

const again = { repeat: { paypal: "captured_again" } } as const;
const NO_FIGURES = "an amount that the figures do not show: write it down";

describe("the question lists what the responses showed:", () => {
  test.each<[what: string, line: string, make: Make, quirks?: FakeQuirks, more?: Parameters<typeof asked>[3]]>([
    ["a card captured twice", "card #: 80.00 SEK", cards, { repeat: { card: "captured_again" } }],
    ["a success that is repeated", "swish #: 10.00 SEK", pending, { repeat: { swish: "same_success" } }],
    ["equal parts, of which there may be one or two", `paypal #: ${NO_FIGURES}`, parts, {}, changed("30", thirty)],
    ["parts above the limit", "paypal #: 116.00 SEK", parts, again],
    ["successes without figures", `card #: ${NO_FIGURES}`, cards, {}, changed("40", noFigures, accepted)],
    ["one after a refund", `paypal #: ${NO_FIGURES} after your refund`, refunded, again],
    ["an annulled card that was captured", "card #: 30.00 SEK", cards, {}, changed("30", thirty, accepted)],
  ])("%s", async (_what, line, make, quirks, more) => {
    const { question } = await asked(make, ["yes", "yes"], quirks, more);
    expect(question?.split("\n")).toContain(`  ${line}`);
  });

  test("nothing of an authorization that was captured by an earlier run", async () => {
    const { result } = await asked(cards, [], {}, changed("40", {}, rejected));
    expect(result).toBe("not checked: needs the captures of the rows above");
  });
});

describe("the answer", () => {
  test("no is unsafe, and no option changes that", async () => {
    const why = "no option is enough: the back office shows something else. Capture nothing before this is explained";
    const nothingAgain = () => ({ resolve: { sendAgain: [] } });
    const { result, text, exitCode } = await asked(cards, [" No "]);
    expect([result, exitCode]).toEqual([`UNSAFE: set resolve: { sendAgain: [] }; ${why}`, 2]);
    expect(text.slice(text.indexOf("## The check is"))).toBe(`\
## The check is complete: do not go live yet

These rows keep you from going live:

- the back office agrees with the responses … UNSAFE: set resolve: { sendAgain: [] }; ${why}

The client and Once send nothing twice by a method that sendAgain leaves out. If a proxy or your own program does, the service still captures twice.

In payments.ts, add these fields to options, or replace those that are there: your own entries are included. Then run the check again.

\`\`\`ts
{
  resolve: { sendAgain: [] },
}
\`\`\`

`);
    expect(await asked(cards, ["no"], {}, nothingAgain)).toMatchObject({ result: `UNSAFE: ${why}`, exitCode: 2 });
  });

  test("that is neither yes nor no is asked for again, so that a slip uses up no authorization", async () => {
    const { before, result, exitCode } = await asked(only("refunded", "paypal"), ["yse", "", "yes", "ja", "yes"]);
    expect([before, result, exitCode]).toEqual(["as assumed", "as assumed", 0]);
  });

  test("that nobody gives leaves the row open", async () => {
    const result = "not checked: needs a person who looks at the back office";
    expect(await asked(cards, [])).toMatchObject({ result, exitCode: 0 });
  });
});

test("a bug in a row is not taken for the service's fault", async () => {
  const service = new FakePaymentService();
  const terminal = new TestTerminal(["test.payments.example", "capture", INTERRUPT]);
  const authorizations = refunded(service);
  terminal.onInterrupt = () => {
    terminal.interrupt = () => {
      throw new RangeError("bug");
    };
    return () => {};
  };
  await expect(checked(optionsFor(service), { authorizations }, terminal)).rejects.toThrow(new RangeError("bug"));
  expect(terminal.exitCode).toBeUndefined(); // so that Node ends the process with 1, which no end of the check has
});

test("a complete check says what to accept and to ask before going live", async () => {
  let captures = 0;
  const noYen = (service: FakePaymentService) => ({
    fetch: responding(service, /JPY$|finalize\/40/, async (response, path) => {
      if (path.endsWith("JPY")) return Response.json({ status: rejected });
      captures += 1;
      return captures === 2 ? Response.json({ status: (await response.json()).status }) : response;
    }),
  });
  const { text } = await asked(cards, ["yes"], {}, noYen);
  expect(text.slice(text.indexOf("## The check is"))).toBe(`\
## The check is complete: you can go live

Go live only if you accept these rows:

- order in JPY, which has no decimals … not checked: needs an account that accepts JPY. Seen: HTTP 200, CLOSED; HTTP 200, CLOSED
- card: 40 of the first authorization, then again … differs: the rejection has no figures: after a lost response, a person must look, unless resolve: { lookUp } can. Seen: HTTP 200, SUCCESS, finalized 40.00, pending 0.00; HTTP 200, PAYMENT_COMPLETED

Before you go live, ask the service about each fact marked "ask" in docs/reference/facts.md, a page of this package.

`);
});

test("a check is not complete if a capture may not have stayed pending", async () => {
  const { before, text } = await asked(pending, ["yes"], {}, changed("10", noFigures, accepted));
  expect(before).toMatch(/^differs: a success has no figures: .*; needs a capture that stays pending$/);
  expect(text).toContain("\n## The check is not complete: do not go live yet\n");
});
