/** What the service does by its rules. The docstrings are those of FakePaymentService, which has the same methods. */
import * as z from "zod/mini";
import { optionsOf, readOptions } from "../input.js";
import { compare } from "../rules/amounts.js";
import {
  type AuthorizeOptions,
  afterAnnulment,
  afterCompletion,
  afterFinalization,
  authorizeOrder,
  authorizeSchema,
  balanceOf,
  type FakeAuthorization,
} from "../rules/authorizations.js";
import type { Waived } from "../rules/currencies.js";
import {
  type FakeFinalization,
  type FakeRiskAssessment,
  type FinalizeResponse,
  readFinalizeRequest,
  rejectionOf,
} from "../rules/finalizations.js";
import { Ids } from "../rules/ids.js";
import { type CreateOrderResponse, type FakeOrder, formOf, readOrder } from "../rules/orders.js";
import { brokenRule } from "../rules/payment-methods.js";
import { type FakeQuirks, repeatOf } from "../rules/quirks.js";
import { orderToSell, type Sale, type SellOptions, sellSchema } from "../rules/sales.js";
import { statusOf, validationError } from "../rules/status-catalogue.js";
import { LedgerRecords } from "./records.js";
import type { FakeSnapshot } from "./snapshot.js";

interface LedgerOptions {
  readonly seed: number;
  now(): Date;
  readonly riskAssessment: FakeRiskAssessment | string | undefined;
  readonly waived: Waived;
  readonly repeat: FakeQuirks["repeat"];
}

const ofOrder = optionsOf({ orderId: z.string() });
const ofTransaction = optionsOf({ transactionId: z.string() });

export class Ledger {
  readonly records = new LedgerRecords();
  readonly #options: LedgerOptions;
  readonly ids: Ids;

  constructor(options: LedgerOptions) {
    this.#options = { ...options, riskAssessment: structuredClone(options.riskAssessment) };
    this.ids = new Ids(options.seed, () => options.now());
  }

  createOrder(values: object, form: FakeOrder["form"] = formOf(values)): CreateOrderResponse {
    const read = readOrder(values, form, this.#options.waived);
    if ("errors" in read) return { status: validationError(...read.errors) };
    return { status: statusOf("SUCCESS"), orderId: this.#register(read.order) };
  }

  authorize(orderId: string, given: AuthorizeOptions): { transactionId: string } {
    const options = readOptions("authorize", authorizeSchema, given);
    const order = this.records.orders.find(readOptions("authorize", ofOrder, { orderId }).orderId.toLowerCase());
    if (!order) throw new Error(`Cannot authorize: there is no order ${orderId}.`);
    const authorization = this.#authorizationOf(order, options);
    const transactionId = this.ids.transactionId();
    this.records.authorizations.add({ transactionId, ...authorization });
    return { transactionId };
  }

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
    const { records } = this;
    const { waived, repeat } = this.#options;
    const { transactionId, orderId, totalAmount, lineItems, errors } = readFinalizeRequest(values, waived);
    const named = records.authorizations.find(transactionId);
    const authorization = orderId === undefined || named?.orderId === orderId ? named : undefined;
    const order = records.orders.find(authorization?.orderId);
    if (errors.length > 0 || !totalAmount) return { status: validationError(...errors), ...balanceOf(authorization) };
    if (!authorization || !order) return { status: statusOf("ORDER_NOT_FOUND") };
    const again = repeatOf(authorization, repeat);
    const alike = again === "same_success" ? records.finalizations.ofGroup(authorization.transactionId) : [];
    const first = alike.findLast((each) => compare(each.totalAmount, totalAmount) === 0);
    if (first) return this.#accepted(first, authorization);
    const earlierLines = records.finalizationsOf(order.orderId).flatMap((each) => each.lineItems);
    const isCapturedAgain = again === "captured_again";
    const request = { totalAmount, lineItems, authorization, order, earlierLines, isCapturedAgain };
    const rejection = rejectionOf(request, waived);
    if (rejection) return { status: rejection, ...balanceOf(authorization) };
    return this.#accept(authorization, totalAmount, lineItems);
  }

  annul(transactionId: string): void {
    this.records.authorizations.replace(afterAnnulment(this.authorization(transactionId)));
  }

  completePending(transactionId: string): void {
    const { authorizations, finalizations } = this.records;
    authorizations.replace(afterCompletion(this.authorization(transactionId)));
    for (const each of finalizations.ofGroup(transactionId)) finalizations.replace({ ...each, pending: false });
  }

  authorization(transactionId: string): FakeAuthorization {
    const { transactionId: id } = readOptions("FakePaymentService", ofTransaction, { transactionId });
    const found = this.records.authorizations.find(id);
    if (!found) throw new Error(`There is no authorization ${transactionId}.`);
    return found;
  }

  /** Replaces everything with this. */
  reset({ orders, authorizations, finalizations, counts }: FakeSnapshot): void {
    this.records.orders.reset(orders);
    this.records.authorizations.reset(authorizations);
    this.records.finalizations.reset(finalizations);
    this.ids.counts = { orders: counts.orders, transactions: counts.transactions };
  }

  #register(order: Omit<FakeOrder, "orderId">): string {
    const orderId = this.ids.orderId();
    this.records.orders.add({ orderId, ...order });
    return orderId;
  }

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
    const transactionId = this.ids.transactionId();
    const batch = paymentMethod === "card" ? { batchId: this.ids.batchId() } : {};
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
}
