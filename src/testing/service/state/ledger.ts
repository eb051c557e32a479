/** What the service does by its rules: it registers, authorizes, finalizes, annuls, and completes pending finalizations. */
import * as z from "zod/mini";
import { readOption, readOptions } from "../../../model/options.js";
import { compare } from "../rules/amounts.js";
import {
  type AuthorizeOptions,
  afterAnnulment,
  afterFinalization,
  afterSettlement,
  authorizeOrder,
  authorizeSchema,
  balanceOf,
  decimalBalance,
  type FakeAuthorization,
  type FakeBalance,
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
import { brokenRule } from "../rules/payment-methods.js";
import { type FakeQuirks, repeatOf } from "../rules/quirks.js";
import { orderToSell, type Sale, type SellOptions, sellSchema } from "../rules/sales.js";
import { statusOf, validationError } from "../rules/status-catalogue.js";
import type { Waived } from "../rules/waived.js";
import { type CallIds, emptyRecords, type LedgerRecords, linesFinalized, namedBy } from "./ledger-records.js";

export interface LedgerOptions {
  readonly seed: number;
  now(): Date;
  readonly riskAssessment: FakeRiskAssessment | string | undefined;
  readonly waived: Waived;
  /** What a finalization gets if nothing is left. */
  readonly repeat: FakeQuirks["repeat"];
}

export class Ledger {
  readonly records: LedgerRecords = emptyRecords();
  readonly #options: LedgerOptions;
  #ids: Ids;

  constructor(options: LedgerOptions) {
    this.#options = { ...options, riskAssessment: structuredClone(options.riskAssessment) };
    this.#ids = this.#idsFrom({ orders: 0, transactions: 0 });
  }

  /** How many ids were created. */
  get idCounts(): IdCounts {
    return this.#ids.counts();
  }

  createOrder(values: object, form: FakeOrder["form"] = formOf(values)): CreateOrderResponse {
    const read = readOrder(values, form, this.#options.waived);
    if ("errors" in read) return { status: validationError(...read.errors) };
    return { status: statusOf("SUCCESS"), orderId: this.#register(read.order) };
  }

  /** @throws Error that names the rule if the method cannot pay this order. */
  authorize(orderId: string, given: AuthorizeOptions): { transactionId: string } {
    const options = readOptions("authorize", authorizeSchema, given);
    const order = this.records.orders.find(readOption("authorize", "orderId", z.string(), orderId).toLowerCase());
    if (!order) throw new Error(`Cannot authorize: there is no order ${orderId}.`);
    const authorization = this.#authorizationOf(order, options);
    const transactionId = this.#ids.transactionId();
    this.records.authorizations.add({ transactionId, ...authorization });
    return { transactionId };
  }

  /** @throws Error that names the rule if the order cannot be registered or authorized. It then does not exist. */
  sell(given: SellOptions): Sale {
    const options = readOptions("sell", sellSchema, given);
    const freeNumber = `SALE-${String(this.records.orders.all.length + 1).padStart(4, "0")}`;
    const values = orderToSell({ orderNumber: freeNumber, ...options });
    const read = readOrder(values, formOf(values), this.#options.waived);
    if ("errors" in read) throw new Error(`Cannot sell: ${read.errors.map(({ message }) => message).join(" ")}`);
    const payment = { paymentMethod: options.paymentMethod, pending: options.pending ?? false };
    this.#authorizationOf({ orderId: "", ...read.order }, payment);
    const orderId = this.#register(read.order);
    return { orderId, ...this.authorize(orderId, payment), totalAmount: read.order.totalAmount };
  }

  finalize(values: object): FinalizeResponse {
    const { waived, repeat } = this.#options;
    const request = readFinalizeRequest(values, waived);
    const { authorization, order } = this.#find(request);
    const { totalAmount, lineItems, errors } = request;
    if (errors.length > 0 || !totalAmount) return { status: validationError(...errors), ...balanceOf(authorization) };
    if (!authorization || !order) return { status: statusOf("ORDER_NOT_FOUND") };
    const again = repeatOf(authorization, repeat);
    const alike = again === "same_success" ? this.records.finalizations.ofGroup(authorization.transactionId) : [];
    const first = alike.findLast((each) => compare(each.totalAmount, totalAmount) === 0);
    if (first) return this.#accepted(first, authorization);
    const earlier = { earlierLines: linesFinalized(order, this.records), isCapturedAgain: again === "captured_again" };
    const rejection = rejectionOf({ totalAmount, lineItems, authorization, order, ...earlier }, waived);
    if (rejection) return { status: rejection, ...balanceOf(authorization) };
    return this.#accept(authorization, totalAmount, lineItems);
  }

  /** @throws Error if nothing is left. */
  annul(transactionId: string): void {
    this.records.authorizations.replace(afterAnnulment(this.#authorization(transactionId)));
  }

  /** @throws Error if nothing is pending. */
  completePending(transactionId: string): void {
    const { authorizations, finalizations } = this.records;
    authorizations.replace(afterSettlement(this.#authorization(transactionId)));
    for (const each of finalizations.ofGroup(transactionId)) finalizations.replace({ ...each, pending: false });
  }

  /** @throws Error if there is no such authorization. */
  balance(transactionId: string): FakeBalance {
    return decimalBalance(this.#authorization(transactionId));
  }

  /** Replaces everything with this. */
  reset(
    books: { readonly [Name in keyof LedgerRecords]: readonly LedgerRecords[Name]["all"][number][] },
    counts: IdCounts,
  ): void {
    this.records.orders.reset(books.orders);
    this.records.authorizations.reset(books.authorizations);
    this.records.finalizations.reset(books.finalizations);
    this.#ids = this.#idsFrom(counts);
  }

  /** The order and the authorization that the values of a call name. */
  about(values: object): CallIds {
    return namedBy(values, this.records);
  }

  orderNamedBy(values: object): FakeOrder | undefined {
    return this.records.orders.find(this.about(values).orderId);
  }

  #register(order: Omit<FakeOrder, "orderId">): string {
    const orderId = this.#ids.orderId();
    this.records.orders.add({ orderId, ...order });
    return orderId;
  }

  /** @throws Error that names the rule. */
  #authorizationOf(order: FakeOrder, options: z.output<typeof authorizeSchema>) {
    const { paymentMethod } = options;
    const { orderId, orderNumber } = order;
    const sharesNumber = this.records.orders.ofGroup(orderNumber).some((other) => other.orderId !== orderId);
    const broken = brokenRule(paymentMethod, order, sharesNumber, this.#options.waived);
    if (broken) throw new Error(`Cannot authorize order ${orderNumber} with ${paymentMethod}: ${broken}.`);
    return authorizeOrder(order, this.records.authorizations.ofGroup(orderId), options);
  }

  #accept(before: FakeAuthorization, totalAmount: string, lineItems: FakeFinalization["lineItems"]): FinalizeResponse {
    const { transactionId: authorizationId, orderId, finalizesPending: pending, paymentMethod } = before;
    const authorization = afterFinalization(before, totalAmount);
    const transactionId = this.#ids.transactionId();
    const batch = paymentMethod === "card" ? { batchId: this.#ids.batchId() } : {};
    const ids = { transactionId, authorizationId, orderId };
    const finalization: FakeFinalization = { ...ids, totalAmount, lineItems, pending, ...batch };
    this.records.authorizations.replace(authorization);
    this.records.finalizations.add(finalization);
    return this.#accepted(finalization, authorization);
  }

  #accepted(finalization: FakeFinalization, authorization: FakeAuthorization): FinalizeResponse {
    const { transactionId, batchId, pending } = finalization;
    const { riskAssessment } = this.#options;
    return {
      status: statusOf(pending ? "PENDING" : "SUCCESS"),
      transactionId,
      ...(batchId && { batchId }),
      acquirerId: "1010",
      ...balanceOf(authorization),
      ...(riskAssessment && { riskAssessment }),
    };
  }

  /** The authorization and its order; neither if the transaction is not of the named order. */
  #find({ transactionId, orderId }: FinalizeRequest) {
    const found = this.records.authorizations.find(transactionId);
    const authorization = orderId === undefined || found?.orderId === orderId ? found : undefined;
    return { authorization, order: this.records.orders.find(authorization?.orderId) };
  }

  #authorization(transactionId: string): FakeAuthorization {
    const found = this.records.authorizations.find(readOption("fake", "transactionId", z.string(), transactionId));
    if (!found) throw new Error(`There is no authorization ${transactionId}.`);
    return found;
  }

  #idsFrom(counts: IdCounts): Ids {
    return seededIds(this.#options.seed, () => this.#options.now(), counts);
  }
}
