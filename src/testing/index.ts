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
export type { ArmedFault, Faults, RandomFaults } from "./fault-script.js";
export { type Fault, type FaultAnswer, type FaultTiming, fault } from "./faults.js";
export type { FakeFetch } from "./fetch.js";
export type { FakeLineItem } from "./field-reader.js";
export type { FakePaymentMethod } from "./payment-method-rules.js";
export type { RecordedRequest } from "./recorded-request.js";
export type { FakeOperation } from "./routes.js";
export { type PaymentServer, type PaymentServerOptions, startPaymentServer } from "./server.js";
export type { FakeFieldError, FakeStatus } from "./status-catalogue.js";
export type { PlainObject, PlainValue } from "./values.js";
