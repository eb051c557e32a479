import { responseOf } from "merchant-payments";
import { describe, expect, test } from "vitest";
import {
  clientOf,
  created,
  expectNoUnhandledRejections,
  failureOf,
  finalization,
  simpleOrder,
} from "../support/fault-calls.js";
import { type Fault, silence, startFaultServer } from "../support/fault-server.js";
import { onWay } from "../support/way.js";

expectNoUnhandledRejections();

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const half = created.slice(0, 60);

describe("a connection that breaks after the request", () => {
  test("20 KB of headers: names the limit", async () => {
    await using server = await startFaultServer((socket) => {
      socket.write(`${head}x-filler: ${"x".repeat(20_000)}\r\n\r\n`);
    });

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({
      cause: { code: onWay({ node: "HPE_HEADER_OVERFLOW", fetch: "UND_ERR_HEADERS_OVERFLOW" }) },
    });
  });

  test("reset at the first bytes of 8 MB", async () => {
    const lineItems = Array.from({ length: 8 }, () => ({ name: "x".repeat(1_048_576), totalLineAmount: "15.625" }));
    await using server = await startFaultServer(silence, { onBytes: (socket) => socket.resetAndDestroy() });
    const client = clientOf(server.origin, { waive: ["lineTextLengths"] });

    const error = await failureOf(client.createOrder({ ...simpleOrder, lineItems, billTo: {} }));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown", safeToRetry: false });
    expect(server.requests).toHaveLength(0);
    expect(server.connections).toBe(1);
    expect(server.bytesReceived).toBeLessThan(8_388_608);
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
    expect(error.cause).toEqual({ name: "Error", code: "ECONNRESET", syscall: "read", detail: "read ECONNRESET" });
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

  test("under a status that alone would be a refusal", async () => {
    await using server = await startFaultServer((socket) => {
      socket.end("HTTP/1.1 401 Unauthorized\r\ncontent-length: 500\r\n\r\n<html>");
    });

    const error = await failureOf(clientOf(server.origin).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown" });
    expect(responseOf(error)).toMatchObject({ httpStatus: 401, body: "<html>" });
  });
});
