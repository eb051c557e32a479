/** What the service does: it registers, authorizes, finalizes, annuls and completes what is pending, by its rules. */
import type { CallIds } from "../faults/fault-target.js";
import {
  type AuthorizeOptions,
  afterAnnulment,
  afterFinalization,
  afterSettlement,
  authorizeOrder,
  balanceOf,
  type FakeAuthorization,
} from "../rules/authorizations.js";
import {
  type FakeFinalization,
  type FakeRiskAssessment,
  type FinalizeRequest,
  type FinalizeResponse,
  readFinalizeRequest,
  rejectionOf,
} from "../rules/finalizations.js";
import { type IdCounts, type Ids, seededIds } from "../rules/ids.js";
import { type CreateOrderResponse, type FakeOrder, formOf, readOrder } from "../rules/orders.js";
import { statusOf, validationError } from "../rules/status-catalogue.js";
import { type Books, emptyBooks, namedBy } from "./books.js";

export interface LedgerOptions {
  readonly seed: number;
  now(): Date;
  readonly riskAssessment: FakeRiskAssessment | undefined;
}

export class Ledger {
  readonly books: Books = emptyBooks();
  readonly #options: LedgerOptions;
  #ids: Ids;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#ids = this.#idsFrom({ orders: 0, transactions: 0 });
  }

  /** How many ids were given. */
  get idCounts(): IdCounts {
    return this.#ids.counts();
  }

  createOrder(values: object, form: FakeOrder["form"] = formOf(values)): CreateOrderResponse {
    const read = readOrder(values, form);
    if ("errors" in read) return { status: validationError(...read.errors) };
    const orderId = this.#ids.orderId();
    this.books.orders.add({ orderId, ...read.order });
    return { status: statusOf("SUCCESS"), orderId };
  }

  /** @throws Error that names the rule, when the method cannot pay this order. */
  authorize(orderId: string, options: AuthorizeOptions): { transactionId: string } {
    const order = this.books.orders.find(orderId.toLowerCase());
    if (!order) throw new Error(`Cannot authorize: there is no order ${orderId}.`);
    const sharesNumber = this.books.orders.ofGroup(order.orderNumber).length > 1;
    const authorization = authorizeOrder(order, sharesNumber, options);
    const transactionId = this.#ids.transactionId();
    this.books.authorizations.add({ transactionId, ...authorization });
    return { transactionId };
  }

  finalize(values: object): FinalizeResponse {
    const request = readFinalizeRequest(values);
    const { authorization, order } = this.#find(request);
    const { totalAmount, lineItems, errors } = request;
    if (errors.length > 0 || !totalAmount) {
      return { status: validationError(...errors), ...balanceOf(authorization) };
    }
    if (!authorization || !order) return { status: statusOf("ORDER_NOT_FOUND") };
    const rejection = rejectionOf(totalAmount, lineItems, authorization, order);
    if (rejection) return { status: rejection, ...balanceOf(authorization) };
    return this.#accept(authorization, totalAmount, lineItems);
  }

  /** @throws Error when nothing is left. */
  annul(transactionId: string): void {
    this.books.authorizations.replace(afterAnnulment(this.#authorization(transactionId)));
  }

  /** @throws Error when nothing is pending. */
  completePending(transactionId: string): void {
    const { authorizations, finalizations } = this.books;
    authorizations.replace(afterSettlement(this.#authorization(transactionId)));
    for (const each of finalizations.ofGroup(transactionId)) finalizations.replace({ ...each, pending: false });
  }

  /** Forgets everything, and takes this instead. */
  reset(
    {
      orders,
      authorizations,
      finalizations,
    }: { readonly [Name in keyof Books]: readonly Books[Name]["all"][number][] },
    counts: IdCounts,
  ): void {
    this.books.orders.reset(orders);
    this.books.authorizations.reset(authorizations);
    this.books.finalizations.reset(finalizations);
    this.#ids = this.#idsFrom(counts);
  }

  /** The order and the authorization that the values of a call name. */
  about(values: object): CallIds {
    return namedBy(values, this.books);
  }

  orderNamedBy(values: object): FakeOrder | undefined {
    return this.books.orders.find(this.about(values).orderId);
  }

  #accept(before: FakeAuthorization, totalAmount: string, lineItems: FakeFinalization["lineItems"]): FinalizeResponse {
    const { transactionId: authorizationId, orderId, finalizesPending: pending, paymentMethod } = before;
    const authorization = afterFinalization(before, totalAmount);
    const transactionId = this.#ids.transactionId();
    const batch = paymentMethod === "card" ? { batchId: this.#ids.batchId() } : {};
    const finalization = { transactionId, authorizationId, orderId, totalAmount, lineItems, pending, ...batch };
    this.books.authorizations.replace(authorization);
    this.books.finalizations.add(finalization);
    const { riskAssessment } = this.#options;
    return {
      status: statusOf(pending ? "PENDING" : "SUCCESS"),
      transactionId,
      ...batch,
      acquirerId: "1010",
      ...balanceOf(authorization),
      ...(riskAssessment && { riskAssessment }),
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

  #idsFrom(counts: IdCounts): Ids {
    return seededIds(this.#options.seed, () => this.#options.now(), counts);
  }
}
