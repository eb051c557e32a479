import { defineOperation, type PaymentClient, type PaymentClientOptions, toResult } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { accepted, clientOf, created, errorOf, finalization, order, orderId } from "../support/client.js";
import { responding, response, startFaultServer } from "../support/fault-server.js";
import { lastSocket } from "../support/witness.js";

const authorization = { paymentMethod: "card", authorizedAmount: "125.00" } as const;
const allDone = JSON.stringify({ ...JSON.parse(accepted), orderId });

const annul = defineOperation({
  name: "annul",
  path: "/payments/{id}/annul",
  effect: "money",
  input: z.object({ id: z.string() }).refine(async () => true),
  response: z.object({}),
});

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

test.each<[what: string, call: (payments: PaymentClient) => Promise<unknown>]>([
  ["createOrder", (payments) => payments.createOrder(order)],
  ["finalize", (payments) => payments.finalize(finalization)],
  ["resolveFinalization", (payments) => payments.resolveFinalization(finalization, { authorization })],
  ["a custom operation whose schema is asynchronous", (payments) => payments.call(annul, { id: "1" })],
])("a call made before close() in the same tick ends normally: %s", async (_what, call) => {
  await using server = await startFaultServer(responding(200, allDone));
  const payments = clientOf(server.origin);
  const made = call(payments);
  const closed = payments.close();
  await made;
  await closed;
  expect(server.requests).toHaveLength(1);
});

test("close() waits for a look-up", async () => {
  const ends: string[] = [];
  const lookUp = async () => {
    void payments.close().then(() => ends.push("closed"));
    await new Promise(setImmediate);
    return { finalized: "0", pending: "0" };
  };
  const payments = clientOf("https://pay.example", { resolve: { lookUp } });
  await payments.lookUp?.({ transactionId: "201409251527280673" }).finally(() => ends.push("ended"));
  await expect.poll(() => ends).toEqual(["ended", "closed"]);
});

test("await using closes a client after the call that its block returns", async () => {
  await using server = await startFaultServer(responding(200, allDone));
  const capture = async () => {
    await using payments = clientOf(server.origin);
    return payments.finalize(finalization);
  };
  expect(await capture()).toMatchObject({ transactionId: "201409251527280999" });
  await expect.poll(isOpen).toBe(false);
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
    await expect.poll(() => ends).toEqual(["ended", "closed"]);
    if (way === "node:http") await expect.poll(isOpen).toBe(false);
  });

  test("fails every later call before anything is sent", async () => {
    await using server = await startFaultServer(responding(201, created));
    const told: string[] = [];
    const payments = clientOf(server.origin, { ...options, onEvent: ({ type }) => void told.push(type) });
    await payments.close();
    const error = await errorOf(payments.createOrder(order));
    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "not_sent", safeToRetry: false });
    expect(error.advice).toContain("The same call would fail again");
    expect(error.message).toBe("createOrder: the client was closed, nothing was sent (make a new client)");
    expect(error.cause).toEqual({ name: "Error", detail: "make a new client" });
    expect(told).toEqual(["failure"]);
    expect(await errorOf(payments.call(annul, { id: "1" }))).toMatchObject({ outcome: "not_sent" });
    expect(await toResult(payments.createOrder({} as never))).toMatchObject({ error: { code: "invalid_input" } });
    expect(await toResult(payments.call(annul, {} as never))).toMatchObject({ error: { code: "invalid_input" } });
    expect(server.connections).toEqual([]);
  });
});
