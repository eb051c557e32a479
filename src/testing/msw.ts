// The public entry `merchant-payments/testing/msw`.
export { type PaymentHandlersOptions, paymentHandlers } from "./adapters/msw.js";
