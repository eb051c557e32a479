import { fault } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { zod } from "../../operations/custom/described.js";
import { errorOf, finalization, order } from "../../support/client.js";
import { passTime } from "../../support/time.js";
import { observed, shown, stopTimeOnceLoaded } from "./observed.js";

const create = "orders/create/{orderNumber}/{totalAmount}/{currencyCode}";
const finalize = "transactions/{transactionId}/finalize/{totalAmount}";

/** The attributes of a span whose request was sent by this route. */
const sentBy = (route: string) => ({
  "payment.call_id": expect.stringMatching(/^[0-9a-f-]{36}$/),
  "http.request.method": "POST",
  "url.template": `/api/${route}`,
  "server.address": "payments.example.com",
  "server.port": 443,
});
const unset = { kind: "CLIENT", status: "UNSET", events: [] };

describe("the span of a call", () => {
  test("that succeeds has its outcome and no error", async () => {
    const { payments, spans } = observed();
    await payments.createOrder(order);
    const attributes = {
      ...sentBy(create),
      "payment.operation": "createOrder",
      "payment.outcome": "succeeded",
      "payment.pending": false,
      "http.response.status_code": 201,
    };
    expect(spans().map(shown)).toEqual([{ ...unset, name: `createOrder ${create}`, attributes }]);
    const scope = { name: "merchant-payments", version: "0.1.0", schemaUrl: undefined };
    expect(spans()[0]?.instrumentationScope).toEqual(scope);
  });

  test("of a custom read has its method, its retry, and its path without the query", async () => {
    const { service, payments, spans, metrics } = observed();
    service.on(zod.findPayment, () => ({ state: "open", finalized: [] }));
    service.faults.next("findPayment", fault.status(503));
    await stopTimeOnceLoaded();
    const call = payments.call(zod.findPayment, { transactionId: finalization.transactionId, withHistory: true });
    await passTime(250);
    await call;
    const sent = { "payment.operation": "findPayment", "http.request.method": "GET", "http.request.resend_count": 1 };
    const retry = { "error.type": "unexpected_response", "payment.attempt": 1, "payment.retry.delay_ms": 125 };
    const name = "findPayment transactions/{transactionId}";
    const attributes = { ...sent, "url.template": "/api/transactions/{transactionId}" };
    const events = [{ name: "payment.retry", attributes: retry }];
    expect(spans().map(shown)).toMatchObject([{ name, attributes, events }]);
    const [calls] = await metrics();
    expect(calls?.dataPoints).toMatchObject([{ value: 1, attributes: { "payment.operation": "findPayment" } }]);
  });

  test("that resolves a finalization has no error, although the service rejects the second request", async () => {
    const { service, payments, spans } = observed();
    const { orderId } = await payments.createOrder(order);
    const { transactionId } = service.authorize(orderId, { paymentMethod: "card" });
    const captured = { transactionId, totalAmount: "125.00" };
    await payments.finalize(captured);
    const authorization = { paymentMethod: "card", authorizedAmount: "125.00" } as const;
    await payments.resolveFinalization(captured, { authorization });
    const attributes = {
      ...sentBy(finalize),
      "payment.operation": "resolveFinalization",
      "payment.resolution": "captured",
      "error.type": "service_error",
      "http.response.status_code": 200,
    };
    expect(spans().map(shown)[2]).toEqual({ ...unset, name: `resolveFinalization ${finalize}`, attributes });
  });

  const ok = { "http.response.status_code": 200 };
  const rejected = { "payment.outcome": "rejected", "error.type": "service_error", ...ok };
  const notFound = { ...rejected, "payment.status_key": "ORDER_NOT_FOUND" };
  const annulled = { ...rejected, "payment.outcome": "unknown", "payment.status_key": "PAYMENT_ANNULLED" };
  const lost = { "payment.outcome": "unknown", "error.type": "connection" };
  const incomplete = { "payment.outcome": "succeeded", "error.type": "unexpected_response", ...ok };
  const empty = '{"status":{"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"}}';

  test.each([
    ["that the service rejects", fault.error("ORDER_NOT_FOUND"), notFound],
    ["that the service rejects, perhaps because it was made before", fault.error("PAYMENT_ANNULLED"), annulled],
    ["whose response is lost", fault.loseResponse(), lost],
    ["that succeeded, but whose response lacks fields", fault.response({ body: empty }), incomplete],
  ])("%s is an error", async (_what, armed, told) => {
    const { service, payments, spans } = observed();
    service.faults.next("finalize", armed);
    await errorOf(payments.finalize(finalization));
    const attributes = { ...sentBy(finalize), "payment.operation": "finalize", "payment.error.scope": "call", ...told };
    expect(spans().map(shown)).toEqual([{ ...unset, status: "ERROR", name: `finalize ${finalize}`, attributes }]);
  });
});

