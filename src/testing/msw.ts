// The public entry `merchant-payments/testing/msw`.
export { type PaymentHandlersOptions, paymentHandlers } from "./doors/msw.js";
