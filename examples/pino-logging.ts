import type { PaymentError, PaymentEvent } from "merchant-payments";
import type { Logger } from "pino";

/** One line per call: `new PaymentClient({ …, onEvent: callsTo(logger) })`. */
export function callsTo(logger: Logger) {
  return (event: PaymentEvent): void => {
    if (event.type === "request" || event.type === "retry") return; // `attempt` of the last event counts them
    const facts = { ...event, type: undefined, durationMs: Math.round(event.durationMs) };
    logger[levelOf(event)](facts, `${event.operation}: ${endingOf(event)}`);
  };
}

type EndEvent = Exclude<PaymentEvent, { type: "request" | "retry" }>;

function endingOf(event: EndEvent): string {
  if (event.type === "resolve") return event.state;
  return event.type === "response" && event.pending ? "pending" : event.outcome;
}

/** error: the operation may be done, or its response lacks a field: somebody must act. warn: this call did nothing. */
function levelOf(event: EndEvent) {
  if (event.type === "response") return "info";
  if (event.type === "resolve") return event.state === "unknown" || event.state === "conflict" ? "error" : "info";
  return event.outcome === "unknown" || event.outcome === "succeeded" ? "error" : "warn";
}

/**
 * Logs an error and what to do about it, with pino's own serializer. The message is left out, because it ends with the
 * service's own words, which may quote what was sent. Everything else in it is also in the fields.
 */
export function logPaymentError(logger: Logger, err: PaymentError): void {
  const paths = ["err.message", "err.stack", "err.statusMessage"];
  const wordless = logger.child({}, { redact: { paths, remove: true } });
  // Without this text, pino would log the error's message.
  wordless.error({ err }, `${err.operation}: ${err.outcome}`);
}
