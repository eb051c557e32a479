/**
 * OpenTelemetry spans and metrics of a client's calls. Requires `@opentelemetry/api`, an optional peer dependency.
 *
 * @packageDocumentation
 */
export { type PaymentTelemetryOptions, paymentTelemetry } from "./payment-telemetry.js";
