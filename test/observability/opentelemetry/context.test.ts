import { propagation, type TextMapPropagator, trace } from "@opentelemetry/api";
import type { PaymentEvent } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { errorOf, order } from "../../support/client.js";
import { keepContexts, observed } from "./observed.js";

keepContexts();

describe("the span of a call is a child of the span that is active where the call is made", () => {
  test("for calls at the same time", async () => {
    const { payments, tracer, spans } = observed({ identifiers: true });
    const checkout = (orderNumber: string) =>
      tracer.startActiveSpan(`checkout of ${orderNumber}`, async (parent) => {
        await Promise.resolve();
        await payments.createOrder({ ...order, orderNumber });
        parent.end();
        return parent.spanContext();
      });
    const [first, second] = await Promise.all([checkout("SHOP-1"), checkout("SHOP-2")]);
    const calls = spans().filter(({ name }) => name.startsWith("createOrder "));
    const parents = calls.map((span) => [span.attributes["payment.order_number"], span.parentSpanContext]);
    expect(Object.fromEntries(parents)).toEqual({ "SHOP-1": first, "SHOP-2": second });
  });

  test("or the root of a trace if no span is active", async () => {
    const { payments, spans } = observed();
    await payments.createOrder(order);
    expect(spans().map(({ parentSpanContext }) => parentSpanContext)).toEqual([undefined]);
  });
});

test("the merchant's own listener gets every event, within the call's span", async () => {
  const told: string[] = [];
  const onEvent = ({ type }: PaymentEvent) => told.push(`${type} ${trace.getActiveSpan()?.spanContext().spanId}`);
  const { payments, spans } = observed({ onEvent });
  await payments.createOrder(order);
  await errorOf(payments.createOrder({ ...order, orderNumber: "1" }));
  const [created, invalid] = spans().map((span) => span.spanContext().spanId);
  expect(told).toEqual([`request ${created}`, `response ${created}`, `failure ${invalid}`]);
});

/** Writes headers that the service should not get, as a merchant's propagators may. */
const propagator: TextMapPropagator = {
  inject: (_, carrier, setter) => setter.set(carrier, "baggage", "customer=1234"),
  extract: (given) => given,
  fields: () => ["baggage"],
};

test("the service gets no trace header, whatever propagator the process has", async () => {
  propagation.setGlobalPropagator(propagator);
  const { service, payments, tracer } = observed();
  await tracer.startActiveSpan("checkout", () => payments.createOrder(order));
  propagation.disable();
  const names = ["accept", "authorization", "content-length", "content-type", "user-agent"];
  expect(Object.keys(service.requests[0]?.headers ?? {}).sort()).toEqual(names);
});
