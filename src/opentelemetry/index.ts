/**
 * OpenTelemetry spans and metrics of a client's calls. Requires `@opentelemetry/api`, an optional peer dependency.
 *
 * @packageDocumentation
 */
import {
  type Attributes,
  type Context,
  context,
  type Meter,
  type MeterProvider,
  metrics,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TracerProvider,
  trace,
} from "@opentelemetry/api";
import type { PaymentEvent, RetryEvent } from "../events.js";
import { version } from "../version.js";

interface PaymentTelemetryOptions {
  /** The client's `baseUrl`, for `server.address`, `server.port` and `url.template`. Events do not carry it. */
  readonly baseUrl?: string | undefined;
  /**
   * Puts the call's order number, order id and transaction id on its span, never on a metric. They lead to a person.
   * @defaultValue false
   */
  readonly identifiers?: boolean | undefined;
  /** Your own listener, called while the call's span is active: its log lines get the trace id. */
  readonly onEvent?: ((event: PaymentEvent) => void) | undefined;
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
 * @example
 * const onEvent = paymentTelemetry({ baseUrl });
 * const payments = new PaymentClient({ baseUrl, auth, onEvent });
 * @throws TypeError if `baseUrl` is not a URL.
 */
export function paymentTelemetry(options: PaymentTelemetryOptions = {}): (event: PaymentEvent) => void {
  const { baseUrl, identifiers = false, onEvent, tracerProvider = trace, meterProvider } = options;
  const server = serverAt(baseUrl);
  const measure = metricsOf(meterProvider, server);
  const open = new Map<string, OpenCall>();

  /** Begins a child of the caller's span, which is active because listeners are called synchronously. */
  function begin(event: PaymentEvent): OpenCall {
    // A first event that is also the last says how long ago the call began.
    const agoMs = "durationMs" in event ? event.durationMs : 0;
    const startTime = Date.now() - agoMs;
    const name = event.route === undefined ? event.operation : `${event.operation} ${event.route}`;
    const kind = event.attempt === 0 ? SpanKind.INTERNAL : SpanKind.CLIENT;
    const attributes = startAttributes(event, server, identifiers);
    const span = tracerProvider
      .getTracer("merchant-payments", version)
      .startSpan(name, { kind, attributes, startTime });
    return { span, startTime, context: trace.setSpan(context.active(), span) };
  }

  function callOf(event: PaymentEvent): OpenCall {
    const call = open.get(event.callId) ?? begin(event);
    if (isEnd(event)) open.delete(event.callId);
    else open.set(event.callId, call);
    return call;
  }

  return (event) => {
    const call = attempt(() => callOf(event));
    const inSpan = call?.context ?? context.active();
    // Returned, so that the client handles the promise of an async listener.
    const result = attempt(() => context.with(inSpan, () => onEvent?.(event)));
    if (event.type === "retry") attempt(() => call?.span.addEvent("payment.retry", retryAttributes(event)));
    if (isEnd(event)) {
      attempt(() => call && endSpan(call, event));
      attempt(() => measure(event, inSpan));
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

interface OpenCall {
  readonly span: Span;
  readonly context: Context;
  readonly startTime: number;
}

function endSpan({ span, startTime }: OpenCall, event: EndEvent): void {
  span.setAttributes({
    ...outcomeAttributes(event),
    "http.response.status_code": event.httpStatus,
    "http.request.resend_count": event.attempt > 1 ? event.attempt - 1 : undefined,
    "payment.status_key": event.type === "failure" ? event.statusKey : undefined,
  });
  if (event.type === "failure") span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(startTime + event.durationMs);
}

/** In seconds, as OpenTelemetry's conventions advise for the duration of HTTP requests. */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Returns what counts and times a call that has ended. Its context is for exemplars, which lead to a trace. */
function metricsOf(given: MeterProvider | undefined, server: Server) {
  const made = new WeakMap<MeterProvider, ReturnType<typeof instrumentsOf>>();
  return (event: EndEvent, inSpan: Context): void => {
    // Instruments of an earlier global provider record nothing, and the API has no stand-in for a later one.
    const provider = given ?? metrics.getMeterProvider();
    const { calls, duration } = made.get(provider) ?? instrumentsOf(provider.getMeter("merchant-payments", version));
    made.set(provider, { calls, duration });
    const attributes = { "payment.operation": event.operation, ...outcomeAttributes(event), ...server.attributes };
    calls.add(1, attributes, inSpan);
    duration.record(event.durationMs / 1_000, attributes, inSpan);
  };
}

const instrumentsOf = (meter: Meter) => ({
  calls: meter.createCounter("payment.calls", {
    description: "Calls to the payment service that have ended.",
    unit: "{call}",
  }),
  duration: meter.createHistogram("payment.call.duration", {
    description: "Duration of calls to the payment service, retries included.",
    unit: "s",
    advice: { explicitBucketBoundaries: BOUNDARIES },
  }),
});

type EndEvent = Extract<PaymentEvent, { durationMs: number }>;

const isEnd = (event: PaymentEvent): event is EndEvent => "durationMs" in event;

type Server = ReturnType<typeof serverAt>;

/** @throws TypeError if it is not a URL. */
function serverAt(baseUrl: string | undefined): { basePath: string; attributes: Attributes } {
  if (baseUrl === undefined) return { basePath: "", attributes: {} };
  const url = URL.parse(baseUrl); // the error of `new URL` quotes the given text, even a password in it
  if (url === null) throw new TypeError("paymentTelemetry: baseUrl must be the client's own, an absolute URL");
  const { protocol, hostname, port, pathname } = url;
  const defaultPort = protocol === "https:" ? 443 : 80;
  return {
    basePath: pathname.replace(/\/+$/, ""),
    attributes: {
      "server.address": hostname.replace(/^\[|\]$/g, ""),
      "server.port": port === "" ? defaultPort : Number(port),
    },
  };
}

/**
 * Returns what is known when a span begins, which is when a sampler decides on it. `url.full` is left out: its path holds
 * ids and the amount.
 */
function startAttributes(event: PaymentEvent, { basePath, attributes }: Server, showsIdentifiers: boolean): Attributes {
  const { operation, callId, attempt, method, route } = event;
  return {
    "payment.operation": operation,
    "payment.call_id": callId,
    ...(showsIdentifiers && {
      "payment.order_number": event.orderNumber,
      "payment.order_id": event.orderId,
      "payment.transaction_id": event.transactionId,
    }),
    ...(attempt > 0 && { "http.request.method": method, "url.template": `${basePath}/${route}`, ...attributes }),
  };
}

/** Says how a call ended. A metric must not grow with every status key that the service may add. */
function outcomeAttributes(event: EndEvent): Attributes {
  switch (event.type) {
    case "response":
      return { "payment.outcome": event.outcome, "payment.pending": event.pending };
    case "resolve":
      return { "payment.resolution": event.state, ...(event.code && { "error.type": event.code }) };
    case "failure":
      return { "payment.outcome": event.outcome, "error.type": event.code, "payment.error.scope": event.scope };
  }
}

const retryAttributes = ({ code, attempt, delayMs }: RetryEvent): Attributes => ({
  "error.type": code,
  "payment.attempt": attempt,
  "payment.retry.delay_ms": delayMs,
});
