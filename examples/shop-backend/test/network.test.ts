import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { FakePaymentService, fault, startPaymentServer } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { look, openShop, order, paidOrder, ship } from "./shop.ts";

test("a refused connection is tried again by the client itself", async () => {
  const service = new FakePaymentService();
  const { app } = openShop(service, { fetch: service.fetch });
  const { transactionId } = await paidOrder(app, service);
  service.faults.next("finalize", fault.refuse);

  expect((await ship(app, transactionId)).json()).toMatchObject({ state: "shipped" });
  expect(service.finalizations).toHaveLength(1);
});

test("while the service is down nothing is sent, and the order can be shipped once it is back", async () => {
  const first = await startPaymentServer();
  const { app } = openShop(first.service, { baseUrl: first.baseUrl, maxRetries: 0 });
  const { transactionId } = await paidOrder(app, first.service);

  await first.close();
  const down = await ship(app, transactionId);
  expect(down.statusCode).toBe(503);
  expect(down.headers["retry-after"]).toBe("30");
  expect(down.json()).toEqual({ error: "try_again" });
  expect(await look(app)).toMatchObject({ state: "open" });

  await using _ = await startPaymentServer({ service: first.service, port: first.port });
  expect((await ship(app, transactionId)).json()).toMatchObject({ state: "shipped" });
  expect(first.service.finalizations).toHaveLength(1);
});

test("the shop starts from its environment and serves a checkout", async () => {
  await using payments = await startPaymentServer();
  const shop = spawn(process.execPath, ["src/server.ts"], {
    env: {
      ...process.env,
      PORT: "0",
      PAYMENTS_URL: payments.baseUrl,
      PAYMENTS_MERCHANT_ID: payments.service.merchantId,
      PAYMENTS_PASSWORD: payments.service.password,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = await once(createInterface(shop.stdout), "line");
    const url = /http:\/\/[\d.:[\]]+\d/.exec(JSON.parse(line).msg)?.[0];
    const response = await fetch(`${url}/checkout`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(order),
    });

    expect(response.status).toBe(201);
    expect(payments.service.orders).toMatchObject([order]);
  } finally {
    shop.kill();
  }
});
