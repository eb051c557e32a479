/** The fake's statuses, and the envelope of every response. */

/** An entry of a status's `errors`; `fieldName` is written as the service writes it (`OrderNumber`). */
export interface FakeFieldError {
  readonly errorCode: string;
  readonly fieldName: string;
  readonly message: string;
}

/** The status object of a response. */
export interface FakeStatus {
  readonly isSuccess: boolean;
  readonly errorNumber: number;
  readonly statusKey: string;
  readonly statusMessage: string;
  readonly errors: readonly FakeFieldError[] | null;
  readonly exceptionDetails: null;
}

const catalogue = {
  SUCCESS: [0, "The operation was successful."],
  PENDING: [0, "The operation was accepted and is still under way."],
  INTERNAL_ERROR: [-1, "The operation could not be completed at this time."],
  VALIDATION_ERROR: [-2, "The request contained one or more validation errors. See the errors collection."],
  HTTP_401: [-3, "API authentication failed."],
  HTTP_404: [-3, "There is no such resource."],
  HTTP_405: [-3, "The resource does not support this method."],
  HTTP_500: [-3, "The request could not be read."],
  MERCHANT_ACCT_READ_ONLY: [1000, "The merchant account cannot do this at this time."],
  CUST_ACCT_NOT_ELIGIBLE: [1001, "The customer account cannot be used for payments at this time."],
  CUST_PROF_NOT_FOUND: [2000, "The specified customer profile was not found."],
  CUST_CARD_NOT_FOUND: [2001, "The specified customer card was not found."],
  ORDER_NOT_FOUND: [3000, "The specified order was not found."],
  LINE_ITEMS_NOT_ALLOWED: [3001, "The original order was a simple one: line items are not allowed."],
  FINALIZE_AMT_EXCEEDED: [3002, "The amount is more than what is left to finalize."],
  LINE_ITEMS_REQUIRED: [3003, "A partial finalization of an order with line items needs those of its part."],
  PAYMENT_COMPLETED: [3007, "The payment has already been finalized."],
  PAYMENT_ANNULLED: [3016, "The authorization has been annulled."],
} as const satisfies Record<string, readonly [number, string]>;

/** A status key that the fake knows. */
export type FakeStatusKey = keyof typeof catalogue;

/** A status key with which the service rejects a call. */
export type RejectionKey = Exclude<FakeStatusKey, "SUCCESS" | "PENDING">;

/** The keys of the catalogue, those of a success too. */
export const statusKeys = Object.keys(catalogue) as readonly FakeStatusKey[];

export const isStatusKey = (key: string): key is FakeStatusKey => Object.hasOwn(catalogue, key);

const isRejectionKey = (key: string): key is RejectionKey => isStatusKey(key) && catalogue[key][0] !== 0;

export function statusOf(statusKey: FakeStatusKey, errors: readonly FakeFieldError[] | null = null): FakeStatus {
  const [errorNumber, statusMessage] = catalogue[statusKey];
  return { isSuccess: errorNumber === 0, errorNumber, statusKey, statusMessage, errors, exceptionDetails: null };
}

const unlistedNumber = 9999; // no key of the catalogue has it

/** The status of a rejection with a key of the catalogue, or with one that only the service knows. */
export function rejectionStatus(statusKey: string): FakeStatus {
  if (isRejectionKey(statusKey)) return statusOf(statusKey);
  return { ...statusOf("INTERNAL_ERROR"), errorNumber: unlistedNumber, statusKey, statusMessage: statusKey };
}

/** The status that rejects a request because of its fields. */
export function validationError(...errors: readonly FakeFieldError[]): FakeStatus {
  return statusOf("VALIDATION_ERROR", errors);
}

/** @param name - The field's name as a caller writes it (`orderNumber`). */
export function fieldError(errorCode: string, name: string, reason: string): FakeFieldError {
  const fieldName = name.charAt(0).toUpperCase() + name.slice(1);
  return { errorCode, fieldName, message: `${fieldName} ${reason}.` };
}
