import {
  type Context,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TracerProvider,
  trace,
} from "@opentelemetry/api";
import type { PaymentEvent, RetryEvent } from "../events.js";
import { version } from "../version.js";
import { type EndEvent, endAttributes, identifierAttributes, type Server, startAttributes } from "./attributes.js";

/** What spans say besides the events. */
export interface SpanFacts {
  readonly server: Server;
  readonly identifiers: boolean;
}

interface OpenCall {
  readonly span: Span;
  /** The context in which the span is active. */
  readonly context: Context;
  /** `startTime` is by the wall clock, `startedAt` by the monotonic clock, both in milliseconds. */
  readonly startTime: number;
  readonly startedAt: number;
}

/** The spans of the calls in flight: one for each call. Its retries are events of the span. */
export class CallSpans {
  readonly #tracers: Pick<TracerProvider, "getTracer">;
  readonly #facts: SpanFacts;
  readonly #open = new Map<string, OpenCall>();

  constructor(provider: TracerProvider | undefined, facts: SpanFacts) {
    this.#tracers = provider ?? trace;
    this.#facts = facts;
  }

  /** Returns the context in which the call's span is active. The call's first event begins the span. */
  contextOf(event: PaymentEvent): Context {
    return this.#callOf(event).context;
  }

  retrying(event: RetryEvent): void {
    this.#callOf(event).span.addEvent("payment.retry", {
      "error.type": event.code,
      "payment.attempt": event.attempt,
      "payment.retry.delay_ms": event.delayMs,
    });
  }

  end(event: EndEvent): void {
    const { span, startTime, startedAt } = this.#callOf(event);
    this.#open.delete(event.callId);
    span.setAttributes(endAttributes(event));
    if (event.type === "failure") span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(startTime + performance.now() - startedAt);
  }

  #callOf(event: PaymentEvent): OpenCall {
    const open = this.#open.get(event.callId);
    if (open !== undefined) return open;
    // The first event comes as the call begins. If it is also the last, it says how long ago that was.
    const agoMs = "durationMs" in event ? event.durationMs : 0;
    const startTime = Date.now() - agoMs;
    const startedAt = performance.now() - agoMs;
    const span = this.#begin(event, startTime);
    const begun = { span, startTime, startedAt, context: trace.setSpan(context.active(), span) };
    this.#open.set(event.callId, begun);
    return begun;
  }

  /** Begins a child of the active span. That is the span of the caller, because listeners are called synchronously. */
  #begin(event: PaymentEvent, startTime: number): Span {
    const { server, identifiers } = this.#facts;
    const name = event.route === undefined ? event.operation : `${event.operation} ${event.route}`;
    const kind = event.attempt === 0 ? SpanKind.INTERNAL : SpanKind.CLIENT;
    const attributes = { ...startAttributes(event, server), ...(identifiers ? identifierAttributes(event) : {}) };
    const tracer = this.#tracers.getTracer("merchant-payments", version);
    return tracer.startSpan(name, { kind, attributes, startTime });
  }
}
