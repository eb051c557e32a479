import { basicAuth, PaymentClient } from "merchant-payments";
import { type PaymentTelemetryOptions, paymentTelemetry } from "merchant-payments/opentelemetry";

const baseUrl = "https://payments.example.com";
const options: PaymentTelemetryOptions = { baseUrl };
export const onEvent = paymentTelemetry(options);
export const payments = new PaymentClient({ baseUrl, auth: basicAuth("merchant-1", "fake-password"), onEvent });
