import { type AnyPaymentError, responseOf } from "merchant-payments";
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
import { answer, answering, type Fault, silence, startFaultServer } from "../support/fault-server.js";
import { requestsSent } from "../support/send-witness.js";

expectNoUnhandledRejections();

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const half = created.slice(0, 60);

describe("a connection that breaks after the request", () => {
  const faults: [string, Fault][] = [
    ["reset", (socket) => socket.resetAndDestroy()],
    ["closed", (socket) => socket.end()],
    ["closed in the status line", (socket) => socket.end("HTTP/1.1 2")],
    ["closed in the headers", (socket) => socket.end(head)],
    ["closed after an interim answer", (socket) => socket.end("HTTP/1.1 103 Early Hints\r\n\r\n")],
    ["garbage", (socket) => socket.end("\x16\x03 no HTTP at all\r\n\r\n")],
    ["a status that is no number", (socket) => socket.end("HTTP/1.1 OK fine\r\n\r\n")],
    ["two lengths", (socket) => socket.end(`${head}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`)],
    ["headers without end", (socket) => socket.write(`${head}x-filler: ${"x".repeat(20_000)}\r\n\r\n`)],
    ["HTTP 101", (socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n")],
    ["HTTP 407", (socket) => socket.end(answer(407, ""))],
    [
      "a stray HTTP 100",
      (socket) => socket.write(Buffer.concat([Buffer.from("HTTP/1.1 100 Continue\r\n\r\n"), answer(200, created)])),
    ],
  ];

  test.each(faults)("%s", async (_name, fault) => {
    await using server = await startFaultServer(fault);
    requestsSent();

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({
      name: "PaymentConnectionError",
      code: "connection",
      outcome: "unknown",
      safeToRetry: false,
      transactionId: "201409251527280673",
    });
    expect(responseOf(error)).toBeUndefined();
    expect(server.requests).toHaveLength(1);
    expect(requestsSent()).toBe(1);
    await server.hungUp();
  });

  test("reset before the whole request has come", async () => {
    await using server = await startFaultServer(silence, { onBytes: (socket) => socket.resetAndDestroy() });

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown" });
    expect(server.requests).toHaveLength(0);
    expect(server.bytesReceived).toBeGreaterThan(0);
  });

  test("closed by an early refusal, before the whole request has come: the refusal counts", async () => {
    const lineItems = Array.from({ length: 20_000 }, () => ({ name: "Shoes".repeat(10), totalLineAmount: "0.10" }));
    await using server = await startFaultServer(silence, {
      onBytes: (socket) => socket.writable && socket.end("HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n"),
    });

    const error = await failureOf(
      clientOf(server.origin).createOrder({ ...simpleOrder, totalAmount: "2000.00", lineItems, billTo: {} }),
    );

    expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "rejected", httpStatus: 413 });
    expect(server.requests).toHaveLength(0);
  });

  test("names what the system said, and nothing else", async () => {
    await using server = await startFaultServer((socket) => socket.resetAndDestroy());

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error.message).toBe(
      "finalize: the connection failed, the request may have been processed (read ECONNRESET)",
    );
    expect(error.cause).toEqual({ name: "Error", code: "ECONNRESET", syscall: "read", message: "read ECONNRESET" });
  });
});