describe("identifiers", () => {
  const finalizing = async (options: { identifiers?: boolean }) => {
    const { service, payments, spans } = observed(options);
    const { orderId } = await payments.createOrder(order);
    const { transactionId } = service.authorize(orderId, { paymentMethod: "card" });
    await payments.finalize({ orderId, transactionId, totalAmount: "125.00" });
    return { orderId, transactionId, spans: spans().map(shown) };
  };

  test("are on no span by default, nor is an amount", async () => {
    const { orderId, transactionId, spans } = await finalizing({});
    for (const secret of ["ORDER-1001", orderId, transactionId, "125.00"]) {
      expect(JSON.stringify(spans)).not.toContain(secret);
    }
  });

  test("are attributes if the option asks for them, and never part of a name", async () => {
    const { orderId, transactionId, spans } = await finalizing({ identifiers: true });
    const names = "finalize orders/{orderId}/transactions/{transactionId}/finalize/{totalAmount}";
    expect(spans).toMatchObject([
      { name: `createOrder ${create}`, attributes: { "payment.order_number": "ORDER-1001" } },
      { name: names, attributes: { "payment.order_id": orderId, "payment.transaction_id": transactionId } },
    ]);
    expect(spans[0]?.attributes).not.toHaveProperty("payment.transaction_id");
  });
});

describe("the service's address on a span", () => {
  test.each([
    ["http://localhost:4010/v1/api//", "localhost", 4010, "/v1/api"],
    ["http://127.0.0.1", "127.0.0.1", 80, ""],
    [undefined, undefined, undefined, ""],
  ])("comes from the base URL %s", async (baseUrl, address, port, path) => {
    const { payments, spans } = observed({ baseUrl });
    await payments.createOrder(order);
    const attributes = spans()[0]?.attributes;
    expect([attributes?.["server.address"], attributes?.["server.port"]]).toEqual([address, port]);
    expect(attributes).toHaveProperty("url.template", `${path}/${create}`);
  });

  test("cannot come from an invalid base URL, which throws at once and is not repeated", () => {
    const rule = "paymentTelemetry: baseUrl must be the client's own, an absolute URL";
    expect(() => observed({ baseUrl: "https://user:s3cret@ bad" })).toThrow(new TypeError(rule));
  });
});

describe("metrics", () => {
  const server = { "server.address": "payments.example.com", "server.port": 443 };
  const created = { "payment.operation": "createOrder", "payment.outcome": "succeeded", "payment.pending": false };
  const finalized = { "payment.operation": "finalize", ...server };
  const failed = { ...finalized, "payment.error.scope": "call" };

  test("count the calls that have ended, by operation and outcome", async () => {
    const { service, payments, metrics } = observed();
    const { orderId } = await payments.createOrder(order);
    await payments.createOrder({ ...order, orderNumber: "ORDER-1002" });
    const { transactionId } = service.authorize(orderId, { paymentMethod: "other", pending: true });
    await payments.finalize({ transactionId, totalAmount: "125.00" });
    service.faults.next("finalize", fault.loseResponse());
    await errorOf(payments.finalize(finalization));
    await errorOf(payments.finalize(finalization));
    await errorOf(payments.finalize({ ...finalization, totalAmount: "0.1.0" }));
    const [calls] = await metrics();
    expect(calls?.scope).toMatchObject({ name: "merchant-payments", version: "0.1.0" });
    expect(calls?.descriptor).toMatchObject({ name: "payment.calls", unit: "{call}" });
    expect(calls?.dataPoints.map(({ attributes, value }) => [attributes, value])).toEqual([
      [{ ...created, ...server }, 2],
      [{ ...finalized, "payment.outcome": "succeeded", "payment.pending": true }, 1],
      [{ ...failed, "payment.outcome": "unknown", "error.type": "connection" }, 1],
      [{ ...failed, "payment.outcome": "rejected", "error.type": "service_error" }, 1],
      [{ ...failed, "payment.outcome": "not_sent", "error.type": "invalid_input" }, 1],
    ]);
  });

  test("time the calls in seconds, retries included, in the buckets of the conventions", async () => {
    await stopTimeOnceLoaded();
    const { service, payments, spans, metrics } = observed();
    service.faults.next("createOrder", fault.refuse()); // 125 ms to the next attempt
    service.faults.next("finalize", fault.stallHeaders());
    const ended = payments.createOrder(order);
    await passTime(125);
    await ended;
    expect(spans()).toMatchObject([{ duration: [0, 125_000_000] }]);
    const failed = errorOf(payments.finalize(finalization, { timeoutMs: 8_000 }));
    await passTime(8_000);
    await failed;
    const [, duration] = await metrics();
    const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
    const advice = { explicitBucketBoundaries: boundaries };
    expect(duration?.descriptor).toMatchObject({ name: "payment.call.duration", unit: "s", advice });
    const counts = (at: number) => boundaries.map((_, index) => (index === at ? 1 : 0)).concat(0);
    expect(duration?.dataPoints).toMatchObject([
      { attributes: { ...created, ...server }, value: { sum: 0.125, buckets: { counts: counts(6) } } },
      { attributes: { ...finalized, "error.type": "timeout" }, value: { sum: 8, buckets: { counts: counts(13) } } },
    ]);
  });
});
