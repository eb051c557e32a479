/** What the rows need: clients whose requests go through the gate, and what their responses showed. */
import {
  type AnyPaymentError,
  causeOf,
  isPaymentError,
  type LookedUpBalance,
  PaymentClient,
  type PaymentClientOptions,
  type ReceivedResponse,
  responseOf,
  toResult,
} from "../index.js";
import { CheckStopped, type Gate } from "./gate.js";
import { type Observation, type ObservedResult, observationOf } from "./observation.js";
import type { CheckAuthorization } from "./options.js";

export interface Bench {
  readonly payments: PaymentClient;
  /** The merchant's options. */
  readonly options: PaymentClientOptions;
  /** The currency of the orders of stage one. */
  readonly currencyCode: string;
  /** What the rows saw, in the words of the report. The caller empties it after each row. */
  readonly seen: string[];
  /** Returns a client with further options. */
  clientWith(options: Partial<PaymentClientOptions>): PaymentClient;
  /** Returns an order number that no other order has. @param more - Follows the number. */
  orderNumber(more?: string): string;
  /**
   * Waits for a call, and says what its response showed.
   *
   * @param explained - HTTP statuses 401, 403 or 429 that the row expects.
   * @throws CheckStopped if no response came, or if the service rejects the check itself.
   */
  observe(call: Promise<ObservedResult>, explained?: readonly number[]): Promise<Observation>;
  /**
   * Reads the balance of an authorization with the merchant's `lookUp`; undefined if it cannot tell.
   *
   * @throws CheckStopped if the check must end.
   */
  readBalance(authorization: CheckAuthorization): Promise<Reading>;
  /** Options of each call. */
  readonly callOptions: { readonly signal: AbortSignal };
  /** Whether a response had the service's status object. */
  readonly knowsService: () => boolean;
  close(): Promise<void>;
}

/** What `lookUp` has read, or why it failed. */
export type Reading = LookedUpBalance | { readonly failed: string } | undefined;

const REJECTING: readonly (number | undefined)[] = [401, 403, 429];

/** Finds what must end the check behind an error of a call. */
function stopBehind(error: unknown): CheckStopped | undefined {
  if (error instanceof CheckStopped) return error;
  if (!isPaymentError(error)) return undefined;
  if (REJECTING.includes(error.httpStatus)) return rejected(`HTTP ${error.httpStatus}`);
  return stopBehind(causeOf(error));
}

/** Says why `lookUp` failed: by the call that it made, or by what it threw itself, which is not shown. */
function whyFailed(error: AnyPaymentError): string {
  const inner = causeOf(error);
  if (!isPaymentError(inner) || inner.httpStatus === undefined) return error.message;
  return [inner.operation, `HTTP ${inner.httpStatus}`, inner.statusKey ?? inner.code].join(", ");
}

const rejected = (how: string) => new CheckStopped(`the service rejected a request that it should accept: ${how}`);

export function benchOf(options: PaymentClientOptions, currencyCode: string, gate: Gate): Bench {
  const clients: PaymentClient[] = [];
  const seen: string[] = [];
  const run = crypto.randomUUID().slice(0, 8);
  const callOptions = { signal: gate.signal };
  let orders = 0;
  let isService = false;

  const clientWith = (more: Partial<PaymentClientOptions>) => {
    const auth = gate.through(more.auth ?? options.auth);
    // One call is one request: an attempt that was not sent is not repeated.
    const client = new PaymentClient({ ...options, ...more, auth, maxRetries: 0, onEvent: null });
    clients.push(client);
    return client;
  };

  const payments = clientWith({});
  const known = {
    declared: Object.keys(options.statusKeys ?? {}),
    meaningOf: (statusKey: string) => payments.meaningOf(statusKey),
  };

  const observe: Bench["observe"] = async (call, explained = []) => {
    const result = await toResult(call);
    const hasResponse = result.ok || result.error.httpStatus !== undefined;
    if (!hasResponse) throw stopBehind(result.error) ?? new CheckStopped(gate.stopped ?? result.error.message);
    const response = responseOf(result.ok ? result.value : result.error) as ReceivedResponse;
    const observed = observationOf(result, response, known);
    const { httpStatus } = observed;
    isService ||= observed.isSuccess !== undefined;
    seen.push(observed.text);
    gate.note(observed.text);
    if (REJECTING.includes(httpStatus) && !explained.includes(httpStatus)) throw rejected(observed.text);
    return observed;
  };

  const readBalance: Bench["readBalance"] = async ({ orderId, transactionId }) => {
    const { lookUp } = payments;
    if (lookUp === undefined) return undefined;
    const { ok, value, error } = await toResult(lookUp({ orderId: orderId ?? undefined, transactionId }, callOptions));
    if (ok) return value;
    const stopped = gate.stopped === undefined ? stopBehind(error) : new CheckStopped(gate.stopped);
    if (stopped !== undefined) throw stopped;
    return { failed: whyFailed(error) };
  };

  return {
    payments,
    options,
    currencyCode,
    seen,
    clientWith,
    orderNumber(more = "") {
      orders += 1;
      return `CHECK-${run}-${orders}${more}`;
    },
    observe,
    readBalance,
    callOptions,
    knowsService: () => isService,
    close: async () => void (await Promise.all(clients.map((client) => client.close()))),
  };
}
