import { describe, expect, test } from "vitest";
import {
  clientOf,
  created,
  expectNoUnhandledRejections,
  failureOf,
  orderId,
  simpleOrder,
} from "../support/fault-calls.js";
import { answer, startFaultServer } from "../support/fault-server.js";
import { onWay } from "../support/way.js";

expectNoUnhandledRejections();

const interim = (status: number) => Buffer.from(`HTTP/1.1 ${status} Interim\r\n\r\n`);

describe("an interim answer", () => {
  test.each([102, 103, 104])("HTTP %i, and then the answer: that one counts", async (status) => {
    await using server = await startFaultServer((socket) => {
      socket.write(Buffer.concat([interim(status), answer(200, created)]));
    });

    expect(await clientOf(server.origin).createOrder(simpleOrder)).toMatchObject({ orderId });
    expect(server.requests).toHaveLength(1);
  });

  test("HTTP 103 a hundred times", async () => {
    await using server = await startFaultServer((socket) => {
      for (let count = 0; count < 100; count += 1) socket.write(interim(103));
      socket.write(answer(200, created));
    });

    expect(await clientOf(server.origin).createOrder(simpleOrder)).toMatchObject({ orderId });
  });

  test("HTTP 100, which nobody asked for, and then the answer: fetch takes offence", async () => {
    await using server = await startFaultServer((socket) => {
      socket.write(Buffer.concat([interim(100), answer(200, created)]));
    });
    const call = clientOf(server.origin).createOrder(simpleOrder);

    await onWay({
      node: async () => expect(await call).toMatchObject({ orderId }),
      fetch: async () =>
        expect(await failureOf(call)).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown" }),
    })();
    expect(server.requests).toHaveLength(1);
  });
});

describe("a proxy's answer", () => {
  test("HTTP 407: fetch keeps it to itself", async () => {
    await using server = await startFaultServer((socket) => socket.end(answer(407, "<html>Who are you?</html>")));

    const error = await failureOf(clientOf(server.origin).createOrder(simpleOrder));

    expect(error).toMatchObject({
      outcome: "unknown",
      safeToRetry: false,
      ...onWay<object>({
        node: { name: "PaymentResponseError", httpStatus: 407 },
        fetch: { name: "PaymentConnectionError" },
      }),
    });
    expect(server.requests).toHaveLength(1);
  });
});
