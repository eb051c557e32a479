import { trace } from "@opentelemetry/api";
import { paymentTelemetry } from "merchant-payments/opentelemetry";
import { type DestinationStream, type LoggerOptions, pino } from "pino";
import { callsTo } from "./pino-logging.ts";

/** Adds the ids of the current trace to every log line. */
function mixin() {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/** For `onEvent`: a span, metrics, and a log line with the ids of the span, for each call. */
export function observeCalls(baseUrl: string, options: LoggerOptions, stream: DestinationStream) {
  return paymentTelemetry({ baseUrl, onEvent: callsTo(pino({ ...options, mixin }, stream)) });
}
