import { expect, test, vi } from "vitest";
import { clientOf, created, order, orderId } from "../support/client.js";
import { response, startFaultServer } from "../support/fault-server.js";
import { stopTime } from "../support/time.js";

test("a response that arrives before the deadline counts, although a busy process reads it afterwards", async () => {
  stopTime();
  await using server = await startFaultServer((socket) => {
    socket.write(response(201, created));
    vi.advanceTimersByTime(5_000);
  });
  expect(await clientOf(server.origin).createOrder(order)).toMatchObject({ orderId });
});
