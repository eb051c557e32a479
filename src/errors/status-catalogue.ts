/** One entry of {@link statusCatalogue}. */
export interface StatusCatalogueEntry {
  readonly errorNumber: number;
  readonly meaning: string;
  readonly advice: string;
}

const entry = (errorNumber: number, meaning: string, advice: string): StatusCatalogueEntry =>
  Object.freeze({ errorNumber, meaning, advice });

/** Says what the known status keys mean and what to do about them. The service may return others. */
export const statusCatalogue = Object.freeze({
  SUCCESS: entry(0, "done", "Nothing to do."),
  PENDING: entry(0, "accepted, not completed yet", "Wait: the money has not moved yet."),
  INTERNAL_ERROR: entry(
    -1,
    "could not be completed now; says nothing certain about what was done",
    "Treat it as unknown: check before anything is sent again.",
  ),
  VALIDATION_ERROR: entry(-2, "a field was rejected", "Correct the fields named in errors, then call again."),
  MERCHANT_ACCT_READ_ONLY: entry(
    1000,
    "the merchant account cannot do this now",
    "Ask the payment service about the merchant account; call again once it is open.",
  ),
  CUST_ACCT_NOT_ELIGIBLE: entry(1001, "the customer cannot pay now", "Offer the customer another payment method."),
  CUST_PROF_NOT_FOUND: entry(2000, "the customer profile is unknown", "Check the customer id, or go on without it."),
  CUST_CARD_NOT_FOUND: entry(2001, "the stored card is unknown", "Ask the customer for a card."),
  ORDER_NOT_FOUND: entry(
    3000,
    "no such order, or no such transaction on it",
    "Check orderId and transactionId, and that both belong to this merchant account and environment.",
  ),
  LINE_ITEMS_NOT_ALLOWED: entry(3001, "the original order was a simple one", "Finalize again without lineItems."),
  FINALIZE_AMT_EXCEEDED: entry(
    3002,
    "more than is left to finalize; pending finalizations and annulments count",
    "Do not mark it as rejected: this amount may be captured already. The balance decides, not this key: call resolveFinalization, or look it up in the back office where resolveFinalization is not possible. If it was not captured, finalize at most what remains.",
  ),
  LINE_ITEMS_REQUIRED: entry(
    3003,
    "a partial capture of a detailed order requires line items",
    "Finalize again with the lineItems of this capture.",
  ),
  PAYMENT_COMPLETED: entry(
    3007,
    "already finalized",
    "Do not send it again and do not mark it as rejected: it may be captured already. The balance decides, not this key: call resolveFinalization, or look it up in the back office where resolveFinalization is not possible.",
  ),
  PAYMENT_ANNULLED: entry(
    3016,
    "the authorization was released",
    "The authorization is gone, and it may have been captured before. The balance decides, not this key: call resolveFinalization, or look it up in the back office where resolveFinalization is not possible. If nothing was captured, the customer must pay again.",
  ),
});

/** Status keys that reject a finalization because it may have been made before. @internal */
export const REJECTED_AS_DONE: readonly string[] = ["PAYMENT_COMPLETED", "FINALIZE_AMT_EXCEEDED", "PAYMENT_ANNULLED"];

/** Status keys that are known today. The service may add others at any time. */
export type KnownStatusKey = keyof typeof statusCatalogue;

/** A status key. Editors complete the known ones; any other is allowed, such as `HTTP_401`. */
export type StatusKey = KnownStatusKey | (string & {});

/** Tests whether a key is in {@link statusCatalogue}. */
export function isKnownStatusKey(key: string | undefined): key is KnownStatusKey {
  return key !== undefined && Object.hasOwn(statusCatalogue, key);
}
