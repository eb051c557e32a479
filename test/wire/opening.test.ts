import https from "node:https";
import tls from "node:tls";
import { causeOf, type PaymentEvent, toResult } from "merchant-payments";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { identity, pem, trustTestAuthority } from "../support/certificates.js";
import { clientOf, created, order } from "../support/client.js";
import { startProxy } from "../support/fault-proxy.js";
import { responding, startFaultServer } from "../support/fault-server.js";
import { runProgram } from "../support/repository.js";

beforeAll(trustTestAuthority);

const service = () => startFaultServer(responding(201, created), { tls: identity("good") });

/** Changes a setting of the process until the test ends. */
function set(name: "DEFAULT_CIPHERS" | "DEFAULT_MIN_VERSION" | "DEFAULT_ECDH_CURVE") {
  const before = { [name]: tls[name] };
  onTestFinished(() => void Object.assign(tls, before));
  Object.assign(tls, { [name]: "BOGUS" });
}

const secret = "pl4nted";
const broken = () => {
  throw new TypeError(secret);
};

const ciphers = "ERR_SSL_NO_CIPHER_MATCH: check --tls-cipher-list and tls.DEFAULT_CIPHERS";
const versions = "ERR_TLS_INVALID_PROTOCOL_VERSION: check tls.DEFAULT_MIN_VERSION and tls.DEFAULT_MAX_VERSION";
const curve = "ERR_CRYPTO_OPERATION_FAILED: check tls.DEFAULT_ECDH_CURVE";
const threw = "TypeError: see causeOf(error)";

describe.each(["directly", "through a proxy", "through an https proxy"])("a call %s", (way) => {
  test.each<[what: string, breakTls: () => unknown, told: string]>([
    ["a wrong cipher list", () => set("DEFAULT_CIPHERS"), ciphers],
    ["a wrong TLS version", () => set("DEFAULT_MIN_VERSION"), versions],
    ["a wrong curve", () => set("DEFAULT_ECDH_CURVE"), curve],
    ["a patched tls.connect that throws", () => vi.spyOn(tls, "connect").mockImplementation(broken), threw],
    [
      "a patched createSecureContext that throws",
      () => vi.spyOn(tls, "createSecureContext").mockImplementation(broken),
      threw,
    ],
    [
      "a patched createConnection that throws",
      () => vi.spyOn(https.Agent.prototype, "createConnection").mockImplementation(broken),
      threw,
    ],
  ])("with %s ends at once, and nothing was sent", async (_what, breakTls, told) => {
    await using server = await service();
    const ofProxy = way.includes("https") ? identity("good") : undefined;
    await using proxy = await startProxy((_socket, open) => open(), ofProxy);
    const events: PaymentEvent[] = [];
    const through = way === "directly" ? {} : { proxy: `${ofProxy ? "https" : "http"}://${proxy.host}` };
    breakTls();
    const payments = clientOf(server.origin, { ...through, onEvent: (event) => void events.push(event) });
    const { error } = await toResult(payments.createOrder(order));
    if (error === undefined) return expect.unreachable();
    expect(error).toMatchObject({ code: "connection", outcome: "not_sent", safeToRetry: false });
    expect(error.message).toContain(`opening the connection threw ${told}`);
    expect(`${error.message}${JSON.stringify([error, events])}`).not.toContain(secret);
    expect((causeOf(error) as Error).cause).toBeInstanceOf(Error);
    expect(events.map(({ type }) => type)).toEqual(["request", "failure"]);
    expect(server.seen.bytes).toBe(0);
    await vi.waitFor(() => expect([server.open, proxy.open]).toEqual([0, 0]));
  });
});

test.each([
  ["DEFAULT_CIPHERS", ciphers],
  ["DEFAULT_MIN_VERSION", versions],
] as const)("the constructor names %s if that is wrong, and not the certificate", (name, told) => {
  set(name);
  const [code, hint] = told.split(": ");
  const words = `PaymentClient: tls cannot be used: ${hint} (${code})`;
  expect(() => clientOf("https://pay.example", { tls: { ca: pem("trusted-root") } })).toThrow(new TypeError(words));
});

test("a process with a wrong --tls-cipher-list goes on after a call", { timeout: 20_000 }, async () => {
  await using server = await service();
  const program = `
    const { basicAuth, PaymentClient } = library;
    const payments = new PaymentClient({ baseUrl: process.argv[1], auth: basicAuth("merchant-1", "api-password") });
    const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
    await payments.createOrder(order).catch(({ message }) => console.log(message));
  `;
  const env = { ...process.env, NODE_OPTIONS: "--tls-cipher-list=BOGUS" };
  const { printed, exitCode } = await runProgram(program, [server.origin], env);
  const words = `createOrder: the connection failed, nothing was sent (opening the connection threw ${ciphers})`;
  expect([printed.trim(), exitCode]).toEqual([words, 0]);
});
