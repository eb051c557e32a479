import { expect, test } from "vitest";
import { created, orderId } from "../support/client.js";
import { responding, startFaultServer } from "../support/fault-server.js";
import { runProgram } from "../support/repository.js";

const program = `
  const { basicAuth, PaymentClient } = library;
  const payments = new PaymentClient({ baseUrl: process.argv[1], auth: basicAuth("merchant-1", "api-password") });
  const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
  console.log((await payments.createOrder(order)).orderId);
`;

test("a process makes its call, and the idle connection does not keep it alive", async () => {
  await using server = await startFaultServer(responding(201, created));
  const { printed, exitCode } = await runProgram(program, [server.origin]);
  expect([printed.trim(), exitCode, server.connections.length]).toEqual([orderId, 0, 1]);
});
