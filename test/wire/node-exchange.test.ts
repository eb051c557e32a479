import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { basicAuth, PaymentClient, responseOf } from "merchant-payments";
import { afterEach, describe, expect, test, vi } from "vitest";
import { nodeExchange } from "../../src/wire/node-exchange.js";
import { clientOf, created, detailedOrder, orderId, simpleOrder } from "../support/fault-calls.js";
import { answer, answering, startFaultServer } from "../support/fault-server.js";

/** What nodeExchange gives where these globals are. */
function exchangeWhere(globals: Readonly<Record<string, unknown>>) {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  try {
    return nodeExchange("https://pay.example");
  } finally {
    vi.unstubAllGlobals();
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("node:http is the way", () => {
  test("on Node", async () => {
    vi.stubGlobal("fetch", () => expect.unreachable());
    await using server = await startFaultServer(answering(201, created));

    expect(await clientOf(server.origin).createOrder(simpleOrder)).toMatchObject({ orderId });
    expect(nodeExchange("https://pay.example")).toBeTypeOf("function");
  });

  test.each([
    ["there is no process", { process: undefined }],
    ["a process is no Node's", { process: { versions: {} } }],
    ["a process is a bundler's", { process: { env: {} } }],
    ["Bun imitates Node", { Bun: { version: "1.3.0" } }],
    ["Deno imitates Node", { Deno: { version: {} } }],
    ["Cloudflare's workers imitate Node", { navigator: { userAgent: "Cloudflare-Workers" } }],
  ])("but not where %s", (_name, globals) => {
    expect(exchangeWhere(globals)).toBeUndefined();
  });

  test("and where it is not, the global fetch is, as it is at the time of the call", async () => {
    vi.stubGlobal("Bun", {});
    const payments = new PaymentClient({ baseUrl: "https://pay.example", auth: basicAuth("merchant-1", "x") });
    vi.stubGlobal("fetch", async () => new Response(created, { status: 201 }));

    expect(await payments.createOrder(simpleOrder)).toMatchObject({ orderId });
  });
});

describe("the request", () => {
  test("has these headers and no others", async () => {
    await using server = await startFaultServer(answering(201, created));

    await clientOf(server.origin, { headers: { "X-Shop": "Åsa" } }).createOrder(detailedOrder);

    const [requestLine, ...headers] = server.requests[0]?.head.split("\r\n") ?? [];
    expect(requestLine).toBe("POST /orders/create HTTP/1.1");
    expect(headers.sort()).toEqual([
      "Connection: keep-alive",
      "accept-encoding: identity",
      "accept: application/json",
      "authorization: Basic bWVyY2hhbnQtMTphcGktcGFzc3dvcmQ=",
      "content-length: 123",
      "content-type: application/json",
      `host: ${new URL(server.origin).host}`,
      "user-agent: merchant-payments/0.1.0",
      "x-shop: Åsa",
    ]);
  });

  test("without a body says so, and has no content type", async () => {
    await using server = await startFaultServer(answering(201, created));

    await clientOf(server.origin).createOrder(simpleOrder);

    expect(server.requests[0]?.head).toMatch(/^content-length: 0$/m);
    expect(server.requests[0]?.head).not.toMatch(/^(?:content-type|transfer-encoding):/im);
    expect(server.requests[0]?.body).toBe("");
  });
});

describe("the headers of an answer", () => {
  test("with one name are joined", async () => {
    await using server = await startFaultServer((socket) => {
      const body = `Content-Length: ${created.length}\r\n\r\n${created}`;
      socket.write(`HTTP/1.1 201 Created\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nX-Shop: 1\r\nx-shop: 2\r\n${body}`);
    });

    const order = await clientOf(server.origin).createOrder(simpleOrder);

    expect(responseOf(order)?.headers).toEqual({
      "content-length": "164",
      "set-cookie": "a=1, b=2",
      "x-shop": "1, 2",
    });
  });

  test("may have names that objects have too", async () => {
    const headers = Object.fromEntries([
      ["constructor", "1"],
      ["__proto__", "2"],
    ]);
    await using server = await startFaultServer((socket) => socket.write(answer(201, created, headers)));

    const order = await clientOf(server.origin).createOrder(simpleOrder);

    expect(Object.entries(responseOf(order)?.headers ?? {}).sort()).toEqual([
      ["__proto__", "2"],
      ["constructor", "1"],
      ["content-length", "164"],
      ["content-type", "application/json"],
    ]);
  });
});

test("a kept connection keeps nothing of the call that made it", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  await using server = await startFaultServer(answering(201, created));
  const payments = clientOf(server.origin);
  const callAndForget = async () => {
    const { signal } = new AbortController();
    await payments.createOrder(simpleOrder, { signal });
    return new WeakRef(signal);
  };
  const first = await callAndForget();
  await callAndForget();

  await vi.waitFor(() => {
    collectGarbage();
    expect(first.deref()).toBeUndefined();
  });
  expect(server.connections).toBe(1);
});
