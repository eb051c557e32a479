import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { causeOf, type PaymentClientOptions, type PaymentEvent, toResult } from "merchant-payments";
import { beforeAll, describe, expect, test } from "vitest";
import { HOST } from "../faults/servers.js";
import { leaks } from "../secrets/everything-shown.js";
import { identity, trustTestAuthority } from "../support/certificates.js";
import { clientOf, created, order, orderId } from "../support/client.js";
import { type FaultProxy, type ProxyFault, startProxy } from "../support/fault-proxy.js";
import { closedOrigin, type FaultServer, responding, startFaultServer } from "../support/fault-server.js";
import { passTime, skipPause, stopTime } from "../support/time.js";

beforeAll(trustTestAuthority);

const user = "merchant:pl4nted%24";
const secrets = ["pl4nted", Buffer.from("merchant:pl4nted$").toString("base64")];
const service = (fault = responding(201, created)) => startFaultServer(fault, { tls: identity("good") });
const open: ProxyFault = (_socket, open) => open();

/** The end of a call through a proxy. Neither the end nor the events show the proxy's password. */
async function endOf({ origin }: FaultServer, proxy: string, options: Partial<PaymentClientOptions> = {}) {
  const events: PaymentEvent[] = [];
  const payments = clientOf(origin, { proxy, maxRetries: 0, onEvent: (event) => void events.push(event), ...options });
  const end = await toResult(payments.createOrder(order));
  expect(leaks([payments, end, events, !end.ok && causeOf(end.error)], secrets)).toEqual([]);
  return end;
}

/** Whether the proxy saw the payment unencrypted. */
const tells = ({ passed }: FaultProxy) => /orders|HTTP|Basic/.test(passed);

const connection = { name: "PaymentConnectionError", outcome: "not_sent" };
const noTunnel = { ...connection, cause: { detail: "the proxy made no tunnel: check its host and port" } };
const noTunnelUnder = (status: number, hint: string) => {
  const detail = expect.stringMatching(`^the proxy made no tunnel: HTTP ${status}: ${hint}$`);
  return { ...connection, cause: { detail } };
};
const wrongPassword = noTunnelUnder(407, "check its user and password, percent-encoded in the URL");
const forbidden = noTunnelUnder(403, "ask whoever runs it to allow CONNECT to \\S+:\\d+");
const timeout = { name: "PaymentTimeoutError", outcome: "not_sent" };
const established = "HTTP/1.1 200 OK\r\n\r\n";
function impersonate(this: Socket) {
  this.write(`HTTP/1.1 201 OK\r\n\r\n${created}`);
}

/** A proxy with these can resume the TLS session of its own connection inside the tunnel. */
const resuming = { ...identity("good"), ticketKeys: randomBytes(48), sessionIdContext: "proxy" };

const says = (bytes: string) => (socket: Socket) => socket.write(bytes);

describe.each([
  ["http", undefined],
  ["https", identity("good")],
])("an %s proxy", (scheme, tls) => {
  test("makes a tunnel that calls share, and sees nothing of them", async () => {
    await using server = await service();
    await using proxy = await startProxy(open, tls);
    const payments = clientOf(server.origin, { proxy: `${scheme}://${user}@${proxy.host}` });
    await payments.createOrder(order);
    expect(await payments.createOrder(order)).toMatchObject({ orderId });
    expect([server.requests.length, server.connections.length, proxy.asked.length]).toEqual([2, 1, 1]);
    expect(proxy.asked[0]).toMatch(new RegExp(`^CONNECT ${new URL(server.origin).host} HTTP/1.1\r\n`));
    expect(proxy.asked[0]).toContain(`proxy-authorization: Basic ${secrets[1]}\r\n`);
    expect(tells(proxy)).toBe(false);
    await payments.close();
  });

  test.each<[what: string, (socket: Socket) => unknown, object]>([
    ["responds with HTTP 407", (socket) => socket.end("HTTP/1.1 407 Who?\r\n\r\n"), wrongPassword],
    ["responds with HTTP 403", (socket) => socket.end("HTTP/1.1 403 No\r\n\r\n"), forbidden],
    ["ends the connection", (socket) => socket.end(), noTunnel],
    ["stalls", () => passTime(60_000), timeout],
    ["is no proxy", says("220 mail.example ESMTP\r\n\r\n"), noTunnel],
    ["responds with an endless head", says(`HTTP/1.1 200 OK\r\nx: ${"x".repeat(100_000)}`), noTunnel],
    ["closes the tunnel", (socket) => socket.end(established), connection],
    ["responds in the service's place", (socket) => socket.once("data", impersonate).write(established), connection],
  ])("gets nothing of the payment if it %s, and nothing was sent", async (_what, fault, error) => {
    stopTime();
    await using server = await service();
    await using proxy = await startProxy(fault, tls);
    expect(await endOf(server, `${scheme}://${user}@${proxy.host}`)).toMatchObject({ error });
    expect([server.seen.bytes, tells(proxy)]).toEqual([0, false]);
    await expect.poll(() => proxy.open).toBe(0);
  });
});

