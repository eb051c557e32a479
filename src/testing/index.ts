/**
 * A fake of the payment service for tests; no real money moves. Reach it through a `fetch`, a real port or MSW.
 *
 * @packageDocumentation
 */
export { type PaymentServer, type PaymentServerOptions, startPaymentServer } from "./adapters/server.js";
export { type PaymentErrorCall, type PaymentErrorDetails, paymentError } from "./payment-errors.js";
export {
  type CreateOrderResultDetails,
  createOrderResult,
  type FinalizeResultDetails,
  finalizeResult,
} from "./payment-results.js";
export { FakePaymentService } from "./service/fake-payment-service.js";
export type { ArmedFault, FakeFaults, FaultTarget } from "./service/faults/fault-script.js";
export { type FakeFault, type FaultResponse, type FaultTiming, fault } from "./service/faults/faults.js";
export type { FakeFetch } from "./service/http/fetch.js";
export type { ReceivedInstead, RecordedRequest } from "./service/http/recorded-request.js";
export {
  type CustomHandler,
  type FakeResponse,
  pending,
  type RejectionDetails,
  rejection,
} from "./service/routes/custom-operations.js";
export type { FakeOperationName } from "./service/routes/fake-route.js";
export type { AuthorizeOptions, FakeAuthorization, FakeBalance } from "./service/rules/authorizations.js";
export type { FakeFinalization, FakeRiskAssessment, FinalizeResponse } from "./service/rules/finalizations.js";
export type { FakeLineItem } from "./service/rules/line-items.js";
export type { CreateOrderResponse, FakeOrder } from "./service/rules/orders.js";
export type { FakePaymentMethod } from "./service/rules/payment-methods.js";
export type { FakeQuirks, FakeRepeat } from "./service/rules/quirks.js";
export type { Sale, SellOptions } from "./service/rules/sales.js";
export type { FakeFieldError, FakeStatus } from "./service/rules/status-catalogue.js";
export type { FakePaymentServiceOptions } from "./service/service-options.js";
export type { FakeClock } from "./service/state/clock.js";
export type { LateRequest } from "./service/state/late-requests.js";
export type { FakeSnapshot } from "./service/state/snapshot.js";
