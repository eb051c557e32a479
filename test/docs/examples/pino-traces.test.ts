import { trace } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { basicAuth, PaymentClient } from "merchant-payments";
import { FakePaymentService } from "merchant-payments/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { observeCalls } from "../../../examples/pino-traces.js";
import { keepContexts } from "../../observability/opentelemetry/observed.js";

keepContexts();

const exporter = new InMemorySpanExporter();
beforeAll(() => {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
});
afterAll(() => trace.disable());

test("a call's line names the call's span", async () => {
  const lines: string[] = [];
  const service = new FakePaymentService();
  const baseUrl = "https://payments.example.com";
  const payments = new PaymentClient({
    baseUrl,
    auth: basicAuth(service.merchantId, service.password),
    fetch: service.fetch,
    onEvent: observeCalls(baseUrl, {}, { write: (line) => lines.push(line) }),
  });
  await payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" });
  const [span, ...others] = exporter.getFinishedSpans();
  const { traceId, spanId } = span?.spanContext() ?? {};
  expect(others).toEqual([]);
  expect(span?.attributes).toMatchObject({ "server.address": "payments.example.com" });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: "createOrder: succeeded", orderNumber: "ORDER-1001", trace_id: traceId, span_id: spanId },
  ]);
});
