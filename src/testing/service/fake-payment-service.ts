import { FakeFaults } from "./faults/fault-script.js";
import { type FakeFetch, fetchFrom } from "./http/fetch.js";
import type { RecordedRequest } from "./http/recorded-request.js";
import { callback, readOption, readOptions } from "./input.js";
import { type CustomHandler, customRoute, type HandledOperation } from "./routes/custom-operations.js";
import { FakeRoutes } from "./routes/fake-routes.js";
import { readRoute, serviceRoutes } from "./routes/service-routes.js";
import {
  type AuthorizeOptions,
  decimalBalance,
  type FakeAuthorization,
  type FakeBalance,
} from "./rules/authorizations.js";
import type { FakeFinalization, FinalizeResponse } from "./rules/finalizations.js";
import type { CreateOrderResponse, FakeOrder } from "./rules/orders.js";
import type { FakeQuirks } from "./rules/quirks.js";
import type { Sale, SellOptions } from "./rules/sales.js";
import { type FakePaymentServiceOptions, serviceSchema } from "./service-options.js";
import { FakeClock } from "./state/clock.js";
import { type LateRequest, LateRequests } from "./state/late-requests.js";
import { Ledger } from "./state/ledger.js";
import { type FakeSnapshot, nothing, readSnapshot } from "./state/snapshot.js";

/**
 * Plays the payment service in memory; no real money moves. It follows the contract's rules, and assumptions of this
 * library where the contract has gaps. Its state is plain data, which assertions can read.
 *
 * @example
 * const service = new FakePaymentService();
 * const payments = new PaymentClient({
 *   baseUrl: "https://payments.example.com",
 *   auth: basicAuth(service.merchantId, service.password),
 *   fetch: service.fetch,
 * });
 * const sale = service.sell({ paymentMethod: "card", totalAmount: "125.00" });
 * await payments.finalize(sale);
 * expect(service.finalizations).toMatchObject([{ totalAmount: "125.00" }]);
 */
export class FakePaymentService {
  readonly merchantId: string;
  readonly password: string;
  readonly orders: readonly FakeOrder[];
  readonly authorizations: readonly FakeAuthorization[];
  /** Accepted finalizations, including pending ones. */
  readonly finalizations: readonly FakeFinalization[];
  /** The last `keepRequests` HTTP requests, through any adapter, including rejected ones. */
  readonly requests: RecordedRequest[] = [];
  /** The service's clock. Move it with `advance` and `set`. */
  readonly clock: FakeClock;
  /** What goes wrong, and when. */
  readonly faults: FakeFaults;
  /** Pass it as a client's `fetch` option. It responds under any base URL, and nothing leaves the process. */
  readonly fetch: FakeFetch = fetchFrom(this);
  /** @internal */
  readonly ledger: Ledger;
  /** @internal */
  readonly lateRequests: LateRequests;
  /** @internal */
  readonly routes: FakeRoutes;
  /** @internal */
  readonly quirks: FakeQuirks;
  /** A new id after each reset, so that the page can tell old items from new ones with the same ids. @internal */
  run: string = crypto.randomUUID();
  /** How many requests came, also those that are no longer kept. @internal */
  requestCount = 0;
  readonly #keepRequests: number;
  readonly #listeners = new Set<(request: RecordedRequest | undefined) => void>();

  /**
   * Creates a fake without orders.
   * @throws TypeError that names the option that is unknown or invalid.
   */
  constructor(options: FakePaymentServiceOptions = {}) {
    const read = readOptions("FakePaymentService", serviceSchema, options);
    const { merchantId = "merchant-1", password = "fake-password", seed = 1, now = () => new Date() } = read;
    const { riskAssessment, waive, keepRequests = 1000, quirks = {} } = read;
    const changed = () => this.#changed(undefined);
    this.merchantId = merchantId;
    this.password = password;
    this.quirks = quirks;
    this.#keepRequests = keepRequests;
    this.clock = new FakeClock(now, changed);
    this.lateRequests = new LateRequests(this.clock, changed);
    const rules = { riskAssessment, waived: new Set(waive), repeat: quirks.repeat };
    this.ledger = new Ledger({ seed, now: () => this.clock.now(), ...rules });
    const { orders, authorizations, finalizations } = this.ledger.records;
    this.routes = new FakeRoutes(serviceRoutes(this), readRoute(authorizations), changed);
    this.faults = new FakeFaults(this.routes, changed);
    this.orders = orders.all;
    this.authorizations = authorizations.all;
    this.finalizations = finalizations.all;
  }

  /**
   * Registers an order, or rejects it and lists all faults. Number, total and currency alone make a simple order. Any
   * other field makes a detailed order, which needs `lineItems` and `billTo`.
   *
   * @param form - `"detailed"` rejects a simple order, like the service's path `/orders/create`.
   */
  createOrder(values: object, form?: "detailed"): CreateOrderResponse {
    return this.#afterSuccess(this.ledger.createOrder(values, form));
  }

  /**
   * Authorizes a payment, as the customer does at the service. It checks the rules of the payment method.
   *
   * @throws Error that names the rule if the order cannot use this method or is already authorized in full.
   */
  authorize(orderId: string, options: AuthorizeOptions): { transactionId: string } {
    return this.#changed(this.ledger.authorize(orderId, options));
  }

