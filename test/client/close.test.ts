import { type PaymentClientOptions, type PaymentEvent, toResult } from "merchant-payments";
import { describe, expect, test, vi } from "vitest";
import { clientOf, created, errorOf, order, orderId } from "../support/client.js";
import { responding, response, startFaultServer } from "../support/fault-server.js";
import { lastSocket } from "../support/witness.js";

const isOpen = () => lastSocket()?.destroyed === false;

test("the connections that are kept end", async () => {
  await using server = await startFaultServer(responding(201, created));
  const payments = clientOf(server.origin);
  await payments.createOrder(order);
  expect(isOpen()).toBe(true);
  await payments.close();
  expect(isOpen()).toBe(false);
  await payments.close();
});

test("a connection that is made for a call under way is not kept", async () => {
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

test("a client closes itself where it is no longer used", async () => {
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
])("over %s", (way, options) => {
  test("calls under way go on to their end, which close waits for", async () => {
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

  test("that it is closed by a call's own listener, which has only begun", async () => {
    const ends: string[] = [];
    await using server = await startFaultServer(responding(201, created));
    const onEvent = ({ type }: PaymentEvent) => {
      if (type === "request") void payments.close().then(() => ends.push("closed"));
    };
    const payments = clientOf(server.origin, { ...options, onEvent });
    await payments.createOrder(order).finally(() => ends.push("ended"));
    await vi.waitFor(() => expect(ends).toEqual(["ended", "closed"]));
  });

  test("a call that is made afterwards is refused, and says so", async () => {
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
