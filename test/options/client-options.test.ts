import { readFileSync } from "node:fs";
import { assumptions, basicAuth, PaymentClient, type PaymentClientOptions } from "merchant-payments";
import { describe, expect, type Mock, test, vi } from "vitest";
import { resolveOptions } from "../../src/client-options.js";
import { version } from "../../src/version.js";
import { created, simpleOrder } from "../support/fault-calls.js";

const required = { baseUrl: "https://pay.example/api", auth: basicAuth("merchant-1", "api-password") };

/** As JavaScript would call it: with anything. */
const construct = (options: unknown) => () => new PaymentClient(options as PaymentClientOptions);

/** The request that a fetch was called with. */
const requestTo = (fetch: Mock<typeof globalThis.fetch>) => new Request(...(fetch.mock.calls[0] ?? [""]));

const refused = (message: string) => new TypeError(`PaymentClient: ${message}`);

describe("defaults", () => {
  const resolved = {
    base: { origin: "https://pay.example", path: "/api" },
    auth: required.auth,
    exchange: expect.any(Function),
    headers: {},
    userAgent: `merchant-payments/${version}`,
    maxResponseBytes: 1_048_576,
    waived: new Set(),
    timeoutMs: 30_000,
    maxRetries: 2,
  };

  test("are these", () => {
    expect(resolveOptions(required)).toEqual(resolved);
  });

  test.each([undefined, null])("also hold for what is %s", (nothing) => {
    const options = { timeoutMs: nothing, headers: nothing, appInfo: nothing, fetch: nothing, waive: nothing };
    expect(resolveOptions({ ...required, ...options })).toEqual(resolved);
  });

  test("nothing is read from the environment", () => {
    vi.stubEnv("MERCHANT_PAYMENTS_BASE_URL", "https://evil.example");
    expect(resolveOptions(required)).toEqual(resolved);
    vi.unstubAllEnvs();
  });
});

describe("resolved options", () => {
  test("are frozen", () => {
    const options = resolveOptions({ ...required, headers: { "x-shop": "1" } });
    expect(Object.isFrozen(options)).toBe(true);
    expect(Object.isFrozen(options.headers)).toBe(true);
  });

  test("do not change with the object that was given", async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(created));
    const given = { ...required, fetch, headers: { "x-shop": "1" } };
    const payments = new PaymentClient(given);
    given.baseUrl = "https://evil.example";
    given.headers["x-shop"] = "2";
    given.auth = () => ({ authorization: "evil" });

    await payments.createOrder(simpleOrder);

    const request = requestTo(fetch);
    expect(request.url).toBe("https://pay.example/api/orders/create/ORDER-1001/125.00/SEK");
    expect(request.headers.get("x-shop")).toBe("1");
    expect(request.headers.get("authorization")).toBe("Basic bWVyY2hhbnQtMTphcGktcGFzc3dvcmQ=");
  });
});

describe("an option that is accepted", () => {
  test.each([
    ["timeoutMs", 1],
    ["timeoutMs", 2_147_483_647],
    ["maxRetries", 0],
    ["maxRetries", 10],
    ["maxResponseBytes", 1],
    ["maxResponseBytes", 1_073_741_824],
    ["headers", {}],
    ["headers", { "x-shop": "1", "x-empty": "" }],
    ["fetch", fetch],
    ["waive", []],
    ["waive", assumptions],
    ["allowInsecureHttp", true],
    ["appInfo", { name: "shop" }],
    ["appInfo", { name: "my_shop-2.0", version: "1.0.0-rc.1" }],
    ["onEvent", () => {}],
    ["auth", () => ({})],
  ])("%s: %j", (name, value) => {
    expect(construct({ ...required, [name]: value })).not.toThrow();
  });
});

