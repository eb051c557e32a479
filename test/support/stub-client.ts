import {
  basicAuth,
  type CreateOrderOptions,
  type Finalization,
  type FinalizeOptions,
  PaymentClient,
  type PaymentClientOptions,
  PaymentError,
  PaymentValidationError,
  type ResolveOptions,
  type SimpleOrder,
  type ValidationIssue,
} from "merchant-payments";
import { expect, vi } from "vitest";

/** What a client handed to its `fetch`. */
export interface Sent {
  readonly path: string;
  readonly body: string;
}

export const orderCreated =
  '{"status":{"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS","statusMessage":"Done"},' +
  '"orderId":"cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a"}';

/** Accepted, whatever its amount: what is still under way has no figures to agree with. */
export const finalizing =
  '{"status":{"isSuccess":true,"errorNumber":0,"statusKey":"PENDING","statusMessage":"Accepted"},' +
  '"canFinalizeAgain":false,"amountRemainingForFinalize":0.00,"transactionId":"201409251527280999",' +
  '"totalAmountFinalized":0.00,"totalAmountPendingFinalization":125.00}';

/** A client whose every request gets this response, a page if it looks like one, and what it sent. */
export function clientResponding(body: string, httpStatus = 200, options: Partial<PaymentClientOptions> = {}) {
  const sent: Sent[] = [];
  const fetch = vi.fn<typeof globalThis.fetch>(async (input, init) => {
    const request = new Request(input, init);
    sent.push({ path: new URL(request.url).pathname, body: await request.text() });
    const headers = { "content-type": body.startsWith("<") ? "text/html" : "application/json" };
    return new Response([204, 205, 304].includes(httpStatus) ? null : body, { status: httpStatus, headers });
  });
  const payments = new PaymentClient({
    baseUrl: "https://payments.example.com/api",
    auth: basicAuth("merchant-1", "fake-password"),
    fetch,
    ...options,
  });
  return { payments, fetch, sent };
}

/** A client over a fetch of the test's own. */
export function clientOver(fetch: unknown, options: Partial<PaymentClientOptions> = {}): PaymentClient {
  const auth = basicAuth("merchant-1", "api-password");
  return new PaymentClient({
    baseUrl: "https://pay.example/api",
    auth,
    fetch: fetch as typeof globalThis.fetch,
    ...options,
  });
}

/** What fetch rejects with for an error of the system, as recorded from Node: `connect ECONNREFUSED` for instance. */
export function failedFetch(words: string, message = "fetch failed"): TypeError {
  const [syscall, code] = words.split(" ");
  return new TypeError(message, { cause: Object.assign(new Error(words), { code, syscall }) });
}

/** The request of an order that is accepted. */
export async function sentOrder(order: object, options?: object, client?: Partial<PaymentClientOptions>) {
  const { payments, sent } = clientResponding(orderCreated, 201, client);
  await payments.createOrder(order as SimpleOrder, options as CreateOrderOptions);
  return only(sent);
}

/** The request of a finalization that is accepted. */
export async function sentFinalization(finalization: object, options?: object, client?: Partial<PaymentClientOptions>) {
  const { payments, sent } = clientResponding(finalizing, 200, client);
  await payments.finalize(finalization as Finalization, options as FinalizeOptions);
  return only(sent);
}

/** The faults of an order that is refused before anything is sent. */
export async function refusedOrder(order: unknown, options?: unknown, client?: Partial<PaymentClientOptions>) {
  const { payments, fetch } = clientResponding(orderCreated, 201, client);
  const issues = await issuesOf(payments.createOrder(order as SimpleOrder, options as CreateOrderOptions));
  expect(fetch).not.toHaveBeenCalled();
  return issues;
}

/** The faults of a finalization that is refused before anything is sent. */
export async function refusedFinalization(
  finalization: unknown,
  options?: unknown,
  client?: Partial<PaymentClientOptions>,
) {
  const { payments, fetch } = clientResponding(finalizing, 200, client);
  const issues = await issuesOf(payments.finalize(finalization as Finalization, options as FinalizeOptions));
  expect(fetch).not.toHaveBeenCalled();
  return issues;
}

/** The faults of a finalization that is not resolved for them. */
export async function refusedResolution(input: unknown, options?: unknown) {
  const { payments, fetch } = clientResponding(finalizing, 200, { waive: ["positiveTotal"] });
  const call = payments.resolveFinalization(input as Finalization, options as ResolveOptions);
  const issues = await issuesOf(call);
  expect(fetch).not.toHaveBeenCalled();
  return issues;
}

/** Those faults in short: where, and which. */
export async function orderFaults(order: unknown, options?: unknown, client?: Partial<PaymentClientOptions>) {
  return (await refusedOrder(order, options, client)).map(inShort);
}

export async function finalizationFaults(input: unknown, options?: unknown, client?: Partial<PaymentClientOptions>) {
  return (await refusedFinalization(input, options, client)).map(inShort);
}

export async function resolutionFaults(input: unknown, options?: unknown) {
  return (await refusedResolution(input, options)).map(inShort);
}

const inShort = ({ path, code }: ValidationIssue) => `${path} ${code}`;

/** The error that a call ends in. */
export async function errorOf(call: Promise<unknown>): Promise<PaymentError> {
  const error = await call.then(
    () => new Error("the call ended in a result"),
    (reason: unknown) => reason,
  );
  if (error instanceof PaymentError) return error;
  throw error;
}

async function issuesOf(call: Promise<unknown>): Promise<readonly ValidationIssue[]> {
  const error = await errorOf(call);
  expect(error).toMatchObject({ code: "invalid_input", outcome: "not_sent", safeToRetry: false });
  if (error instanceof PaymentValidationError) return error.issues;
  throw error;
}

function only(sent: readonly Sent[]): Sent {
  const [request] = sent;
  if (request === undefined || sent.length > 1) throw new Error(`sent ${sent.length} requests`);
  return request;
}
