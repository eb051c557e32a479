import type { Amount, AuthorizationFacts, Finalization, PaymentMethod } from "../../index.js";
import { amountText, Exact } from "../../model/amount.js";
import { isDate } from "../../model/date.js";
import * as is from "../../model/is.js";
import { isNothingOrBlank } from "../../model/objects.js";
import { isFinalizedOnce } from "../../model/payment-method.js";
import { parseJson } from "../../wire/json.js";
import type { StoredFacts, StoredRequest } from "../entry.js";
import { invalid, invalidIn } from "../errors.js";
import type { OncePayments } from "../payments.js";
import type { RequestOfKey } from "../record.js";
import { demandKey } from "./key.js";

/** The facts of the authorization. `Once` computes `finalizedBefore` itself. */
export interface OnceAuthorization extends Omit<AuthorizationFacts, "finalizedBefore"> {
  paymentMethod: PaymentMethod;
  /** The full amount of the authorization, not what is left of it. */
  authorizedAmount: Amount;
  /** ISO 4217 letters or number: `SEK` and `752` are the same currency. */
  currencyCode: string;
  /**
   * When the service may release the authorization. From `expiryWarningMs` before that, a key that is still open waits
   * for a person. Nothing else follows from it.
   *
   * @defaultValue none: nobody is warned
   */
  expiresAt?: Date | null | undefined;
}

/** How the options of `finalize` are read. */
export const FINALIZE_OPTIONS = { authorization: is.object<OnceAuthorization>(), signal: is.object<AbortSignal>() };

const BELONGS = "it belongs in authorization";
/** Facts that somebody may give one level too high. */
export const MISPLACED_FACTS = {
  paymentMethod: BELONGS,
  authorizedAmount: BELONGS,
  currencyCode: BELONGS,
  hasLineItems: BELONGS,
  expiresAt: BELONGS,
};

/** The facts that are required, in words. */
const NEEDED = {
  paymentMethod: "what the customer pays with",
  authorizedAmount: "the full amount of the authorization, not what is left of it",
  currencyCode: "the currency of the order",
};

/** The fields of a preview that are stored as they are. */
type Sent = Pick<StoredRequest, "orderId" | "transactionId" | "totalAmount">;

/**
 * The request as it will be sent. It comes from the client's own preview, so that what is stored is what is checked and
 * sent.
 *
 * @throws PaymentValidationError if the request is invalid.
 */
export function requestOf(
  { payments, keyAsInvoiceId }: { readonly payments: OncePayments; readonly keyAsInvoiceId: boolean },
  key: string,
  finalization: Finalization,
  authorization: OnceAuthorization | undefined,
): RequestOfKey {
  demandKey(key);
  const { paymentMethod, authorizedAmount, currencyCode, hasLineItems, expiresAt, ...more } = (authorization ??
    {}) as OnceAuthorization & Pick<AuthorizationFacts, "finalizedBefore">;
  const needed = { paymentMethod, authorizedAmount, currencyCode };
  const facts = { ...needed, hasLineItems };
  const { values, body } = payments.preview("finalize", finalization, { authorization: { ...more, ...facts } });
  const missing = Object.entries(NEEDED).filter(([name]) =>
    isNothingOrBlank(needed[name as keyof typeof needed] ?? ""),
  );
  if (missing.length > 0) {
    const path = "options.authorization";
    throw invalidIn(missing.map(([name, what]) => [`${path}.${name}`, "required", `is required: add ${what}`]));
  }
  if (more.finalizedBefore !== undefined && more.finalizedBefore !== null) {
    throw invalid("options.authorization.finalizedBefore", "not_allowed", "must be left out: `Once` computes it");
  }
  if (expiresAt !== undefined && expiresAt !== null && !isDate(expiresAt)) {
    const rule = "must be a valid Date: give new Date(…)";
    throw invalid("options.authorization.expiresAt", "wrong_type", rule);
  }
  const { orderId, transactionId, totalAmount } = values as unknown as Sent;
  if (!/[1-9]/.test(totalAmount)) {
    const rule = "must be greater than 0: a balance cannot show what became of a capture of 0";
    throw invalid("totalAmount", "not_positive", rule);
  }
  const fields = fieldsOf(body);
  const request = {
    ...facts,
    hasLineItems: hasLineItems ?? undefined,
    authorizedAmount: new Exact(amountText(authorizedAmount, "authorizedAmount")).toFixed(),
    orderId,
    transactionId,
    totalAmount,
    body: keyAsInvoiceId && !("invoiceId" in fields) ? JSON.stringify({ ...fields, invoiceId: key }) : body,
  };
  return { key, authorizationId: transactionId, request, expiresAt: expiresAt?.getTime() };
}

const fieldsOf = (body: string): object => (body === "" ? {} : (parseJson(body) as object));

/** The request as the client's input, the same each time. */
export function finalizationOf({ orderId, transactionId, totalAmount, body }: StoredRequest): Finalization {
  return { orderId, transactionId, totalAmount, ...fieldsOf(body) };
}

/** The facts that are passed with it. */
export function authorizationOf({ hasLineItems }: StoredRequest, facts: StoredFacts, sum: string) {
  const { paymentMethod, authorizedAmount, currencyCode } = facts;
  // To the client, a second finalization is invalid. A person may have been wrong about the first, so the service decides.
  const finalizedBefore = isFinalizedOnce(paymentMethod) && /[1-9]/.test(sum) ? undefined : sum;
  return { paymentMethod, authorizedAmount, currencyCode, hasLineItems, finalizedBefore };
}
