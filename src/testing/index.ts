/**
 * A fake of the payment service for tests: its rules as a state machine, behind a `fetch`, a real port or MSW.
 *
 * @packageDocumentation
 */
export type { CreateOrderAnswer, FakeRiskAssessment, FinalizeAnswer } from "./answers.js";
export type { AmountInput } from "./exact-decimal.js";
export type { AuthorizeOptions, FakeAuthorization } from "./fake-authorization.js";
export type { FakeFinalization } from "./fake-finalization.js";
export type { FakeOrder } from "./fake-orders.js";
export { FakePaymentService, type FakePaymentServiceOptions } from "./fake-payment-service.js";
export { type FakeOperation, type Fault, type Faults, loseReply } from "./faults.js";
export type { FakeFetch } from "./fetch.js";
export type { FakeLineItem } from "./field-reader.js";
export { type MswHttp, type PaymentHandlersOptions, paymentHandlers } from "./handlers.js";
export type { RecordedRequest } from "./http.js";
export type { FakePaymentMethod } from "./payment-method-rules.js";
export { type PaymentServer, type PaymentServerOptions, startPaymentServer } from "./server.js";
export type { FakeFieldError, FakeStatus } from "./status-catalogue.js";
export type { PlainObject, PlainValue } from "./values.js";
