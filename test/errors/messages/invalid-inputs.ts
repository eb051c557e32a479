import { PaymentClient, PaymentValidationError, type SimpleOrder } from "merchant-payments";
import { finalizationIssues, orderIssues, resolutionIssues } from "../../support/checked-input.js";
import { errorOf } from "../../support/client.js";
import { type FaultyInput, finalizations, orders, resolutions, unreadable } from "./inputs.js";
import type { Message } from "./page.js";

const section = "PaymentValidationError";

const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const finalization = {
  orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3",
  transactionId: "201409251527280673",
  totalAmount: "125.00",
};

/** What each faulty input is told: one issue, with its code. */
export async function refusedInputs(): Promise<Message[]> {
  const refused: Message[] = [];
  for (const faulty of orders) refused.push(await theIssue(faulty, orderIssues, order));
  for (const faulty of [...finalizations, ...unreadable]) {
    refused.push(await theIssue(faulty, finalizationIssues, finalization));
  }
  for (const faulty of resolutions) refused.push(await theIssue(faulty, resolutionIssues, finalization));
  return [...refused, ...(await wholeInputs())];
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

type Refused = typeof orderIssues;

async function theIssue([cause, input, options]: FaultyInput, refused: Refused, fine: object) {
  return issueOf(cause, await refused({ ...fine, ...input }, options));
}

function issueOf(cause: string, issues: Awaited<ReturnType<Refused>>): Message {
  const [issue] = issues;
  if (issue === undefined || issues.length > 1) throw new Error(`${cause}: ${issues.length} issues`);
  return { section, group: `Issue \`${issue.code}\``, cause, words: issue.message };
}

async function wholeMessage(cause: string, input: object): Promise<Message> {
  const payments = new PaymentClient({ baseUrl: "https://payments.example.com", auth: () => ({}) });
  const error = await errorOf(payments.createOrder(input as SimpleOrder));
  if (!(error instanceof PaymentValidationError)) throw error;
  return { section, group: "The whole message", cause, words: error.message };
}
