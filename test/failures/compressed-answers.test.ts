import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { responseOf } from "merchant-payments";
import { describe, expect, test } from "vitest";
import {
  clientOf,
  created,
  expectNoUnhandledRejections,
  failureOf,
  finalization,
  orderId,
  simpleOrder,
} from "../support/fault-calls.js";
import { answer, answering, startFaultServer } from "../support/fault-server.js";
import { onWay } from "../support/way.js";

expectNoUnhandledRejections();

describe("a compressed answer", () => {
  const ways: [string, (text: string) => Buffer][] = [
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["GZIP", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ];

  test.each(ways)("with %s is unpacked, though nobody asked for it", async (encoding, compress) => {
    await using server = await startFaultServer(answering(200, compress(created), { "content-encoding": encoding }));

    expect(await clientOf(server.origin).createOrder(simpleOrder)).toMatchObject({ orderId });
  });

  test.each(ways)("with %s is counted as it is unpacked", async (encoding, compress) => {
    const long = created + " ".repeat(1_048_577 - created.length);
    await using server = await startFaultServer(answering(200, compress(long), { "content-encoding": encoding }));

    expect(await clientOf(server.origin, { maxResponseBytes: 1_048_577 }).createOrder(simpleOrder)).toMatchObject({
      orderId,
    });
    const error = await failureOf(clientOf(server.origin).createOrder(simpleOrder));

    expect(error).toMatchObject({
      name: "PaymentResponseError",
      outcome: "unknown",
      issues: [{ message: "the answer is larger than maxResponseBytes: raise it if answers may be that large" }],
    });
    expect(server.requests).toHaveLength(2);
  });

  test.each(ways)("with %s that is cut off is no success", async (encoding, compress) => {
    const cut = compress(created).subarray(0, -10);
    await using server = await startFaultServer(answering(200, cut, { "content-encoding": encoding }));

    const error = await failureOf(clientOf(server.origin).createOrder(simpleOrder));

    // fetch says nothing of a lost end: what it gives is no JSON.
    const name = onWay({ node: "PaymentConnectionError", fetch: expect.any(String) });
    expect(error).toMatchObject({ name, outcome: "unknown", safeToRetry: false });
    expect(server.requests).toHaveLength(1);
  });

  test("whose connection closes before its end is no success", async () => {
    const compressed = gzipSync(created);
    await using server = await startFaultServer((socket) => {
      const whole = answer(200, compressed, { "content-encoding": "gzip" });
      socket.end(whole.subarray(0, -10));
    });

    const error = await failureOf(clientOf(server.origin).createOrder(simpleOrder));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown" });
    expect(responseOf(error)).toMatchObject({ httpStatus: 200 });
    expect(server.requests).toHaveLength(1);
  });

  test("that is not compressed at all", async () => {
    await using server = await startFaultServer(answering(200, created, { "content-encoding": "gzip" }));

    const error = await failureOf(clientOf(server.origin).createOrder(simpleOrder));

    expect(error).toMatchObject({
      name: "PaymentConnectionError",
      outcome: "unknown",
      message: "createOrder: the answer broke off, the request may have been processed (incorrect header check)",
    });
    expect(server.requests).toHaveLength(1);
  });

  test("in a way that is unknown is no success", async () => {
    await using server = await startFaultServer(answering(200, gzipSync(created), { "content-encoding": "brotl" }));

    const error = await failureOf(clientOf(server.origin).createOrder(simpleOrder));

    expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown" });
    expect(server.requests).toHaveLength(1);
  });

  test("that is small may hold a large one: what is unpacked counts", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1_048_576, " "));
    await using server = await startFaultServer(answering(200, bomb, { "content-encoding": "gzip" }));

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(bomb.byteLength).toBeLessThan(100_000);
    expect(error).toMatchObject({
      name: "PaymentResponseError",
      outcome: "unknown",
      issues: [{ message: "the answer is larger than maxResponseBytes: raise it if answers may be that large" }],
    });
    expect(responseOf(error)?.body.length).toBeLessThanOrEqual(1_048_576);
    expect(server.requests).toHaveLength(1);
  });

  test("without end is stopped", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1_048_576, " "));
    await using server = await startFaultServer((socket) => {
      const begin = answer(200, bomb, { "content-encoding": "gzip", "content-length": "1000000" });
      socket.write(begin);
    });

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown" });
    expect(server.requests).toHaveLength(1);
    await server.hungUp();
  });
});
