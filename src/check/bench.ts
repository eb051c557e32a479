/** What the rows need: clients whose requests go through the gate, and what their responses showed. */
import { causeOf, PaymentClient, type PaymentClientOptions, responseOf, toResult } from "../index.js";
import { CheckStopped, type Gate } from "./gate.js";
import { type Observation, type ObservedResult, observationOf } from "./observation.js";

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
   * @throws CheckStopped if no response came, or if the service refuses the check itself.
   */
  observe(call: Promise<ObservedResult>, explained?: readonly number[]): Promise<Observation>;
  /** Options of each call. */
  readonly callOptions: { readonly signal: AbortSignal };
  /** Whether a response had the service's status object. */
  readonly knowsService: () => boolean;
  close(): Promise<void>;
}

const REFUSING = [401, 403, 429];

export function benchOf(options: PaymentClientOptions, currencyCode: string, gate: Gate): Bench {
  const clients: PaymentClient[] = [];
  const seen: string[] = [];
  const run = crypto.randomUUID().slice(0, 8);
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
    const { error } = result;
    const httpStatus = result.ok ? responseOf(result.value)?.httpStatus : error?.httpStatus;
    if (httpStatus === undefined) {
      const cause = causeOf(error as object);
      if (cause instanceof CheckStopped) throw cause;
      throw new CheckStopped(gate.stopped ?? error?.message);
    }
    const observed = observationOf(result, httpStatus, known);
    isService ||= observed.isSuccess !== undefined;
    seen.push(observed.text);
    const last = gate.sent.at(-1);
    if (last !== undefined) last.response = observed.text;
    if (REFUSING.includes(httpStatus) && !explained.includes(httpStatus)) {
      throw new CheckStopped(`the service refused a request that it should accept: ${observed.text}`);
    }
    return observed;
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
    callOptions: { signal: gate.signal },
    knowsService: () => isService,
    close: async () => void (await Promise.all(clients.map((client) => client.close()))),
  };
}
