import type { PaymentError, ValidationCode } from "merchant-payments";
import { expect, test } from "vitest";
import { adviceGiven } from "./advice.js";
import { clientMistakes } from "./client-mistakes.js";
import { invalidInputs } from "./inputs.js";
import { brokenCalls } from "./network.js";
import { onceMistakes } from "./once-mistakes.js";
import { type Message, pageOf } from "./page.js";
import { failedResponses } from "./responses.js";
import { testMistakes } from "./test-mistakes.js";

const intro = `# Messages

Every message of the library, and what causes it. Read this page when you review a change: is each message clear, does it
name the field, the rule and the fix? The wording is not part of the API. In the tables of this folder,
\`@ts-expect-error\` stands before each mistake that does not compile either.

\`npx vitest run test/errors/messages -u\` writes this page.`;

const sections = {
  PaymentValidationError:
    "Nothing was sent. Each fault is an issue with a `code`. [What to do](../../../docs/errors/payment-validation-error.md)",
  PaymentServiceError:
    "The service responded that it did not do it. [What to do](../../../docs/errors/payment-service-error.md)",
  PaymentConnectionError: "The connection failed. [What to do](../../../docs/errors/payment-connection-error.md)",
  PaymentTimeoutError: "The deadline passed. [What to do](../../../docs/errors/payment-timeout-error.md)",
  PaymentAbortedError:
    "The caller's signal ended the call. [What to do](../../../docs/errors/payment-aborted-error.md)",
  PaymentResponseError:
    "A response that the contract does not allow. [What to do](../../../docs/errors/payment-response-error.md)",
  Advice: "What `error.advice` says. It is for the person on duty.",
  TypeError: "A mistake in the program, where a client, its credentials or a line is made. No call is in flight.",
  Once: "Errors of `Once`, and what it asks people. [What to do](../../../docs/errors/once-errors.md)",
  "The testing kit": "A mistake in a test that uses the fake.",
};

let all: Promise<Message[]> | undefined;

/** Made in the first test that needs it, because a mutation run does not see what the library does outside of tests. */
function everyMessage(): Promise<Message[]> {
  all ??= makeEveryMessage();
  return all;
}

async function makeEveryMessage(): Promise<Message[]> {
  return [
    ...(await invalidInputs()),
    ...(await brokenCalls()),
    ...(await failedResponses()),
    ...(await adviceGiven()),
    ...(await clientMistakes()),
    ...(await onceMistakes()),
    ...(await testMistakes()),
  ];
}

test("messages.md shows every message as it is", async () => {
  await expect(pageOf(intro, sections, await everyMessage())).toMatchFileSnapshot("messages.md");
});

test("the messages cover every code of a validation issue", async () => {
  const codes: Record<ValidationCode, true> = {
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
  expect(await groupsOf("PaymentValidationError")).toEqual(new Set(expected));
});

test("the messages cover every outcome that an error can have", async () => {
  const outcomes: {
    readonly [E in Exclude<PaymentError, { code: "invalid_input" }> as E["name"]]: Record<E["outcome"], true>;
  } = {
    PaymentServiceError: { rejected: true, unknown: true },
    PaymentConnectionError: { not_sent: true, unknown: true },
    PaymentTimeoutError: { not_sent: true, unknown: true },
    PaymentAbortedError: { not_sent: true, unknown: true },
    PaymentResponseError: { unknown: true, rejected: true, succeeded: true },
  };
  for (const [section, possible] of Object.entries(outcomes)) {
    const expected = Object.keys(possible).map((outcome) => `Outcome \`${outcome}\``);
    expect(await groupsOf(section)).toEqual(new Set(expected));
  }
});

async function groupsOf(section: string): Promise<Set<string>> {
  const own = (await everyMessage()).filter((message) => message.section === section);
  return new Set(own.map(({ group }) => group));
}
