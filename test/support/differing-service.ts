/** A service that differs from what the client assumes: the fake with other rules, figures and ways to write them. */
import { Decimal } from "decimal.js";
import {
  type FakeAuthorization,
  type FakePaymentMethod,
  FakePaymentService,
  type FakePaymentServiceOptions,
} from "merchant-payments/testing";
import { fetchFrom } from "../../src/testing/service/http/fetch.js";
import { add, compare, subtract, zero } from "../../src/testing/service/rules/amounts.js";
import { amountText } from "../../src/testing/service/rules/received-values.js";
import { statusOf } from "../../src/testing/service/rules/status-catalogue.js";

/** One option for each difference. Each default is the fake's own rule. */
export interface Differences {
  /** How much of an authorization can be finalized in all, as a share of it or with a fixed amount on top, by method. */
  readonly limit?: { readonly [Method in FakePaymentMethod]?: "1" | "1.15" | "15.00 more" | "none" };
  /** Whether pending amounts count towards the limit. @defaultValue true */
  readonly pendingBlocks?: boolean;
  /** The figures of a rejected finalization. @defaultValue "balance" */
  readonly rejectionFigures?: "balance" | "zeros" | "none";
  /** The total finalized includes pending amounts. */
  readonly finalizedIncludesPending?: boolean;
  /** The total finalized includes what an annulment or a smaller card capture released. */
  readonly releasedCountsAsFinalized?: boolean;
  /** The figures are the sums of all authorizations of the order. */
  readonly figuresPerOrder?: boolean;
  /**
   * A second finalization of the same amount gets the success of the first one and captures nothing (`captured_once`), or
   * is captured but not added to the total finalized (`counted_once`).
   */
  readonly equalParts?: "captured_once" | "counted_once";
  /** A card finalization gets the success of an equal one, of another authorization of its order, and captures nothing. */
  readonly equalCards?: "captured_once";
  /** A refund makes the amount available again. */
  readonly refundReopens?: boolean;
  /** A wrong password gets HTTP 200 and a status with this key. */
  readonly wrongPasswordKey?: string;
  readonly amountsAsText?: boolean;
  readonly guidsWithoutDashes?: boolean;
}

type Values = { readonly [name: string]: unknown };
type FinalizeResponse = ReturnType<FakePaymentService["finalize"]>;
type Balance = Pick<
  FakeAuthorization,
  "canFinalizeAgain" | "amountRemainingForFinalize" | "totalAmountFinalized" | "totalAmountPendingFinalization"
>;

/**
 * `balance` and `finalizations` show what was captured, whatever the responses say. Nothing happens by itself: call
 * `completePending`, `deliverLate` and `clock.advance`.
 */
export class DifferingService extends FakePaymentService {
  readonly #differences: Differences;
  readonly #fetch = fetchFrom(this);
  override readonly fetch: FakePaymentService["fetch"] = async (...call) => this.#written(await this.#fetch(...call));

  constructor(differences: Differences = {}, options: FakePaymentServiceOptions = {}) {
    super(options);
    this.#differences = differences;
  }

  override createOrder(...order: Parameters<FakePaymentService["createOrder"]>) {
    const { orderId, ...response } = super.createOrder(...order);
    if (orderId === undefined) return response;
    return { ...response, orderId: this.#differences.guidsWithoutDashes ? orderId.replaceAll("-", "") : orderId };
  }

  override authorize(...[orderId, options]: Parameters<FakePaymentService["authorize"]>) {
    return super.authorize(withDashes(orderId), options);
  }

  /** @param values - As a route gives them, with the contract's names. */
  override finalize({ orderId, ...others }: Values): FinalizeResponse {
    const values = { ...others, ...(orderId !== undefined && { orderId: withDashes(String(orderId)) }) };
    const transactionId = String(others["transactionId"]);
    const before = this.#find(transactionId);
    if (before === undefined) return super.finalize(values);
    const repeated = this.#repeatedSuccess(before, others["totalAmount"]);
    if (repeated) return repeated;
    this.#setLeft(before, this.#leftOf(before));
    const { status, ...accepted } = super.finalize(values);
    const after = this.#find(transactionId) as FakeAuthorization;
    this.#setLeft(after, shownAsLeft(after));
    const { rejectionFigures } = this.#differences;
    if (!status.isSuccess && rejectionFigures === "none") return { status };
    if (!status.isSuccess && rejectionFigures === "zeros") return { status, ...ZEROS };
    return { status, ...accepted, ...this.#figures(after) };
  }

  /** Gives the captured money back, as a person does in the back office. */
  refund(transactionId: string): void {
    const authorization = this.#find(transactionId);
    if (!authorization || !this.#differences.refundReopens) return;
    this.#setLeft({ ...authorization, totalAmountFinalized: zero }, authorization.authorizedAmount);
  }

  #find(transactionId: string): FakeAuthorization | undefined {
    return this.ledger.records.authorizations.find(transactionId);
  }

  /** Changes what the fake will accept of an authorization. */
  #setLeft(authorization: FakeAuthorization, amountRemainingForFinalize: string): void {
    const canFinalizeAgain = compare(amountRemainingForFinalize, zero) > 0;
    this.ledger.records.authorizations.replace({ ...authorization, canFinalizeAgain, amountRemainingForFinalize });
  }

  /** What this service still accepts of an authorization. */
  #leftOf(authorization: FakeAuthorization): string {
    const { limit = {}, pendingBlocks = true } = this.#differences;
    const { paymentMethod, authorizedAmount, annulled, amountRemainingForFinalize } = authorization;
    const { [paymentMethod]: share } = limit;
    const isOwnRule = share === undefined && (pendingBlocks || paymentMethod === "card");
    if (annulled || isOwnRule) return amountRemainingForFinalize;
    if (share === "none") return "1000000.00";
    const isFixed = share === "15.00 more";
    const most = isFixed ? add(authorizedAmount, "15.00") : new Decimal(authorizedAmount).times(share ?? "1").toFixed();
    const taken = pendingBlocks ? takenOf(authorization) : authorization.totalAmountFinalized;
    return positive(subtract(most, taken));
  }

