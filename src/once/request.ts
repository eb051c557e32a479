import { type Amount, type AuthorizationFacts, Decimal, type Finalization, type PaymentMethod } from "../index.js";
import { isFinalizedOnce } from "../model/payment-method.js";
import { parseJson } from "../wire/json.js";
import { invalid } from "./errors.js";
import type { OnceOptions } from "./options.js";
import type { StoredFacts, StoredRequest } from "./record.js";
import type { Asked, Terms } from "./transition.js";

/** What has to be known of the authorization. What was finalized before is counted by the store. */
export interface OnceAuthorization extends Omit<AuthorizationFacts, "finalizedBefore"> {
  paymentMethod: PaymentMethod;
  /** The full amount of the authorization, not what is left of it. */
  authorizedAmount: Amount;
  currencyCode: string;
}

/** The fields of a preview that are stored as they are. */
type Sent = Pick<StoredRequest, "orderId" | "transactionId" | "totalAmount">;

/**
 * The request as it will go out, taken from the library's own preview, so that what is stored is what is checked and sent.
 *
 * @throws PaymentValidationError
 */
export function askedOf(
  { payments, keyAsInvoiceId }: Pick<OnceOptions<never>, "payments" | "keyAsInvoiceId">,
  key: string,
  finalization: Finalization,
  authorization: OnceAuthorization | undefined,
): Asked {
  // To a database, one half of a surrogate pair is like any other.
  if (typeof key !== "string" || !/^[^\0]{1,200}$/.test(key) || !key.isWellFormed()) {
    throw invalid("key", "bad_format", "must be well-formed text of 1 to 200 characters, without NUL");
  }
  const { paymentMethod, authorizedAmount, currencyCode, hasLineItems, ...more } = (authorization ??
    {}) as OnceAuthorization & Pick<AuthorizationFacts, "finalizedBefore">;
  const needed = { paymentMethod, authorizedAmount, currencyCode };
  const facts = { ...needed, hasLineItems };
  const { values, body } = payments.preview("finalize", finalization, { authorization: { ...more, ...facts } });
  for (const [name, fact] of Object.entries(needed)) {
    const rule = "is required: give what the order was authorized with";
    if (fact === undefined || fact === null) throw invalid(`options.authorization.${name}`, "required", rule);
  }
  if (more.finalizedBefore !== undefined && more.finalizedBefore !== null) {
    throw invalid("options.authorization.finalizedBefore", "not_allowed", "must be left out: the store counts it");
  }
  const { orderId, transactionId, totalAmount } = values as unknown as Sent;
  if (!/[1-9]/.test(totalAmount)) {
    throw invalid("totalAmount", "not_positive", "must be greater than 0: no balance tells what became of nothing");
  }
  const fields = fieldsOf(body);
  const request = {
    ...facts,
    hasLineItems: hasLineItems ?? undefined,
    authorizedAmount: new Decimal(authorizedAmount).toFixed(),
    orderId,
    transactionId,
    totalAmount,
    body: keyAsInvoiceId && !("invoiceId" in fields) ? JSON.stringify({ ...fields, invoiceId: key }) : body,
  };
  return { key, authorization: transactionId, request };
}

const fieldsOf = (body: string): object => (body === "" ? {} : (parseJson(body) as object));

/** The request as input of the client, the same each time. */
export function finalizationOf({ orderId, transactionId, totalAmount, body }: StoredRequest): Finalization {
  return { orderId, transactionId, totalAmount, ...fieldsOf(body) };
}

/** The facts beside it. */
export function authorizationOf({ hasLineItems }: StoredRequest, facts: StoredFacts, sum: string) {
  const { paymentMethod, authorizedAmount, currencyCode } = facts;
  // The client finds a second finalization invalid. A person may have been wrong about the first, so the service is asked.
  const finalizedBefore = isFinalizedOnce(paymentMethod) && /[1-9]/.test(sum) ? undefined : sum;
  return { paymentMethod, authorizedAmount, currencyCode, hasLineItems, finalizedBefore };
}

/** By the client's own rules: whether a second finalization cannot be accepted beside the first. */
export const resolvableBy =
  ({ payments }: Pick<OnceOptions<never>, "payments">): Terms["isResolvable"] =>
  ({ hasLineItems, ...request }, { paymentMethod, authorizedAmount, currencyCode }, finalizedBefore) => {
    const authorization = { paymentMethod, authorizedAmount, currencyCode, hasLineItems, finalizedBefore };
    return payments.check("resolveFinalization", finalizationOf(request), { authorization }).length === 0;
  };
