import type { Socket } from "node:net";
import { type AnyPaymentError, settle } from "merchant-payments";
import { describe, expect, test } from "vitest";
import {
  clientOf,
  created,
  expectNoUnhandledRejections,
  failureOf,
  orderId,
  refused,
  simpleOrder,
} from "../support/fault-calls.js";
import { answer, answering, startFaultServer } from "../support/fault-server.js";

expectNoUnhandledRejections();

describe("a connection that is used again", () => {
  test("carries one call after the other", async () => {
    await using server = await startFaultServer(answering(200, created));
    const client = clientOf(server.origin);

    await client.createOrder(simpleOrder);
    await client.createOrder(simpleOrder);

    expect(server.requests).toHaveLength(2);
  });

  test("but was closed by the server meanwhile: the next call gets a new one", async () => {
    await using server = await startFaultServer((socket) => socket.end(answer(200, created)));
    const client = clientOf(server.origin);

    await client.createOrder(simpleOrder);
    await server.hungUp();

    expect(await client.createOrder(simpleOrder)).toMatchObject({ orderId });
    expect(server.requests).toHaveLength(2);
  });

  test("and breaks under the second call, which is not sent again", async () => {
    await using server = await startFaultServer((socket) => {
      if (server.requests.length === 1) socket.write(answer(200, created));
      else socket.destroy();
    });
    const client = clientOf(server.origin);

    await client.createOrder(simpleOrder);
    const error = await failureOf(client.createOrder(simpleOrder));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown" });
    expect(server.requests).toHaveLength(2);
  });

  test("while the server closes it: never sent twice, and never called unsent when it came", async () => {
    await using server = await startFaultServer((socket) => {
      socket.write(answer(200, created));
      setImmediate(() => socket.end());
    });
    const client = clientOf(server.origin, { maxRetries: 0 });
    const results: string[] = [];
    const errors: AnyPaymentError[] = [];

    for (let round = 0; round < 40; round += 1) {
      const orderNumber = `ROUND-${round}`;
      const settled = await settle(client.createOrder({ ...simpleOrder, orderNumber }));
      if (settled.ok) results.push(orderNumber);
      else errors.push(settled.error);
    }
    await server.hungUp();

    const came = server.requests.map(({ head }) => /ROUND-\d+/.exec(head)?.[0]);
    expect(new Set(came).size).toBe(came.length);
    expect(results.filter((orderNumber) => !came.includes(orderNumber))).toEqual([]);
    expect(results.length + errors.length).toBe(40);
    const calledUnsent = errors.filter(({ outcome }) => outcome === "not_sent").map(({ orderNumber }) => orderNumber);
    expect(calledUnsent.filter((orderNumber) => came.includes(orderNumber))).toEqual([]);
  });

  test("and brings an answer that nobody asked for: the next call does not take it", async () => {
    const connections: Socket[] = [];
    await using server = await startFaultServer((socket) => {
      connections.push(socket);
      socket.write(answer(200, created));
    });
    const client = clientOf(server.origin);

    await client.createOrder(simpleOrder);
    connections[0]?.write(answer(200, refused));
    await server.hungUp();

    expect(await client.createOrder(simpleOrder)).toMatchObject({ orderId });
    expect(server.requests).toHaveLength(2);
  });
});
