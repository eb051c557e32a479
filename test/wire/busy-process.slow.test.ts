import { expect, test } from "vitest";
import { clientOf, created, errorOf, order, orderId } from "../support/client.js";
import { response, silence, startFaultServer } from "../support/fault-server.js";

/** Blocks the process. The system goes on to receive bytes for it. */
const block = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test("a process that was too busy to send has sent nothing", async () => {
  await using server = await startFaultServer(silence);
  const onEvent = () => block(200);
  const error = await errorOf(clientOf(server.origin, { onEvent, timeoutMs: 150 }).createOrder(order));
  expect(error).toMatchObject({ name: "PaymentTimeoutError", outcome: "not_sent" });
});

test("a response that comes to a busy process after the deadline does not count", async () => {
  await using server = await startFaultServer(() => block(1_100));
  const error = await errorOf(clientOf(server.origin).createOrder(order, { timeoutMs: 1_000 }));
  expect(error).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown" });
});

test("a response that arrives before the deadline counts, although a busy process reads it afterwards", async () => {
  await using server = await startFaultServer((socket) => {
    socket.write(response(201, created));
    block(1_100);
  });
  expect(await clientOf(server.origin, { timeoutMs: 1_000 }).createOrder(order)).toMatchObject({ orderId });
});
