import type { Amount, AuthorizationFacts, Finalization, PaymentMethod, Payments } from "../../index.js";
import { amountText, Exact } from "../../model/amount.js";
import { isNothing, isNothingOrBlank } from "../../model/objects.js";
import { isFinalizedOnce } from "../../model/payment-method.js";
import { bareGuid } from "../../model/schema.js";
import { parseJson } from "../../wire/json.js";
import type { StoredFacts, StoredRequest } from "../entry.js";
import { invalid, invalidBy } from "../errors.js";
import type { RequestOfKey } from "../record.js";

/** The facts of the authorization. `Once` computes `finalizedBefore` itself. */
export interface OnceAuthorization extends Omit<AuthorizationFacts, "finalizedBefore"> {
  paymentMethod: PaymentMethod;
  /** The full amount of the authorization, not what is left of it. */
  authorizedAmount: Amount;
  /** ISO 4217 letters or number: `SEK` and `752` are the same currency. */
  currencyCode: string;
  /** When the service may release the authorization. A key that is still open 24 hours before that waits for a person. */
  expiresAt?: Date | null | undefined;
}

const NEEDED = {
  paymentMethod: "what the customer pays with",
  authorizedAmount: "the full amount of the authorization, not what is left of it",
  currencyCode: "the currency of the order",
};

/** Another Unicode form of the same text would be another key, and a second capture. @throws PaymentValidationError */
export function demandKey(key: unknown): asserts key is string {
  const isText = typeof key === "string" && /^[^\0]{1,200}$/.test(key) && key.isWellFormed();
  const refused = (rule: string) => invalid("key", "bad_format", rule);
  if (typeof key === "number")
    throw refused("must be text: a number may have lost digits already. Keep the id as text from the database on");
  if (!isText) throw refused("must be well-formed text of 1 to 200 characters, without NUL");
  if (key !== key.normalize())
    throw refused("must be in the Unicode form NFC: use key.normalize() in every program that uses the key");
}

/** The request as the client's own preview shows that it will be sent. @throws PaymentValidationError if it is invalid. */
export function requestOf(
  payments: Pick<Payments, "preview">,
  key: string,
  finalization: Finalization,
  { expiresAt, ...facts }: OnceAuthorization,
): RequestOfKey {
  demandKey(key);
  const { values, body } = payments.preview("finalize", finalization, { authorization: facts });
  const missing = Object.entries(NEEDED).filter(([name]) => isNothingOrBlank(facts[name as keyof typeof NEEDED]));
  const issues = missing.flatMap(([name, what]) => {
    return invalid(`options.authorization.${name}`, "required", `is required: add ${what}`).issues;
  });
  if (issues.length > 0) throw invalidBy(issues);
  if (!isNothing((facts as AuthorizationFacts).finalizedBefore)) {
    throw invalid("options.authorization.finalizedBefore", "not_allowed", "must be left out: `Once` computes it");
  }
  const { orderId, transactionId, totalAmount } = values as unknown as StoredRequest;
  if (!/[1-9]/.test(totalAmount)) {
    const rule = "must be greater than 0: a balance cannot show what became of a capture of 0";
    throw invalid("totalAmount", "not_positive", rule);
  }
  const request = {
    paymentMethod: facts.paymentMethod,
    authorizedAmount: new Exact(amountText(facts.authorizedAmount, "authorizedAmount")).toFixed(),
    currencyCode: facts.currencyCode,
    hasLineItems: facts.hasLineItems ?? undefined,
    orderId,
    transactionId,
    totalAmount,
    body,
  };
  return { key, authorizationId: transactionId, request, expiresAt: expiresAt?.getTime() };
}

export function finalizationOf({ orderId, transactionId, totalAmount, body }: StoredRequest): Finalization {
  const fields = body === "" ? {} : (parseJson(body) as object);
  return { orderId, transactionId, totalAmount, ...fields };
}

export function authorizationOf({ hasLineItems }: StoredRequest, facts: StoredFacts, sum: string) {
  const { paymentMethod, authorizedAmount, currencyCode } = facts;
  // To the client, a second finalization is invalid. A person may have been wrong about the first, so the service decides.
  const finalizedBefore = isFinalizedOnce(paymentMethod) && /[1-9]/.test(sum) ? undefined : sum;
  return { paymentMethod, authorizedAmount, currencyCode, hasLineItems, finalizedBefore };
}

const sameOrder = (one = "", other = "") => bareGuid(one) === bareGuid(other);

/** The same effect: transaction, amount and, where both requests name one, order. */
export function sameEffect(one: StoredRequest, other: StoredRequest): boolean {
  const isSameAmount = new Exact(one.totalAmount).eq(other.totalAmount);
  const isOrderOpen = one.orderId === undefined || other.orderId === undefined;
  const isSameOrder = isOrderOpen || sameOrder(one.orderId, other.orderId);
  return one.transactionId === other.transactionId && isSameAmount && isSameOrder;
}

/** The same effect in the same words: also the same order, or none in both, and the same line items and body. */
export const sameWords = (one: StoredRequest, other: StoredRequest): boolean =>
  sameEffect(one, other) && sameOrder(one.orderId, other.orderId) && one.body === other.body;
