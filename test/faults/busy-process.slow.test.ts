import { expect, test } from "vitest";
import { clientOf, created, order, orderId } from "../support/client.js";
import { response, startFaultServer } from "../support/fault-server.js";

test("a response that arrives before the deadline counts, although a busy process reads it afterwards", async () => {
  await using server = await startFaultServer((socket) => {
    socket.write(response(201, created));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100); // blocks the process past the deadline
  });
  expect(await clientOf(server.origin, { timeoutMs: 1_000 }).createOrder(order)).toMatchObject({ orderId });
});
