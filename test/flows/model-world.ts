import { basicAuth, PaymentClient, settle } from "merchant-payments";
import { FakePaymentService } from "merchant-payments/testing";
import { expect } from "vitest";
import { endOf, expectFailure, expectRefusal, figuresOf, plain, type Settled } from "./model-expectations.js";
import { amountOf, factsOf, lineItem, linesOf, pick, unknownOrder, unknownTransaction } from "./model-inputs.js";
import type { Step } from "./model-steps.js";
import {
  balanceOf,
  canAuthorize,
  decimalText,
  factsRefuse,
  finalizeRefusal,
  isOpen,
  type ModelAuthorization,
  type ModelOrder,
  type Money,
  orderRefusal,
  pendingOn,
  sum,
} from "./payment-model.js";

type StepOf<Kind extends Step["does"]> = Extract<Step, { readonly does: Kind }>;

const notSent = { code: "invalid_input", outcome: "not_sent", safeToRetry: false };

/** A client and a fake on the one side, the model on the other; each step is taken on both and compared. */
export class World {
  readonly #service = new FakePaymentService({ seed: 1, now: () => new Date("2026-03-04T12:00:00Z") });
  readonly #strict = this.#client({});
  /** Sends what only the service then refuses. */
  readonly #lenient = this.#client({ waive: ["positiveTotal", "lineTotals"] });
  readonly #orders: ModelOrder[] = [];
  readonly #authorizations: ModelAuthorization[] = [];
  readonly #finalizations: { authorizationId: string; totalAmount: string; part: { pending: boolean } }[] = [];
  readonly #tally: Map<string, number>;
  #transactions = 0;
  #requests = 0;

  /** @param tally - Counts how the calls ended. */
  constructor(tally: Map<string, number>) {
    this.#tally = tally;
  }

  async take(step: Step): Promise<void> {
    switch (step.does) {
      case "createSimple":
        return this.#createSimple(step);
      case "createDetailed":
        return this.#createDetailed(step);
      case "authorize":
        return this.#authorize(step);
      case "finalize":
        return this.#finalize(step);
      default:
        return this.#after(step);
    }
  }

