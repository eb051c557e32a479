import http, { Agent, type AgentOptions, type RequestOptions } from "node:http";
import https from "node:https";
import { startPaymentServer } from "merchant-payments/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { identity, trustTestAuthority } from "../support/certificates.js";
import { clientOf, clientOfFake, created, errorOf, order, orderId } from "../support/client.js";
import { startProxy } from "../support/fault-proxy.js";
import { responding, startFaultServer } from "../support/fault-server.js";

const { request } = http;

/** Calls through a patched node:http. */
async function callWith(patched: (options: RequestOptions) => http.ClientRequest) {
  await using server = await startPaymentServer();
  const { service, baseUrl } = server;
  vi.spyOn(http, "request").mockImplementation(patched as typeof request);
  const payments = clientOfFake(service, { baseUrl, fetch: null });
  await payments.createOrder(order);
  await payments.close();
  return service.requests;
}

test("a patch that adds a header to a copy of our options, as OpenTelemetry's and Sentry's, keeps our headers", async () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const traced = (options: RequestOptions) => ({ ...options, headers: { ...options.headers, traceparent } });
  const requests = await callWith((options) => request(traced(options)));
  expect(requests).toMatchObject([{ headers: { traceparent, accept: "application/json" }, delivered: true }]);
});

test("a mock's socket that counts no bytes, as nock 13's, is taken for a quiet one", async () => {
  const countless = (socket: object) => Object.defineProperty(socket, "bytesRead", { value: undefined });
  const requests = await callWith((options) => request(options).once("socket", countless));
  expect(requests).toMatchObject([{ delivered: true }]);
});

test("a patch that replaces our agent, as MSW 2 and nock 14 do, gets a connection from ours", async () => {
  const passing = (ours: Agent & { options?: AgentOptions }) => {
    const agent = new Agent();
    agent.createConnection = (options) => ours.createConnection({ ...options, ...ours.options });
    return agent;
  };
  const requests = await callWith((options) => request({ ...options, agent: passing(options.agent as Agent) }));
  expect(requests).toMatchObject([{ delivered: true }]);
});

test("a patch that replaces our agent gets no connection past the proxy", async () => {
  onTestFinished(trustTestAuthority());
  const passing = (ours: Agent) =>
    Object.assign(new https.Agent(), { createConnection: ours.createConnection.bind(ours) });
  const request = https.request;
  vi.spyOn(https, "request").mockImplementation(((options: RequestOptions) =>
    request({ ...options, agent: passing(options.agent as Agent) })) as typeof https.request);
  await using server = await startFaultServer(responding(201, created), { tls: identity("good") });
  await using proxy = await startProxy((_socket, open) => open());
  const payments = clientOf(server.origin, { proxy: `http://${proxy.host}`, maxRetries: 0 });
  expect(await payments.createOrder(order)).toMatchObject({ orderId });
  expect([proxy.asked.length, server.connections.length]).toEqual([1, 1]);
});

test("a tracer that makes the opening of connections async ends the call, and its socket is closed", async () => {
  await using server = await startFaultServer(responding(201, created));
  const { createConnection } = Agent.prototype;
  vi.spyOn(Agent.prototype, "createConnection").mockImplementation(async function (this: Agent, ...call: unknown[]) {
    return Reflect.apply(createConnection, this, call);
  } as never);
  const error = await errorOf(clientOf(server.origin).createOrder(order));
  expect(error).toMatchObject({ code: "connection", outcome: "not_sent", safeToRetry: false });
  expect(error.message).toContain("no socket was made");
  await expect.poll(() => server.open).toBe(0);
});
