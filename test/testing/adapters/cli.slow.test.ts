/** The command as it is published, in processes of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { root } from "../../support/repository.js";
import { post as signed } from "../../support/service-adapters.js";
import { post } from "../console/control-call.js";

const command = `${root}dist/testing/cli.js`; // of `npm run build`
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
});

function start(...args: string[]) {
  const child = spawn(process.execPath, [command, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  const printed = { out: "", err: "" };
  for (const [name, stream] of [["out", child.stdout] as const, ["err", child.stderr] as const]) {
    stream.on("data", (piece) => {
      printed[name] += piece;
    });
  }
  const ended = once(child, "close").then(([exitCode, signal]) => {
    running.delete(child);
    return { exitCode, signal, ...printed };
  });
  return { child, printed, ended, says: (text: string) => expect.poll(() => printed.out).toContain(text) };
}

async function listening(...args: string[]) {
  const run = start("--port", "0", ...args);
  await run.says("Each call, as it comes");
  const baseUrl = /Base URL +(\S+)/.exec(run.printed.out)?.[1] ?? "";
  return { ...run, baseUrl, page: /Page +(\S+)/.exec(run.printed.out)?.[1] ?? "" };
}

const simple = "/orders/create/ORDER-1001/125.00/SEK";

test("the command serves the fake, prints how to reach it, and logs each call as one line", async () => {
  const { baseUrl, page, printed, says, child, ended } = await listening();
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await fetch(page, { headers: { accept: "text/html" } })).text()).toContain("<!doctype html>");
  await fetch(baseUrl + simple, signed);
  await fetch(`${baseUrl}/transactions/1/finalize/1.00`, { method: "POST" });
  await post(`${page}_fake/faults`, { operation: "createOrder", fault: { name: "status", httpStatus: 503 } });
  await fetch(`${baseUrl}/orders/create`, signed);
  await post(`${page}_fake/faults`, { operation: "createOrder", fault: "loseResponse" });
  await fetch(`${baseUrl}/orders/create/%0AORDER%1B/1.00/SEK`, signed).catch(() => undefined);
  await says("loseResponse");
  expect(printed.out.replaceAll(/^\d\d:\d\d:\d\d /gm, "HH:MM:SS ")).toBe(`\
A fake of the payment service is running.

  Base URL     ${baseUrl}
  Merchant id  merchant-1
  Password     fake-password
  Page         ${baseUrl}/

Stop it with Ctrl+C. Each call, as it comes:
HH:MM:SS POST /orders/create/ORDER-1001/125.00/SEK 201 SUCCESS
HH:MM:SS POST /transactions/1/finalize/1.00 401 HTTP_401
HH:MM:SS POST /orders/create - - fault="status 503"
HH:MM:SS POST /orders/create/%0AORDER%1B/1.00/SEK 201 SUCCESS fault="loseResponse" (response not delivered)
`);
  child.kill("SIGTERM");
  await ended;
});

test("the command takes all of its options", async () => {
  const { seed: _seed, ...options } = given;
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const [one, other] = await Promise.all([listening(...args, "--seed=7"), listening("--seed", "7")]);
  expect(one.baseUrl).toMatch(/^http:\/\/localhost:\d+\/api\/v1$/);
  const headers = { authorization: `Basic ${btoa("shop:a:b")}` };
  const order = async (baseUrl: string, path: string, init: object) =>
    (await fetch(`${baseUrl}/orders/create/${path}`, { method: "POST", ...init })).json();
  const created = await order(one.baseUrl, "ORDER-1001/1.005/SEK", { headers }); // amountDecimals is waived
  expect(created).toEqual(await order(other.baseUrl, "ORDER-1001/1.00/SEK", signed));
  const { transactionId } = (await post(`${one.page}_fake/sell`, sale)).response as { transactionId: string };
  const finalize = (id: string) =>
    fetch(`${one.baseUrl}/transactions/${id}/finalize/10.00`, { method: "POST", headers });
  const unknown = await finalize("202601150000000009");
  expect([unknown.status, await unknown.json()]).toMatchObject([422, { status: { statusKey: "NO_SUCH_ORDER" } }]);
  for (let time = 0; time < 2; time += 1) expect((await finalize(transactionId)).status).toBe(200); // captured_again
  const state = await fetch(`${one.page}_fake/state`, { headers: { host: "localhost" } });
  expect((await state.json()).requests).toHaveLength(2);
});

const sale = { paymentMethod: "paypal", totalAmount: "10.00" };
const given = {
  host: "localhost",
  "allow-host": "payments,a.b",
  "base-path": "/api/v1/",
  "merchant-id": "shop",
  password: "a:b",
  seed: "7",
  keep: "2",
  waive: "amountDecimals,salesLocation",
  "status-keys": "ORDER_NOT_FOUND=NO_SUCH_ORDER,HTTP_401=WRONG_PASSWORD",
  repeat: "paypal=captured_again,invoice=same_success",
  "failure-status": "422",
};

test("delayed responses and late requests arrive in real time", async () => {
  const { baseUrl, page } = await listening();
  const arm = (fault: object) => post(`${page}_fake/faults`, { operation: "createOrder", fault });
  await arm({ name: "delay", ms: 30 });
  expect((await fetch(baseUrl + simple, signed)).status).toBe(201);
  await arm({ name: "late", afterMs: 30 });
  const signal = AbortSignal.timeout(10);
  await fetch(baseUrl + simple, { ...signed, signal }).catch(() => undefined);
  await expect.poll(async () => (await (await fetch(`${page}_fake/state`)).json()).totals.orders).toBe(2);
});

test.each(["SIGINT", "SIGTERM"] as const)("the command stops cleanly on %s, whatever is still open", async (signal) => {
  const { baseUrl, page, child, ended } = await listening();
  const events = await fetch(`${page}_fake/events`);
  for (const fault of [{ name: "delay", ms: 60_000 }, "stallHeaders"]) {
    await post(`${page}_fake/faults`, { operation: "createOrder", fault });
    fetch(`${baseUrl}/orders/create`, { method: "POST" }).catch(() => undefined);
  }
  await events.body?.getReader().read();
  await expect.poll(async () => (await (await fetch(`${page}_fake/state`)).json()).armed).toEqual([]);
  child.kill(signal);
  expect(await ended).toMatchObject({ exitCode: 0, signal: null, err: "" });
});

test("the command goes on with calls when nobody reads its log any more", async () => {
  const { child, baseUrl, ended } = await listening();
  child.stdout.destroy();
  for (let call = 0; call < 3; call += 1) expect((await fetch(baseUrl + simple, signed)).status).toBe(201);
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ exitCode: 0, signal: null, err: "" });
});

test("the command prints its help", async () => {
  const { exitCode, out, err } = await start("--help").ended;
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
  for (const name of Object.keys(given)) expect(out).toContain(`  --${name} <`);
});

test.each([
  [
    "--port=65536 --host= --allow-host=a,b:80 --password= --seed=-1 --keep=all --status-keys=A --failure-status=0x1A4",
    "--port must be a whole number, 0 to 65535; --host must be text that is not empty; " +
      "--allow-host[1] must be a name without a port; --password must be text that is not empty; " +
      "--seed must be a whole number, 0 to 4294967295; --keep must be a whole number, or Infinity; " +
      "--status-keys must be pairs like ORDER_NOT_FOUND=NO_SUCH_ORDER, with commas between them; " +
      "--failure-status must be 200, or a whole number from 400 to 599 but not 407.",
  ],
  ["extra", "Unexpected argument 'extra'"],
])("the command lists every option that it cannot take: %s", async (args, message) => {
  const { exitCode, out, err } = await start(...args.split(" ")).ended;
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
  expect(err.slice("merchant-payments-fake: ".length)).toMatch(message);
  expect(err).toMatch(/ See --help\.\n$/);
});

test("the command says which Node it requires and ends, on a Node that cannot keep an amount's digits", async () => {
  const olderNode = ["--import", "data:text/javascript,delete JSON.rawJSON;delete JSON.isRawJSON"];
  const child = spawn(process.execPath, [...olderNode, command], { stdio: ["ignore", "ignore", "pipe"] });
  running.add(child);
  const [err, [exitCode]] = await Promise.all([text(child.stderr), once(child, "close")]);
  const required = "merchant-payments requires Node 24.5 or later, or Node 22 from 22.21.";
  expect({ exitCode, err }).toEqual({ exitCode: 1, err: `merchant-payments-fake: ${required}\n` });
});

test("the command says that its port is in use, or that its host is not of this machine", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = String(typeof address === "object" && address?.port);
  const [taken, foreign] = await Promise.all([
    start("--port", port).ended,
    start("--port", "0", "--host", "192.0.2.1").ended,
  ]);
  other.close();
  const isTaken = `merchant-payments-fake: port ${port} on 127.0.0.1 is in use: choose another one with --port.\n`;
  const isForeign = "merchant-payments-fake: 192.0.2.1 is no address of this machine: see --host.\n";
  expect(taken).toEqual({ exitCode: 1, signal: null, out: "", err: isTaken });
  expect(foreign).toEqual({ exitCode: 1, signal: null, out: "", err: isForeign });
});
