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

/** What spans say beside the events. */
export interface SpanFacts {
  readonly server: Server;
  readonly identifiers: boolean;
}

interface OpenCall {
  readonly span: Span;
  /** In which the span is the active one. */
  readonly context: Context;
  /** Since 1970, and by the clock that nobody sets; both in milliseconds. */
  readonly startTime: number;
  readonly startedAt: number;
}

/** The spans of the calls in flight: one per call, its attempts are events of it. */
export class CallSpans {
  readonly #tracers: Pick<TracerProvider, "getTracer">;
  readonly #facts: SpanFacts;
  readonly #open = new Map<string, OpenCall>();

  constructor(provider: TracerProvider | undefined, facts: SpanFacts) {
    this.#tracers = provider ?? trace;
    this.#facts = facts;
  }

  /** The context in which the call's span is the active one. The call's first event begins the span. */
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
    // The first event comes as the call begins; one that is also the last tells how long ago that was.
    const agoMs = "durationMs" in event ? event.durationMs : 0;
    const startTime = Date.now() - agoMs;
    const startedAt = performance.now() - agoMs;
    const span = this.#begin(event, startTime);
    const begun = { span, startTime, startedAt, context: trace.setSpan(context.active(), span) };
    this.#open.set(event.callId, begun);
    return begun;
  }

  /** A child of the active span: listeners are called synchronously, so that is the one where the call was made. */
  #begin(event: PaymentEvent, startTime: number): Span {
    const { server, identifiers } = this.#facts;
    const name = event.route === undefined ? event.operation : `${event.operation} ${event.route}`;
    const kind = event.attempt === 0 ? SpanKind.INTERNAL : SpanKind.CLIENT;
    const attributes = { ...startAttributes(event, server), ...(identifiers ? identifierAttributes(event) : {}) };
    const tracer = this.#tracers.getTracer("merchant-payments", version);
    return tracer.startSpan(name, { kind, attributes, startTime });
  }
}