  /** The success of an earlier finalization that this service takes for the same one. */
  #repeatedSuccess(authorization: FakeAuthorization, amount: unknown): FinalizeResponse | undefined {
    const { equalParts, equalCards } = this.#differences;
    const { authorizations, finalizations } = this.ledger.records;
    const isOther = ({ transactionId }: FakeAuthorization) => transactionId !== authorization.transactionId;
    const isCard = equalCards === "captured_once" && authorization.paymentMethod === "card";
    const others = isCard ? authorizations.ofGroup(authorization.orderId).filter(isOther) : [];
    const sent = amountText(amount);
    for (const each of equalParts === "captured_once" ? [authorization] : others) {
      const earlier = finalizations.ofGroup(each.transactionId);
      const found = earlier.find(({ totalAmount }) => sent !== undefined && compare(totalAmount, sent) === 0);
      if (found === undefined) continue;
      const status = statusOf(found.pending ? "PENDING" : "SUCCESS");
      return { status, transactionId: found.transactionId, ...this.#figures(each) };
    }
    return undefined;
  }

  /** What this service tells about an authorization. */
  #figures({ transactionId, orderId }: FakeAuthorization): Balance {
    const { figuresPerOrder, finalizedIncludesPending, releasedCountsAsFinalized } = this.#differences;
    const ofOrder = this.ledger.records.authorizations.ofGroup(orderId);
    const told = ofOrder.filter((each) => figuresPerOrder || each.transactionId === transactionId);
    const sum = (figure: (each: FakeAuthorization) => string) => told.map(figure).reduce(add, zero);
    const pending = sum((each) => each.totalAmountPendingFinalization);
    const finalized = sum((each) => this.#finalizedOf(each));
    const counted = add(finalized, releasedCountsAsFinalized ? sum(releasedOf) : zero);
    return {
      canFinalizeAgain: told.some(({ canFinalizeAgain }) => canFinalizeAgain),
      amountRemainingForFinalize: sum((each) => each.amountRemainingForFinalize),
      totalAmountFinalized: add(counted, finalizedIncludesPending ? pending : zero),
      totalAmountPendingFinalization: pending,
    };
  }

  #finalizedOf({ transactionId, totalAmountFinalized }: FakeAuthorization): string {
    if (this.#differences.equalParts !== "counted_once") return totalAmountFinalized;
    const completed = this.ledger.records.finalizations.ofGroup(transactionId).filter(({ pending }) => !pending);
    return [...new Set(completed.map(({ totalAmount }) => totalAmount))].reduce(add, zero);
  }

  async #written(response: Response): Promise<Response> {
    const { wrongPasswordKey, amountsAsText } = this.#differences;
    if (response.status === 401 && wrongPasswordKey !== undefined) {
      return Response.json({ status: { ...statusOf("HTTP_401"), errorNumber: 4010, statusKey: wrongPasswordKey } });
    }
    if (!amountsAsText) return response;
    const body = (await response.text()).replace(/("\w*[aA]mount\w*":)(-?\d[\d.]*)/g, '$1"$2"');
    return new Response(body, { status: response.status, headers: { "content-type": "application/json" } });
  }
}

const ZEROS: Balance = {
  canFinalizeAgain: false,
  amountRemainingForFinalize: zero,
  totalAmountFinalized: zero,
  totalAmountPendingFinalization: zero,
};

const positive = (amount: string) => (compare(amount, zero) > 0 ? amount : zero);

const takenOf = ({ totalAmountFinalized, totalAmountPendingFinalization }: FakeAuthorization) =>
  add(totalAmountFinalized, totalAmountPendingFinalization);

const untakenOf = (authorization: FakeAuthorization) =>
  positive(subtract(authorization.authorizedAmount, takenOf(authorization)));

/** What can no longer be captured, and was not. */
const releasedOf = (authorization: FakeAuthorization) =>
  subtract(untakenOf(authorization), authorization.amountRemainingForFinalize);

/** What responses show as left, also of a service that accepts more. */
function shownAsLeft(authorization: FakeAuthorization): string {
  const isClosedCard = authorization.paymentMethod === "card" && compare(takenOf(authorization), zero) > 0;
  return authorization.annulled || isClosedCard ? zero : untakenOf(authorization);
}

const withDashes = (guid: string) => guid.replace(/^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})$/, "$1-$2-$3-$4-$5");
