import { afterEach, describe, expect, test, vi } from "vitest";
import { clientOf, expectNoUnhandledRejections, failureOf, finalization } from "../support/fault-calls.js";
import { type FaultServer, type FaultServerOptions, silence, startFaultServer } from "../support/fault-server.js";
import { requestsSent } from "../support/send-witness.js";
import { passTime, stopTime } from "../support/time.js";
import { onWay, way } from "../support/way.js";

expectNoUnhandledRejections();

afterEach(() => {
  vi.useRealTimers();
});

const secure = ({ origin }: FaultServer) => origin.replace("http:", "https:");

/** A server without TLS, which does so with the first bytes that a TLS client sends. */
const onHello = (onBytes: NonNullable<FaultServerOptions["onBytes"]>) => startFaultServer(silence, { onBytes });

test("a certificate that nobody trusts", async () => {
  await using server = await startFaultServer(silence, { selfSigned: true });
  requestsSent();

  const error = await failureOf(clientOf(server.origin, { maxRetries: 0 }).finalize(finalization));

  expect(error).toMatchObject({
    name: "PaymentConnectionError",
    outcome: "not_sent",
    safeToRetry: true,
    cause: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" },
  });
  expect(server.bytesReceived).toBe(0);
  expect(requestsSent()).toBe(0);
});

test("a certificate that nobody trusts is looked at again in each attempt", async () => {
  await using server = await startFaultServer(silence, { selfSigned: true });

  const error = await failureOf(clientOf(server.origin).finalize(finalization));

  expect(error).toMatchObject({ outcome: "not_sent" });
  expect(server.connections).toBe(3);
  expect(server.bytesReceived).toBe(0);
});

/** node:http gives a request to no connection before that stands; of fetch's errors these prove nothing. */
describe("a connection that fails while TLS is being set up", () => {
  const verdict = onWay({
    node: { outcome: "not_sent", safeToRetry: true },
    fetch: { outcome: "unknown", safeToRetry: false },
  });

  test("is not answered until the deadline", async () => {
    stopTime();
    await using server = await onHello(() => void passTime(200));

    const error = await failureOf(clientOf(secure(server), { timeoutMs: 200 }).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentTimeoutError", ...verdict });
    expect(error.message).toBe(
      onWay({
        node: "finalize: no complete answer within 200 ms, before anything was sent",
        fetch: "finalize: no complete answer within 200 ms, and the request may have been processed",
      }),
    );
    expect(server.bytesReceived).toBe(0);
    if (way === "node") await server.hungUp(); // fetch holds on to it until its own connect timeout
  });

  test("is not answered until the caller gives up", async () => {
    const controller = new AbortController();
    await using server = await onHello(() => controller.abort());

    const error = await failureOf(clientOf(secure(server)).finalize(finalization, { signal: controller.signal }));

    expect(error).toMatchObject({ name: "PaymentAbortedError", ...verdict });
    expect(server.bytesReceived).toBe(0);
    if (way === "node") await server.hungUp(); // fetch holds on to it until its own connect timeout
  });
});
