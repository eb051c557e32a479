import type { PaymentError, PaymentEvent } from "merchant-payments";
import type { Logger } from "pino";

/** One line per call: `new PaymentClient({ …, onEvent: callsTo(logger) })`. */
export function callsTo(logger: Logger) {
  return (event: PaymentEvent): void => {
    if (event.type === "request" || event.type === "retry") return; // `attempt` of the last event counts them
    const { type: _, durationMs, ...facts } = event;
    logger[levelOf(event)]({ ...facts, durationMs: Math.round(durationMs) }, `${event.operation}: ${endingOf(event)}`);
  };
}

type EndEvent = Exclude<PaymentEvent, { type: "request" | "retry" }>;

function endingOf(event: EndEvent): string {
  if (event.type === "resolve") return event.state;
  return event.type === "response" && event.pending ? "pending" : event.outcome;
}

/** error: the money may have moved, so somebody must act. warn: it has not moved, and the shop's code goes on. */
function levelOf(event: EndEvent) {
  if (event.type === "response") return "info";
  if (event.type === "resolve") return event.state === "unknown" || event.state === "conflict" ? "error" : "info";
  const { outcome } = event;
  return outcome === "unknown" || outcome === "succeeded" ? "error" : "warn";
}

/**
 * An error and what to do about it, by pino's own serializer. Without its words, which end with the service's, and these
 * may quote what was sent: whatever else they say stands in the fields.
 */
export function logPaymentError(logger: Logger, err: PaymentError): void {
  const paths = ["err.message", "err.stack", "err.statusMessage"];
  const wordless = logger.child({}, { redact: { paths, remove: true } });
  // With a message of its own: pino would take the error's.
  wordless.error({ err, advice: err.advice }, `${err.operation}: ${err.outcome}`);
}