describe("an option that is refused", () => {
  test.each([
    ["timeoutMs", 0, "timeoutMs must be a whole number of milliseconds, 1 to 2147483647"],
    ["timeoutMs", 1.5, "timeoutMs must be a whole number of milliseconds, 1 to 2147483647"],
    ["timeoutMs", 2_147_483_648, "timeoutMs must be a whole number of milliseconds, 1 to 2147483647"],
    ["timeoutMs", "1000", "timeoutMs must be a number"],
    ["timeoutMs", Number.NaN, "timeoutMs must be a number"],
    ["timeoutMs", Number.POSITIVE_INFINITY, "timeoutMs must be a number"],
    ["maxRetries", -1, "maxRetries must be a whole number of attempts, 0 to 10"],
    ["maxRetries", 11, "maxRetries must be a whole number of attempts, 0 to 10"],
    ["maxRetries", 0.5, "maxRetries must be a whole number of attempts, 0 to 10"],
    ["maxRetries", true, "maxRetries must be a number"],
    ["maxResponseBytes", 0, "maxResponseBytes must be a whole number of bytes, 1 to 1073741824"],
    ["maxResponseBytes", 1_073_741_825, "maxResponseBytes must be a whole number of bytes, 1 to 1073741824"],
    ["maxResponseBytes", "1", "maxResponseBytes must be a number"],
    ["headers", { "x-shop": 1 }, "headers.x-shop must be a string: convert it with String()"],
    [
      "headers",
      { "x shop": "1" },
      "headers.(unnamed key) has a name that is no HTTP header name: use letters, digits and hyphens",
    ],
    ["headers", { Host: "evil.example" }, "headers.Host is set by the client itself: leave it out"],
    ["headers", { Authorization: "Basic x" }, "headers.Authorization is set by the client itself: use auth"],
    ["headers", { "User-Agent": "shop" }, "headers.User-Agent is set by the client itself: use appInfo"],
    [
      "headers",
      { "x-shop": "1\r\nx-evil: 1" },
      "headers.x-shop must be text of visible Latin-1 characters: encode anything else",
    ],
    ["fetch", "fetch", "fetch must be a function like the global fetch"],
    ["waive", "lineTotals", "waive must be an array"],
    ["waive", ["limits"], `waive[0] must be one of ${assumptions.join(", ")}`],
    ["allowInsecureHttp", 1, "allowInsecureHttp must be a boolean"],
    ["appInfo", "shop", "appInfo must be an object"],
    ["appInfo", {}, "appInfo.name is required: add it, as a string"],
    [
      "appInfo",
      { name: "my shop" },
      "appInfo.name must be a name of 1 to 64 letters, digits, dots, underscores and hyphens",
    ],
    [
      "appInfo",
      { name: "shop", version: "1\r\nx-evil: 1" },
      "appInfo.version must be a version of 1 to 64 letters, digits, dots, underscores and hyphens",
    ],
    ["appInfo", { name: "shop", verson: "1" }, "appInfo.verson is not a known key: did you mean version?"],
    ["onEvent", "log", "onEvent must be a function"],
    ["auth", {}, "auth must be basicAuth(…), bearerAuth(…) or a function that gives headers"],
    ["auth", "Basic x", "auth must be basicAuth(…), bearerAuth(…) or a function that gives headers"],
  ])("%s: %j", (name, value, message) => {
    expect(construct({ ...required, [name]: value })).toThrow(refused(message));
  });

  test.each([
    ["timeout", "timeout is not a known key: did you mean timeoutMs?"],
    ["timeoutMS", "timeoutMS is not a known key: did you mean timeoutMs?"],
    ["baseURL", "baseURL is not a known key: did you mean baseUrl?"],
    ["retries", "retries is not a known key: did you mean maxRetries?"],
    ["apiKey", "apiKey is not a known key: remove it"],
    ["toString", "toString is not a known key: remove it"],
  ])("%s, which is none", (name, message) => {
    expect(construct({ ...required, [name]: 1 })).toThrow(refused(message));
  });

  test.each([undefined, null, {}, 17])("all of them: %j", (options) => {
    expect(construct(options)).toThrow(
      refused(
        "baseUrl is required: add it, as a string; auth must be basicAuth(…), bearerAuth(…) or a function that gives headers",
      ),
    );
  });

  test("several at once", () => {
    expect(construct({ ...required, baseUrl: "http://pay.example", timeoutMs: 0, retry: 3 })).toThrow(
      refused(
        "timeoutMs must be a whole number of milliseconds, 1 to 2147483647; retry is not a known key: remove it; " +
          "baseUrl must begin with https://, unless the host is loopback or allowInsecureHttp is true",
      ),
    );
  });
});

describe("appInfo", () => {
  test.each([
    [undefined, ""],
    [{ name: "shop" }, " shop"],
    [{ name: "shop", version: undefined }, " shop"],
    [{ name: "shop", version: null }, " shop"],
    [{ name: "shop", version: "2.1" }, " shop/2.1"],
  ])("%j", (appInfo, suffix) => {
    const { userAgent } = resolveOptions({ ...required, appInfo });
    expect(userAgent).toBe(`merchant-payments/${version}${suffix}`);
  });
});

test("the version is the package's", () => {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  expect(JSON.parse(text)).toMatchObject({ name: "merchant-payments", version });
});

test("a run time that would round numbers is refused", () => {
  const json = JSON as unknown as { rawJSON: unknown };
  const { rawJSON } = json;
  try {
    json.rawJSON = undefined;
    expect(construct(required)).toThrow(
      refused("this run time cannot write JSON numbers exactly; use Node 22.12 or later"),
    );
  } finally {
    json.rawJSON = rawJSON;
  }
});
