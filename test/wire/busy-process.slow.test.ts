import { expect, test } from "vitest";
import { clientOf, created, errorOf, order, orderId } from "../support/client.js";
import { response, silence, startFaultServer } from "../support/fault-server.js";

/** Blocks the process. The system goes on to receive bytes for it. */
const block = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test("the error of a process that was too busy to send says so", async () => {
  await using server = await startFaultServer(silence);
  const onEvent = () => block(200);
  const error = await errorOf(clientOf(server.origin, { onEvent, timeoutMs: 150 }).createOrder(order));
  expect(error).toMatchObject({ name: "PaymentTimeoutError", outcome: "not_sent" });
  expect(error.message).toMatch(
    /^createOrder: nothing was sent: the deadline of 150 ms passed \(the process was busy for \d{3} ms: find what blocks the event loop, or make fewer calls at once\)$/,
  );
});

test("the error of a process that was too busy to read a response in time says so", async () => {
  await using server = await startFaultServer(() => block(200));
  const error = await errorOf(clientOf(server.origin).createOrder(order, { timeoutMs: 150 }));
  expect(error).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown" });
  expect(error.message).toMatch(
    /^createOrder: no complete response within 150 ms \(the process was busy for \d{3} ms:/,
  );
});

test("a response that arrives before the deadline counts, although a busy process reads it afterwards", async () => {
  await using server = await startFaultServer((socket) => {
    socket.write(response(201, created));
    block(1_100);
  });
  expect(await clientOf(server.origin, { timeoutMs: 1_000 }).createOrder(order)).toMatchObject({ orderId });
});
