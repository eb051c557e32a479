import https from "node:https";
import tls from "node:tls";
import { toResult } from "merchant-payments";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { identity, pem, trustTestAuthority } from "../support/certificates.js";
import { clientOf, created, order } from "../support/client.js";
import { startProxy } from "../support/fault-proxy.js";
import { responding, startFaultServer } from "../support/fault-server.js";

beforeAll(trustTestAuthority);

const service = () => startFaultServer(responding(201, created), { tls: identity("good") });

/** Changes a setting of the process until the test ends. */
function set(name: "DEFAULT_CIPHERS" | "DEFAULT_MIN_VERSION" | "DEFAULT_ECDH_CURVE") {
  const before = { [name]: tls[name] };
  onTestFinished(() => void Object.assign(tls, before));
  Object.assign(tls, { [name]: "BOGUS" });
}

function unforeseen(): never {
  throw new TypeError("pl4nted");
}

const ciphers = "ERR_SSL_NO_CIPHER_MATCH: check --tls-cipher-list and tls.DEFAULT_CIPHERS";
const versions = "ERR_TLS_INVALID_PROTOCOL_VERSION: check tls.DEFAULT_MIN_VERSION and tls.DEFAULT_MAX_VERSION";

test.each([
  ["DEFAULT_CIPHERS", ciphers],
  ["DEFAULT_MIN_VERSION", versions],
] as const)("the constructor names %s if that is wrong, and not the certificate", (name, told) => {
  set(name);
  const [code, hint] = told.split(": ");
  const words = `PaymentClient: tls cannot be used: ${hint} (${code})`;
  expect(() => clientOf("https://pay.example", { tls: { ca: pem("trusted-root") } })).toThrow(new TypeError(words));
});

describe.each(["directly", "through a proxy", "through an https proxy"])("a call %s", (way) => {
  const tracer = (make: () => unknown) =>
    vi.spyOn(https.Agent.prototype, "createConnection").mockImplementation(make as never);
  const threw = "opening the connection threw";
  test.each<[what: string, breakTls: () => unknown, told: string]>([
    ["a wrong cipher list", () => set("DEFAULT_CIPHERS"), `${threw} ${ciphers}`],
    ["a createConnection that throws", () => tracer(unforeseen), `${threw} TypeError: see causeOf(error)`],
    ["an async createConnection that rejects", () => tracer(async () => unforeseen()), "no socket was made"],
    ["an async createConnection", () => tracer(async () => undefined), "no socket was made"],
  ])("with %s ends at once, and nothing was sent", async (_what, breakTls, told) => {
    await using server = await service();
    const [scheme, secured] = way.includes("https") ? ["https", identity("good")] : ["http", undefined];
    await using proxy = await startProxy((_socket, open) => open(), secured);
    breakTls();
    const through = way === "directly" ? {} : { proxy: `${scheme}://${proxy.host}` };
    const { error } = await toResult(clientOf(server.origin, through).createOrder(order)); // bytes go to an http proxy
    expect(error).toMatchObject({ code: "connection", outcome: "not_sent", safeToRetry: false });
    expect(error?.message).toContain(told);
    expect(JSON.stringify(error)).not.toContain("pl4nted");
    expect(server.seen.bytes).toBe(0);
    await expect.poll(() => [server.open, proxy.open]).toEqual([0, 0]);
  });
});
