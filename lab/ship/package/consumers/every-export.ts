// Uses every public name and exports the results, so that a compiler that writes declarations must name all of them.
import type { Auth, StandardSchema } from "merchant-payments";

// biome-ignore format: a list of names
export type {
  Address, Amount, Assumption, AuthorizationFacts, CallOptions, CallResult, CreateOrderOptions, CreateOrderResult,
  Customer, DefinedOperation, DetailedOrder, Finalization, FinalizationResolution,
  FinalizeOptions, FinalizeResult, LineItem, LookUp, NameAndAddress, Order, Outcome,
  PaymentClientOptions, PaymentEvent, PaymentMethod, Payments, ReceivedResponse,
  ReportedFinalization, ResolveOptions, Result, StatusMeaning,
  ValidationIssue,
} from "merchant-payments";

// biome-ignore format: a list of names
import {
  assumptions, basicAuth, bearerAuth, causeOf, currencyDecimals, Decimal, defineOperation, exactNumber, fromMinorUnits,
  isPaymentMethod, lineItem, orderTotal, PaymentAbortedError, PaymentClient,
  PaymentConnectionError, PaymentError, PaymentResponseError, PaymentServiceError, PaymentTimeoutError,
  PaymentValidationError, paymentMethods, responseOf, splitAmount, statusCatalogue, toResult,
} from "merchant-payments";

// biome-ignore format: a list of names
export type {
  CreateOrderResponse, FakeAuthorization, FakeBalance, FakeFault, FakeFinalization, FakeOrder, FakePaymentMethod,
  FakePaymentServiceOptions, FakeQuirks, FakeSnapshot, FinalizeResponse, PaymentErrorDetails, PaymentServer,
  PaymentServerOptions, RecordedRequest, Sale, SellOptions,
} from "merchant-payments/testing";

// biome-ignore format: a list of names
import {
  createOrderResult, FakePaymentService, fault, finalizeResult, paymentError, pending, rejection, startPaymentServer,
} from "merchant-payments/testing";

const auth = basicAuth("merchant-1", "fake-password");
export const auths: Auth[] = [auth, bearerAuth("fake-token"), ({ url }) => ({ "x-signed": url })];
export const service = new FakePaymentService();
const { fetch } = service;
const baseUrl = "https://payments.example.com";
export const payments = new PaymentClient({ baseUrl, auth, fetch, onEvent: (event) => event.type });

const rounding = { rounding: Decimal.ROUND_HALF_UP, decimals: 2 } as const;
const unpriced = { quantity: "3", unitAmountExcludingTax: "19.99", taxPercent: "12" };
export const line = lineItem({ ...unpriced, name: "Tea" }, rounding);
export const total = orderTotal([line]);
export const fromUnits: string = fromMinorUnits(12500n, "SEK");
export const decimals: number | undefined = currencyDecimals("SEK");
export const shares: string[] = splitAmount("100.00", [1, 1, 1], "SEK");
const simple = { orderNumber: "ORDER-1001", totalAmount: total, currencyCode: "SEK" };
const part = { transactionId: "201409251527280673", totalAmount: "67.17" };
export const created = toResult(payments.createOrder({ ...simple, lineItems: [line], billTo: {} }));
export const finalized = payments.finalize({ ...part, totalAmount: new Decimal("67.17") });
export const previewed = payments.preview("finalize", part).url;
export const authorization = service.authorize("an order's id", { paymentMethod: "card" });
export const sale = service.sell({ paymentMethod: "card", totalAmount: "125.00" });
export const lost = fault.loseResponse();
export const captured = [createOrderResult(), finalizeResult({ totalAmountFinalized: "80.50" })];
export const rejected = paymentError("service_error", { statusKey: "PAYMENT_COMPLETED" });
export const handlers = (operation: typeof annul) => [
  service.on(operation, () => rejection("ORDER_NOT_FOUND")),
  service.on(operation, () => pending({ id: "1" })),
];
const validate = (value: unknown) => ({ value: value as { id: string } });
const schema: StandardSchema<{ id: string }> = { "~standard": { version: 1, vendor: "shop", validate } };
const path = "/payments/{id}/annul";
export const annul = defineOperation({ name: "annul", path, effect: "money", input: schema, response: schema });
export const exact = exactNumber("125.00");
export const called = () => payments.call(annul, { id: "1" });

/** Have no explicit type here: `declaration` must find a name for each. */
export const [order, requestKept, authorized] = [service.orders[0], service.requests[0], service.authorizations[0]];
export const issuesFound = payments.check("createOrder", simple);
export const faults = [fault.late(), fault.duplicate()];
export const read = [service.snapshot(), service.createOrder({}), service.finalize({}), service.balance("1")];
export const server = startPaymentServer({ service });
export const catalogue = Object.keys(statusCatalogue);
export const waivable = assumptions;
export const methods = paymentMethods.filter(isPaymentMethod);

export function handle(error: unknown): unknown {
  if (!(error instanceof PaymentError)) throw error;
  const received = responseOf(error);
  if (error instanceof PaymentValidationError) return error.issues;
  if (error instanceof PaymentServiceError) return error.errors ?? received;
  if (error instanceof PaymentConnectionError) return causeOf(error) ?? error.cause;
  if (error instanceof PaymentTimeoutError) return error.timeoutMs;
  if (error instanceof PaymentAbortedError) return error.reason;
  if (error instanceof PaymentResponseError) return error.issues;
  return error satisfies never;
}
