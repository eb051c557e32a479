import type { Histogram } from "@opentelemetry/sdk-metrics";
import { fault } from "merchant-payments/testing";
import { afterEach, expect, test, vi } from "vitest";
import { errorOf } from "../support/stub-client.js";
import { passTime, stopTime } from "../support/time.js";
import { filled, observed } from "./observed.js";

afterEach(() => {
  vi.useRealTimers();
});

const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const finalization = { transactionId: "209901010000000001", totalAmount: "125.00" };
const server = { "server.address": "payments.example.com", "server.port": 443 };

test("count the calls that have ended, by operation and outcome", async () => {
  const { service, payments, metrics } = observed();
  const { orderId } = await payments.createOrder(order);
  await payments.createOrder({ ...order, orderNumber: "ORDER-1002" });
  const { transactionId } = service.authorize(orderId, { paymentMethod: "other", pending: true });
  await payments.finalize({ orderId, transactionId, totalAmount: "125.00" });
  service.faults.next("finalize", fault.loseReply);
  await errorOf(payments.finalize(finalization));
  await errorOf(payments.finalize(finalization));
  await errorOf(payments.finalize({ ...finalization, totalAmount: "0.1.0" }));

  const [calls] = await metrics();

  expect(calls?.scope).toMatchObject({ name: "merchant-payments", version: "0.1.0" });
  expect(calls?.descriptor).toMatchObject({ name: "payment.calls", unit: "{call}" });
  const created = { "payment.operation": "createOrder", "payment.outcome": "succeeded", "payment.pending": false };
  const finalize = { "payment.operation": "finalize", ...server };
  expect(calls?.dataPoints.map(({ attributes, value }) => [attributes, value])).toEqual([
    [{ ...created, ...server }, 2],
    [{ ...finalize, "payment.outcome": "succeeded", "payment.pending": true }, 1],
    [{ ...finalize, "payment.outcome": "unknown", "error.type": "connection" }, 1],
    [{ ...finalize, "payment.outcome": "rejected", "error.type": "service_error" }, 1],
    [{ ...finalize, "payment.outcome": "not_sent", "error.type": "invalid_input" }, 1],
  ]);
});

test("time them in seconds, retries included, in the buckets of the conventions", async () => {
  await observed().payments.createOrder(order); // the first call of a process loads what it needs: that takes real time
  stopTime();
  vi.spyOn(Math, "random").mockReturnValue(0);
  const { service, payments, metrics } = observed();
  service.faults.next("createOrder", fault.refuse); // 125 ms to the next attempt
  const created = payments.createOrder(order);
  await passTime(125);
  await created;
  service.faults.next("finalize", fault.stallHeaders());
  const finalized = errorOf(payments.finalize(finalization, { timeoutMs: 8_000 }));
  await passTime(8_000);
  await finalized;

  const [, duration] = await metrics();

  expect(duration?.descriptor).toMatchObject({
    name: "payment.call.duration",
    unit: "s",
    advice: {
      explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
    },
  });
  const points = duration?.dataPoints as { attributes: object; value: Histogram }[];
  expect(points.map(({ attributes, value }) => [attributes, value.sum, filled(value)])).toEqual([
    [
      { "payment.operation": "createOrder", "payment.outcome": "succeeded", "payment.pending": false, ...server },
      0.125,
      { "up to 0.25": 1 },
    ],
    [
      { "payment.operation": "finalize", "payment.outcome": "unknown", "error.type": "timeout", ...server },
      8,
      { "up to 10": 1 },
    ],
  ]);
});