  /** What the service has in its books is what the model says happened, and nothing else. */
  expectTheBooksToAgree(): void {
    const { orders, authorizations, finalizations, requests } = this.#service;
    expect(
      orders.map(({ orderId, orderNumber, totalAmount, form }) => ({ orderId, orderNumber, totalAmount, form })),
    ).toEqual(
      this.#orders.map(({ orderId, orderNumber, total, form }) => {
        return { orderId, orderNumber, totalAmount: decimalText(total), form };
      }),
    );
    expect(authorizations.map(figuresOf)).toEqual(
      this.#authorizations.map((each) => ({
        transactionId: each.transactionId,
        authorizedAmount: decimalText(each.authorized),
        annulled: each.released,
        ...balanceOf(each),
      })),
    );
    expect(
      finalizations.map(({ authorizationId, totalAmount, pending }) => ({ authorizationId, totalAmount, pending })),
    ).toEqual(
      this.#finalizations.map(({ authorizationId, totalAmount, part }) => {
        return { authorizationId, totalAmount, pending: part.pending };
      }),
    );
    expect(requests).toHaveLength(this.#requests);
  }

  async #createSimple({ orderNumber, currencyCode, total, lenient }: StepOf<"createSimple">) {
    const isFit = orderNumber.length >= 4 && /^([A-Z]{3}|\d{3})$/.test(currencyCode);
    const isSent = isFit && (total > 0n || (lenient && total === 0n));
    const facts = { hasCustomer: false, hasDescription: false, hasSalesLocation: false };
    await this.#create({ orderNumber, totalAmount: decimalText(total), currencyCode }, isSent, lenient, {
      ...facts,
      orderNumber,
      total,
      form: "simple",
      lines: [],
    });
  }

  async #createDetailed(step: StepOf<"createDetailed">) {
    const { orderNumber, lines, off, customer, description, salesLocation, lenient } = step;
    const total = sum(lines) + off;
    const addsUp = lines.length === 0 || off === 0n;
    const isSent = orderNumber.length >= 4 && (lenient ? total >= 0n : total > 0n && addsUp);
    const order = {
      orderNumber,
      totalAmount: decimalText(total),
      currencyCode: "SEK",
      lineItems: lines.map(lineItem),
      billTo: { address: { city: "Umeå" } },
      ...(customer ? { customer: { customerId: "C-1" } } : {}),
      ...(description ? { orderDescription: "Coffee" } : {}),
      ...(salesLocation ? { salesLocationId: "SE-1" } : {}),
    };
    await this.#create(order, isSent, lenient, {
      orderNumber,
      total,
      form: "detailed",
      lines,
      hasCustomer: customer,
      hasDescription: description,
      hasSalesLocation: salesLocation,
    });
  }

  async #create(
    input: Parameters<PaymentClient["createOrder"]>[0],
    isSent: boolean,
    lenient: boolean,
    order: Omit<ModelOrder, "orderId">,
  ) {
    const settled = await settle((lenient ? this.#lenient : this.#strict).createOrder(input));

    this.#count("createOrder", settled);
    if (!isSent) return expectFailure(settled, notSent);
    this.#requests += 1;
    const refusal = orderRefusal(order.total, order.lines);
    if (refusal) return expectRefusal(settled, refusal);
    const orderId = this.#service.orders.at(-1)?.orderId ?? "";
    expect(settled).toMatchObject({ ok: true, value: { orderId, pending: false, status: { statusKey: "SUCCESS" } } });
    expect(this.#orders.map((each) => each.orderId)).not.toContain(orderId);
    this.#orders.push({ orderId, ...order });
  }

  #authorize({ order: position, method, percent, pending }: StepOf<"authorize">): void {
    const order = pick(this.#orders, position);
    const amount = order === undefined || percent === undefined ? order?.total : (order.total * percent) / 100n;
    const given = percent === undefined || amount === undefined ? {} : { amount: decimalText(amount) };
    const authorizing = () =>
      this.#service.authorize(order?.orderId ?? unknownOrder, { paymentMethod: method, pending, ...given });

    if (order === undefined || amount === undefined || !canAuthorize(order, this.#orders, method, amount)) {
      expect(authorizing).toThrow(/^(Cannot authorize|The amount to authorize)/);
      return;
    }
    const transactionId = this.#nextTransaction();
    expect(authorizing()).toEqual({ transactionId });
    this.#authorizations.push({
      transactionId,
      order,
      method,
      authorized: amount,
      isSlow: pending,
      parts: [],
      released: false,
    });
  }

  async #finalize(step: StepOf<"finalize">) {
    const known = pick(this.#authorizations, step.authorization);
    const amount = amountOf(step, known);
    const lines = linesOf(step, amount);
    const options = step.facts && known ? { authorization: factsOf(known) } : {};
    const orderId = step.orderId === "right" ? (known?.order.orderId ?? unknownOrder) : unknownOrder;
    const settled = await settle(
      (step.lenient ? this.#lenient : this.#strict).finalize(
        {
          transactionId: known?.transactionId ?? unknownTransaction,
          totalAmount: decimalText(amount),
          ...(step.orderId === "none" ? {} : { orderId }),
          ...(lines === undefined ? {} : { lineItems: lines.map(lineItem) }),
        },
        options,
      ),
    );

    this.#count("finalize", settled);
    const isOff = step.lines === "off" && !step.lenient;
    const knows = step.facts && factsRefuse({ authorization: known, amount, lines });
    if (isOff || knows || (amount === 0n && !step.lenient)) return expectFailure(settled, notSent);
    this.#requests += 1;
    const authorization = step.orderId === "unknown" ? undefined : known;
    const refusal = finalizeRefusal({ authorization, amount, lines });
    if (refusal || authorization === undefined) return expectRefusal(settled, refusal ?? { statusKey: "none" });
    this.#accept(settled, authorization, amount);
  }

  #accept(settled: Settled, authorization: ModelAuthorization, amount: Money): void {
    const part = { amount, pending: authorization.isSlow };
    authorization.parts.push(part);
    this.#finalizations.push({
      authorizationId: authorization.transactionId,
      totalAmount: decimalText(amount),
      part,
    });
    expect(settled.ok && plain(settled.value)).toEqual({
      transactionId: this.#nextTransaction(),
      acquirerId: "1010",
      ...(authorization.method === "card" ? { batchId: "20260304" } : {}),
      ...balanceOf(authorization),
      pending: authorization.isSlow,
      status: expect.objectContaining({ statusKey: authorization.isSlow ? "PENDING" : "SUCCESS" }),
    });
  }

  #after({ does, authorization: position }: StepOf<"annul" | "settlePending">): void {
    const authorization = pick(this.#authorizations, position);
    const transactionId = authorization?.transactionId ?? unknownTransaction;
    const doing = () => this.#service[does](transactionId);
    if (authorization === undefined) {
      expect(doing).toThrow(`There is no authorization ${unknownTransaction}.`);
    } else if (does === "annul") {
      if (isOpen(authorization)) doing();
      else expect(doing).toThrow(`Nothing is left to annul on ${transactionId}.`);
      authorization.released ||= isOpen(authorization);
    } else {
      if (pendingOn(authorization) > 0n) doing();
      else expect(doing).toThrow(`Nothing is pending on authorization ${transactionId}.`);
      for (const part of authorization.parts) part.pending = false;
    }
  }

  #count(operation: string, settled: Settled): void {
    const kind = `${operation} ${endOf(settled)}`;
    this.#tally.set(kind, (this.#tally.get(kind) ?? 0) + 1);
  }

  #nextTransaction(): string {
    this.#transactions += 1;
    return `20260304${String(this.#transactions).padStart(10, "0")}`;
  }

  #client(options: object): PaymentClient {
    const { merchantId, password, fetch } = this.#service;
    const auth = basicAuth(merchantId, password);
    return new PaymentClient({ baseUrl: "https://payments.example.com/api", auth, fetch, ...options });
  }
}
