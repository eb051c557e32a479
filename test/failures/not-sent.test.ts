import { type PaymentEvent, responseOf } from "merchant-payments";
import { describe, expect, test } from "vitest";
import {
  clientOf,
  created,
  expectNoUnhandledRejections,
  failureOf,
  finalization,
  simpleOrder,
} from "../support/fault-calls.js";
import { answering, closedOrigin, type FaultServer, startFaultServer } from "../support/fault-server.js";
import { requestsSent } from "../support/send-witness.js";

expectNoUnhandledRejections();

/** The longest label that DNS knows has 63 characters: no name server is asked for this one. */
const unknownHost = `https://${"x".repeat(64)}.example`;

describe("a server that refuses the connection", () => {
  test("is tried three times, and nothing was sent", async () => {
    const events: PaymentEvent[] = [];
    const client = clientOf(await closedOrigin(), { onEvent: (event) => events.push(event) });
    requestsSent();

    const error = await failureOf(client.finalize(finalization));

    expect(error).toMatchObject({
      name: "PaymentConnectionError",
      code: "connection",
      outcome: "not_sent",
      safeToRetry: true,
      cause: { code: "ECONNREFUSED", syscall: "connect" },
    });
    expect(error.message).toMatch(
      /^finalize: the connection failed, nothing was sent \(connect ECONNREFUSED 127\.0\.0\.1:\d+\)$/,
    );
    expect(events.map(({ type, attempt }) => `${type} ${attempt}`)).toEqual([
      "request 1",
      "retry 1",
      "request 2",
      "retry 2",
      "request 3",
      "failure 3",
    ]);
    expect(requestsSent()).toBe(0);
  });

  test("is tried once when maxRetries is 0", async () => {
    const events: PaymentEvent[] = [];
    const client = clientOf(await closedOrigin(), { maxRetries: 0, onEvent: (event) => events.push(event) });

    const error = await failureOf(client.finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "not_sent" });
    expect(events.map(({ type }) => type)).toEqual(["request", "failure"]);
  });

  test("may be there a moment later: the call succeeds, with one request", async () => {
    const origin = await closedOrigin();
    const started: Promise<FaultServer>[] = [];
    const client = clientOf(origin, {
      onEvent: ({ type }) => {
        if (type === "retry")
          started.push(startFaultServer(answering(200, created), { port: Number(new URL(origin).port) }));
      },
    });

    const order = await client.createOrder(simpleOrder);

    expect(order.orderId).toBe("a08ff49b-6f77-4632-a16c-43069c43a8c3");
    expect(responseOf(order)).toMatchObject({ attempts: 2 });
    await using server = await started[0];
    expect(server?.requests).toHaveLength(1);
  });
});

test("a host that no name server knows", async () => {
  requestsSent();

  const error = await failureOf(clientOf(unknownHost, { maxRetries: 0 }).finalize(finalization));

  expect(error).toMatchObject({
    name: "PaymentConnectionError",
    outcome: "not_sent",
    safeToRetry: true,
    cause: { code: "ENOTFOUND", syscall: "getaddrinfo" },
  });
  expect(requestsSent()).toBe(0);
});
