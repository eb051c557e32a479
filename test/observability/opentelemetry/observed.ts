import { context, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { MeterProvider, type MetricData, MetricReader, type ScopeMetrics } from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { paymentTelemetry } from "merchant-payments/opentelemetry";
import { afterAll, beforeAll, vi } from "vitest";
import { clientOfFake, order } from "../../support/client.js";
import { newService } from "../../support/service-adapters.js";
import { stopTime } from "../../support/time.js";

const baseUrl = "https://payments.example.com/api";

/** Returns the metrics when it is asked. The periodic reader needs timers. */
export class AskedReader extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}

  async metrics(): Promise<(MetricData & Pick<ScopeMetrics, "scope">)[]> {
    const { resourceMetrics } = await this.collect();
    return resourceMetrics.scopeMetrics.flatMap(({ scope, metrics }) => metrics.map((each) => ({ scope, ...each })));
  }
}

/** A tracer provider of the real SDK, and the spans that have ended, in the order in which they did. */
export function tracing() {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  return { tracerProvider, spans: () => exporter.getFinishedSpans() };
}

/** A client of a fake, observed with the real SDK, and what the SDK exports. */
export function observed(options: Parameters<typeof paymentTelemetry>[0] = {}) {
  const service = newService();
  const { tracerProvider, spans } = tracing();
  const reader = new AskedReader();
  const meterProvider = new MeterProvider({ readers: [reader] });
  const onEvent = paymentTelemetry({ baseUrl, tracerProvider, meterProvider, ...options });

  return {
    service,
    payments: clientOfFake(service, { onEvent }),
    tracer: tracerProvider.getTracer("the shop"),
    spans,
    /** The counter and the histogram. */
    metrics: () => reader.metrics(),
  };
}

/** A span as plain data, but for its ids and times. */
export function shown({ name, kind, attributes, status, events }: ReadableSpan) {
  return {
    name,
    kind: SpanKind[kind],
    attributes,
    status: SpanStatusCode[status.code],
    events: events.map((event) => ({ name: event.name, attributes: event.attributes })),
  };
}

/** Time passes only where the test says so. The first call of a process loads modules, which takes real time. */
export async function stopTimeOnceLoaded(): Promise<void> {
  await observed().payments.createOrder(order);
  stopTime();
  vi.spyOn(Math, "random").mockReturnValue(0); // decides the pause between two attempts
}

/** For the tests of a file, the active span of a call stays active after each `await`. */
export function keepContexts(): void {
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  });
  afterAll(() => context.disable());
}
