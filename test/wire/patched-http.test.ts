import http, {
  Agent,
  type AgentOptions,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from "node:http";
import https from "node:https";
import { responseOf } from "merchant-payments";
import { startPaymentServer } from "merchant-payments/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { identity, trustTestAuthority } from "../support/certificates.js";
import { clientOf, clientOfFake, created, detailedOrder, errorOf, order, orderId } from "../support/client.js";
import { startProxy } from "../support/fault-proxy.js";
import { responding, silence, startFaultServer } from "../support/fault-server.js";
import { stopTime } from "../support/time.js";

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

test("a patch that makes our agent's createConnection async costs the call, and leaves no connection open", async () => {
  await using server = await startFaultServer(silence);
  vi.spyOn(http, "request").mockImplementation(((options: RequestOptions) => {
    const agent = options.agent as Agent;
    const connect = agent.createConnection.bind(agent);
    Object.assign(agent, { createConnection: async (...given: Parameters<typeof connect>) => connect(...given) });
    return request(options);
  }) as typeof request);
  expect(await errorOf(clientOf(server.origin, { maxRetries: 0 }).createOrder(order))).toMatchObject({
    outcome: "not_sent",
  });
  await expect.poll(() => [server.connections.length, server.open]).toEqual([1, 0]);
});

test.each(["ERR_INVALID_CHAR", "ERR_INVALID_HTTP_TOKEN", "ERR_HTTP_INVALID_HEADER_VALUE"])(
  "headers that Node refuses with %s are not tried again, and stop every other call",
  async (code) => {
    const refuse = vi.spyOn(http, "request").mockImplementation(() => {
      throw Object.assign(new TypeError('Invalid character in header content ["x-key"]'), { code });
    });
    const error = await errorOf(clientOf("http://127.0.0.1:9", { fetch: null }).createOrder(order));
    expect(error).toMatchObject({ outcome: "not_sent", safeToRetry: false, scope: "merchant", cause: { code } });
    expect(refuse).toHaveBeenCalledTimes(1);
  },
);

test("what a patch throws that is a proxy ends the call before anything is sent", async () => {
  vi.spyOn(http, "request").mockImplementation(() => {
    throw new Proxy({}, { get: () => JSON.parse("no"), getPrototypeOf: () => JSON.parse("no") });
  });
  const error = await errorOf(clientOf("http://127.0.0.1:9", { fetch: null, maxRetries: 0 }).createOrder(order));
  expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "not_sent", scope: "call" });
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

test("a call whose socket throws before the request is written is not_sent", async () => {
  await using server = await startFaultServer(silence);
  patchedBy((made) => made.once("socket", (socket) => Object.defineProperty(socket, "bytesRead", { get: broken })));
  const error = await errorOf(clientOf(server.origin, { maxRetries: 0 }).createOrder(order));
  expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "not_sent" });
  await server.hungUp(); // the request fails, and the socket throws once more
});

test.each([
  ["aborted", "PaymentAbortedError"],
  ["timeout", "PaymentTimeoutError"],
])("a call whose socket cannot be reset, as a mock's, ends by %s", async (how, name) => {
  stopTime();
  const controller = new AbortController();
  const end = () => (how === "aborted" ? controller.abort() : vi.advanceTimersByTime(60_000));
  await using server = await startFaultServer(end);
  patchedBy((made) => made.once("socket", (socket) => Object.assign(socket, { resetAndDestroy: undefined })));
  const error = await errorOf(clientOf(server.origin).createOrder(order, { signal: controller.signal }));
  expect(error).toMatchObject({ name, outcome: "unknown" });
  await server.hungUp();
});

/** What other code, such as a logger, does with a response before the client reads it. */
const respondingTo = (change: (response: IncomingMessage) => unknown) =>
  patchedBy((made) => made.once("response", (response) => void change(response)));

const encodings: readonly BufferEncoding[] = ["utf8", "latin1", "base64", "hex", "utf16le"];

test.each(encodings)("a response that other code reads as %s counts by its bytes", async (encoding) => {
  await using server = await startFaultServer(responding(201, created));
  respondingTo((response) => response.setEncoding(encoding));
  const payments = clientOf(server.origin, { maxResponseBytes: created.length });
  expect(await payments.createOrder(order)).toMatchObject({ orderId });
  expect(await payments.createOrder(order)).toMatchObject({ orderId });
  expect(server.connections).toHaveLength(1);
});

test.each<[what: string, change: (response: IncomingMessage) => unknown]>([
  ["is read by other code as ASCII, which loses bits", (response) => response.setEncoding("ascii")],
  ["gives objects in place of bytes", (response) => process.nextTick(() => response.emit("data", {}))],
])("a call whose response %s is unknown", async (_what, change) => {
  await using server = await startFaultServer(responding(201, created));
  respondingTo(change);
  const error = await errorOf(clientOf(server.origin).createOrder(order));
  const cause = { detail: "other code in this process changed the response" };
  expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown", cause });
});

test("a call whose response closes before its end is unknown at once, and keeps what came", async () => {
  await using server = await startFaultServer((socket) =>
    socket.write("HTTP/1.1 201 OK\r\ncontent-length: 9\r\n\r\n{"),
  );
  respondingTo((response) => setImmediate(() => response.emit("close")));
  const error = await errorOf(clientOf(server.origin, { timeoutMs: 2_000 }).createOrder(order));
  const cause = { detail: "the connection was closed" };
  expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown", cause });
  expect(responseOf(error)?.body).toBe("{");
});

test.each<[what: string, change: (response: IncomingMessage) => unknown]>([
  ["is destroyed", (response) => response.destroy(new Error("pl4nted"))],
  ["cannot be listened to", (response) => Object.assign(response, { on: broken, once: broken })],
])("a call whose response %s is unknown, and leaves no connection", async (_what, change) => {
  await using server = await startFaultServer(responding(201, created));
  respondingTo(change);
  const error = await errorOf(clientOf(server.origin).createOrder(order));
  expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown" });
  await server.hungUp();
});

test.each<[what: string, change: (response: IncomingMessage) => unknown]>([
  ["has no socket, as a mock's", (response) => Object.assign(response, { socket: undefined })],
  ["gives text, as a mock's", (response) => process.nextTick(() => response.emit("data", ""))],
  ["counts no bytes", ({ socket }) => Object.defineProperty(socket, "bytesRead", { get: broken })],
])("a call whose response %s succeeds", async (_what, change) => {
  await using server = await startFaultServer(responding(201, created));
  respondingTo(change);
  expect(await clientOf(server.origin).createOrder(order)).toMatchObject({ orderId });
});
