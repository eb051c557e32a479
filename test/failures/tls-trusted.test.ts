import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { beforeAll, describe, expect, test } from "vitest";
import {
  clientOf,
  created,
  expectNoUnhandledRejections,
  failureOf,
  finalization,
  orderId,
  simpleOrder,
} from "../support/fault-calls.js";
import { answering, certificate, silence, startFaultServer } from "../support/fault-server.js";
import { onWay } from "../support/way.js";

expectNoUnhandledRejections();

beforeAll(() => {
  setDefaultCACertificates([...getCACertificates(), certificate()]);
});

test("a server that is trusted is sent one call after the other", async () => {
  await using server = await startFaultServer(answering(200, created), { selfSigned: true });
  const client = clientOf(server.origin);

  expect(await client.createOrder(simpleOrder)).toMatchObject({ orderId });
  expect(await client.createOrder(simpleOrder)).toMatchObject({ orderId });

  expect(server.requests).toHaveLength(2);
});

test("a connection that closes under the request: unknown", async () => {
  await using server = await startFaultServer((socket) => socket.destroy(), { selfSigned: true });

  const error = await failureOf(clientOf(server.origin).finalize(finalization));

  expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown", safeToRetry: false });
  expect(server.requests).toHaveLength(1);
});

describe("a server that wants a certificate of the client's", () => {
  const wanting = { requestCert: true, rejectUnauthorized: true };

  test("says so before the request may leave, in TLS 1.2", async () => {
    await using server = await startFaultServer(silence, { selfSigned: { ...wanting, maxVersion: "TLSv1.2" } });

    const error = await failureOf(clientOf(server.origin, { maxRetries: 0 }).finalize(finalization));

    const outcome = onWay({ node: "not_sent", fetch: "unknown" });
    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome });
    expect(server.bytesReceived).toBe(0);
  });

  test("says so when the request has left, in TLS 1.3: it may have been done", async () => {
    await using server = await startFaultServer(silence, { selfSigned: { ...wanting, minVersion: "TLSv1.3" } });

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown", safeToRetry: false });
  });
});
