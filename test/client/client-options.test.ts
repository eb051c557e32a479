import tls from "node:tls";
import { assumptions, basicAuth, PaymentClient, type PaymentClientOptions, paymentMethods } from "merchant-payments";
import { describe, expect, test, vi } from "vitest";
import { resolveOptions } from "../../src/options/client.js";
import { version } from "../../src/version.js";
import { created, order } from "../support/client.js";
import { jsonOf } from "../support/repository.js";

const required = { baseUrl: "https://pay.example/api", auth: basicAuth("merchant-1", "api-password") };

/** As JavaScript calls it: with anything. */
const construct = (options: unknown) => () => new PaymentClient(options as PaymentClientOptions);

test("the defaults of a client apply to options that are left out, undefined or null", () => {
  const resolved = {
    base: "https://pay.example/api",
    baseQuery: "",
    auth: required.auth,
    exchange: expect.objectContaining({ send: expect.any(Function) }),
    headers: { accept: "application/json", "user-agent": `merchant-payments/${version}` },
    maxResponseBytes: 1_048_576,
    maxConnections: 256,
    lookUp: undefined,
    onEvent: undefined,
    waived: new Set(),
    extraFields: new Set(),
    statusKeys: new Map(),
    sendAgain: ["card"],
    timeoutMs: 30_000,
    maxRetries: 2,
  };
  expect(resolveOptions(required)).toEqual(resolved);
  for (const nothing of [undefined, null]) {
    const options = { timeoutMs: nothing, headers: nothing, fetch: nothing, waive: nothing };
    expect(resolveOptions({ ...required, ...options })).toEqual(resolved);
  }
});

test("options are copied and frozen, so that later changes of the given object have no effect", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(created));
  const given = { ...required, fetch, headers: { "x-shop": "1" } };
  const options = resolveOptions(given);
  const payments = new PaymentClient(given);
  given.baseUrl = "https://evil.example";
  given.headers["x-shop"] = "2";
  given.auth = () => ({ authorization: "evil" });
  await payments.createOrder(order);
  const request = new Request(...(fetch.mock.calls[0] ?? [""]));
  expect(request.url).toBe("https://pay.example/api/orders/create/ORDER-1001/125.00/SEK");
  expect(request.headers.get("x-shop")).toBe("1");
  expect(request.headers.get("authorization")).toBe("Basic bWVyY2hhbnQtMTphcGktcGFzc3dvcmQ=");
  expect(Object.isFrozen(options)).toBe(true);
});

test.each<[name: string, values: unknown[]]>([
  ["timeoutMs", [1, 2_147_483_647]],
  ["maxRetries", [0, 10]],
  ["maxResponseBytes", [1, 268_435_456]],
  ["maxConnections", [1, 65_535]],
  ["headers", [{}, { "x-shop": "1", "x-empty": "" }]],
  ["fetch", [fetch]],
  ["tls", [{}, { ca: null }]],
  ["proxy", ["http://proxy.example:3128", "https://user:password@proxy.example/"]],
  ["waive", [[], assumptions]],
  ["resolve", [{}, { sendAgain: null }, { sendAgain: [] }, { sendAgain: paymentMethods }]],
])("the option %s accepts each of %j", (name, values) => {
  for (const value of values) expect(construct({ ...required, [name]: value })).not.toThrow();
});

// test/errors/messages has more of them, with their messages.
describe("an invalid option", () => {
  test.each<[path: string, ...values: unknown[]]>([
    ["timeoutMs", 0, 1.5, 2_147_483_648, "1000", Promise.resolve(1), Number.NaN, Number.POSITIVE_INFINITY],
    ["maxRetries", -1, 11, 0.5, true],
    ["maxResponseBytes", 0, 268_435_457, "1"],
    ["maxConnections", 0, 65_536, "1"],
    ["headers", "x-shop: 1", ["x-shop"]],
    ["headers.x-shop", { "x-shop": 1 }, { "x-shop": "1\r\nx-evil: 1" }],
    ["headers.(unnamed key)", { "x shop": "1" }],
    ["headers.Host", { Host: "evil.example" }],
    ["headers.Authorization", { Authorization: "Basic x" }],
    ["tls.ca", { ca: 17 }, { ca: "/etc/ca.pem" }, { ca: [new Uint8Array()] }],
    ["tls.cert", { key: "PEM" }],
    ["resolve", "card"],
    ["resolve.sendAgain", { sendAgain: "card" }],
    ["resolve.sendAgain[0]", { sendAgain: ["Card"] }],
    ["allowInsecureHttp", 1],
    ["onEvent", "log"],
    ["auth", {}, "Basic x"],
    ["toString", 1],
  ])("is named by its path: %s", (path, ...values) => {
    const [name = ""] = path.split(/[.[]/);
    for (const value of values) expect(invalidPaths({ ...required, [name]: value })).toEqual([path]);
  });

  test.each([
    [undefined, ["baseUrl", "auth"]],
    [null, ["baseUrl", "auth"]],
    [{}, ["baseUrl", "auth"]],
    [17, ["the input"]],
    [[], ["the input"]],
  ])("is named beside all others: %j", (options, paths) => {
    expect(invalidPaths(options)).toEqual(paths);
  });
});

test("tls, proxy and maxConnections are invalid outside Node, where they have no effect", () => {
  vi.stubGlobal("Bun", {});
  const given = { tls: {}, proxy: "http://proxy.example", maxConnections: 1 };
  for (const [name, value] of Object.entries(given)) {
    expect(faultOf({ ...required, [name]: value })).toBe(`${name} has no effect without Node: leave it out`);
  }
});

test("certificates that cannot be read for a reason without a code are a TypeError that has its name", () => {
  vi.spyOn(tls, "createSecureContext").mockImplementation(() => {
    throw new RangeError("out of memory");
  });
  const fault = faultOf({ ...required, tls: { ca: "-----BEGIN CERTIFICATE-----" } });
  expect(fault).toMatch(/^tls cannot be used: .*\(RangeError\)$/);
});

test("the version in the User-Agent is that of package.json", () => {
  expect(jsonOf("package.json")).toMatchObject({ name: "merchant-payments", version });
});

/** The options that a TypeError names, each with its rule. */
function invalidPaths(options: unknown): string[] {
  const rules = faultOf(options)?.split("; ") ?? [];
  return rules.map((rule) => /^(.+?) (?=is |must |has )/.exec(rule)?.[1] ?? rule);
}

/** What the TypeError says, if there is one. */
function faultOf(options: unknown): string | undefined {
  try {
    construct(options)();
    return undefined;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return error.message.replace("PaymentClient: ", "");
  }
}
