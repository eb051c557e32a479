/**
 * A fake of the payment service for tests; no real money moves. Reach it through a `fetch`, a real port or MSW.
 *
 * @packageDocumentation
 */
export { type PaymentServer, type PaymentServerOptions, startPaymentServer } from "./adapters/server.js";
export { type PaymentErrorDetails, paymentError } from "./payment-errors.js";
export { createOrderResult, finalizeResult } from "./payment-results.js";
export { FakePaymentService } from "./service/fake-payment-service.js";
export { type FakeFault, fault } from "./service/faults/faults.js";
export type { RecordedRequest } from "./service/http/recorded-request.js";
export { pending, rejection } from "./service/routes/custom-operations.js";
export type { FakeAuthorization, FakeBalance } from "./service/rules/authorizations.js";
export type { FakeFinalization, FinalizeResponse } from "./service/rules/finalizations.js";
export type { CreateOrderResponse, FakeOrder } from "./service/rules/orders.js";
export type { FakePaymentMethod } from "./service/rules/payment-methods.js";
export type { FakeQuirks } from "./service/rules/quirks.js";
export type { Sale, SellOptions } from "./service/rules/sales.js";
export type { FakePaymentServiceOptions } from "./service/service-options.js";
export type { FakeSnapshot } from "./service/state/snapshot.js";
