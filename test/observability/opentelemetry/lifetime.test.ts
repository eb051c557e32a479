import { setImmediate } from "node:timers/promises";
import { metrics, trace } from "@opentelemetry/api";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, NoopSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { paymentTelemetry } from "merchant-payments/opentelemetry";
import { FakePaymentService, fault } from "merchant-payments/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { clientOfFake, errorOf, order } from "../../support/client.js";
import { collectGarbage } from "../../support/collect-garbage.js";
import { AskedReader, tracing } from "./observed.js";

const clientWith = (onEvent: ReturnType<typeof paymentTelemetry>, service = new FakePaymentService()) =>
  clientOfFake(service, { onEvent });

test("paymentTelemetry uses the global providers, also if they are set after the first call", async () => {
  onTestFinished(() => [trace, metrics].forEach((each) => void each.disable()));
  const payments = clientWith(paymentTelemetry());
  await payments.createOrder(order);
  const { tracerProvider, spans } = tracing();
  const reader = new AskedReader();
  trace.setGlobalTracerProvider(tracerProvider);
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  await payments.createOrder({ ...order, orderNumber: "ORDER-1002" });
  await payments.createOrder({ ...order, orderNumber: "ORDER-1003" });
  expect(spans()).toHaveLength(2);
  const [calls, duration, ...others] = await reader.metrics();
  expect(calls).toMatchObject({ descriptor: { name: "payment.calls" }, dataPoints: [{ value: 2 }] });
  expect([duration?.descriptor.name, others]).toEqual(["payment.call.duration", []]);
});

test("telemetry keeps nothing of a call that has ended", async () => {
  const begun: WeakRef<object>[] = [];
  class Remember extends NoopSpanProcessor {
    override onStart(span: object): void {
      begun.push(new WeakRef(span));
    }
  }
  const service = new FakePaymentService();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new Remember()] });
  const payments = clientWith(paymentTelemetry({ tracerProvider }), service);
  const alive = async () => {
    await setImmediate();
    collectGarbage();
    return begun.filter((span) => span.deref() !== undefined).length;
  };
  service.faults.next("createOrder", fault.stallHeaders());
  const controller = new AbortController();
  const open = errorOf(payments.createOrder(order, { signal: controller.signal }));
  for (let n = 0; n < 10; n += 1) {
    await payments.createOrder({ ...order, orderNumber: `ORDER-2${n}` });
    await errorOf(payments.createOrder({ ...order, orderNumber: "1" }));
  }
  expect(begun).toHaveLength(21);
  expect(await alive()).toBe(1); // the one that is in flight
  controller.abort();
  await open;
  expect(await alive()).toBe(0);
});

describe("broken telemetry does no harm", () => {
  const broken = () => {
    throw new Error("the exporter broke");
  };

  test("to a call, its metrics and its async listener that rejects", async () => {
    const onEnd = { onStart: () => undefined, onEnd: broken, forceFlush: async () => {}, shutdown: async () => {} };
    const reader = new AskedReader();
    const onEvent = paymentTelemetry({
      tracerProvider: new BasicTracerProvider({ spanProcessors: [onEnd] }),
      meterProvider: new MeterProvider({ readers: [reader] }),
      onEvent: async () => broken(),
    });
    await expect(clientWith(onEvent).createOrder(order)).resolves.toMatchObject({ pending: false });
    expect((await reader.metrics()).map(({ dataPoints }) => dataPoints.length)).toEqual([1, 1]);
  });

  test("to the merchant's own listener", async () => {
    const seen: string[] = [];
    const tracerProvider = { getTracer: broken };
    const onEvent = paymentTelemetry({ tracerProvider, onEvent: ({ type }) => void seen.push(type) });
    await clientWith(onEvent).createOrder(order);
    expect(seen).toEqual(["request", "response"]);
  });
});
