/** What the client sends for an input, and the issues of an input that is invalid. */
import {
  type CreateOrderOptions,
  type Finalization,
  type FinalizeOptions,
  type Order,
  type PaymentClient,
  type PaymentClientOptions,
  PaymentValidationError,
  type ResolveOptions,
  type ValidationIssue,
} from "merchant-payments";
import { expect } from "vitest";
import { accepted, clientResponding, created, errorOf } from "./client.js";

type Call = (payments: PaymentClient) => Promise<unknown>;
type ClientOptions = Partial<PaymentClientOptions>;

const creating = (order: unknown, options?: unknown): Call => {
  return (payments) => payments.createOrder(order as Order, options as CreateOrderOptions);
};
const finalizing = (input: unknown, options?: unknown): Call => {
  return (payments) => payments.finalize(input as Finalization, options as FinalizeOptions);
};

/** The request of an order that is accepted. */
export function sentOrder(order: object, options?: object, client?: ClientOptions) {
  return sent(creating(order, options), created, client);
}

/** The request of a finalization that is accepted. */
export function sentFinalization(input: object, options?: object, client?: ClientOptions) {
  return sent(finalizing(input, options), accepted, client);
}

/** The issues of an invalid order. */
export function orderIssues(order: unknown, options?: unknown, client?: ClientOptions) {
  return issuesOf(creating(order, options), client);
}

/** The issues of an invalid finalization. */
export function finalizationIssues(input: unknown, options?: unknown, client?: ClientOptions) {
  return issuesOf(finalizing(input, options), client);
}

/** The same issues in short: where, and which. */
export async function orderFaults(...input: Parameters<typeof orderIssues>) {
  return (await orderIssues(...input)).map(inShort);
}

export async function finalizationFaults(...input: Parameters<typeof finalizationIssues>) {
  return (await finalizationIssues(...input)).map(inShort);
}

/** Those of a finalization that is not eligible to be resolved. */
export async function resolutionFaults(input: unknown, options?: unknown, client?: ClientOptions) {
  const call: Call = (payments) => payments.resolveFinalization(input as Finalization, options as ResolveOptions);
  return (await issuesOf(call, { waive: ["positiveTotal"], ...client })).map(inShort);
}

export const inShort = ({ path, code }: Pick<ValidationIssue, "path" | "code">) => `${path} ${code}`;

async function sent(call: Call, response: string, client: ClientOptions | undefined) {
  const { payments, sent } = clientResponding(response, 201, client);
  await call(payments);
  const [request] = sent;
  if (request === undefined || sent.length > 1) throw new Error(`sent ${sent.length} requests`);
  return request;
}

async function issuesOf(call: Call, client: ClientOptions | undefined): Promise<readonly ValidationIssue[]> {
  const { payments, fetch } = clientResponding(created, 201, client);
  const error = await errorOf(call(payments));
  expect(error).toMatchObject({ code: "invalid_input", outcome: "not_sent", safeToRetry: false });
  expect(fetch).not.toHaveBeenCalled();
  if (error instanceof PaymentValidationError) return error.issues;
  throw error;
}
