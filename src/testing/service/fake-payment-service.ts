import { Faults } from "./faults/fault-script.js";
import type { Adapter } from "./faults/playable-faults.js";
import { type FakeFetch, fetchFrom } from "./http/fetch.js";
import type { RecordedRequest } from "./http/recorded-request.js";
import { checkKeys } from "./known-names.js";
import { type CustomHandler, type CustomOperation, operationOf } from "./operations/custom-operation.js";
import { Operations } from "./operations/operations.js";
import { operationsOf } from "./operations/service-operations.js";
import type { AuthorizeOptions, FakeAuthorization } from "./rules/authorizations.js";
import type { FakeFinalization, FinalizeResponse } from "./rules/finalizations.js";
import type { CreateOrderResponse, FakeOrder } from "./rules/orders.js";
import type { Sale, SellOptions } from "./rules/sales.js";
import { readWaived } from "./rules/waived.js";
import type { FakePaymentServiceOptions } from "./service-options.js";
import { FakeClock } from "./state/clock.js";
import { type LateRequest, LateRequests } from "./state/late-requests.js";
import { Ledger } from "./state/ledger.js";
import { Listeners } from "./state/listeners.js";
import { OpenAdapters } from "./state/open-adapters.js";
import { RequestLog } from "./state/request-log.js";
import { type FakeSnapshot, nothing } from "./state/snapshot.js";

/**
 * The payment service in memory, with the rules of its contract. Its state is plain data, made to be read in assertions.
 *
 * @example
 * const service = new FakePaymentService();
 * const payments = new PaymentClient({
 *   baseUrl: "https://payments.example.com",
 *   auth: basicAuth(service.merchantId, service.password),
 *   fetch: service.fetch,
 * });
 * const sale = service.sell({ paymentMethod: "card", amount: "125.00" });
 * await payments.finalize(sale);
 * expect(service.finalizations).toMatchObject([{ orderId: sale.orderId, totalAmount: "125.00" }]);
 */
export class FakePaymentService {
  readonly merchantId: string;
  readonly password: string;
  readonly orders: readonly FakeOrder[];
  readonly authorizations: readonly FakeAuthorization[];
  /** Finalizations that were accepted, the pending ones too. */
  readonly finalizations: readonly FakeFinalization[];
  /** The requests that came by HTTP, through whichever adapter, also those that were rejected: the last `keepRequests`. */
  readonly requests: RecordedRequest[];
  /** Moved by `advance` and `set`. */
  readonly clock: FakeClock;
  /** What goes wrong, and when. */
  readonly faults: Faults;
  /** For a client's `fetch` option. It responses under any base URL; nothing leaves the process. */
  readonly fetch: FakeFetch = fetchFrom(this);
  /** @internal */
  readonly ledger: Ledger;
  /** @internal */
  readonly lateRequests: LateRequests;
  /** @internal */
  readonly operations: Operations;
  /**
   * A new id after each reset, by which the page tells old items from new ones with the same ids.
   *
   * @internal
   */
  run: string = crypto.randomUUID();
  readonly #listeners = new Listeners<RecordedRequest | undefined>();
  readonly #adapters = new OpenAdapters((adapter) => this.faults.checkDoor(adapter));
  readonly #log: RequestLog;

