/** What a person must find in the back office, and what their answer leads to. */
import type { PaymentClientOptions } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { type Differences, DifferingService } from "../../support/differing-service.js";
import { checked, optionsFor, responding, TestTerminal } from "./checked.js";
import { allAuthorizations, cardAuthorizations as cards, type Make, only } from "./prepared.js";

/** Runs both stages. The person gives these answers to the question about the back office. */
async function asked(
  make: Make,
  answers: readonly string[],
  differences: Differences = {},
  more: (service: DifferingService) => Partial<PaymentClientOptions> = () => ({}),
) {
  const service = new DifferingService(differences);
  const terminal = new TestTerminal(["test.payments.example", "capture", ...answers]);
  const authorizations = make(service);
  const options = optionsFor(service, more(service));
  const { rows, text, exitCode } = await checked(options, { authorizations, paymentMethods: [] }, terminal);
  const question = terminal.questions.at(-1)?.replaceAll(/\d{18}/g, "#");
  return { result: rows.find(({ id }) => id === "back_office")?.result, question, text, exitCode };
}

test("the question lists every authorization", async () => {
  const { result, question, exitCode } = await asked(
    (service) => [...cards(service), ...only("full", "invoice")(service), ...only("refunded", "paypal")(service)],
    ["yes"],
  );
  expect(question).toBe(`
Look at the back office. Does it show this of each authorization below, and nothing more?
  card #: one capture of 40.00 SEK
  card #: no capture
  invoice #: one invoice of 100.00 SEK
  paypal #: your capture and your refund
Type yes or no: `);
  expect([result, exitCode]).toEqual(["as assumed", 0]);
});

/** A capture of this amount gets the first response with these changes. */
const changed =
  (amount: string, change: object, status: object = {}) =>
  (service: DifferingService) => ({
    fetch: responding(service, new RegExp(`finalize/${amount}`), async (response) => {
      const body = await response.json();
      return Response.json({ ...body, ...change, status: { ...body.status, ...status } });
    }),
  });
const rejected = { isSuccess: false, errorNumber: 4711, statusKey: "CLOSED" };
const accepted = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS" };
const noFigures = { totalAmountFinalized: null, totalAmountPendingFinalization: null };

describe("the question lists what the responses showed:", () => {
  test.each<[what: string, line: string, make: Make, differences?: Differences, more?: Parameters<typeof asked>[3]]>([
    [
      "a card that was captured twice",
      "card #: 2 captures, 80.00 SEK in all: 40.00, 40.00",
      cards,
      { limit: { card: "none" } },
    ],
    [
      "an invoice that was claimed twice",
      "invoice #: 2 invoices, 200.00 SEK in all: 100.00, 100.00",
      only("full", "invoice"),
      { limit: { invoice: "none" } },
    ],
    [
      "a repeated success, which is one capture",
      "swish #: one capture of 100.00 SEK",
      only("pending", "swish"),
      { equalParts: "captured_once" },
    ],
    [
      "equal parts, of which there may be one or two",
      "paypal #: one capture of 30.00 SEK, and perhaps another one of 30.00: write down how many",
      only("parts", "paypal"),
      { equalParts: "counted_once" },
    ],
    [
      "parts that end early",
      "paypal #: 2 captures, 60.00 SEK in all: 30.00, 30.00",
      only("parts", "paypal"),
      {},
      changed("40", {}, rejected),
    ],
    [
      "parts above the limit",
      "paypal #: 4 captures, 116.00 SEK in all: 30.00, 30.00, 40.00, 16.00",
      only("parts", "paypal"),
      { limit: { paypal: "none" } },
    ],
    [
      "successes without figures",
      "card #: one capture of 40.00 SEK, and perhaps another one of 40.00: write down how many",
      cards,
      {},
      changed("40", noFigures, accepted),
    ],
    [
      "what was refunded, and captured again",
      "paypal #: your capture and your refund, and one capture of 100.00 SEK",
      only("refunded", "paypal"),
      { refundReopens: true },
    ],
    ["an annulled card that was captured", "card #: one capture of 30.00 SEK", cards, {}, changed("30", {}, accepted)],
  ])("%s", async (_what, line, make, differences, more) => {
    const { question } = await asked(make, ["yes"], differences, more);
    expect(question?.split("\n")).toContain(`  ${line}`);
  });

  test("nothing of an authorization that was captured by an earlier run", async () => {
    const { result } = await asked(cards, [], {}, changed("(?:40|30)", {}, rejected));
    const needed = await asked((service) => cards(service).slice(0, 1), [], {}, changed("40", {}, rejected));
    expect(result).toBe("not checked: needs a person who looks at the back office"); // of the annulled one
    expect(needed.result).toBe("not checked: needs a capture");
  });
});

describe("the answer", () => {
  test("no is unsafe, and no option changes that", async () => {
    const why = "the back office shows something else: capture nothing before it is explained";
    const nothingAgain = () => ({ resolve: { sendAgain: [] } });
    expect(await asked(cards, [" No "])).toMatchObject({
      result: `UNSAFE: set resolve: { sendAgain: [] }; ${why}`,
      exitCode: 2,
    });
    expect(await asked(cards, ["no"], {}, nothingAgain)).toMatchObject({ result: `UNSAFE: ${why}`, exitCode: 2 });
  });

  test("yes is true of a service that captures twice, and the check is as assumed with the printed option", async () => {
    const nothingAgain = () => ({ resolve: { sendAgain: [] } });
    const twice = { limit: { card: "none" } } as const;
    expect(await asked(cards, ["yes"], twice, nothingAgain)).toMatchObject({ result: "as assumed", exitCode: 0 });
  });

  test("that nobody gives leaves the row open", async () => {
    const result = "not checked: needs a person who looks at the back office";
    expect(await asked(cards, [])).toMatchObject({ result, exitCode: 0 });
  });

  test("is not waited for once the check is interrupted", async () => {
    const service = new DifferingService();
    const terminal = new TestTerminal(["test.payments.example", "capture"]);
    const ask = terminal.ask.bind(terminal);
    terminal.ask = async (question) => {
      if (!question.includes("back office")) return ask(question);
      terminal.interrupt();
      throw new DOMException("aborted", "AbortError");
    };
    const { rows, exitCode } = await checked(optionsFor(service), { authorizations: cards(service) }, terminal);
    expect(rows.at(-1)?.result).toBe("not checked: needs a person who looks at the back office");
    expect(exitCode).toBe(3);
  });
});

describe("after yes, the report names the methods that sendAgain may list:", () => {
  const named = async (make: Make, differences?: Differences) =>
    /You may add (.*?) to/.exec((await asked(make, ["yes"], differences)).text)?.[1];

  test.each<[what: string, methods: string | undefined, make: Make, differences?: Differences]>([
    ["those whose rows are all as assumed", "invoice, installments, paypal, other, swish", allAuthorizations],
    [
      "not one that was only refunded",
      undefined,
      (service) => [...cards(service), ...only("refunded", "paypal")(service)],
    ],
    [
      "not one that is captured twice, although sendAgain leaves it out",
      "installments, paypal, other, swish",
      allAuthorizations,
      { limit: { invoice: "none" } },
    ],
    ["none if a row is unsafe", undefined, allAuthorizations, { figuresPerOrder: true }],
  ])("%s", async (_what, methods, make, differences) => {
    expect(await named(make, differences)).toBe(methods);
  });
});
