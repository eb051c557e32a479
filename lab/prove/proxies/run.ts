// Real intermediaries in front of the fake: nginx responds in the service's place or reads another path, and Varnish sends
// a request again. It fails if an outcome is wrong, or if an amount is captured twice.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once as event } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { basicAuth, PaymentClient, toResult } from "merchant-payments";
import { Once } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { type FakeFault, fault, startPaymentServer } from "merchant-payments/testing";

const { service, baseUrl, close } = await startPaymentServer();
const folder = mkdtempSync(join(tmpdir(), "proxies-"));
chmodSync(folder, 0o755); // nginx reads the page below as another user
writeFileSync(join(folder, "50x.html"), "<h1>Sorry</h1>");
mkdirSync(join(folder, "varnish"));

/** Server blocks of nginx. */
const servers = {
  plain: "location / { PASS; }",
  /** The settings of nginx's own example, without the file that they name. */
  "a missing page": "error_page 500 502 503 504 /50x.html; location = /50x.html { root /none; } location / { PASS; }",
  "a static page": `error_page 504 @down; location @down { root ${folder}; rewrite ^ /50x.html break; } location / { PASS; }`,
  "a limit": "client_max_body_size 1; location / { PASS; }",
  "deny all": "location / { deny all; }",
  /** A path in proxy_pass makes nginx decode the path of a request. */
  "a path": "location / { PASS/; }",
};
type Server = keyof typeof servers;
const port = await freePort();
const hosts = new Map(Object.keys(servers).map((name, index) => [name, `127.0.0.${index + 1}`]));
const blocks = Object.entries(servers).map(
  ([name, block]) => `server { listen ${hosts.get(name)}:${port}; ${block.replace("PASS", `proxy_pass ${baseUrl}`)} }`,
);
const settings = `pid ${folder}/pid; events {} http { access_log off; proxy_read_timeout 500ms; ${blocks.join("\n")} }`;
writeFileSync(join(folder, "nginx.conf"), settings);
const started: ChildProcess[] = [];
process.once("exit", () => started.forEach((each) => void each.kill())); // also if this program fails
await start("nginx", ["-g", "daemon off;", "-e", `${folder}/log`, "-c", `${folder}/nginx.conf`], port);
const varnish = await freePort();
const listening = ["-a", `127.0.0.1:${varnish}`, "-b", new URL(baseUrl).host];
await start("varnishd", ["-F", "-n", `${folder}/varnish`, "-s", "malloc,16m", ...listening], varnish);

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await event(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function start(program: string, args: readonly string[], port: number): Promise<void> {
  const child = spawn(`/usr/sbin/${program}`, args, { stdio: "ignore" });
  started.push(child);
  for (let isUp = false; !isUp; await wait(50)) {
    assert.equal(child.exitCode, null, `${program} ended`);
    const socket = connect(port, "127.0.0.1").on("connect", () => (isUp = true));
    await event(socket, "close", { signal: AbortSignal.timeout(50) }).catch(() => undefined);
    socket.destroy();
  }
}

const auth = basicAuth(service.merchantId, service.password);
const clientAt = (host: string) => new PaymentClient({ baseUrl: `http://${host}`, allowInsecureHttp: true, auth });
const behind = (server: Server) => clientAt(`${hosts.get(server)}:${port}`);

let wrongs = 0;
async function check(what: string, run: () => Promise<unknown>): Promise<void> {
  service.faults.clear();
  const found = await run().then(
    () => "right",
    (error: Error) => `WRONG: ${error.message}`,
  );
  if (found !== "right") wrongs += 1;
  console.log(`${what}: ${found}`);
}

const PAYPAL = { paymentMethod: "paypal", authorizedAmount: "100.00", currencyCode: "SEK" } as const;
const CARD = { ...PAYPAL, paymentMethod: "card" } as const;
const sell = ({ paymentMethod, authorizedAmount, currencyCode }: typeof PAYPAL | typeof CARD) =>
  service.sell({ paymentMethod, totalAmount: authorizedAmount, currencyCode });
const capturesOf = (sale: { transactionId: string }) =>
  service.finalizations.filter((each) => each.authorizationId === sale.transactionId).map((each) => each.totalAmount);

const late = fault.stallHeaders(); // the service captures, and does not respond in time
const inPlace: readonly [Server, FakeFault | undefined, httpStatus: number, outcome: "unknown" | "rejected"][] = [
  ["plain", late, 504, "unknown"],
  ["a missing page", late, 404, "unknown"],
  ["a static page", late, 405, "unknown"],
  ["a missing page", fault.loseResponse(), 404, "unknown"],
  ["deny all", undefined, 403, "unknown"],
  ["a limit", undefined, 413, "rejected"],
];
for (const [server, given, httpStatus, outcome] of inPlace) {
  const arm = () => given && service.faults.next("finalize", given);
  const what = `nginx with ${server}, ${given?.name ?? "no fault"}: HTTP ${httpStatus}`;
  await check(`${what} is ${outcome}`, async () => {
    const sale = sell(PAYPAL);
    arm();
    const { error } = await toResult(behind(server).finalize({ ...sale, totalAmount: "30.00" }));
    assert.deepEqual([error?.outcome, error?.httpStatus], [outcome, httpStatus]);
    assert.deepEqual(capturesOf(sale), given ? ["30.00"] : []);
  });
  if (given === undefined) continue;
  await check(`${what}, and a card is resolved as captured, once`, async () => {
    const sale = sell(CARD);
    arm();
    const { error } = await toResult(behind(server).finalize(sale, { authorization: CARD }));
    const { state } = await behind(server).resolveFinalization(sale, { authorization: CARD });
    assert.deepEqual([error?.outcome, state, capturesOf(sale)], ["unknown", "captured", ["100.00"]]);
  });
  await check(`${what}, and Once captures a part once, however often its job comes`, async () => {
    const store = new SqliteOnceStore(":memory:");
    const once = new Once({ payments: behind(server), store, book: () => {}, fail: () => {} });
    const part = { ...sell(PAYPAL), totalAmount: "30.00" };
    arm();
    for (let times = 0; times < 3; times += 1) await once.finalize("PART-1", part, { authorization: PAYPAL });
    assert.deepEqual(capturesOf(part), ["30.00"]);
  });
}

await check("an order number never leads to a capture behind a path in proxy_pass", async () => {
  const sale = sell(PAYPAL);
  const orderNumber = `../../transactions/${sale.transactionId}/finalize/9`;
  const order = { orderNumber, totalAmount: "1.00", currencyCode: "SEK" };
  const { error } = await toResult(behind("a path").createOrder(order));
  await behind("a path").createOrder({ ...order, lineItems: [], billTo: {} });
  assert.deepEqual([error?.code, capturesOf(sale)], ["invalid_input", []]);
  assert.equal(service.orders.at(-1)?.orderNumber, orderNumber);
});

await check("Varnish does not send a capture again whose kept connection breaks", async () => {
  const payments = clientAt(`127.0.0.1:${varnish}`);
  for (let times = 0; times < 10; times += 1) {
    const part = { ...sell(PAYPAL), totalAmount: "30.00" };
    await payments.finalize(part); // Varnish keeps its connection to the service
    service.faults.next("finalize", fault.loseResponse());
    const { error } = await toResult(payments.finalize(part));
    assert.deepEqual([error?.outcome, capturesOf(part)], ["unknown", ["30.00", "30.00"]]);
  }
});

await close();
await Promise.all(started.map((each) => each.kill() && event(each, "exit")));
rmSync(folder, { recursive: true });
process.exit(wrongs === 0 ? 0 : 1);
