import http, { Agent, type AgentOptions, type ClientRequest, type RequestOptions } from "node:http";
import https from "node:https";
import { Socket } from "node:net";
import { startPaymentServer } from "merchant-payments/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { identity, trustTestAuthority } from "../support/certificates.js";
import { clientOf, clientOfFake, created, detailedOrder, errorOf, order, orderId } from "../support/client.js";
import { startProxy } from "../support/fault-proxy.js";
import { responding, response, silence, startFaultServer } from "../support/fault-server.js";

const { request } = http;

/** Calls through a patched node:http, which changes our options. */
async function callWith(change: (options: RequestOptions) => RequestOptions) {
  await using server = await startPaymentServer();
  const { service, baseUrl } = server;
  const patched = ((options: RequestOptions) => request(change(options))) as typeof request;
  vi.spyOn(http, "request").mockImplementation(patched);
  const payments = clientOfFake(service, { baseUrl, fetch: null });
  await payments.createOrder(order);
  await payments.close();
  return service.requests;
}

test("a patch that adds a header to a copy of our options, as OpenTelemetry's and Sentry's, keeps our headers", async () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const requests = await callWith((options) => ({ ...options, headers: { ...options.headers, traceparent } }));
  expect(requests).toMatchObject([{ headers: { traceparent, accept: "application/json" }, delivered: true }]);
});

test("a patch that replaces our agent, as MSW 2 and nock 14 do, gets a connection from ours", async () => {
  class Passing extends Agent {
    readonly ours: Agent & { options?: AgentOptions };
    constructor(ours: Agent) {
      super();
      this.ours = ours;
    }
    override createConnection(options: Parameters<Agent["createConnection"]>[0]) {
      const socket = this.ours.createConnection({ ...options, ...this.ours.options });
      if (!socket) throw new Error("no socket is returned");
      return socket;
    }
  }
  const requests = await callWith((options) => ({ ...options, agent: new Passing(options.agent as Agent) }));
  expect(requests).toMatchObject([{ delivered: true }]);
});

test("a mock's socket that connects only once it is written to, as that of MSW 2 and nock 14, gets the request", async () => {
  let written = "";
  class Mocking extends Agent {
    override createConnection() {
      const socket = new Socket();
      const write = (bytes: string) => {
        written += bytes;
        return socket.push(response(201, created));
      };
      Object.defineProperty(socket, "bytesRead", { value: undefined }); // that of nock 13 counts none
      return Object.assign(socket, { connecting: true, write });
    }
  }
  vi.spyOn(http, "request").mockImplementation(((options: RequestOptions) =>
    request({ ...options, agent: new Mocking() })) as typeof request);
  expect(await clientOf("http://127.0.0.1:9").createOrder(order)).toMatchObject({ orderId });
  expect(written).toContain("POST /orders/create/ORDER-1001/125.00/SEK HTTP/1.1");
});

test("a patch that replaces our agent gets no connection past the proxy", async () => {
  onTestFinished(trustTestAuthority());
  class Passing extends https.Agent {
    readonly ours: Agent;
    constructor(ours: Agent) {
      super();
      this.ours = ours;
    }
    override createConnection(...[options, callback]: Parameters<Agent["createConnection"]>) {
      return this.ours.createConnection(options, callback);
    }
  }
  const request = https.request;
  vi.spyOn(https, "request").mockImplementation(((options: RequestOptions) =>
    request({ ...options, agent: new Passing(options.agent as Agent) })) as typeof https.request);
  await using server = await startFaultServer(responding(201, created), { tls: identity("good") });
  await using proxy = await startProxy((_socket, open) => open());
  const payments = clientOf(server.origin, { proxy: `http://${proxy.host}`, maxRetries: 0 });
  expect(await payments.createOrder(order)).toMatchObject({ orderId });
  expect([proxy.asked.length, server.connections.length]).toEqual([1, 1]);
});

/** Lets other code, such as an APM, change each request as it is made. */
const patchedBy = (change: (made: ClientRequest) => void) =>
  vi.spyOn(http, "request").mockImplementation((options) => {
    const made = request(options as RequestOptions);
    change(made);
    return made;
  });

const broken = () => JSON.parse("a patch that throws");

test("a call whose request has an end() that throws is unknown", async () => {
  await using server = await startFaultServer(silence);
  patchedBy((made) => void Object.assign(made, { end: broken }));
  const error = await errorOf(clientOf(server.origin).createOrder(order));
  expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown" });
});

test("a request that other code writes in two steps still declares its length, and is not chunked", async () => {
  await using server = await startFaultServer(responding(201, created));
  patchedBy((made) => {
    const end = made.end.bind(made) as () => unknown;
    Object.assign(made, { end: (body: string) => made.write(body) && end() });
  });
  await clientOf(server.origin).createOrder(detailedOrder);
  expect(server.requests[0]?.headers).toMatchObject({ "content-length": "123" });
  expect(server.requests[0]?.head).not.toMatch(/transfer-encoding/i);
});
