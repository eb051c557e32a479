import { finalizationIssues, orderIssues, resolutionIssues } from "../../support/checked-input.js";
import { clientResponding, errorOf, order, orderId, finalization as simple } from "../../support/client.js";
import { type FaultyInput, finalizations, orders, resolutions, unreadable } from "./inputs.js";
import type { Message } from "./page.js";

const section = "PaymentValidationError";
const finalization = { orderId, ...simple };

/** The one issue of each faulty input, by its code. */
export async function invalidInputs(): Promise<Message[]> {
  const messages: Message[] = [];
  for (const faulty of orders) messages.push(await theIssue(faulty, orderIssues, order));
  for (const faulty of [...finalizations, ...unreadable]) {
    messages.push(await theIssue(faulty, finalizationIssues, finalization));
  }
  for (const faulty of resolutions) messages.push(await theIssue(faulty, resolutionIssues, finalization));
  return [...messages, ...(await wholeInputs())];
}

/** Inputs that are faulty as a whole, and the message of the error around the issues. */
async function wholeInputs(): Promise<Message[]> {
  const many = { ...finalization, lineItems: Array.from({ length: 22 }, () => "Tea") };
  return [
    issueOf("a finalization that is text", await finalizationIssues("ORDER-1001")),
    issueOf("options that are a number", await finalizationIssues(finalization, 5_000)),
    await wholeMessage("one fault", { ...order, orderNumber: "A-1" }),
    await wholeMessage("two faults", { ...order, orderNumber: "A-1", currencyCode: "sek" }),
    await wholeMessage("more than twenty faults", { ...order, ...many, billTo: {} }),
  ];
}

type IssuesOf = typeof orderIssues;

async function theIssue([cause, input, options]: FaultyInput, issuesOf: IssuesOf, valid: object) {
  return issueOf(cause, await issuesOf({ ...valid, ...input }, options));
}

function issueOf(cause: string, issues: Awaited<ReturnType<IssuesOf>>): Message {
  const [issue] = issues;
  if (issue === undefined || issues.length > 1) throw new Error(`${cause}: ${issues.length} issues`);
  return { section, group: `Issue \`${issue.code}\``, cause, words: issue.message };
}

async function wholeMessage(cause: string, input: object): Promise<Message> {
  const { message } = await errorOf(clientResponding("").payments.createOrder(input as typeof order));
  return { section, group: "The whole message", cause, words: message };
}
