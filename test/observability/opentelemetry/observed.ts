import { context, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { MeterProvider, MetricReader } from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { basicAuth, PaymentClient } from "merchant-payments";
import { type PaymentTelemetryOptions, paymentTelemetry } from "merchant-payments/opentelemetry";
import { afterAll, beforeAll, vi } from "vitest";
import { order as simple } from "../../support/client.js";
import { newService } from "../../support/service-adapters.js";
import { stopTime } from "../../support/time.js";

const baseUrl = "https://payments.example.com/api";

/** Gives what the instruments hold when it is asked: the periodic one needs timers. */
export class AskedReader extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}

  async metrics() {
    const { resourceMetrics } = await this.collect();
    return resourceMetrics.scopeMetrics.flatMap(({ scope, metrics }) => metrics.map((each) => ({ scope, ...each })));
  }
}

/** A client of a fake, watched with the real SDK, and what the SDK exports. */
export function observed(options: PaymentTelemetryOptions = {}) {
  const service = newService();
  const spanExporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spanExporter)] });
  const reader = new AskedReader();
  const meterProvider = new MeterProvider({ readers: [reader] });
  const onEvent = paymentTelemetry({ baseUrl, tracerProvider, meterProvider, ...options });
  const auth = basicAuth(service.merchantId, service.password);
  const payments = new PaymentClient({ baseUrl, auth, fetch: service.fetch, onEvent });

  return {
    service,
    payments,
    tracer: tracerProvider.getTracer("the shop"),
    /** The spans that have ended, in the order in which they did. */
    spans: () => spanExporter.getFinishedSpans(),
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

/** No time passes but what the test says. The first call of a process loads what it needs, which takes real time. */
export async function stopTimeOnceLoaded(): Promise<void> {
  await observed().payments.createOrder(simple);
  stopTime();
  vi.spyOn(Math, "random").mockReturnValue(0); // of which the time between two attempts is drawn
}

/** What is active in a call stays active after each `await` of it, for the tests of a file. */
export function keepContexts(): void {
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  });
  afterAll(() => context.disable());
}
