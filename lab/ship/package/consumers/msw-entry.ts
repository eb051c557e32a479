// Without MSW's setupServer, because MSW 3 is ESM-only and TypeScript's node16 forbids its import in CommonJS files.
import { FakePaymentService } from "merchant-payments/testing";
import { type PaymentHandlersOptions, paymentHandlers } from "merchant-payments/testing/msw";

const options: PaymentHandlersOptions = { baseUrl: "https://payments.example.com" };
export const handlers = paymentHandlers(new FakePaymentService(), options);
