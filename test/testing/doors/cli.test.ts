import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { post } from "../console/control-call.js";
import { command } from "./built-command.js";

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** The command as it is published. */
function start(...args: string[]) {
  const child = spawn(process.execPath, [command, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  const printed = { out: "", err: "" };
  child.stdout.on("data", (piece) => {
    printed.out += piece;
  });
  child.stderr.on("data", (piece) => {
    printed.err += piece;
  });
  const ended = once(child, "close").then(([exitCode, signal]) => {
    running.delete(child);
    return { exitCode, signal, ...printed };
  });
  return { child, printed, ended, says: (text: string | RegExp) => expect.poll(() => printed.out).toMatch(text) };
}

async function listening(...args: string[]) {
  const run = start("--port", "0", ...args);
  await run.says("Each call, as it comes");
  const baseUrl = /Base URL +(\S+)/.exec(run.printed.out)?.[1] ?? "";
  return { ...run, baseUrl, page: /Page +(\S+)/.exec(run.printed.out)?.[1] ?? "" };
}

const basic = (credentials: string) => ({ authorization: `Basic ${btoa(credentials)}` });

test("serves the fake and says how to reach it", async () => {
  const { baseUrl, page, printed, child, ended } = await listening();
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(page).toBe(`${baseUrl}/`);
  expect(printed.out).toMatch(/Merchant id +merchant-1\n +Password +fake-password\n/);
  expect(await (await fetch(page, { headers: { accept: "text/html" } })).text()).toContain("<!doctype html>");
  child.kill("SIGTERM");
  await ended;
});

test("takes host, base path, credentials and seed", async () => {
  const args = [
    "--host",
    "localhost",
    "--base-path",
    "/api/v1/",
    "--merchant-id",
    "shop",
    "--password",
    "a:b",
    "--seed",
    "7",
  ];
  const [one, other] = [await listening(...args), await listening(...args)];
  expect(one.baseUrl).toMatch(/^http:\/\/localhost:\d+\/api\/v1$/);
  const create = async (baseUrl: string) => {
    const path = "/orders/create/ORDER-1001/125.00/SEK";
    return (await fetch(baseUrl + path, { method: "POST", headers: basic("shop:a:b") })).json();
  };
  const answer = await create(one.baseUrl);
  expect(answer).toMatchObject({ status: { isSuccess: true } });
  expect(await create(other.baseUrl)).toEqual(answer);
});

test("logs each call as one line, and neither the page nor the control API", async () => {
  const { baseUrl, page, printed, says } = await listening();
  const headers = basic("merchant-1:fake-password");
  await fetch(page, { headers: { accept: "text/html" } });
  await fetch(`${baseUrl}/orders/create/ORDER-1001/125.00/SEK`, { method: "POST", headers });
  await fetch(`${baseUrl}/transactions/1/finalize/1.00`, { method: "POST" });
  await post(`${page}_fake/faults`, { operation: "createOrder", fault: "status 503" });
  await fetch(`${baseUrl}/orders/create`, { method: "POST", headers });
  await post(`${page}_fake/faults`, { operation: "createOrder", fault: "loseReply" });
  await fetch(`${baseUrl}/orders/create/%0AORDER%1B/1.00/SEK`, { method: "POST", headers }).catch(() => undefined);
  await says("loseReply");
  const lines = printed.out
    .split("as it comes:\n")[1]
    ?.replaceAll(/^\d\d:\d\d:\d\d /gm, "HH:MM:SS ")
    .split("\n");
  expect(lines).toEqual([
    "HH:MM:SS POST /orders/create/ORDER-1001/125.00/SEK 201 SUCCESS",
    "HH:MM:SS POST /transactions/1/finalize/1.00 401 HTTP_401",
    'HH:MM:SS POST /orders/create - - fault="status 503"',
    'HH:MM:SS POST /orders/create/%0AORDER%1B/1.00/SEK 201 SUCCESS fault="loseReply" (answer not delivered)',
    "",
  ]);
});

describe("stops cleanly", () => {
  test.each(["SIGINT", "SIGTERM"] as const)("on %s, whatever is still open", async (signal) => {
    const { baseUrl, page, child, ended } = await listening();
    const events = await fetch(`${page}_fake/events`);
    for (const fault of ["delay", "stallHeaders"]) {
      await post(`${page}_fake/faults`, { operation: "createOrder", fault });
      fetch(`${baseUrl}/orders/create`, { method: "POST" }).catch(() => undefined);
    }
    await events.body?.getReader().read();
    await expect.poll(async () => (await (await fetch(`${page}_fake/state`)).json()).armed).toEqual([]);
    const asked = performance.now();
    child.kill(signal);
    expect(await ended).toMatchObject({ exitCode: 0, signal: null, err: "" });
    expect(performance.now() - asked).toBeLessThan(3000);
  });
});

test("goes on with the calls when nobody reads its log any more", async () => {
  const { child, baseUrl, ended } = await listening();
  child.stdout.destroy();
  const create = (orderNumber: string) =>
    fetch(`${baseUrl}/orders/create/${orderNumber}/125.00/SEK`, {
      method: "POST",
      headers: basic("merchant-1:fake-password"),
    });
  for (const orderNumber of ["ORDER-1001", "ORDER-1002", "ORDER-1003"]) {
    expect((await create(orderNumber)).status).toBe(201);
  }
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ exitCode: 0, signal: null, err: "" });
});

test("prints its help", async () => {
  for (const flag of ["--help", "-h"]) {
    const { exitCode, out, err } = await start(flag).ended;
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    for (const option of ["port", "host", "base-path", "merchant-id", "password", "seed", "help"]) {
      expect(out).toContain(`--${option}`);
    }
  }
});

test.each([
  [["--port", "abc"], '--port must be a whole number from 0 to 65535, not "abc".'],
  [["--port", "65536"], "--port must be"],
  [["--port=-1"], "--port must be"],
  [["--port", "80.5"], "--port must be"],
  [["--port"], "--port"],
  [["--host", ""], "--host must not be empty."],
  [["--base-path", "api"], '--base-path must look like /api or /payments/v1, not "api".'],
  [["--base-path", "/a b"], "--base-path must look like"],
  [["--base-path", "/../api"], "--base-path must look like"],
  [["--base-path", "/_fake/api"], "--base-path /_fake is the fake's own."],
  [["--merchant-id", "a:b"], "--merchant-id must not be empty, and a colon cannot stand in it."],
  [["--password", ""], "--password must not be empty."],
  [["--seed", "4294967296"], "--seed must be a whole number from 0 to 4294967295"],
  [["--prot", "1"], "Unknown option '--prot'."],
  [["4010"], "Unexpected argument '4010'."],
])("refuses %j", async (args, message) => {
  const { exitCode, out, err } = await start(...args).ended;
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
  expect(err).toContain(message);
  expect(err).toMatch(/^merchant-payments-fake: .* See --help\.\n$/);
});

test("says that the port is in use", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = String(typeof address === "object" && address?.port);
  const { exitCode, out, err } = await start("--port", port).ended;
  other.close();
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: "" });
  expect(err).toBe(`merchant-payments-fake: port ${port} on 127.0.0.1 is in use: choose another one with --port.\n`);
});

test("says that the host is none of this machine's", async () => {
  const { exitCode, err } = await start("--port", "0", "--host", "192.0.2.1").ended;
  expect({ exitCode, err }).toEqual({
    exitCode: 1,
    err: "merchant-payments-fake: 192.0.2.1 is no address of this machine: see --host.\n",
  });
});
