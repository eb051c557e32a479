export { Decimal } from "decimal.js";
export { basicAuth, bearerAuth } from "./auth.js";
export type { Preview } from "./call/preview.js";
export { PaymentClient } from "./client.js";
export { type Assumption, assumptions } from "./errors/assumptions.js";
export type {
  AuthorizationBalance,
  FinalizationProof,
  LookUpProof,
  ReportedFinalization,
} from "./errors/authorization-balance.js";
export type { CallIdentifiers, Effect } from "./errors/call-facts.js";
export { PaymentError } from "./errors/kinds.js";
export type { OperationName } from "./errors/operation-names.js";
export { PaymentAbortedError } from "./errors/payment-aborted-error.js";
export { PaymentConnectionError, type ScrubbedCause } from "./errors/payment-connection-error.js";
export type { Outcome } from "./errors/payment-error.js";
export { PaymentResponseError, type ResponseIssue } from "./errors/payment-response-error.js";
export { PaymentServiceError, type ServiceFieldError } from "./errors/payment-service-error.js";
export { PaymentTimeoutError } from "./errors/payment-timeout-error.js";
export type { ValidationCode, ValidationIssue } from "./errors/payment-validation-error.js";
export { PaymentValidationError } from "./errors/payment-validation-error.js";
export type { ErrorScope } from "./errors/scope.js";
export type { KnownStatusKey, StatusCatalogueEntry, StatusKey, StatusMeaning } from "./errors/status-catalogue.js";
export { isKnownStatusKey, statusCatalogue } from "./errors/status-catalogue.js";
export { type Result, toResult } from "./errors/to-result.js";
export type {
  FailureEvent,
  PaymentEvent,
  PaymentEventListener,
  RequestEvent,
  ResolveEvent,
  ResponseEvent,
  RetryEvent,
} from "./events.js";
export type { CallResult, ResultBase, ServiceStatus } from "./evidence/result.js";
export type { Amount } from "./model/amount.js";
export { currencyDecimals } from "./model/currency.js";
export type { LineItem } from "./model/line-item.js";
export {
  fromMinorUnits,
  type LineItemRounding,
  lineItem,
  orderTotal,
  splitAmount,
  type UnpricedLineItem,
} from "./model/money.js";
export type { Address, Customer, CustomerName, NameAndAddress, PartyName } from "./model/party.js";
export { isPaymentMethod, type PaymentMethod, paymentMethods } from "./model/payment-method.js";
export type { StandardSchema } from "./model/standard-schema.js";
export type { CreateOrderOptions, CreateOrderResult } from "./operations/create-order.js";
export { defineOperation } from "./operations/custom/define.js";
export type { DefinedOperation, OperationDefinition, PathValue } from "./operations/custom/definition.js";
export { type ExactNumber, exactNumber } from "./operations/custom/exact-number.js";
export type { AuthorizationFacts, Finalization, FinalizeOptions } from "./operations/finalization.js";
export type { FinalizeResult, RiskAssessment } from "./operations/finalize.js";
export type { DetailedOrder, Order, SimpleOrder } from "./operations/order.js";
export type { FinalizationResolution, LookedUpBalance, LookUpBalance } from "./operations/resolution.js";
export type { ResolveOptions } from "./operations/resolve-finalization.js";
export type { CallOptions } from "./options/call.js";
export type { PaymentClientOptions } from "./options/client-options.js";
export type { LookUp, LookUpContext, LookUpResult, ResolveTerms } from "./options/resolve.js";
export type { TlsOptions } from "./options/transport.js";
export type { Payments } from "./payments.js";
export { causeOf, type ReceivedResponse, responseOf } from "./wire/attached.js";
export type { Auth, AuthRequest } from "./wire/authenticate.js";
