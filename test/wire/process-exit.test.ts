import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { created, orderId } from "../support/fault-calls.js";
import { answering, startFaultServer } from "../support/fault-server.js";

/** A program that makes one call and has nothing to do afterwards. */
const program = `
  import { basicAuth, PaymentClient } from ${JSON.stringify(new URL("../../dist/index.js", import.meta.url))};
  const payments = new PaymentClient({ baseUrl: process.argv[1], auth: basicAuth("merchant-1", "api-password") });
  const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
  console.log((await payments.createOrder(order)).orderId);
`;

test("a connection that is kept for the next call does not keep a process alive", async () => {
  await using server = await startFaultServer(answering(201, created));
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program, server.origin]);
  try {
    const [[output], [exitCode]] = await Promise.all([once(child.stdout, "data"), once(child, "exit")]);

    expect(String(output).trim()).toBe(orderId);
    expect(exitCode).toBe(0);
    expect(server.connections).toBe(1);
  } finally {
    child.kill();
  }
}, 20_000);
