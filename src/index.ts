export { Decimal } from "decimal.js";
export { basicAuth, bearerAuth } from "./auth.js";
export { PaymentClient, type Payments } from "./client.js";
export { type Assumption, assumptions, type ReportedFinalization } from "./errors/facts.js";
export {
  type Outcome,
  PaymentAbortedError,
  PaymentConnectionError,
  PaymentError,
  PaymentResponseError,
  PaymentServiceError,
  PaymentTimeoutError,
  PaymentValidationError,
  type ValidationIssue,
} from "./errors/kinds.js";
export { type StatusMeaning, statusCatalogue } from "./errors/status-catalogue.js";
export { type Result, toResult } from "./errors/to-result.js";
export type { PaymentEvent } from "./events.js";
export type { CallResult } from "./evidence/envelope.js";
export type { Amount } from "./model/amount.js";
export { currencyDecimals } from "./model/currency.js";
export type { LineItem } from "./model/line-item.js";
export { fromMinorUnits, lineItem, orderTotal, splitAmount } from "./model/money.js";
export type { Address, Customer, NameAndAddress } from "./model/party.js";
export { isPaymentMethod, type PaymentMethod, paymentMethods } from "./model/payment-method.js";
export type { StandardSchema } from "./model/standard-schema.js";
export type { CreateOrderOptions, CreateOrderResult, DetailedOrder, Order } from "./operations/create-order.js";
export { type DefinedOperation, defineOperation, exactNumber } from "./operations/define.js";
export type { AuthorizationFacts, Finalization, FinalizeOptions } from "./operations/finalization.js";
export type { FinalizeResult } from "./operations/finalize.js";
export type { FinalizationResolution, ResolveOptions } from "./operations/resolve-finalization.js";
export type { CallOptions } from "./options/call.js";
export type { PaymentClientOptions } from "./options/client.js";
export type { LookUp } from "./options/resolve.js";
export { causeOf, type ReceivedResponse, responseOf } from "./wire/attached.js";
export type { Auth } from "./wire/exchange.js";
