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
import { statusOf, validationError } from "./rules/status-catalogue.js";

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
 * const { orderId } = await payments.createOrder({ orderNumber: "ORDER-1", totalAmount: "125.00", currencyCode: "SEK" });
 * const { transactionId } = service.authorize(orderId, { paymentMethod: "card" });
 * await payments.finalize({ orderId, transactionId, totalAmount: "125.00" });
 * expect(service.finalizations).toMatchObject([{ orderId, totalAmount: "125.00" }]);
 */
export class FakePaymentService {
  readonly merchantId: string;
  readonly password: string;
  readonly orders: FakeOrder[] = [];
  readonly authorizations: FakeAuthorization[] = [];
  /** Finalizations that were accepted, the pending ones too. */
  readonly finalizations: FakeFinalization[] = [];
  /** Every request that came by HTTP, through whichever door, also those that were refused. */
  readonly requests: RecordedRequest[] = [];
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
  readonly #newIds: () => Ids;
  readonly #riskAssessment: FakeRiskAssessment | undefined;
  #ids: Ids;
  #run = crypto.randomUUID();

  constructor(options: FakePaymentServiceOptions = {}) {
    const { merchantId = "merchant-1", password = "fake-password", seed = 1, now = () => new Date() } = options;
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
    this.orders.push({ orderId, ...read.order });
    this.#tellListeners();
    return { status: statusOf("SUCCESS"), orderId };
  }

  /**
   * Authorizes a payment, as the customer does at the service. The rules of the payment method are checked here.
   *
   * @throws Error that names the rule, when the method cannot pay this order.
   */
  authorize(orderId: string, options: AuthorizeOptions): { transactionId: string } {
    const order = this.orders.find((candidate) => candidate.orderId === orderId.toLowerCase());
    if (!order) throw new Error(`Cannot authorize: there is no order ${orderId}.`);
    const authorization = authorizeOrder(order, this.orders, options);
    const transactionId = this.#ids.transactionId();
    this.authorizations.push({ transactionId, ...authorization });
    this.#tellListeners();
    return { transactionId };
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
    this.#replace(afterAnnulment(this.#authorization(transactionId)));
    this.#tellListeners();
  }

  /** Lets the pending finalizations of an authorization go through. */
  settlePending(transactionId: string): void {
    this.#replace(afterSettlement(this.#authorization(transactionId)));
    for (const [index, finalization] of this.finalizations.entries()) {
      if (finalization.authorizationId === transactionId)
        this.finalizations[index] = { ...finalization, pending: false };
    }
    this.#tellListeners();
  }

  /** Forgets everything, waiting faults too, and starts the ids over: as newly made. */
  reset(): void {
    for (const state of [this.orders, this.authorizations, this.finalizations, this.requests]) state.length = 0;
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
  record(request: RecordedRequest): void {
    this.requests.push(request);
    this.#tellListeners(request);
  }

  #tellListeners(request?: RecordedRequest): void {
    for (const listener of this.#listeners) listener(request);
  }

  #accept(before: FakeAuthorization, totalAmount: string, lineItems: FakeFinalization["lineItems"]): FinalizeAnswer {
    const { transactionId: authorizationId, orderId, finalizesPending: pending, paymentMethod } = before;
    const authorization = afterFinalization(before, totalAmount);
    const transactionId = this.#ids.transactionId();
    const batch = paymentMethod === "card" ? { batchId: this.#ids.batchId() } : {};
    this.#replace(authorization);
    this.finalizations.push({ transactionId, authorizationId, orderId, totalAmount, lineItems, pending, ...batch });
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
    const authorization = this.authorizations.find(
      (candidate) =>
        candidate.transactionId === transactionId && (orderId === undefined || candidate.orderId === orderId),
    );
    return { authorization, order: this.orders.find((candidate) => candidate.orderId === authorization?.orderId) };
  }

  #authorization(transactionId: string): FakeAuthorization {
    const found = this.authorizations.find((candidate) => candidate.transactionId === transactionId);
    if (!found) throw new Error(`There is no authorization ${transactionId}.`);
    return found;
  }

  #replace(authorization: FakeAuthorization): void {
    const index = this.authorizations.findIndex(({ transactionId }) => transactionId === authorization.transactionId);
    this.authorizations[index] = authorization;
  }
}
