import type { PaymentError, ValidationIssue } from "merchant-payments";
import { expect, test } from "vitest";
import { adviceGiven } from "./advice.js";
import { clientMistakes } from "./client-mistakes.js";
import { invalidInputs } from "./inputs.js";
import { brokenCalls } from "./network.js";
import { onceMistakes } from "./once-mistakes.js";
import { type Message, pageOf } from "./page.js";
import { failedResponses } from "./responses.js";
import { testMistakes } from "./test-mistakes.js";

const introOf = (title: string) => `# ${title}

Each message, and what causes it. Read this page when you review a change: is each message clear, does it name the
field, the rule and the fix? The wording is not part of the API. In the tables of this folder, \`@ts-expect-error\`
stands before each mistake that does not compile either.

\`npx vitest run test/errors/messages -u\` writes this page.`;

const sections = {
  PaymentValidationError:
    "Nothing was sent. Each fault is an issue with a `code`. [What to do](../../../docs/reference/errors.md)",
  PaymentServiceError: "The service responded that it did not do it. [What to do](../../../docs/reference/errors.md)",
  PaymentConnectionError: "The connection failed. [What to do](../../../docs/reference/errors.md)",
  PaymentTimeoutError: "The deadline passed. [What to do](../../../docs/reference/errors.md)",
  PaymentAbortedError: "The caller's signal ended the call. [What to do](../../../docs/reference/errors.md)",
  PaymentResponseError: "A response that the contract does not allow. [What to do](../../../docs/reference/errors.md)",
  Advice: "What `error.advice` says. It is for the person on duty.",
  TypeError: "A mistake in the program, where a client, its credentials or a line is made. No call is in flight.",
  Once: "Errors of `Once`, and what it asks people. [What to do](../../../docs/reference/errors.md#once-and-oncereview)",
  "The testing kit": "A mistake in a test that uses the fake.",
};

/** Of each page: its title, and what makes its messages. */
const pages = {
  "inputs.md": ["Invalid inputs", invalidInputs],
  "network.md": ["Failed connections", brokenCalls],
  "responses.md": ["Responses that are no success", failedResponses],
  "advice.md": ["Advice", adviceGiven],
  "client-mistakes.md": ["Mistakes with a client", clientMistakes],
  "once-mistakes.md": ["Mistakes with `Once`, and its questions", onceMistakes],
  "test-mistakes.md": ["Mistakes in tests", testMistakes],
} satisfies Record<string, readonly [title: string, ...(() => Promise<Message[]>)[]]>;

type Page = keyof typeof pages;

async function messagesOn(page: Page): Promise<Message[]> {
  const [, ...makers] = pages[page];
  const messages: Message[] = [];
  for (const make of makers) messages.push(...(await make()));
  return messages;
}

test.each(Object.keys(pages) as Page[])("%s shows its messages as they are", async (page) => {
  const [title] = pages[page];
  await expect(pageOf(introOf(title), sections, await messagesOn(page))).toMatchFileSnapshot(page);
});

test("the messages cover every code of a validation issue", async () => {
  const codes: Record<ValidationIssue["code"], true> = {
    required: true,
    wrong_type: true,
    unknown_key: true,
    too_short: true,
    too_long: true,
    bad_format: true,
    not_positive: true,
    too_many_decimals: true,
    not_exact: true,
    amount_mismatch: true,
    duplicate: true,
    not_allowed: true,
    unreadable: true,
  };
  const expected = ["The whole message", ...Object.keys(codes).map((code) => `Issue \`${code}\``)];
  expect(groupsOf("PaymentValidationError", await messagesOn("inputs.md"))).toEqual(new Set(expected));
});

const outcomes: {
  readonly [E in Exclude<PaymentError, { code: "invalid_input" }> as E["name"]]: [Page, Record<E["outcome"], true>];
} = {
  PaymentServiceError: ["responses.md", { rejected: true, unknown: true }],
  PaymentConnectionError: ["network.md", { not_sent: true, unknown: true }],
  PaymentTimeoutError: ["network.md", { not_sent: true, unknown: true }],
  PaymentAbortedError: ["network.md", { not_sent: true, unknown: true }],
  PaymentResponseError: ["responses.md", { unknown: true, rejected: true, succeeded: true }],
};

test.each(Object.entries(outcomes))("the messages cover every outcome of a %s", async (name, [page, possible]) => {
  const expected = Object.keys(possible).map((outcome) => `Outcome \`${outcome}\``);
  expect(groupsOf(name, await messagesOn(page))).toEqual(new Set(expected));
});

function groupsOf(section: string, messages: readonly Message[]): Set<string> {
  return new Set(messages.filter((message) => message.section === section).map(({ group }) => group));
}
