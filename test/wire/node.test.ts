import http from "node:http";
import { defineOperation, responseOf, toResult } from "merchant-payments";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { clientOf, clientOver, created, detailedOrder, order, orderId } from "../support/client.js";
import { responding, startFaultServer } from "../support/fault-server.js";
import { runProgram } from "../support/repository.js";

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

const cities = [
  ["Umeå", "123"],
  ["Berlin", "124"],
] as const;

test.each(cities)("a header goes out in Latin-1 and the body in UTF-8: %s", async (city, length) => {
  await using server = await startFaultServer(responding(201, created));
  const payments = clientOf(server.origin, { headers: { "x-shop": "Malmö" } });
  await payments.createOrder({ ...detailedOrder, billTo: { address: { city } } });
  const [request] = server.requests;
  expect(request?.headers).toMatchObject({ "x-shop": "Malmö", "content-length": length });
  expect(request?.body).toContain(`"city":"${city}"`);
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

test("a mock that takes all text for UTF-8 sees the right body", async () => {
  const { end } = http.ClientRequest.prototype;
  vi.spyOn(http.ClientRequest.prototype, "end").mockImplementation(function (this: http.ClientRequest, body) {
    return end.call(this, Buffer.from(body as string), "utf8");
  });
  await using server = await startFaultServer(responding(201, created));
  await clientOf(server.origin).createOrder(detailedOrder);
  expect(server.requests[0]?.body).toContain('"city":"Umeå"');
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

/** A program that makes one call and then ends. */
const programAfter = (before: string) => `
  ${before};
  const { basicAuth, PaymentClient } = library;
  const payments = new PaymentClient({ baseUrl: process.argv[1], auth: basicAuth("merchant-1", "api-password") });
  const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
  console.log((await payments.createOrder(order)).orderId);
`;

const timers = "setTimeout clearTimeout setImmediate clearImmediate setInterval clearInterval".split(" ");

test.each([
  ["as it is", ""],
  ["with replaced timers", timers.map((name) => `globalThis.${name} = () => 1`).join(";")],
])("a process %s makes its call, and the idle connection does not keep it alive", async (_what, before) => {
  await using server = await startFaultServer(responding(201, created));
  const { printed, exitCode } = await runProgram(programAfter(before), [server.origin]);
  expect([printed.trim(), exitCode, server.connections.length]).toEqual([orderId, 0, 1]);
});
