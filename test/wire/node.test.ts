import http from "node:http";
import { defineOperation, responseOf, toResult } from "merchant-payments";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { clientOf, clientOver, created, order, orderId } from "../support/client.js";
import { responding, startFaultServer } from "../support/fault-server.js";

describe("the client uses node:http", () => {
  test("on Node", async () => {
    vi.stubGlobal("fetch", () => expect.unreachable());
    await using server = await startFaultServer(responding(201, created));
    expect(await clientOf(server.origin).createOrder(order)).toMatchObject({ orderId });
  });

  test.each([
    ["there is no `process`", { process: undefined }],
    ["`process` is not Node's", { process: { versions: {} } }],
    ["`process` is a bundler's", { process: { env: {} } }],
    ["Bun imitates Node", { Bun: { version: "1.3.0" } }],
    ["Deno imitates Node", { Deno: { version: {} } }],
    ["Cloudflare's workers imitate Node", { navigator: { userAgent: "Cloudflare-Workers" } }],
  ])("but not where %s", (_where, globals) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    const create = () => clientOf("https://pay.example", { maxConnections: 5 });
    expect(create).toThrow("PaymentClient: maxConnections has no effect without Node: leave it out");
    vi.unstubAllGlobals(); // before anything else needs them
  });

  test("or else the global fetch, as it is at the time of the call", async () => {
    vi.stubGlobal("Bun", {});
    const payments = clientOver(undefined);
    vi.stubGlobal("fetch", async () => new Response(created, { status: 201 }));
    expect(await payments.createOrder(order)).toMatchObject({ orderId });
  });
});

test("a request without a body declares no length", async () => {
  const list = { name: "listPayments", path: "/payments", effect: "read", method: "GET" } as const;
  const listPayments = defineOperation({ ...list, input: z.object({}), response: z.object({}) });
  await using server = await startFaultServer(responding(200, created));
  await clientOf(server.origin).call(listPayments, {});
  expect(server.requests[0]?.head).toMatch(/^GET \/payments HTTP\/1\.1\r\n/);
  expect(server.requests[0]?.head).not.toMatch(/content-length/i);
});

test("an IPv6 address is called without its brackets, and named with them", async () => {
  const request = vi.spyOn(http, "request").mockImplementation(() => expect.unreachable());
  await toResult(clientOf("http://[::1]:4010", { maxRetries: 0 }).createOrder(order));
  const headers = expect.objectContaining({ host: "[::1]:4010" });
  expect(request.mock.calls[0]?.[0]).toMatchObject({ hostname: "::1", port: "4010", headers });
});

test("headers of one name are joined in a response over node:http, also under names of object properties", async () => {
  const fields = "Set-Cookie: a=1|set-cookie: b=2|X-Shop: 1|x-shop: 2|constructor: 1|__proto__: 2|Content-Length: 164";
  const head = `HTTP/1.1 201 Created\r\n${fields.replaceAll("|", "\r\n")}\r\n\r\n`;
  await using server = await startFaultServer((socket) => socket.write(head + created));
  const result = await clientOf(server.origin).createOrder(order);
  expect(Object.entries(responseOf(result)?.headers ?? {}).sort()).toEqual([
    ["__proto__", "2"],
    ["constructor", "1"],
    ["content-length", "164"],
    ["set-cookie", "a=1, b=2"],
    ["x-shop", "1, 2"],
  ]);
});
