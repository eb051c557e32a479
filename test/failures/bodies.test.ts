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

describe("maxResponseBytes", () => {
  test("an answer of just that size is read", async () => {
    await using server = await startFaultServer(answering(200, created));
    const client = clientOf(server.origin, { maxResponseBytes: 164 });

    expect(Buffer.byteLength(created)).toBe(164);
    expect(await client.createOrder(simpleOrder)).toMatchObject({ orderId });
  });

  test("an answer of one byte more is not", async () => {
    await using server = await startFaultServer(answering(200, created));
    const client = clientOf(server.origin, { maxResponseBytes: 163 });

    const error = await failureOf(client.createOrder(simpleOrder));

    expect(error).toMatchObject({
      name: "PaymentResponseError",
      outcome: "unknown",
      httpStatus: 200,
      issues: [{ path: "", message: "the answer is larger than maxResponseBytes" }],
    });
    expect(server.requests).toHaveLength(1);
  });

  test("stops an answer without end", async () => {
    await using server = await startFaultServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      const more = () => {
        while (socket.write(`10000\r\n${" ".repeat(65_536)}\r\n`));
      };
      socket.on("drain", more);
      more();
    });

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown" });
    expect(responseOf(error)?.body.length).toBeLessThanOrEqual(1_048_576);
    expect(server.requests).toHaveLength(1);
    await server.hungUp();
  });

  test("counts what is unpacked: a small answer may hold a large one", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1_048_576, " "));
    await using server = await startFaultServer(answering(200, bomb, { "content-encoding": "gzip" }));

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(bomb.byteLength).toBeLessThan(100_000);
    expect(error).toMatchObject({
      name: "PaymentResponseError",
      outcome: "unknown",
      issues: [{ message: "the answer is larger than maxResponseBytes" }],
    });
    expect(responseOf(error)?.body.length).toBeLessThanOrEqual(1_048_576);
    expect(server.requests).toHaveLength(1);
  });

  test("stops a compressed answer without end", async () => {
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

  test("makes even a status of refusal prove nothing: the rest might say otherwise", async () => {
    await using server = await startFaultServer(answering(401, "<html>Who are you?</html>"));

    const error = await failureOf(clientOf(server.origin, { maxResponseBytes: 10 }).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown", httpStatus: 401 });
  });
});

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
      issues: [{ message: "the answer is larger than maxResponseBytes" }],
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
});

describe("the text of an answer", () => {
  test("with a byte order mark is read", async () => {
    await using server = await startFaultServer(answering(200, `\uFEFF${created}`));

    expect(await clientOf(server.origin).createOrder(simpleOrder)).toMatchObject({ orderId });
  });

  test("with blanks around it is read", async () => {
    await using server = await startFaultServer(answering(200, `\r\n\t ${created}\n`));

    expect(await clientOf(server.origin).createOrder(simpleOrder)).toMatchObject({ orderId });
  });

  test("that is no UTF-8 is no success", async () => {
    const latin1 = Buffer.from(created.replace("successful", "lyckades: Åsa"), "latin1");
    await using server = await startFaultServer(answering(200, latin1));

    const error = await failureOf(clientOf(server.origin).createOrder(simpleOrder));

    expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown", httpStatus: 200 });
    expect(responseOf(error)?.body).toContain("lyckades: \uFFFDsa");
    expect(server.requests).toHaveLength(1);
  });

  test("that is UTF-16 is no success", async () => {
    await using server = await startFaultServer(answering(200, Buffer.from(created, "utf16le")));

    const error = await failureOf(clientOf(server.origin).createOrder(simpleOrder));

    expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown" });
  });

  test("nested a hundred thousand times is no success", async () => {
    const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    await using server = await startFaultServer(answering(200, nested));

    const error = await failureOf(clientOf(server.origin).createOrder(simpleOrder));

    expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown" });
    expect(server.requests).toHaveLength(1);
  });

  test("of two answers in a row is that of the first", async () => {
    await using server = await startFaultServer((socket, request) => {
      answering(200, created)(socket, request);
      answering(500, "")(socket, request);
    });

    expect(await clientOf(server.origin).createOrder(simpleOrder)).toMatchObject({ orderId });
    expect(server.requests).toHaveLength(1);
  });
});
