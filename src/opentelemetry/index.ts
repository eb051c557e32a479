/**
 * Spans and metrics of a client's calls for OpenTelemetry. Needs `@opentelemetry/api`, an optional peer dependency.
 *
 * @packageDocumentation
 */
export { type PaymentTelemetryOptions, paymentTelemetry } from "./payment-telemetry.js";
