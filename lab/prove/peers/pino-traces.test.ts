import { trace } from "@opentelemetry/api";
import { FakePaymentService } from "merchant-payments/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { observeCalls } from "../../../examples/pino-traces.js";
import { keepContexts, tracing } from "../../../test/observability/opentelemetry/observed.js";
import { clientOfFake, order } from "../../../test/support/client.js";

keepContexts();

const { tracerProvider, spans } = tracing();
beforeAll(() => void trace.setGlobalTracerProvider(tracerProvider));
afterAll(() => trace.disable());

test("the log line of a call names the span of the call", async () => {
  const lines: string[] = [];
  const service = new FakePaymentService();
  const onEvent = observeCalls("https://payments.example.com/api", {}, { write: (line) => lines.push(line) });
  await clientOfFake(service, { onEvent }).createOrder(order);
  const [span, ...others] = spans();
  const { traceId, spanId } = span?.spanContext() ?? {};
  expect(others).toEqual([]);
  expect(span?.attributes).toMatchObject({ "server.address": "payments.example.com" });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: "createOrder: succeeded", orderNumber: "ORDER-1001", trace_id: traceId, span_id: spanId },
  ]);
});