describe("a connection that breaks inside the answer", () => {
  const faults: [string, Fault, string][] = [
    ["before the length is reached", (socket) => socket.end(`${head}content-length: 500\r\n\r\n${half}`), half],
    [
      "before the length is reached, on a connection that was to be closed",
      (socket) => socket.end(`${head}connection: close\r\ncontent-length: 500\r\n\r\n${half}`),
      half,
    ],
    ["between two chunks", (socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\n3c\r\n${half}\r\n`), half],
    ["inside a chunk", (socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\nff\r\n${half}`), half],
    [
      "with a chunk size that is no number",
      (socket) => socket.write(`${head}transfer-encoding: chunked\r\n\r\n3c\r\n${half}\r\nxyz\r\n`),
      half,
    ],
  ];

  test.each(faults)("%s", async (_name, fault, body) => {
    await using server = await startFaultServer(fault);

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown", safeToRetry: false });
    expect(error.message).toMatch(/^finalize: the answer broke off, the request may have been processed \(/);
    expect(responseOf(error)).toMatchObject({ httpStatus: 200, body, attempts: 1 });
    expect(server.requests).toHaveLength(1);
    await server.hungUp();
  });

  test("reset", async () => {
    await using server = await startFaultServer((socket) => {
      socket.write(`${head}content-length: 500\r\n\r\n${half}`, () => socket.resetAndDestroy());
    });

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown" });
    expect(server.requests).toHaveLength(1);
  });

  test("where only the end of the connection ends the answer, what came is read as it is", async () => {
    await using server = await startFaultServer((socket) => socket.end(`${head}\r\n${half}`));

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({
      name: "PaymentResponseError",
      outcome: "unknown",
      issues: [{ path: "", message: "the answer is not JSON" }],
    });
    expect(server.requests).toHaveLength(1);
  });

  test("under a status that alone would be a refusal", async () => {
    await using server = await startFaultServer((socket) => {
      socket.end("HTTP/1.1 401 Unauthorized\r\ncontent-length: 500\r\n\r\n<html>");
    });

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown" });
    expect(responseOf(error)).toMatchObject({ httpStatus: 401, body: "<html>" });
  });
});

describe.concurrent("the deadline", () => {
  const faults: [string, Fault][] = [
    ["no answer", silence],
    ["a status line only", (socket) => socket.write("HTTP/1.1 200 OK\r\n")],
    ["headers without end", (socket) => socket.write(head)],
    ["a body that does not begin", (socket) => socket.write(`${head}content-length: 500\r\n\r\n`)],
    ["a body that stalls", (socket) => socket.write(`${head}content-length: 500\r\n\r\n${half}`)],
    ["chunks that stop coming", (socket) => socket.write(`${head}transfer-encoding: chunked\r\n\r\n3c\r\n${half}\r\n`)],
    [
      "all of the body, but not its end",
      (socket) =>
        socket.write(`${head}transfer-encoding: chunked\r\n\r\n${created.length.toString(16)}\r\n${created}\r\n`),
    ],
    [
      "a refusal whose body stalls",
      (socket) => socket.write("HTTP/1.1 401 Unauthorized\r\ncontent-length: 500\r\n\r\n"),
    ],
  ];

  test.each(faults)("ends %s", async (_name, fault) => {
    await using server = await startFaultServer(fault);

    const error = await failureOf(clientOf(server.origin, { timeoutMs: 1_000 }).finalize(finalization));

    expect(error).toMatchObject({
      name: "PaymentTimeoutError",
      code: "timeout",
      outcome: "unknown",
      safeToRetry: false,
      timeoutMs: 1_000,
      message: "finalize: no complete answer within 1000 ms, and the request may have been processed",
    });
    expect(server.requests).toHaveLength(1);
    await server.hungUp();
  });

  test("ends a body that drips for ever", async () => {
    await using server = await startFaultServer((socket) => {
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
      const drip = setInterval(() => socket.write("1\r\n \r\n"), 5);
      socket.once("close", () => clearInterval(drip));
    });

    const error = await failureOf(clientOf(server.origin, { timeoutMs: 1_000 }).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown" });
    expect(responseOf(error)).toMatchObject({ httpStatus: 200, body: expect.stringMatching(/^ +$/) });
    expect(server.requests).toHaveLength(1);
    await server.hungUp();
  });

  test("of a single call wins over the client's", async () => {
    await using server = await startFaultServer(silence);

    const error = await failureOf(clientOf(server.origin).finalize(finalization, { timeoutMs: 100 }));

    expect(error).toMatchObject({ name: "PaymentTimeoutError", timeoutMs: 100 });
  });
});

describe("a connection that is used again", () => {
  test("carries one call after the other", async () => {
    await using server = await startFaultServer(answering(200, created));
    const client = clientOf(server.origin);

    await client.createOrder(simpleOrder);
    await client.createOrder(simpleOrder);

    expect(server.requests).toHaveLength(2);
  });

  test("but was closed by the server meanwhile: the next call gets a new one", async () => {
    await using server = await startFaultServer((socket) => socket.end(answer(200, created)));
    const client = clientOf(server.origin);

    await client.createOrder(simpleOrder);
    await server.hungUp();

    expect(await client.createOrder(simpleOrder)).toMatchObject({ orderId });
    expect(server.requests).toHaveLength(2);
  });

  test("and breaks under the second call, which is not sent again", async () => {
    await using server = await startFaultServer((socket) => {
      if (server.requests.length === 1) socket.write(answer(200, created));
      else socket.destroy();
    });
    const client = clientOf(server.origin);

    await client.createOrder(simpleOrder);
    const error = await failureOf(client.createOrder(simpleOrder));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown" });
    expect(server.requests).toHaveLength(2);
  });

  test("while the server closes it: never sent twice, and never called unsent when it came", async () => {
    await using server = await startFaultServer((socket) => {
      socket.write(answer(200, created));
      setImmediate(() => socket.end());
    });
    const client = clientOf(server.origin, { maxRetries: 0 });
    const errors: AnyPaymentError[] = [];
    let calls = 0;
    let results = 0;

    for (let round = 0; round < 40; round += 1) {
      const before = server.requests.length;
      calls += 1;
      const outcome = await client.createOrder(simpleOrder).then(
        () => "result",
        (error) => errors.push(error),
      );
      if (outcome === "result") results += 1;
      expect(server.requests.length - before).toBeLessThanOrEqual(1);
    }

    expect(results + errors.length).toBe(calls);
    expect(server.requests.length).toBeGreaterThanOrEqual(results);
    expect(errors.filter(({ outcome }) => outcome !== "unknown")).toEqual([]);
  });
});
