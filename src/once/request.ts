import {
  type Amount,
  type AuthorizationFacts,
  Decimal,
  type Finalization,
  type PaymentClient,
  type PaymentMethod,
  PaymentValidationError,
  type ValidationCode,
} from "../index.js";
import { parseJson } from "../wire/json.js";
import type { StoredRequest } from "./record.js";

/** What has to be known of the authorization. What was finalized before is counted by the store. */
export interface OnceAuthorization extends Omit<AuthorizationFacts, "finalizedBefore"> {
  paymentMethod: PaymentMethod;
  /** The full amount of the authorization, not what is left of it. */
  authorizedAmount: Amount;
  currencyCode: string;
}

/** What is stored with a request, or sent with it. */
export interface RequestOptions {
  /** Whose captures these are, where one store serves several merchants. */
  readonly merchant: string;
  /** Sent as `invoiceId` where the finalization has none. */
  readonly invoiceId: string | undefined;
}

/**
 * The request as it will go out, taken from the library's own preview, so that what is stored is what is checked and sent.
 *
 * @throws PaymentValidationError
 */
export function storedRequest(
  payments: Pick<PaymentClient, "preview">,
  finalization: Finalization,
  authorization: OnceAuthorization | undefined,
  { merchant, invoiceId }: RequestOptions,
): StoredRequest {
  const { paymentMethod, authorizedAmount, currencyCode, hasLineItems } = (authorization ?? {}) as OnceAuthorization;
  const needed = Object.entries({ paymentMethod, authorizedAmount, currencyCode });
  const [missing] = needed.find(([, fact]) => fact === undefined || fact === null) ?? [];
  if (missing !== undefined) {
    throw invalid(
      `options.authorization.${missing}`,
      "required",
      "is required: give what the order was authorized with",
    );
  }
  const facts = { paymentMethod, authorizedAmount, currencyCode, hasLineItems };
  const { url, route, body } = payments.preview("finalize", finalization, { authorization: facts });
  const path = new URL(url).pathname.split("/").map(decodeURIComponent);
  const [totalAmount, transactionId, orderId] = [-1, -3, -5].map((place) => path.at(place)) as [string, string, string];
  if (!/[1-9]/.test(totalAmount)) {
    throw invalid("totalAmount", "not_positive", "must be greater than 0: no balance tells what became of nothing");
  }
  const order = route.startsWith("orders/") ? orderId : undefined;
  const amount = new Decimal(totalAmount).toFixed();
  return {
    fingerprint: JSON.stringify([merchant, order ?? null, transactionId, amount, currencyCode]),
    orderId: order,
    transactionId,
    totalAmount,
    body: withInvoiceId(body, invoiceId),
    paymentMethod,
    authorizedAmount: new Decimal(authorizedAmount).toFixed(),
    currencyCode,
    hasLineItems: hasLineItems ?? undefined,
  };
}

function withInvoiceId(body: string, invoiceId: string | undefined): string {
  const fields = fieldsOf(body);
  return invoiceId === undefined || "invoiceId" in fields ? body : JSON.stringify({ ...fields, invoiceId });
}

const fieldsOf = (body: string): object => (body === "" ? {} : (parseJson(body) as object));

/** The request as input of the client, the same each time. */
export function finalizationOf({ orderId, transactionId, totalAmount, body }: StoredRequest): Finalization {
  return { orderId, transactionId, totalAmount, ...fieldsOf(body) };
}

/** The facts beside it. */
export function factsOf(request: StoredRequest, before: string) {
  const { paymentMethod, authorizedAmount, currencyCode, hasLineItems } = request;
  return { paymentMethod, authorizedAmount, currencyCode, hasLineItems, finalizedBefore: before };
}

export function invalid(path: string, code: ValidationCode, rule: string): PaymentValidationError {
  const issues = [{ path, code, message: `${path} ${rule}` }];
  return new PaymentValidationError({ operation: "finalize", identifiers: {} }, issues);
}
