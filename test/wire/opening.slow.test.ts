import https from "node:https";
import tls from "node:tls";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { identity, pem, trustTestAuthority } from "../support/certificates.js";
import { clientOf, created, errorOf, order } from "../support/client.js";
import { startProxy } from "../support/fault-proxy.js";
import { responding, startFaultServer } from "../support/fault-server.js";
import { root, runProgram } from "../support/repository.js";

beforeAll(trustTestAuthority);

const service = () => startFaultServer(responding(201, created), { tls: identity("good") });

/** Changes a setting of the process until the test ends. */
function set(name: "DEFAULT_CIPHERS" | "DEFAULT_MIN_VERSION" | "DEFAULT_ECDH_CURVE") {
  const before = { [name]: tls[name] };
  onTestFinished(() => void Object.assign(tls, before));
  Object.assign(tls, { [name]: "BOGUS" });
}

function unforeseen(words: string): never {
  throw new TypeError(words);
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

describe.each(["directly", "through an https proxy"])("a call %s", (way) => {
  const tracer = () => vi.spyOn(https.Agent.prototype, "createConnection");
  const threw = "opening the connection threw";
  test.each<[what: string, breakTls: () => unknown, told: string]>([
    ["a wrong cipher list", () => set("DEFAULT_CIPHERS"), `${threw} ${ciphers}`],
    [
      "a createConnection that throws",
      () => tracer().mockImplementation(() => unforeseen("pl4nted")),
      `${threw} TypeError: see causeOf(error)`,
    ],
    [
      "an async createConnection",
      () => tracer().mockImplementation((async () => undefined) as never),
      "no socket was made",
    ],
  ])("with %s ends at once, and nothing was sent", async (_what, breakTls, told) => {
    await using server = await service();
    await using proxy = await startProxy((_socket, open) => open(), identity("good"));
    breakTls();
    const through = way === "directly" ? {} : { proxy: `https://${proxy.host}` };
    const error = await errorOf(clientOf(server.origin, through).createOrder(order));
    expect(error).toMatchObject({ code: "connection", outcome: "not_sent", safeToRetry: false });
    expect(error.message).toContain(told);
    expect(JSON.stringify(error)).not.toContain("pl4nted");
    expect(server.seen.bytes).toBe(0);
    await expect.poll(() => [server.open, proxy.open]).toEqual([0, 0]);
  });
});

test("a process with a wrong --tls-cipher-list goes on after a call", async () => {
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

/** What a tracer does to Node's modules. Each returns what takes it back. */
const TRACERS = `
  const replace = (owner, name, make) => {
    const original = owner[name];
    owner[name] = make(original);
    return () => void (owner[name] = original);
  };
  const { Agent } = https;
  const tracers = {
    "an async createConnection": () => replace(Agent.prototype, "createConnection", (original) => async function (...args) {
      return original.apply(this, args);
    }),
    "an async createConnection that fails": () => replace(Agent.prototype, "createConnection", () => async () => {
      throw new Error("a tracer threw");
    }),
    "a tls.connect that throws": () => replace(tls, "connect", () => () => {
      throw new Error("a tracer threw");
    }),
    "a createConnection that makes nothing": () => replace(Agent.prototype, "createConnection", () => () => undefined),
  };
`;

const TRACED_CALLS = `
  const [https, tls] = await Promise.all(["https", "tls"].map(async (name) => (await import(name)).default));
  ${TRACERS}
  const { basicAuth, PaymentClient } = library;
  const [baseUrl, proxy] = process.argv.slice(1);
  const options = { baseUrl, proxy, auth: basicAuth("merchant-1", "api-password"), maxRetries: 0, timeoutMs: 5_000 };
  const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
  const call = async () => {
    const payments = new PaymentClient(options);
    const told = await payments.createOrder(order).then(() => "succeeded", ({ outcome }) => outcome);
    await payments.close();
    return told;
  };
  for (const [what, patch] of Object.entries(tracers)) {
    const takeBack = patch();
    console.log(what + ": " + (await call()));
    takeBack();
  }
  console.log("afterwards: " + (await call()));
  setTimeout(() => process.exit(), 1_000).unref(); // if a tracer has lost a connection, which stays open
`;

test.each(["directly", "through an https proxy"])(
  "no tracer that breaks a connection being opened ends the process: %s",
  async (way) => {
    await using server = await service();
    await using proxy = await startProxy(
      (_socket, open) => open(),
      way.includes("https") ? identity("good") : undefined,
    );
    const through = way === "directly" ? [] : [`${way.includes("https") ? "https" : "http"}://${proxy.host}`];
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: `${root}test/support/certificates/trusted-root.pem` };
    const { printed, warned, exitCode } = await runProgram(TRACED_CALLS, [server.origin, ...through], env);
    expect({ warned, exitCode }).toEqual({ warned: "", exitCode: 0 });
    const outcomes = printed
      .trim()
      .split("\n")
      .map((line) => line.split(": ")[1]);
    expect(outcomes).toHaveLength(5);
    expect(outcomes.at(-1)).toBe("succeeded");
    // A way that does not use what the tracer breaks succeeds.
    expect(outcomes.filter((each) => each !== "not_sent" && each !== "succeeded")).toEqual([]);
    expect(server.requests).toHaveLength(outcomes.filter((each) => each === "succeeded").length);
  },
);
