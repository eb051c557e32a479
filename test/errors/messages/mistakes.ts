import { PaymentValidationError } from "merchant-payments";
import { expect } from "vitest";
import { errorOf } from "../../support/client.js";
import type { Message } from "./page.js";

/** Each mistake, or failure, in words, and the code that ends with its message. One that ends well fails the test. */
export type Mistakes = Readonly<Record<string, () => unknown>>;

/** The messages of calls, by the error. One call after the other, so that no call sees what another one does. */
export async function callMessages(calls: Mistakes): Promise<Message[]> {
  const messages: Message[] = [];
  for (const [cause, call] of Object.entries(calls)) {
    const error = await errorOf((async () => call())());
    messages.push(error instanceof PaymentValidationError ? issueOf(cause, error) : { cause, ...placeOf(error) });
  }
  return messages;
}

function placeOf({ name, outcome, message }: Awaited<ReturnType<typeof errorOf>>) {
  return { section: name, group: `Outcome \`${outcome}\``, words: message };
}

/** The issue alone, if there is only one. The start of the whole message depends only on the operation. */
function issueOf(cause: string, { name: section, operation, message, issues }: PaymentValidationError): Message {
  const [issue, ...more] = issues;
  if (issue === undefined || more.length > 0) return { section, group: "The whole message", cause, words: message };
  expect(message).toBe(`${operation}: nothing was sent, the input has a fault:\n  - ${issue.message}`);
  return { section, group: `Issue \`${issue.code}\``, cause, words: issue.message };
}

/** What other mistakes throw, by what is called. */
export async function thrownMessages(
  section: string,
  mistakes: Readonly<Record<string, Mistakes>>,
): Promise<Message[]> {
  const all = Object.entries(mistakes).flatMap(([group, own]) =>
    Object.entries(own).map(async ([cause, make]) => {
      const thrown = await (async () => make())().catch((error: unknown) => error);
      if (!(thrown instanceof Error)) throw new Error(`${cause}: nothing was thrown`);
      return { section, group, cause, words: thrown.message };
    }),
  );
  return Promise.all(all);
}
