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
import { answering, startFaultServer } from "../support/fault-server.js";

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
      issues: [
        { path: "", message: "the answer is larger than maxResponseBytes: raise it if answers may be that large" },
      ],
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

  test("makes even a status of refusal prove nothing: the rest might say otherwise", async () => {
    await using server = await startFaultServer(answering(401, "<html>Who are you?</html>"));

    const error = await failureOf(clientOf(server.origin, { maxResponseBytes: 10 }).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown", httpStatus: 401 });
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
