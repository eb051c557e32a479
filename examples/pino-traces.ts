import { trace } from "@opentelemetry/api";
import { paymentTelemetry } from "merchant-payments/opentelemetry";
import { type DestinationStream, type LoggerOptions, pino } from "pino";
import { callsTo } from "./pino-logging.ts";

/** Names the trace in every line that is written within one. */
function mixin() {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/** For `onEvent`: a span, metrics and a log line for each call, the line with the ids of the span. */
export function observeCalls(baseUrl: string, options: LoggerOptions, stream: DestinationStream) {
  return paymentTelemetry({ baseUrl, onEvent: callsTo(pino({ ...options, mixin }, stream)) });
}
