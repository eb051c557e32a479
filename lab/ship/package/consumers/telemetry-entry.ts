import { basicAuth, PaymentClient } from "merchant-payments";
import { paymentTelemetry } from "merchant-payments/opentelemetry";

const baseUrl = "https://payments.example.com";
const options: Parameters<typeof paymentTelemetry>[0] = { baseUrl };
export const onEvent = paymentTelemetry(options);
export const payments = new PaymentClient({ baseUrl, auth: basicAuth("merchant-1", "fake-password"), onEvent });
