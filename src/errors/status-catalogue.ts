/**
 * What a status key says about the request.
 *
 * - `rejected`: the service did nothing.
 * - `merchant`: the service did nothing, because of the merchant's account, credentials, base URL or rate of calls.
 * - `already_finalized`, `amount_exceeded`, `released`: a finalization was rejected, perhaps because an earlier one was
 *   made. After a money operation, the balance decides.
 * - `unknown`: it may have been done.
 * - `success`, `pending`: done, or accepted and not completed.
 */
export const statusMeanings = [
  "rejected",
  "merchant",
  "already_finalized",
  "amount_exceeded",
  "released",
  "unknown",
  "success",
  "pending",
] as const;

/** A meaning that the client option `statusKeys` gives to a key. */
export type StatusMeaning = (typeof statusMeanings)[number];

const row = (errorNumber: number, meaning: StatusMeaning, description: string, advice: string) =>
  Object.freeze({ errorNumber, meaning, description, advice });

/** Says what the known status keys mean and what to do about them. The service may return others. */
export const statusCatalogue = Object.freeze({
  SUCCESS: row(0, "success", "done", "Nothing to do."),
  PENDING: row(0, "pending", "accepted, not completed", "Wait: by the service's figures, the money has not moved yet."),
  INTERNAL_ERROR: row(
    -1,
    "unknown",
    "could not be completed now; says nothing certain about what was done",
    "Treat it as unknown: check before anything is sent again.",
  ),
  VALIDATION_ERROR: row(-2, "rejected", "a field was rejected", "Correct the fields in `errors`, then call again."),
  MERCHANT_ACCT_READ_ONLY: row(
    1000,
    "merchant",
    "the merchant account cannot do this now",
    "Ask the payment service about the merchant account; call again once it is open.",
  ),
  CUST_ACCT_NOT_ELIGIBLE: row(1001, "rejected", "the customer cannot pay now", "Offer another payment method."),
  CUST_PROF_NOT_FOUND: row(2000, "rejected", "the customer is unknown", "Check the customer id, or go on without it."),
  CUST_CARD_NOT_FOUND: row(2001, "rejected", "the stored card is unknown", "Ask the customer for a card."),
  ORDER_NOT_FOUND: row(
    3000,
    "rejected",
    "no such order, or no such transaction on it",
    "Check orderId and transactionId, and that both belong to this merchant account and environment. Give the transactionId of the authorization, not that of a finalization.",
  ),
  LINE_ITEMS_NOT_ALLOWED: row(3001, "rejected", "the order was a simple one", "Finalize again without lineItems."),
  FINALIZE_AMT_EXCEEDED: row(
    3002,
    "amount_exceeded",
    "more than is left to finalize; pending finalizations and annulments count",
    "If the outcome is unknown, the amount may be captured already: do not mark it as rejected, and follow the advice of the error. If it was not captured, finalize at most what is left.",
  ),
  LINE_ITEMS_REQUIRED: row(
    3003,
    "rejected",
    "a partial capture of a detailed order requires line items",
    "Finalize again with the lineItems of this capture.",
  ),
  PAYMENT_COMPLETED: row(
    3007,
    "already_finalized",
    "already finalized",
    "Do not finalize it again. If the outcome is unknown, the amount may be captured already: do not mark it as rejected, and follow the advice of the error.",
  ),
  PAYMENT_ANNULLED: row(
    3016,
    "released",
    "the authorization was released",
    "The authorization was released, perhaps after a capture. The balance decides, not this key: follow the advice of the error. If nothing was captured, the customer must pay again.",
  ),
});

const REJECTED = ["400", "410", "411", "413", "414", "415", "422", "431"];
const BY_MERCHANT = ["401", "403", "404", "405", "429"];

export function meaningOfHttp(status: number | string): StatusMeaning {
  if (REJECTED.includes(`${status}`)) return "rejected";
  return BY_MERCHANT.includes(`${status}`) ? "merchant" : "unknown";
}

/** Whether a failure under this HTTP status may have been processed, whatever its key says. */
export const leavesOpen = (httpStatus: number) =>
  (httpStatus >= 300 && httpStatus <= 399) || httpStatus === 408 || httpStatus >= 500;

/** Whether a finalization was rejected perhaps because it was made before. */
export const mayBeDoneBefore = (
  meaning: StatusMeaning | undefined,
): meaning is "already_finalized" | "amount_exceeded" | "released" =>
  meaning === "already_finalized" || meaning === "amount_exceeded" || meaning === "released";

/** `read` changes nothing, `write` changes data, `money` may move money. The client repeats only a lost `read`. */
export type Effect = "read" | "write" | "money";

/** A rejection "as done" leaves open which request was done. */
export function outcomeOf(meaning: StatusMeaning, effect: Effect): "rejected" | "unknown" {
  if (meaning === "rejected" || meaning === "merchant") return "rejected";
  return mayBeDoneBefore(meaning) && effect !== "money" ? "rejected" : "unknown";
}

/** Keys are compared without case and blanks. */
export const bareKey = (statusKey: string) => statusKey.trim().toUpperCase();

export const asProperty = (statusKey: string) => (/^[A-Za-z]\w*$/.test(statusKey) ? statusKey : `"${statusKey}"`);

export type KnownStatusKey = keyof typeof statusCatalogue;

/** The status key of a failure. Editors complete the known ones; any other is allowed, such as `HTTP_401`. */
export type StatusKey = Exclude<KnownStatusKey, "SUCCESS" | "PENDING"> | (string & {});

export const isKnownStatusKey = (key = ""): key is KnownStatusKey => Object.hasOwn(statusCatalogue, key);
