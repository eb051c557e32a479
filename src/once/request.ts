import {
  type Amount,
  type AuthorizationFacts,
  Decimal,
  type Finalization,
  type PaymentMethod,
  PaymentValidationError,
  type ValidationCode,
} from "../index.js";
import { isFinalizedOnce } from "../model/payment-method.js";
import { parseJson } from "../wire/json.js";
import type { withDefaults } from "./options.js";
import type { StoredRequest } from "./record.js";
import type { Asked } from "./transition.js";

/** What has to be known of the authorization. What was finalized before is counted by the store. */
export interface OnceAuthorization extends Omit<AuthorizationFacts, "finalizedBefore"> {
  paymentMethod: PaymentMethod;
  /** The full amount of the authorization, not what is left of it. */
  authorizedAmount: Amount;
  currencyCode: string;
}

type ResolvedOnceOptions = ReturnType<typeof withDefaults>;

/** By what the keys of one authorization are known, where one store serves several merchants. */
export const authorizationOf = (merchant: string, transactionId: string) => JSON.stringify([merchant, transactionId]);

/**
 * The request as it will go out, taken from the library's own preview, so that what is stored is what is checked and sent.
 *
 * @throws PaymentValidationError
 */
export function askedOf(
  { payments, merchant, keyAsInvoiceId }: Pick<ResolvedOnceOptions, "payments" | "merchant" | "keyAsInvoiceId">,
  key: string,
  finalization: Finalization,
  authorization: OnceAuthorization | undefined,
): Asked {
  // To a database, one half of a surrogate pair is like any other.
  if (typeof key !== "string" || !/^[^\0]{1,200}$/.test(key) || !key.isWellFormed()) {
    throw invalid("key", "bad_format", "must be well-formed text of 1 to 200 characters, without NUL");
  }
  const { paymentMethod, authorizedAmount, currencyCode, hasLineItems } = (authorization ?? {}) as OnceAuthorization;
  const needed = { paymentMethod, authorizedAmount, currencyCode };
  for (const [name, fact] of Object.entries(needed)) {
    const rule = "is required: give what the order was authorized with";
    if (fact === undefined || fact === null) throw invalid(`options.authorization.${name}`, "required", rule);
  }
  const facts = { ...needed, hasLineItems };
  const { values, body } = payments.preview("finalize", finalization, { authorization: facts });
  const { orderId, transactionId, totalAmount } = values as {
    orderId?: string;
    transactionId: string;
    totalAmount: string;
  };
  if (!/[1-9]/.test(totalAmount)) {
    throw invalid("totalAmount", "not_positive", "must be greater than 0: no balance tells what became of nothing");
  }
  const amount = new Decimal(totalAmount).toFixed();
  const fields = fieldsOf(body);
  const request = {
    ...facts,
    hasLineItems: hasLineItems ?? undefined,
    authorizedAmount: new Decimal(authorizedAmount).toFixed(),
    fingerprint: JSON.stringify([merchant, orderId ?? null, transactionId, amount, currencyCode]),
    orderId,
    transactionId,
    totalAmount,
    body: keyAsInvoiceId && !("invoiceId" in fields) ? JSON.stringify({ ...fields, invoiceId: key }) : body,
  };
  return { key, authorization: authorizationOf(merchant, transactionId), request };
}

const fieldsOf = (body: string): object => (body === "" ? {} : (parseJson(body) as object));

/** The request as input of the client, the same each time. */
export function finalizationOf({ orderId, transactionId, totalAmount, body }: StoredRequest): Finalization {
  return { orderId, transactionId, totalAmount, ...fieldsOf(body) };
}

/** The facts beside it. */
export function factsOf(request: StoredRequest, before: string) {
  const { paymentMethod, authorizedAmount, currencyCode, hasLineItems } = request;
  // The client finds a second finalization invalid. A person may have been wrong about the first, so the service is asked.
  const finalizedBefore = isFinalizedOnce(paymentMethod) && /[1-9]/.test(before) ? undefined : before;
  return { paymentMethod, authorizedAmount, currencyCode, hasLineItems, finalizedBefore };
}

export function invalid(path: string, code: ValidationCode, rule: string): PaymentValidationError {
  const issues = [{ path, code, message: `${path} ${rule}` }];
  return new PaymentValidationError({ operation: "finalize", identifiers: {} }, issues);
}
