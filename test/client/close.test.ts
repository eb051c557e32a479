import { type PaymentClientOptions, type PaymentEvent, toResult } from "merchant-payments";
import { describe, expect, test, vi } from "vitest";
import { clientOf, created, errorOf, order, orderId } from "../support/client.js";
import { responding, response, startFaultServer } from "../support/fault-server.js";
import { lastSocket } from "../support/witness.js";

const isOpen = () => lastSocket()?.destroyed === false;

test("close() ends idle connections", async () => {
  await using server = await startFaultServer(responding(201, created));
  const payments = clientOf(server.origin);
  await payments.createOrder(order);
  expect(isOpen()).toBe(true);
  await payments.close();
  expect(isOpen()).toBe(false);
  await payments.close();
});

test("close() ends the connection of a call in flight once the call is over", async () => {
  await using server = await startFaultServer(responding(201, created));
  const payments = clientOf(server.origin, {
    auth: async () => {
      void payments.close();
      return { authorization: "Bearer api-token" };
    },
  });
  await payments.createOrder(order);
  await vi.waitFor(() => expect(isOpen()).toBe(false));
});

test("await using closes a client at the end of its block", async () => {
  await using server = await startFaultServer(responding(201, created));
  {
    await using payments = clientOf(server.origin);
    await payments.createOrder(order);
  }
  expect(isOpen()).toBe(false);
});

describe.each<[way: string, Partial<PaymentClientOptions>]>([
  ["node:http", {}],
  ["a fetch", { fetch }],
])("close() over %s", (way, options) => {
  test("waits for calls in flight, which go on to their end", async () => {
    const ends: string[] = [];
    await using server = await startFaultServer((socket) => {
      void payments.close().then(() => ends.push("closed"));
      socket.write(response(201, created));
    });
    const payments = clientOf(server.origin, options);
    expect(await payments.createOrder(order).finally(() => ends.push("ended"))).toMatchObject({ orderId });
    await vi.waitFor(() => expect(ends).toEqual(["ended", "closed"]));
    if (way === "node:http") await vi.waitFor(() => expect(isOpen()).toBe(false));
  });

  test("waits for the call whose own listener called it", async () => {
    const ends: string[] = [];
    await using server = await startFaultServer(responding(201, created));
    const onEvent = ({ type }: PaymentEvent) => {
      if (type === "request") void payments.close().then(() => ends.push("closed"));
    };
    const payments = clientOf(server.origin, { ...options, onEvent });
    await payments.createOrder(order).finally(() => ends.push("ended"));
    await vi.waitFor(() => expect(ends).toEqual(["ended", "closed"]));
  });

  test("fails every later call before anything is sent", async () => {
    await using server = await startFaultServer(responding(201, created));
    const told: string[] = [];
    const payments = clientOf(server.origin, { ...options, onEvent: ({ type }) => void told.push(type) });
    await payments.close();
    const error = await errorOf(payments.createOrder(order));
    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "not_sent", safeToRetry: true });
    expect(error.message).toBe("createOrder: the client was closed, nothing was sent (make a new one)");
    expect(told).toEqual(["failure"]);
    expect(await toResult(payments.createOrder({} as never))).toMatchObject({ error: { code: "invalid_input" } });
    expect(server.connections).toEqual([]);
  });
});