test.each([
  ["no credentials", "", undefined],
  ["a user alone", "user@", "user:"],
  ["a password with a percent sign as it is", "user:50%@", "user:50%"],
])("a proxy gets the credentials of a URL with %s", async (_what, userinfo, credentials) => {
  await using server = await service();
  await using proxy = await startProxy(open);
  expect(await endOf(server, `http://${userinfo}${proxy.host}`)).toMatchObject({ ok: true });
  const sent = /^proxy-authorization: Basic (.*)$/im.exec(proxy.asked[0] ?? "")?.[1];
  expect(sent).toBe(credentials && Buffer.from(credentials).toString("base64"));
});

test("the certificate of an https proxy is checked for the proxy's host, and the service's for the service's", async () => {
  await using server = await startFaultServer(responding(201, created), { tls: identity("wrong-host") });
  await using proxy = await startProxy(open, identity("good"));
  const service = { ...server, origin: server.origin.replace("127.0.0.1", "another.example") };
  expect(await endOf(service, `https://${proxy.host}`)).toMatchObject({ ok: true, value: { orderId } });
});

test("an https proxy that speaks for the service with a resumed TLS session of its own gets nothing of the payment", async () => {
  const heard: Buffer[] = [];
  await using server = await startFaultServer(responding(201, created), { tls: identity("wrong-host") });
  await using proxy = await startProxy((socket, open) => {
    if (proxy.asked.length === 1) return open();
    socket.write(established);
    const impostor = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(resuming) });
    impostor.on("error", () => {}).on("data", (bytes: Buffer) => void heard.push(bytes));
  }, resuming);
  const service = server.origin.replace("127.0.0.1", "another.example");
  const payments = clientOf(service, { proxy: `https://${proxy.host}`, maxRetries: 0 });
  await payments.createOrder(order);
  server.connections[0]?.socket.destroy();
  await server.hungUp();
  const { error } = await toResult(payments.createOrder(order));
  expect(error).toMatchObject({ ...connection, cause: { code: "ERR_TLS_CERT_ALTNAME_INVALID" } });
  expect([heard, server.requests.length]).toEqual([[], 1]);
  await payments.close();
});

test("the error says which host an https proxy's certificate is not for, and to check the proxy's", async () => {
  await using server = await service();
  await using proxy = await startProxy(open, identity("wrong-host"));
  const end = await endOf(server, `https://${proxy.host.replace("127.0.0.1", "localhost")}`);
  expect(end).toMatchObject({ error: { ...connection, cause: { code: "ERR_TLS_CERT_ALTNAME_INVALID" } } });
  const told = "the certificate is for another host: check the host of baseUrl, or of the proxy";
  expect(end.error?.message).toContain(`ERR_TLS_CERT_ALTNAME_INVALID localhost: ${told}`);
  expect([server.seen.bytes, proxy.asked]).toEqual([0, []]);
});

test("nothing was sent if nobody listens at the proxy's address", async () => {
  await using server = await service();
  const proxy = (await closedOrigin()).replace("//", `//${user}@`);
  const error = { ...connection, cause: { code: "ECONNREFUSED" } };
  expect(await endOf(server, proxy)).toMatchObject({ error });
});

test.each([
  ["http", 80],
  ["https", 443],
])("an %s proxy without a port is called at port %i", async (scheme, port) => {
  await using server = await service();
  const error = { ...connection, cause: { detail: `connect ECONNREFUSED ${HOST}:${port}` } };
  expect(await endOf(server, `${scheme}://${HOST}`)).toMatchObject({ error });
});

test("a proxy that responds with HTTP 503 is asked again", async () => {
  await using server = await service();
  await using proxy = await startProxy((socket, open) => {
    if (proxy.asked.length > 1) open();
    else socket.end("HTTP/1.1 503 Busy\r\n\r\n");
  });
  stopTime();
  const options = { maxRetries: 1, onEvent: skipPause };
  expect(await endOf(server, `http://${user}@${proxy.host}`, options)).toMatchObject({ ok: true });
});

test("in a tunnel a wrong certificate proves that nothing was sent, and a lost response does not", async () => {
  await using impostor = await startFaultServer(responding(201, created), { tls: identity("self-signed") });
  await using hangingUp = await service((socket) => socket.destroy());
  await using proxy = await startProxy(open);
  const url = `http://${user}@${proxy.host}`;
  const wrong = { ...connection, cause: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" } };
  expect(await endOf(impostor, url)).toMatchObject({ error: wrong });
  expect(await endOf(hangingUp, url)).toMatchObject({ error: { ...connection, outcome: "unknown" } });
  expect([impostor.seen.bytes, hangingUp.requests.length, tells(proxy)]).toEqual([0, 1, false]);
});
