/**
 * OpenTelemetry spans and metrics of a client's calls. Requires `@opentelemetry/api`, an optional peer dependency.
 *
 * @packageDocumentation
 */
import {
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
import type { PaymentEvent, PaymentEventListener } from "../events.js";
import { version } from "../version.js";
import {
  type EndEvent,
  endAttributes,
  identifierAttributes,
  isEnd,
  outcomeAttributes,
  retryAttributes,
  type Server,
  serverAt,
  startAttributes,
} from "./attributes.js";

/** Options of {@link paymentTelemetry}. */
export interface PaymentTelemetryOptions {
  /** The client's `baseUrl`, for `server.address`, `server.port` and `url.template`. Events do not carry it. */
  readonly baseUrl?: string | undefined;
  /**
   * Puts the call's order number, order id and transaction id on its span, never on a metric. They lead to a person.
   * @defaultValue false
   */
  readonly identifiers?: boolean | undefined;
  /** Your own listener, called while the call's span is active: its log lines get the trace id. */
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
 * @example
 * const onEvent = paymentTelemetry({ baseUrl });
 * const payments = new PaymentClient({ baseUrl, auth, onEvent });
 * @throws TypeError if `baseUrl` is not a URL.
 */
export function paymentTelemetry(options: PaymentTelemetryOptions = {}): PaymentEventListener {
  const { baseUrl, identifiers = false, onEvent, tracerProvider, meterProvider } = options;
  const server = serverAt(baseUrl);
  const callOf = openCalls(tracerProvider ?? trace, server, identifiers);
  const measure = metricsOf(meterProvider, server);

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
  /** By the wall clock and by the monotonic clock, in milliseconds. */
  readonly startTime: number;
  readonly startedAt: number;
}

/** Returns what finds the call of an event. Its first event begins the span, its last one forgets the call. */
function openCalls(tracers: Pick<TracerProvider, "getTracer">, server: Server, showsIdentifiers: boolean) {
  const open = new Map<string, OpenCall>();

  /** Begins a child of the caller's span, which is active because listeners are called synchronously. */
  function begin(event: PaymentEvent): OpenCall {
    // A first event that is also the last says how long ago the call began.
    const agoMs = "durationMs" in event ? event.durationMs : 0;
    const startTime = Date.now() - agoMs;
    const name = event.route === undefined ? event.operation : `${event.operation} ${event.route}`;
    const kind = event.attempt === 0 ? SpanKind.INTERNAL : SpanKind.CLIENT;
    const identifiers = showsIdentifiers ? identifierAttributes(event) : {};
    const attributes = { ...startAttributes(event, server), ...identifiers };
    const span = tracers.getTracer("merchant-payments", version).startSpan(name, { kind, attributes, startTime });
    const startedAt = performance.now() - agoMs;
    return { span, startTime, startedAt, context: trace.setSpan(context.active(), span) };
  }

  return (event: PaymentEvent): OpenCall => {
    const call = open.get(event.callId) ?? begin(event);
    if (isEnd(event)) open.delete(event.callId);
    else open.set(event.callId, call);
    return call;
  };
}

function endSpan({ span, startTime, startedAt }: OpenCall, event: EndEvent): void {
  span.setAttributes(endAttributes(event));
  if (event.type === "failure") span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(startTime + performance.now() - startedAt);
}

/** In seconds, as OpenTelemetry's conventions advise for the duration of HTTP requests. */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Returns what counts and times a call that has ended. Its context is for exemplars, which lead to a trace. */
function metricsOf(given: MeterProvider | undefined, server: Server) {
  let provider: MeterProvider | undefined;
  let instruments: ReturnType<typeof instrumentsOf> | undefined;
  return (event: EndEvent, inSpan: Context): void => {
    // Instruments of an earlier global provider record nothing, and the API has no stand-in for a later one.
    const current = given ?? metrics.getMeterProvider();
    if (instruments === undefined || provider !== current) {
      provider = current;
      instruments = instrumentsOf(current.getMeter("merchant-payments", version));
    }
    const attributes = { "payment.operation": event.operation, ...outcomeAttributes(event), ...server.attributes };
    instruments.calls.add(1, attributes, inSpan);
    instruments.duration.record(event.durationMs / 1_000, attributes, inSpan);
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
