import { globalAgent } from "node:https";
import { expect, onTestFinished, test } from "vitest";
import { proxyOf } from "../../src/wire/proxy.js";
import { identity } from "../support/certificates.js";
import { clientOf, created, orderId } from "../support/client.js";
import { startProxy } from "../support/fault-proxy.js";
import { responding, startFaultServer } from "../support/fault-server.js";
import { root, runProgram } from "../support/repository.js";

const proxy = "http://proxy.example:3128";

/** The proxy for a URL, if Node uses this environment. */
function proxyFor(url: string, proxyEnv: Record<string, string> | undefined): string | undefined {
  const { options } = globalAgent as { options: object };
  Object.assign(globalAgent, { options: { ...options, proxyEnv } });
  onTestFinished(() => void Object.assign(globalAgent, { options }));
  return proxyOf(new URL(url));
}

test.each<[url: string, env: Record<string, string> | undefined, proxy: string | undefined]>([
  ["https://pay.example", undefined, undefined],
  ["https://pay.example", {}, undefined],
  ["https://pay.example", { HTTPS_PROXY: proxy }, proxy],
  ["https://pay.example", { https_proxy: proxy, HTTPS_PROXY: "http://other.example" }, proxy],
  ["https://pay.example", { HTTP_PROXY: proxy }, undefined],
  ["https://pay.example", { HTTPS_PROXY: "socks5://proxy.example" }, undefined],
  ["http://127.0.0.1", { HTTP_PROXY: proxy, HTTPS_PROXY: proxy }, undefined],
  ["https://pay.example", { HTTPS_PROXY: proxy, no_proxy: "pay.example", NO_PROXY: "" }, undefined],
])("a call to %s in the environment %j goes through the proxy %s", (url, env, through) => {
  expect(proxyFor(url, env)).toBe(through);
});

test.each<[noProxy: string, exempt: readonly string[], not: readonly string[]]>([
  ["*", ["pay.example", "10.0.0.1"], []],
  ["pay.example", ["pay.example", "PAY.example", "pay.example:8443"], ["api.pay.example", "evilpay.example"]],
  [".pay.example", ["api.pay.example", "a.b.pay.example", "pay.example"], ["evilpay.example"]],
  ["*.pay.example", ["api.pay.example", "a.b.pay.example"], ["pay.example", "evilpay.example"]],
  ["pay.example:443", ["pay.example"], ["pay.example:8443"]],
  ["pay.example:8443", ["pay.example:8443"], ["pay.example"]],
  ["other.example , pay.example,", ["pay.example", "other.example"], ["third.example"]],
  ["10.0.0.2-10.0.0.9", [], ["10.0.0.5"]],
  ["10.0.0.0/8", [], ["10.0.0.5"]],
  ["::1", ["[::1]"], ["[::2]"]],
])("the hosts %s of NO_PROXY exempt %j, but not %j", (NO_PROXY, exempt, not) => {
  const through = (host: string) => proxyFor(`https://${host}`, { HTTPS_PROXY: proxy, NO_PROXY });
  expect(exempt.filter(through)).toEqual([]);
  expect(not.filter((host) => through(host) === undefined)).toEqual([]);
});

test("the constructor rejects a proxy of the environment that is no proxy's URL", () => {
  proxyFor("https://pay.example", { HTTPS_PROXY: "http://user:pl4nted@proxy.example/path" });
  const rule = "the environment's proxy must be the URL of an http(s) proxy";
  expect(() => clientOf("https://pay.example")).toThrow(rule);
  expect(() => clientOf("https://pay.example")).not.toThrow("pl4nted");
});

const program = `
  const { basicAuth, PaymentClient, toResult } = library;
  const [, baseUrl, proxy] = process.argv;
  const payments = new PaymentClient({ baseUrl, proxy, auth: basicAuth("merchant-1", "api-password"), maxRetries: 0 });
  const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
  const { value, error } = await toResult(payments.createOrder(order));
  console.log(value?.orderId ?? error.message);
  await payments.close();
`;

test.each<[what: string, env: Record<string, string>, isOption: boolean, tunnels: number]>([
  ["Node goes by the environment", { NODE_USE_ENV_PROXY: "1" }, false, 1],
  ["Node does not go by the environment", {}, false, 0],
  ["the host is exempt, but an option names the proxy", { NODE_USE_ENV_PROXY: "1", NO_PROXY: "*" }, true, 1],
])("a process uses the right proxy if %s", async (_what, env, isOption, tunnels) => {
  await using server = await startFaultServer(responding(201, created), { tls: identity("good") });
  await using proxy = await startProxy((_socket, open) => open());
  const HTTPS_PROXY = `http://user:pl4nted@${proxy.host}`;
  const NODE_EXTRA_CA_CERTS = `${root}test/support/certificates/trusted-root.pem`;
  const args = [server.origin, ...(isOption ? [HTTPS_PROXY] : [])];
  const { printed, warned } = await runProgram(program, args, { NODE_EXTRA_CA_CERTS, HTTPS_PROXY, ...env });
  expect([printed.trim(), proxy.asked.length, server.requests.length]).toEqual([orderId, tunnels, 1]);
  expect(printed + warned).not.toContain("pl4nted"); // some versions of Node warn of the variable
});
