import { FakePaymentService } from "merchant-payments/testing";
import { paymentHandlers } from "merchant-payments/testing/msw";
import { setupServer } from "msw/node";

const handlers = paymentHandlers(new FakePaymentService(), { baseUrl: "https://payments.example.com" });
export const server = setupServer(...handlers);
