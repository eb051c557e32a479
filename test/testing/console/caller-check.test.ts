import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkHost } from "../../../src/testing/console/caller-check.js";
import { createConsole } from "../../../src/testing/console/console.js";
import { type PaymentServer, startPaymentServer } from "../../../src/testing/index.js";
import { type RawCall, rawCall } from "./control-call.js";

let server: PaymentServer;
beforeEach(async () => {
  server = await startPaymentServer();
});
afterEach(() => server.close());

const port = () => new URL(server.baseUrl).port;
const url = (path: string) => `${server.baseUrl}/_fake/${path}`;
const json = { "content-type": "application/json" };
const arm = (headers: Record<string, string>): RawCall => ({
  method: "POST",
  headers,
  body: '{"operation":"finalize","fault":"drop"}',
});

/** Nothing was armed, and the service has seen nothing. */
async function expectUntouched() {
  expect(JSON.parse((await rawCall(url("state"))).body)).toMatchObject({ armed: [] });
  expect(server.service.requests).toEqual([]);
}

test("lets a program in", async () => {
  expect((await rawCall(url("state"))).status).toBe(200);
  expect((await rawCall(url("faults"), arm(json))).status).toBe(200);
});

test("lets the fake's own page in", async () => {
  const own = { ...json, origin: `http://127.0.0.1:${port()}`, "sec-fetch-site": "same-origin" };
  expect((await rawCall(url("state"), { headers: own })).status).toBe(200);
  expect((await rawCall(url("faults"), arm(own))).status).toBe(200);
});

describe("Host", () => {
  test.each(["localhost", "LOCALHOST:80", "127.0.0.1:8080", "127.0.0.5", "[::1]:4010"])("takes %s", async (host) => {
    expect((await rawCall(url("state"), { headers: { host } })).status).toBe(200);
  });

  test.each([
    "rebound.example",
    "rebound.example:4010",
    "localhost.rebound.example",
    "127.0.0.1.rebound.example",
    "127.rebound.example",
    "localhost:4010@rebound.example",
    "10.0.0.7",
    "[2001:db8::7]",
  ])("refuses %j", async (host) => {
    const page = { host, accept: "text/html" };
    expect((await rawCall(url("state"), { headers: { host } })).status).toBe(403);
    expect((await rawCall(url("events"), { headers: { host } })).status).toBe(403);
    expect((await rawCall(url("faults"), arm({ ...json, host }))).status).toBe(403);
    expect((await rawCall(server.pageUrl, { headers: page })).status).toBe(403);
    await expectUntouched();
  });

  test("refuses a request that has none", async () => {
    const socket = connect(Number(port()), "127.0.0.1");
    socket.end("GET /_fake/state HTTP/1.0\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
  });

  test("takes any address, and no foreign name, where the server listens on all addresses", async () => {
    await using everywhere = await startPaymentServer({ host: "0.0.0.0" });
    const state = `http://127.0.0.1:${new URL(everywhere.baseUrl).port}/_fake/state`;
    expect((await rawCall(state, { headers: { host: "192.0.2.7:4010" } })).status).toBe(200);
    expect((await rawCall(state, { headers: { host: "[2001:db8::7]:4010" } })).status).toBe(200);
    expect((await rawCall(state, { headers: { host: "rebound.example" } })).status).toBe(403);
  });
});

describe("Origin", () => {
  test.each(["https://site.example", "http://127.0.0.1:1", "http://localhost:4010", "null", "file://"])(
    "refuses %s",
    async (origin) => {
      expect((await rawCall(url("state"), { headers: { origin } })).status).toBe(403);
      expect((await rawCall(url("faults"), arm({ ...json, origin }))).status).toBe(403);
      await expectUntouched();
    },
  );

  test("refuses the same host and port under https", async () => {
    expect((await rawCall(url("state"), { headers: { origin: `https://127.0.0.1:${port()}` } })).status).toBe(403);
  });
});

describe("Sec-Fetch-Site", () => {
  test("takes what was typed into the address bar", async () => {
    expect((await rawCall(url("state"), { headers: { "sec-fetch-site": "none" } })).status).toBe(200);
  });

  // Another port of this machine is the same site, but not the same origin.
  test.each(["cross-site", "same-site", "", "anything"])("refuses %j", async (site) => {
    const headers = { "sec-fetch-site": site };
    expect((await rawCall(url("state"), { headers })).status).toBe(403);
    expect((await rawCall(url("events"), { headers })).status).toBe(403);
    expect((await rawCall(url("faults"), arm({ ...json, ...headers }))).status).toBe(403);
    await expectUntouched();
  });
});

describe("Content-Type", () => {
  // The three types that a browser sends to another origin without asking first, and attempts to look like JSON.
  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain; application/json",
    "text/plain, application/json",
    "application/jsonp",
    "",
  ])("refuses a POST as %j", async (type) => {
    expect((await rawCall(url("faults"), arm({ "content-type": type }))).status).toBe(415);
    await expectUntouched();
  });

  test("refuses a POST without one", async () => {
    expect((await rawCall(url("faults"), arm({}))).status).toBe(415);
    expect((await rawCall(url("reset"), { method: "POST" })).status).toBe(415);
    await expectUntouched();
  });

  test("takes JSON with parameters, in any case", async () => {
    expect((await rawCall(url("faults"), arm({ "content-type": "Application/JSON; charset=utf-8" }))).status).toBe(200);
  });
});

test("answers no preflight and sends no CORS headers", async () => {
  const headers = { origin: "https://site.example", "access-control-request-method": "POST" };
  const answers = [
    await rawCall(url("faults"), { method: "OPTIONS", headers }),
    await rawCall(url("faults"), { method: "OPTIONS" }),
    await rawCall(url("state")),
    await rawCall(url("faults"), arm(json)),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 405, 200, 200]);
  for (const { headers } of answers) {
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
  }
});

describe("a server that listens on an address of IPv6", () => {
  const asked = (host: string) => () => checkHost(new Headers({ host }), "fd00::7");

  test.each(["[fd00::7]:4010", "[FD00::7]", "localhost:4010"])("takes %s", (host) => {
    expect(asked(host)).not.toThrow();
  });

  test.each(["[fd00::8]:4010", "fd00::7", "shop.example"])("refuses %s", (host) => {
    expect(asked(host)).toThrow("The Host header does not name this server: use the address that it listens on.");
  });
});

test("a body that breaks off is no refusal", async () => {
  const answer = createConsole(server.service, { host: "127.0.0.1", basePath: "" });
  const body = new ReadableStream({ start: (controller) => controller.error(new Error("broke off")) });
  const headers = { ...json, host: "127.0.0.1" };
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  const request = new Request("http://127.0.0.1/_fake/reset", init);
  await expect(answer(request)).rejects.toThrow("broke off");
});