  /** @throws RangeError when `keepRequests` is no count, TypeError when `waive` names a rule that does not exist. */
  constructor(options: FakePaymentServiceOptions = {}) {
    const known = "merchantId password seed now riskAssessment waive keepRequests".split(" ");
    checkKeys("FakePaymentService", options, known);
    const { merchantId = "merchant-1", password = "fake-password", seed = 1, now = () => new Date() } = options;
    const changed = () => this.#changed(undefined);
    this.merchantId = merchantId;
    this.password = password;
    this.lateRequests = new LateRequests(changed);
    this.operations = new Operations(operationsOf(this), changed);
    this.faults = new Faults(this.#adapters, this.operations, changed);
    this.clock = new FakeClock(now, (ms) => {
      this.lateRequests.pass(ms);
      changed();
    });
    const { riskAssessment, keepRequests = 1000 } = options;
    this.ledger = new Ledger({ seed, now: () => this.clock.now(), riskAssessment, waived: readWaived(options.waive) });
    const { orders, authorizations, finalizations } = this.ledger.books;
    this.orders = orders.all;
    this.authorizations = authorizations.all;
    this.finalizations = finalizations.all;
    this.#log = new RequestLog(keepRequests);
    this.requests = this.#log.kept;
  }

  /**
   * Registers an order, or rejects it with every fault in its fields. Only the three values make a simple order,
   * anything more a detailed one, which then needs `lineitems` and `billTo`.
   *
   * @param form - `"detailed"` takes no simple order, like the service's path `/orders/create`.
   */
  createOrder(values: object, form?: "detailed"): CreateOrderResponse {
    return this.#afterSuccess(this.ledger.createOrder(values, form));
  }

  /**
   * Authorizes a payment, as the customer does at the service. The rules of the payment method are checked here.
   *
   * @throws Error that names the rule, when the method cannot pay this order, or all of it is authorized already.
   */
  authorize(orderId: string, options: AuthorizeOptions): { transactionId: string } {
    return this.#changed(this.ledger.authorize(orderId, options));
  }

  /**
   * An order that its customer has paid: created and authorized in one call, with all that the payment method demands.
   *
   * @example
   * const sale = service.sell({ paymentMethod: "card", amount: "125.00" });
   * await payments.finalize(sale); // all of it
   * await payments.finalize({ ...sale, totalAmount: "100.00" }); // or a part
   *
   * @throws Error that names what is wrong with the order, or the rule by which the method cannot pay it. Nothing is
   * left of the order then.
   */
  sell(options: SellOptions): Sale {
    return this.#changed(this.ledger.sell(options));
  }

  /** Finalizes all or part of an authorization, or rejects the finalization. */
  finalize(values: object): FinalizeResponse {
    return this.#afterSuccess(this.ledger.finalize(values));
  }

  /** Releases what is left of an authorization: from then on a finalization is rejected with PAYMENT_ANNULLED. */
  annul(transactionId: string): void {
    this.#changed(this.ledger.annul(transactionId));
  }

  /** Lets the pending finalizations of an authorization go through. */
  completePending(transactionId: string): void {
    this.#changed(this.ledger.completePending(transactionId));
  }

  /**
   * Responds to a custom operation with what its `response` takes, or with a {@link rejection} or {@link pending}. The last
   * handler counts, also after a reset; what it throws is told with HTTP 500. Returns the function that takes it back.
   *
   * @example
   * service.on(initializePayment, ({ input, order }) => {
   *   return order ? { sessionId: "S-1", url: input.returnUrl } : rejection("ORDER_NOT_FOUND");
   * });
   *
   * @throws Error when its name or its path is another operation's.
   */
  on<Own extends CustomOperation>(operation: Own, handler: CustomHandler<Own>): () => void {
    return this.operations.add(operationOf(operation, handler, (values) => this.ledger.orderNamedBy(values)));
  }

  /** Requests that a fault holds back until their caller has given up. */
  get late(): readonly LateRequest[] {
    return this.lateRequests.all;
  }

  /** Lets what is late arrive. Resolves when it has, which is not before its callers have given up. */
  deliverLate(): Promise<void> {
    return this.lateRequests.deliver();
  }

  /**
   * The state as plain data, for `restore`.
   *
   * @example
   * const paid = service.snapshot();
   * afterEach(() => service.restore(paid));
   */
  snapshot(): FakeSnapshot {
    const { orders, authorizations, finalizations, requests } = this;
    return {
      orders: [...orders],
      authorizations: [...authorizations],
      finalizations: [...finalizations],
      requests: [...requests],
      counts: { ...this.ledger.idCounts, requests: this.#log.count },
      clockOffsetMs: this.clock.offset,
    };
  }

  /** Makes the state what it was. What waits to go wrong and what is late is forgotten. */
  restore({ requests, counts, clockOffsetMs, ...books }: FakeSnapshot): void {
    this.lateRequests.forget();
    this.clock.offset = clockOffsetMs;
    this.ledger.reset(books, counts);
    this.#log.reset(requests, counts.requests);
    this.run = crypto.randomUUID();
    this.faults.clear(); // tells the listeners
  }

  /** Forgets everything, waiting faults and late requests too, and starts clock and ids over: as newly made. */
  reset(): void {
    this.restore(nothing);
  }

  /**
   * Calls the listener after every change: with the request when one was recorded, and with nothing when anything else
   * changed, armed faults too. Returns the function that ends this.
   */
  subscribe(listener: (request: RecordedRequest | undefined) => void): () => void {
    return this.#listeners.add(listener);
  }

  /**
   * How many requests came, also those that are no longer kept.
   *
   * @internal
   */
  get requestCount(): number {
    return this.#log.count;
  }

  /**
   * Keeps a request that came by HTTP.
   *
   * @internal
   */
  record(request: Omit<RecordedRequest, "number">): void {
    this.#listeners.tell(this.#log.add(request));
  }

  /**
   * From now on, faults that this adapter cannot play are invalid. Returns the function that closes the adapter.
   *
   * @internal
   */
  openAdapter(adapter: Adapter): () => void {
    return this.#adapters.add(adapter);
  }

  /** A rejection changes nothing. */
  #afterSuccess<Response extends CreateOrderResponse | FinalizeResponse>(response: Response): Response {
    return response.status.isSuccess ? this.#changed(response) : response;
  }

  /** Gives the result of a change, once the listeners know of it. */
  #changed<Result>(result: Result): Result {
    this.#listeners.tell(undefined);
    return result;
  }
}
