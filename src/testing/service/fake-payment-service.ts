import { Faults } from "./faults/fault-script.js";
import type { Door } from "./faults/playable-faults.js";
import { type FakeFetch, fetchFrom } from "./http/fetch.js";
import type { RecordedRequest } from "./http/recorded-request.js";
import {
  type AuthorizeOptions,
  afterAnnulment,
  afterFinalization,
  afterSettlement,
  authorizeOrder,
  balanceOf,
  type FakeAuthorization,
} from "./rules/authorizations.js";
import {
  type FakeFinalization,
  type FakeRiskAssessment,
  type FinalizeAnswer,
  type FinalizeRequest,
  readFinalizeRequest,
  refusalOf,
} from "./rules/finalizations.js";
import { type Ids, seededIds } from "./rules/ids.js";
import { type CreateOrderAnswer, type FakeOrder, formOf, readOrder } from "./rules/orders.js";
import { orderToSell, type Sale, type SellOptions } from "./rules/sales.js";
import { statusOf, validationError } from "./rules/status-catalogue.js";
import { type Books, emptyBooks } from "./state/books.js";
import { RequestLog } from "./state/request-log.js";

/** How the fake is set up. */
export interface FakePaymentServiceOptions {
  /** @defaultValue "merchant-1" */
  readonly merchantId?: string;
  /** @defaultValue "fake-password" */
  readonly password?: string;
  /**
   * The same seed gives the same order ids.
   * @defaultValue 1
   */
  readonly seed?: number;
  /**
   * The clock; transaction ids and batch ids begin with its day, in UTC.
   * @defaultValue the system's clock
   */
  readonly now?: () => Date;
  /** Comes with every finalization that succeeds, as if risk assessment were configured for the merchant. */
  readonly riskAssessment?: FakeRiskAssessment;
  /**
   * How many of the last requests are kept; `Infinity` keeps all.
   * @defaultValue 1000
   */
  readonly keepRequests?: number;
}

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
  /** @internal */
  readonly books: Books = emptyBooks();
  readonly orders: readonly FakeOrder[] = this.books.orders.all;
  readonly authorizations: readonly FakeAuthorization[] = this.books.authorizations.all;
  /** Finalizations that were accepted, the pending ones too. */
  readonly finalizations: readonly FakeFinalization[] = this.books.finalizations.all;
  /** The requests that came by HTTP, through whichever door, also those that were refused: the last `keepRequests`. */
  readonly requests: RecordedRequest[];
  /** What goes wrong, and when. */
  readonly faults: Faults = new Faults(
    // Behind no other door, the fake is reached by its own fetch.
    () => (this.#openDoors.length === 0 ? ["fetch"] : this.#openDoors),
    () => this.#tellListeners(),
  );
  /** For a client's `fetch` option. It answers under any base URL; nothing leaves the process. */
  readonly fetch: FakeFetch = fetchFrom(this);
  readonly #openDoors: Door[] = [];
  readonly #listeners = new Set<(request: RecordedRequest | undefined) => void>();
  readonly #log: RequestLog;
  readonly #newIds: () => Ids;
  readonly #riskAssessment: FakeRiskAssessment | undefined;
  #ids: Ids;
  #run = crypto.randomUUID();

  /** @throws RangeError when `keepRequests` is no count. */
  constructor(options: FakePaymentServiceOptions = {}) {
    const { merchantId = "merchant-1", password = "fake-password", seed = 1, now = () => new Date() } = options;
    this.#log = new RequestLog(options.keepRequests ?? 1000);
    this.requests = this.#log.kept;
    this.merchantId = merchantId;
    this.password = password;
    this.#riskAssessment = options.riskAssessment;
    this.#newIds = () => seededIds(seed, now);
    this.#ids = this.#newIds();
  }

  /**
   * Registers an order, or refuses it with every fault in its fields. Only the three values make a simple order,
   * anything more a detailed one, which then needs `lineitems` and `billTo`.
   *
   * @param form - `"detailed"` takes no simple order, like the service's path `/orders/create`.
   */
  createOrder(values: object, form?: "detailed"): CreateOrderAnswer {
    const read = readOrder(values, form ?? formOf(values));
    if ("errors" in read) return { status: validationError(...read.errors) };
    const orderId = this.#ids.orderId();
    this.books.orders.add({ orderId, ...read.order });
    this.#tellListeners();
    return { status: statusOf("SUCCESS"), orderId };
  }

  /**
   * Authorizes a payment, as the customer does at the service. The rules of the payment method are checked here.
   *
   * @throws Error that names the rule, when the method cannot pay this order.
   */
  authorize(orderId: string, options: AuthorizeOptions): { transactionId: string } {
    const order = this.books.orders.find(orderId.toLowerCase());
    if (!order) throw new Error(`Cannot authorize: there is no order ${orderId}.`);
    const sameNumber = this.books.orders.ofGroup(order.orderNumber).length > 1;
    const authorization = authorizeOrder(order, sameNumber, options);
    const transactionId = this.#ids.transactionId();
    this.books.authorizations.add({ transactionId, ...authorization });
    this.#tellListeners();
    return { transactionId };
  }

  /**
   * An order that its customer has paid: created and authorized in one call, with all that the payment method demands.
   *
   * @example
   * const sale = service.sell({ paymentMethod: "card", amount: "125.00" });
   * await payments.finalize(sale); // all of it
   * await payments.finalize({ ...sale, totalAmount: "100.00" }); // or a part
   *
   * @throws Error that names what is wrong with the order, or the rule by which the method cannot pay it.
   */
  sell(options: SellOptions): Sale {
    const freeNumber = `SALE-${String(this.orders.length + 1).padStart(4, "0")}`;
    const { status, orderId } = this.createOrder(orderToSell(options, freeNumber));
    const totalAmount = this.books.orders.find(orderId)?.totalAmount;
    if (orderId === undefined || totalAmount === undefined) {
      throw new Error(`Cannot sell: ${(status.errors ?? []).map(({ message }) => message).join(" ")}`);
    }
    const { paymentMethod, pending = false } = options;
    return { orderId, ...this.authorize(orderId, { paymentMethod, pending }), totalAmount };
  }

  /** Finalizes all or part of an authorization, or refuses it. */
  finalize(values: object): FinalizeAnswer {
    const request = readFinalizeRequest(values);
    const { authorization, order } = this.#find(request);
    const { totalAmount, lineItems, errors } = request;
    if (errors.length > 0 || !totalAmount) {
      return { status: validationError(...errors), ...balanceOf(authorization) };
    }
    if (!authorization || !order) return { status: statusOf("ORDER_NOT_FOUND") };
    const refusal = refusalOf(totalAmount, lineItems, authorization, order);
    if (refusal) return { status: refusal, ...balanceOf(authorization) };
    return this.#accept(authorization, totalAmount, lineItems);
  }

  /** Releases what is left of an authorization: from then on a finalization is refused with PAYMENT_ANNULLED. */
  annul(transactionId: string): void {
    this.books.authorizations.replace(afterAnnulment(this.#authorization(transactionId)));
    this.#tellListeners();
  }

  /** Lets the pending finalizations of an authorization go through. */
  settlePending(transactionId: string): void {
    const { authorizations, finalizations } = this.books;
    authorizations.replace(afterSettlement(this.#authorization(transactionId)));
    for (const each of finalizations.ofGroup(transactionId)) finalizations.replace({ ...each, pending: false });
    this.#tellListeners();
  }

  /** Forgets everything, waiting faults too, and starts the ids over: as newly made. */
  reset(): void {
    for (const records of [this.books.orders, this.books.authorizations, this.books.finalizations]) records.reset();
    this.#log.reset();
    this.#ids = this.#newIds();
    this.#run = crypto.randomUUID();
    this.faults.clear(); // tells the listeners
  }

  /**
   * Calls the listener after every change: with the request when one was recorded, and with nothing when anything else
   * changed, armed faults too. Returns the function that ends this.
   */
  subscribe(listener: (request: RecordedRequest | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * A new id after each reset, by which the page tells old items from new ones with the same ids.
   *
   * @internal
   */
  get run(): string {
    return this.#run;
  }

  /**
   * From now on, faults that this door cannot play are refused. Returns the function that closes the door.
   *
   * @internal
   */
  openDoor(door: Door): () => void {
    this.faults.checkDoor(door);
    this.#openDoors.push(door);
    let isOpen = true;
    return () => {
      if (isOpen) this.#openDoors.splice(this.#openDoors.indexOf(door), 1);
      isOpen = false;
    };
  }

  /**
   * Keeps a request that came by HTTP.
   *
   * @internal
   */
  record(request: Omit<RecordedRequest, "number">): void {
    this.#tellListeners(this.#log.add(request));
  }

  /**
   * How many requests came, also those that are no longer kept.
   *
   * @internal
   */
  get requestCount(): number {
    return this.#log.count;
  }

  #tellListeners(request?: RecordedRequest): void {
    for (const listener of this.#listeners) listener(request);
  }

  #accept(before: FakeAuthorization, totalAmount: string, lineItems: FakeFinalization["lineItems"]): FinalizeAnswer {
    const { transactionId: authorizationId, orderId, finalizesPending: pending, paymentMethod } = before;
    const authorization = afterFinalization(before, totalAmount);
    const transactionId = this.#ids.transactionId();
    const batch = paymentMethod === "card" ? { batchId: this.#ids.batchId() } : {};
    this.books.authorizations.replace(authorization);
    this.books.finalizations.add({
      transactionId,
      authorizationId,
      orderId,
      totalAmount,
      lineItems,
      pending,
      ...batch,
    });
    this.#tellListeners();
    return {
      status: statusOf(pending ? "PENDING" : "SUCCESS"),
      transactionId,
      ...batch,
      acquirerId: "1010",
      ...balanceOf(authorization),
      ...(this.#riskAssessment && { riskAssessment: this.#riskAssessment }),
    };
  }

  /** The authorization and its order; neither when the transaction is not on the order that was named. */
  #find({ transactionId, orderId }: FinalizeRequest) {
    const found = this.books.authorizations.find(transactionId);
    const authorization = orderId === undefined || found?.orderId === orderId ? found : undefined;
    return { authorization, order: this.books.orders.find(authorization?.orderId) };
  }

  #authorization(transactionId: string): FakeAuthorization {
    const found = this.books.authorizations.find(transactionId);
    if (!found) throw new Error(`There is no authorization ${transactionId}.`);
    return found;
  }
}
