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
import type { Gate } from "./gate.js";
import { issuesOf, type Observation, type ObservedResult, observationOf } from "./observation.js";
import type { CheckAuthorization } from "./options.js";
import { type Expected, stopAfterError, stopAfterResponse, stopBehind, WRONG_SERVICE } from "./stops.js";

export interface Bench {
  readonly payments: PaymentClient;
  /** The merchant's options. */
  readonly options: PaymentClientOptions;
  /** The currency of the orders of stage one. */
  readonly currencyCode: string;
  /** Random hexadecimal digits, others in each run. */
  readonly run: string;
  /** What the rows saw, in the words of the report. The caller empties it after each row. */
  readonly seen: string[];
  /** Returns a client with further options. */
  clientWith(options: Partial<PaymentClientOptions>): PaymentClient;
  /** Returns an order number that no other order has. @param more - Follows the number. */
  orderNumber(more?: string): string;
  /**
   * Waits for a call, and says what its response showed.
   *
   * @throws CheckStopped if no response came, or if the service rejects the check itself.
   */
  observe(call: Promise<ObservedResult>, expected?: Expected): Promise<Observation>;
  /**
   * Reads the balance of an authorization with the merchant's `lookUp`; undefined if it cannot tell.
   *
   * @throws CheckStopped if the check must end.
   */
  readBalance(authorization: CheckAuthorization): Promise<Reading>;
  /** Options of each call. */
  readonly callOptions: { readonly signal: AbortSignal };
  close(): Promise<void>;
}

/** What `lookUp` has read, or why it failed. */
export type Reading = LookedUpBalance | { readonly failed: string } | undefined;

/** Responses without a status object, after which no other request is sent. */
const MOST_WITHOUT_STATUS = 2;

/** Says why `lookUp` failed: by the call that it made, or by what it threw itself, which is not shown. */
function whyFailed(error: AnyPaymentError): string {
  const inner = causeOf(error);
  if (!isPaymentError(inner) || inner.httpStatus === undefined) return error.message;
  return [inner.operation, `HTTP ${inner.httpStatus}`, inner.statusKey ?? issuesOf(inner)].join(", ");
}

export function benchOf(options: PaymentClientOptions, currencyCode: string, gate: Gate): Bench {
  const clients: PaymentClient[] = [];
  const seen: string[] = [];
  const run = crypto.randomUUID().slice(0, 8);
  const callOptions = { signal: gate.signal };
  let orders = 0;
  let withoutStatus = 0;
  let isService = false;

  const clientWith = (more: Partial<PaymentClientOptions>) => {
    const auth = gate.through(more.auth ?? options.auth);
    // One call is one request: an attempt that was not sent is not repeated.
    const ours = { auth, maxRetries: 0, onEvent: gate.heard.bind(gate) };
    const client = new PaymentClient({ ...options, ...more, ...ours });
    clients.push(client);
    return client;
  };

  const payments = clientWith({});
  const known = {
    declared: Object.keys(options.statusKeys ?? {}),
    meaningOf: (statusKey: string) => payments.meaningOf(statusKey),
  };

  const observe: Bench["observe"] = async (call, expected = {}) => {
    const result = await toResult(call);
    const hasResponse = result.ok || result.error.httpStatus !== undefined;
    if (!hasResponse) throw gate.stopped ?? stopAfterError(result.error);
    const response = responseOf(result.ok ? result.value : result.error) as ReceivedResponse;
    const observed = observationOf(result, response, known);
    seen.push(observed.text);
    gate.note(observed.text);
    const stop = stopAfterResponse(observed, expected);
    if (stop !== undefined) throw stop;
    if (observed.isSuccess !== undefined) isService = true;
    else withoutStatus += 1;
    if (!isService && withoutStatus === MOST_WITHOUT_STATUS) throw WRONG_SERVICE;
    return observed;
  };

  const readBalance: Bench["readBalance"] = async ({ orderId, transactionId }) => {
    const { lookUp } = payments;
    if (lookUp === undefined) return undefined;
    const { ok, value, error } = await toResult(lookUp({ orderId: orderId ?? undefined, transactionId }, callOptions));
    if (ok) return value;
    const stop = gate.stopped ?? stopBehind(error);
    if (stop !== undefined) throw stop;
    return { failed: whyFailed(error) };
  };

  return {
    payments,
    options,
    currencyCode,
    run,
    seen,
    clientWith,
    orderNumber(more = "") {
      orders += 1;
      return `CHECK-${run}-${orders}${more}`;
    },
    observe,
    readBalance,
    callOptions,
    close: async () => void (await Promise.all(clients.map((client) => client.close()))),
  };
}
