import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkHost } from "../../../src/testing/console/caller-check.js";
import { createConsole } from "../../../src/testing/console/console.js";
import { type PaymentServer, startPaymentServer } from "../../../src/testing/index.js";
import { rawCall } from "./control-call.js";

let server: PaymentServer;
beforeEach(async () => {
  server = await startPaymentServer();
});
afterEach(() => server.close());

type Headers = Readonly<Record<string, string>>;

const json = { "content-type": "application/json" };
const body = '{"operation":"finalize","fault":"drop"}';
const read = async (headers: Headers = {}, url = `${server.baseUrl}/_fake/state`) =>
  (await rawCall(url, { headers })).status;
const arm = async (headers: Headers) =>
  (await rawCall(`${server.baseUrl}/_fake/faults`, { method: "POST", headers, body })).status;

/** Everything that such a caller tries is forbidden: no fault is armed, and the service sees nothing. */
async function expectForbidden(headers: Headers) {
  const tried = [read(headers), read(headers, `${server.baseUrl}/_fake/events`), arm({ ...json, ...headers })];
  expect(await Promise.all(tried)).toEqual([403, 403, 403]);
  await expectUntouched();
}

async function expectUntouched() {
  expect(JSON.parse((await rawCall(`${server.baseUrl}/_fake/state`)).body)).toMatchObject({ armed: [] });
  expect(server.service.requests).toEqual([]);
}

test("the console admits a program, and the fake's own page", async () => {
  const own = { ...json, origin: server.baseUrl, "sec-fetch-site": "same-origin" };
  expect([await read(), await arm(json), await read(own), await arm(own)]).toEqual([200, 200, 200, 200]);
});

describe("the Host header", () => {
  test.each(["localhost", "LOCALHOST:80", "127.0.0.1:8080", "127.0.0.5", "[::1]:4010"])("can be %s", async (host) => {
    expect(await read({ host })).toBe(200);
  });

  test.each(["rebound.example", "localhost.rebound.example", "localhost:4010@rebound.example", "10.0.0.7"])(
    "cannot be %j",
    async (host) => {
      await expectForbidden({ host });
      expect(await read({ host, accept: "text/html" }, server.pageUrl)).toBe(403);
    },
  );

  test("cannot be absent", async () => {
    const socket = connect(server.port, "127.0.0.1");
    socket.end("GET /_fake/state HTTP/1.0\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
  });

  test("can be any address, but no foreign name, if the server listens on all addresses", async () => {
    await using everywhere = await startPaymentServer({ host: "0.0.0.0" });
    const url = `http://127.0.0.1:${everywhere.port}/_fake/state`;
    const hosts = ["192.0.2.7:4010", "[2001:db8::7]:4010", "rebound.example"];
    expect(await Promise.all(hosts.map((host) => read({ host }, url)))).toEqual([200, 200, 403]);
  });

  test("can be an allowed name and no other, and the error names the option", async () => {
    await using named = await startPaymentServer({ allowedHosts: ["payments", "Host.docker.internal"] });
    const asked = (host: string) => rawCall(`${named.baseUrl}/_fake/state`, { headers: { host } });
    const hosts = ["payments:4010", "PAYMENTS", "host.docker.internal:4010", "evil.payments", "payments.example"];
    const responses = await Promise.all(hosts.map(asked));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 403, 403]);
    expect(JSON.parse(responses[4]?.body ?? "")).toEqual({
      error:
        "The Host header does not name this server: use the address that it listens on. " +
        "If it is meant to have this name, start it with --allow-host payments.example.",
    });
    const page = { host: "payments:4010", origin: "http://payments:4010", ...json };
    const called = { method: "POST", headers: page, body };
    expect((await rawCall(`${named.baseUrl}/_fake/faults`, called)).status).toBe(200);
    expect((await rawCall(named.pageUrl, { headers: { ...page, accept: "text/html" } })).status).toBe(200);
  });

  test("can be the address of a server that listens on IPv6", () => {
    const asked = (host: string) => () => checkHost(new Headers({ host }), { host: "fd00::7", allowedHosts: [] });
    for (const host of ["[fd00::7]:4010", "[FD00::7]", "localhost:4010"]) expect(asked(host)).not.toThrow();
    for (const host of ["[fd00::8]:4010", "fd00::7", "shop.example"]) expect(asked(host)).toThrow("The Host header");
  });
});

// Another port of this machine is the same site, but not the same origin.
test.each<Headers>([
  ...["https://site.example", "http://127.0.0.1:1", "http://localhost:4010", "null", "file://"].map((origin) => ({
    origin,
  })),
  ...["cross-site", "same-site", "", "anything"].map((site) => ({ "sec-fetch-site": site })),
])("the headers %j are forbidden", expectForbidden);

// The three content types that a browser sends to another origin without a preflight, and attempts to look like JSON.
test.each(["text/plain", "application/x-www-form-urlencoded", "text/plain, application/json", ""])(
  "the Content-Type header of a POST cannot be %j",
  async (type) => {
    expect(await arm({ "content-type": type })).toBe(415);
    await expectUntouched();
  },
);

test("the Content-Type header of a POST must be JSON, with parameters and in any case", async () => {
  expect(await arm({})).toBe(415);
  expect((await rawCall(`${server.baseUrl}/_fake/reset`, { method: "POST" })).status).toBe(415);
  await expectUntouched();
  expect(await arm({ "content-type": "Application/JSON; charset=utf-8" })).toBe(200);
});

test("the console responds to no preflight and sends no CORS headers", async () => {
  const preflight = { origin: "https://site.example", "access-control-request-method": "POST" };
  const faults = `${server.baseUrl}/_fake/faults`;
  const responses = await Promise.all([
    rawCall(faults, { method: "OPTIONS", headers: preflight }),
    rawCall(faults, { method: "OPTIONS" }),
    rawCall(`${server.baseUrl}/_fake/state`),
    rawCall(faults, { method: "POST", headers: json, body }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([403, 405, 200, 200]);
  for (const { headers } of responses) {
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
  }
});

test("a body that breaks off is an error of the connection, not of the caller", async () => {
  const response = createConsole(server.service, { host: "127.0.0.1", allowedHosts: [] }, "");
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error("broke off")) });
  const init = { method: "POST", headers: { ...json, host: "127.0.0.1" }, body: broken, duplex: "half" } as RequestInit;
  await expect(response(new Request("http://127.0.0.1/_fake/reset", init))).rejects.toThrow("broke off");
});
