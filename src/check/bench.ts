import {
  causeOf,
  type LookUpBalance,
  PaymentClient,
  type PaymentClientOptions,
  PaymentError,
  type ReceivedResponse,
  responseOf,
  toResult,
} from "../index.js";
import type { Gate } from "./gate.js";
import { issuesOf, type Observation, type ObservedResult, observationOf } from "./observation.js";
import type { CheckAuthorization } from "./options.js";
import { type Expected, stopAfterError, stopAfterResponse, stopBehind, WRONG_SERVICE } from "./stops.js";

/** What `lookUp` has read, or why it failed. */
export type Reading = Awaited<ReturnType<LookUpBalance>> | { readonly failed: string };

/** Responses without a status object, after which no other request is sent. */
const MOST_WITHOUT_STATUS = 2;

/**
 * What the rows need: clients whose requests go through the gate, and what their responses showed. `seen` has it in the
 * words of the report; the caller empties it after each row.
 */
export class Bench {
  readonly options: PaymentClientOptions;
  readonly currencyCode: string;
  readonly payments: PaymentClient;
  readonly callOptions: { readonly signal: AbortSignal };
  readonly run: string = crypto.randomUUID().slice(0, 8);
  readonly seen: string[] = [];
  readonly responseHeaders: ReceivedResponse["headers"][] = [];
  readonly #gate: Gate;
  readonly #clients: PaymentClient[] = [];
  #orders = 0;
  #withoutStatus = 0;
  #isService = false;

  constructor(options: PaymentClientOptions, currencyCode: string, gate: Gate) {
    this.options = options;
    this.currencyCode = currencyCode;
    this.#gate = gate;
    this.callOptions = { signal: gate.signal };
    this.payments = this.clientWith({});
  }

  clientWith(more: Partial<PaymentClientOptions>): PaymentClient {
    const gate = this.#gate;
    const auth = gate.through(more.auth ?? this.options.auth);
    // One call is one request: an attempt that was not sent is not repeated.
    const ours = { auth, maxRetries: 0, onEvent: gate.heard.bind(gate) };
    const client = new PaymentClient({ ...this.options, ...more, ...ours });
    this.#clients.push(client);
    return client;
  }

  /** @param more - Follows the number, which no other order has. */
  orderNumber(more = ""): string {
    this.#orders += 1;
    return `CHECK-${this.run}-${this.#orders}${more}`;
  }

  /** Says what a response showed. @throws CheckStopped if none came, or if the service rejects the check itself. */
  async observe(call: Promise<ObservedResult>, expected: Expected = {}): Promise<Observation> {
    const result = await toResult(call);
    const hasResponse = result.ok || result.error.httpStatus !== undefined;
    if (!hasResponse) throw this.#gate.stopped ?? stopAfterError(result.error);
    const response = responseOf(result.ok ? result.value : result.error) as ReceivedResponse;
    this.responseHeaders.push(response.headers);
    const observed = observationOf(result, response, this.options, this.payments);
    this.seen.push(observed.text);
    this.#gate.note(observed.text);
    const stop = stopAfterResponse(observed, expected);
    if (stop !== undefined) throw stop;
    if (observed.isSuccess !== undefined) this.#isService = true;
    else this.#withoutStatus += 1;
    if (!this.#isService && this.#withoutStatus === MOST_WITHOUT_STATUS) throw WRONG_SERVICE;
    return observed;
  }

  /** Calls the merchant's `lookUp`; undefined if it cannot tell. @throws CheckStopped if the check must end. */
  async readBalance({ orderId, transactionId }: CheckAuthorization): Promise<Reading> {
    const { lookUp } = this.payments;
    if (lookUp === undefined) return undefined;
    const call = lookUp({ orderId: orderId ?? undefined, transactionId }, this.callOptions);
    const { ok, value, error } = await toResult(call);
    if (ok) return value;
    const stop = this.#gate.stopped ?? stopBehind(error);
    if (stop !== undefined) throw stop;
    return { failed: whyFailed(error) };
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }
}

/** Says why `lookUp` failed: by the call that it made, or by what it threw itself, which is not shown. */
function whyFailed(error: PaymentError): string {
  const inner = causeOf(error);
  if (!(inner instanceof PaymentError) || inner.httpStatus === undefined) return error.message;
  return [inner.operation, `HTTP ${inner.httpStatus}`, inner.statusKey ?? issuesOf(inner)].join(", ");
}
