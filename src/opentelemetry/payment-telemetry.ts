import { context, type MeterProvider, type TracerProvider } from "@opentelemetry/api";
import type { PaymentEventListener } from "../events.js";
import { isEnd, serverAt } from "./attributes.js";
import { CallMetrics } from "./call-metrics.js";
import { CallSpans } from "./call-spans.js";

/** Options of {@link paymentTelemetry}. */
export interface PaymentTelemetryOptions {
  /** The client's `baseUrl`, for `server.address`, `server.port` and `url.template`. Events do not carry it. */
  readonly baseUrl?: string | undefined;
  /**
   * Puts the call's order number, order id and transaction id on its span, never on a metric. They lead to a person in
   * the merchant's books, and more people can read traces than books.
   *
   * @defaultValue false
   */
  readonly identifiers?: boolean | undefined;
  /**
   * Your own listener. It is called for every event while the call's span is active, so its log lines get the span's
   * trace id, and it can add attributes to the span.
   */
  readonly onEvent?: PaymentEventListener | undefined;
  /** @defaultValue the global one, even if it is registered later */
  readonly tracerProvider?: TracerProvider | undefined;
  /** @defaultValue the global one, even if it is registered later */
  readonly meterProvider?: MeterProvider | undefined;
}

/**
 * Returns an `onEvent` listener that traces, counts and times each call.
 *
 * A call's span is a child of the span that is active when the call is made. Requests get no trace header, so the
 * payment service learns nothing of your traces.
 *
 * @example
 * const onEvent = paymentTelemetry({ baseUrl });
 * const payments = new PaymentClient({ baseUrl, auth, onEvent });
 *
 * @throws TypeError if `baseUrl` is not a URL.
 */
export function paymentTelemetry(options: PaymentTelemetryOptions = {}): PaymentEventListener {
  const { baseUrl, identifiers = false, onEvent, tracerProvider, meterProvider } = options;
  const server = serverAt(baseUrl);
  const spans = new CallSpans(tracerProvider, { server, identifiers });
  const metrics = new CallMetrics(meterProvider, server);

  return (event) => {
    const inSpan = attempt(() => spans.contextOf(event)) ?? context.active();
    // Returned, so that the client handles the promise of an async listener. An unhandled rejection would end the
    // process.
    const result = attempt(() => context.with(inSpan, () => onEvent?.(event)));
    if (event.type === "retry") attempt(() => spans.retrying(event));
    if (isEnd(event)) {
      attempt(() => spans.end(event));
      attempt(() => metrics.record(event, inSpan));
    }
    return result;
  };
}

/** Ignores errors of processors, exporters and listeners, so that they harm neither the call nor each other. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
