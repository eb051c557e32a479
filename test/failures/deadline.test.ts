import { responseOf } from "merchant-payments";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
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
import { onNextAnswer } from "../support/send-witness.js";
import { passTime, stopTime } from "../support/time.js";

expectNoUnhandledRejections();

beforeEach(stopTime);
afterEach(() => {
  vi.useRealTimers();
});

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

describe("the deadline", () => {
  test("ends a call that is not answered", async () => {
    await using server = await startFaultServer(() => void passTime(1_000));

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
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n1\r\n \r\n`);
      const drip = setInterval(() => socket.write("1\r\n \r\n"), 1);
      socket.once("close", () => clearInterval(drip));
      onNextAnswer(() => void passTime(1_000));
    });

    const error = await failureOf(clientOf(server.origin, { timeoutMs: 1_000 }).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown" });
    expect(responseOf(error)).toMatchObject({ httpStatus: 200, body: expect.stringMatching(/^ +$/) });
    expect(server.requests).toHaveLength(1);
    await server.hungUp();
  });

  test("of a single call wins over the client's", async () => {
    await using server = await startFaultServer(() => void passTime(100));

    const error = await failureOf(clientOf(server.origin).finalize(finalization, { timeoutMs: 100 }));

    expect(error).toMatchObject({ name: "PaymentTimeoutError", timeoutMs: 100 });
  });

  test("makes an answer that comes afterwards nobody's", async () => {
    await using server = await startFaultServer((socket, request) => {
      if (server.requests.length > 1) return answering(200, created)(socket, request);
      socket.once("close", () => answering(401, "")(socket, request));
      void passTime(100);
    });
    const client = clientOf(server.origin);

    const error = await failureOf(client.createOrder(simpleOrder, { timeoutMs: 100 }));
    await server.hungUp();

    expect(error).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown" });
    expect(await client.createOrder(simpleOrder)).toMatchObject({ orderId });
    expect(server.requests).toHaveLength(2);
  });
});