  /**
   * Creates and authorizes an order in one call, with everything that the payment method requires.
   *
   * @example
   * const sale = service.sell({ paymentMethod: "card", totalAmount: "125.00" });
   * await payments.finalize(sale); // all of it
   * await payments.finalize({ ...sale, totalAmount: "100.00" }); // or a part
   *
   * @throws Error that names what is wrong with the order, or the rule that the method breaks. The order then does not
   * exist.
   */
  sell(options: SellOptions): Sale {
    return this.#changed(this.ledger.sell(options));
  }

  /** Finalizes all or part of an authorization, or rejects the request. */
  finalize(values: object): FinalizeResponse {
    return this.#afterSuccess(this.ledger.finalize(values));
  }

  /**
   * Returns the balance of one authorization, for a handler that replaces the read operation, and for assertions. The fake's
   * `GET /transactions/{transactionId}` returns it too. Both are the fake's own: the contract shows no such operation.
   *
   * @throws Error if there is no such authorization.
   */
  balance(transactionId: string): FakeBalance {
    return decimalBalance(this.ledger.authorization(transactionId));
  }

  /** Releases the rest of an authorization. Later finalizations are rejected with PAYMENT_ANNULLED. */
  annul(transactionId: string): void {
    this.#changed(this.ledger.annul(transactionId));
  }

  /** Completes the pending finalizations of an authorization. Their amounts then count as finalized. */
  completePending(transactionId: string): void {
    this.#changed(this.ledger.completePending(transactionId));
  }

  /**
   * Responds to a custom operation with the handler's data, {@link rejection} or {@link pending}. A second handler
   * replaces the first; `reset` keeps it. A handler that throws causes HTTP 500. Returns a function that removes it.
   *
   * @example
   * service.on(initializePayment, ({ input, order }) => {
   *   if (!order) return rejection("ORDER_NOT_FOUND");
   *   return { sessionId: "S-1", url: input.returnUrl };
   * });
   *
   * @throws Error if another operation has its name or its path.
   */
  on<Own extends HandledOperation>(operation: Own, handler: CustomHandler<Own>): () => void {
    const { records } = this.ledger;
    const orderOf = (values: object) => records.orders.find(records.namedBy(values).orderId);
    return this.routes.add(customRoute(operation, handler, orderOf));
  }

  /** Requests that a fault delays until their caller has given up. */
  get late(): readonly LateRequest[] {
    return this.lateRequests.all;
  }

  /** Delivers the late requests. Resolves once all have arrived, which is after their callers have given up. */
  deliverLate(): Promise<void> {
    return this.lateRequests.deliver();
  }

  /**
   * Returns the state as plain data, for `restore`: `afterEach(() => service.restore(paid))`.
   */
  snapshot(): FakeSnapshot {
    const { orders, authorizations, finalizations, requests } = this;
    return {
      orders: [...orders],
      authorizations: [...authorizations],
      finalizations: [...finalizations],
      requests: [...requests],
      counts: { ...this.ledger.ids.counts, requests: this.requestCount },
      clockOffsetMs: this.clock.offset,
    };
  }

  /** Restores an earlier state. Armed faults and late requests are removed. */
  restore(snapshot: FakeSnapshot): void {
    const restored = readSnapshot(snapshot);
    this.lateRequests.forget();
    this.clock.offset = restored.clockOffsetMs;
    this.ledger.reset(restored);
    this.requests.length = 0;
    for (const request of restored.requests) this.requests.push(request);
    this.requestCount = restored.counts.requests;
    this.run = crypto.randomUUID();
    this.faults.clear(); // notifies the listeners
  }

  /** Removes all data, armed faults and late requests, and restarts clock and ids. Handlers and listeners stay. */
  reset(): void {
    this.restore(nothing);
  }

  /**
   * Calls the listener after every change: with the request if one was recorded, otherwise with undefined. Armed faults
   * count as changes. Returns the function that unsubscribes.
   */
  subscribe(listener: (request: RecordedRequest | undefined) => void): () => void {
    this.#listeners.add(readOption("subscribe", "listener", callback<typeof listener>(), listener));
    return () => this.#listeners.delete(listener);
  }

  /** Keeps a request that came by HTTP. @internal */
  record(request: Omit<RecordedRequest, "number">): void {
    this.requestCount += 1;
    const recorded = { number: this.requestCount, ...request };
    this.requests.push(recorded);
    if (this.requests.length > this.#keepRequests) this.requests.shift();
    this.#tell(recorded);
  }

  /** A rejection changes nothing. */
  #afterSuccess<Response extends CreateOrderResponse | FinalizeResponse>(response: Response): Response {
    return response.status.isSuccess ? this.#changed(response) : response;
  }

  /** Returns the result of a change after it has notified the listeners. */
  #changed<Result>(result: Result): Result {
    this.#tell(undefined);
    return result;
  }

  #tell(request: RecordedRequest | undefined): void {
    for (const listener of this.#listeners) listener(request);
  }
}
