import { context, type MeterProvider, type TracerProvider } from "@opentelemetry/api";
import type { PaymentEventListener } from "../events.js";
import { isEnd, serverAt } from "./attributes.js";
import { CallMetrics } from "./call-metrics.js";
import { CallSpans } from "./call-spans.js";

/** Options of {@link paymentTelemetry}. */
export interface PaymentTelemetryOptions {
  /** The client's own `baseUrl`, which its events do not carry: for `server.address`, `server.port` and `url.template`. */
  readonly baseUrl?: string | undefined;
  /**
   * Puts the call's order number, order id and transaction id on its span. They lead to a person in the merchant's
   * books, and many more people read traces than books. Never on a metric.
   *
   * @defaultValue false
   */
  readonly identifiers?: boolean | undefined;
  /**
   * A listener of your own. It is called for every event, with the call's span as the active one: its log lines get the
   * span's trace id, and it may put attributes of its own on the span.
   */
  readonly onEvent?: PaymentEventListener | undefined;
  /** @defaultValue the global one, also when it is registered later */
  readonly tracerProvider?: TracerProvider | undefined;
  /** @defaultValue the global one, also when it is registered later */
  readonly meterProvider?: MeterProvider | undefined;
}

/**
 * A listener for `onEvent` that gives each call a span, a child of the span that is active where the call is made, and
 * counts and times it.
 *
 * It only listens: no header is added to a request, so the payment service learns nothing of your traces.
 *
 * @example
 * const payments = new PaymentClient({ baseUrl, auth, onEvent: paymentTelemetry({ baseUrl }) });
 *
 * @throws TypeError when `baseUrl` is no URL.
 */
export function paymentTelemetry(options: PaymentTelemetryOptions = {}): PaymentEventListener {
  const { baseUrl, identifiers = false, onEvent, tracerProvider, meterProvider } = options;
  const server = serverAt(baseUrl);
  const spans = new CallSpans(tracerProvider, { server, identifiers });
  const metrics = new CallMetrics(meterProvider, server);

  return (event) => {
    const inSpan = attempted(() => spans.contextOf(event)) ?? context.active();
    // Given back, so that the client sees the promise of an async listener, whose rejection would end the process.
    const result = attempted(() => context.with(inSpan, () => onEvent?.(event)));
    if (event.type === "retry") attempted(() => spans.retrying(event));
    if (isEnd(event)) {
      attempted(() => spans.end(event));
      attempted(() => metrics.record(event, inSpan));
    }
    return result;
  };
}

/** What a processor, an exporter or a listener throws harms neither the call nor the others. */
function attempted<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
