import { describe, expect, test } from "vitest";
import { refusedFinalization, refusedOrder, sentOrder } from "../support/stub-client.js";

const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const finalization = { transactionId: "201409251527280673", totalAmount: "125.00" };
const simplePath = "/api/orders/create/ORDER-1001/125.00/SEK";

describe("timeoutMs", () => {
  test.each([60_000, 2_147_483_647])("%i", async (timeoutMs) => {
    expect(await sentOrder(order, { timeoutMs })).toMatchObject({ path: simplePath });
  });

  test.each([0, -1, 1.5, 2_147_483_648])("%d", async (timeoutMs) => {
    expect(await refusedOrder(order, { timeoutMs })).toEqual([
      {
        path: "options.timeoutMs",
        code: "bad_format",
        message: "options.timeoutMs must be a whole number of milliseconds, 1 to 2147483647",
      },
    ]);
  });

  test("Infinity", async () => {
    expect(await refusedOrder(order, { timeoutMs: Number.POSITIVE_INFINITY })).toEqual([
      {
        path: "options.timeoutMs",
        code: "unreadable",
        message: "options.timeoutMs must be finite: JSON has no NaN and no Infinity",
      },
    ]);
  });

  test("as text", async () => {
    expect(await refusedOrder(order, { timeoutMs: "30000" })).toEqual([
      { path: "options.timeoutMs", code: "wrong_type", message: "options.timeoutMs must be a number" },
    ]);
  });
});

describe("maxRetries", () => {
  test.each([0, 10])("%i", async (maxRetries) => {
    expect(await sentOrder(order, { maxRetries })).toMatchObject({ path: simplePath });
  });

  test.each([-1, 0.5, 11])("%d", async (maxRetries) => {
    expect(await refusedOrder(order, { maxRetries })).toEqual([
      {
        path: "options.maxRetries",
        code: "bad_format",
        message: "options.maxRetries must be a whole number of attempts, 0 to 10",
      },
    ]);
  });
});

describe("headers", () => {
  test("a name that is none", async () => {
    expect(await refusedOrder(order, { headers: { "x trace": "1" } })).toEqual([
      {
        path: "options.headers.(unnamed key)",
        code: "not_allowed",
        message:
          "options.headers.(unnamed key) has a name that is no HTTP header name: use letters, digits and hyphens",
      },
    ]);
  });

  test("a value with a line break", async () => {
    expect(await refusedOrder(order, { headers: { "x-trace": "1\r\nx-other: 2" } })).toEqual([
      {
        path: "options.headers.x-trace",
        code: "not_allowed",
        message: "options.headers.x-trace must be text of visible Latin-1 characters: encode anything else",
      },
    ]);
  });

  test("a value that is no text", async () => {
    expect(await refusedOrder(order, { headers: { "x-trace": 1 } })).toEqual([
      { path: "options.headers.x-trace", code: "wrong_type", message: "options.headers.x-trace must be a string" },
    ]);
  });

  test("Authorization belongs into auth", async () => {
    expect(await refusedOrder(order, { headers: { Authorization: "Basic geheim" } })).toEqual([
      {
        path: "options.headers.Authorization",
        code: "not_allowed",
        message: "options.headers.Authorization is set by the client itself: use auth",
      },
    ]);
  });

  test("User-Agent belongs into appInfo", async () => {
    expect(await refusedOrder(order, { headers: { "User-Agent": "web-shop" } })).toEqual([
      {
        path: "options.headers.User-Agent",
        code: "not_allowed",
        message: "options.headers.User-Agent is set by the client itself: use appInfo",
      },
    ]);
  });

  test.each(["content-type", "Content-Length", "host", "transfer-encoding"])("%s", async (name) => {
    expect(await refusedOrder(order, { headers: { [name]: "x" } })).toEqual([
      {
        path: `options.headers.${name}`,
        code: "not_allowed",
        message: `options.headers.${name} is set by the client itself: leave it out`,
      },
    ]);
  });
});

describe("signal", () => {
  const deaf = { aborted: false, addEventListener: () => undefined };
  const broken = {
    get aborted() {
      throw new Error("geheim");
    },
  };
  test.each([
    ["text", "stop"],
    ["null", null],
    ["an AbortController", new AbortController()],
    ["an object that cannot be listened to", { aborted: false }],
    ["an object that cannot be left", deaf],
    ["an object without aborted", new EventTarget()],
    ["an object whose getter throws", broken],
  ])("is %s", async (_what, signal) => {
    expect(await refusedOrder(order, { signal })).toEqual([
      { path: "options.signal", code: "wrong_type", message: "options.signal must be an AbortSignal" },
    ]);
  });

  test("of an AbortController", async () => {
    expect(await sentOrder(order, { signal: new AbortController().signal })).toMatchObject({ path: simplePath });
  });
});

describe("the options as a whole", () => {
  test("undefined, also in each of them", async () => {
    expect(await sentOrder(order, undefined)).toMatchObject({ path: simplePath });
    const options = { signal: undefined, timeoutMs: undefined, maxRetries: undefined, headers: undefined };
    expect(await sentOrder(order, { ...options, paymentMethod: undefined })).toMatchObject({ path: simplePath });
  });

  test("an unknown one", async () => {
    expect(await refusedOrder(order, { timeout: 1000 })).toEqual([
      {
        path: "options.timeout",
        code: "unknown_key",
        message: "options.timeout is not a known key: did you mean timeoutMs?",
      },
    ]);
    expect(await refusedOrder(order, { authorization: {} })).toEqual([
      {
        path: "options.authorization",
        code: "unknown_key",
        message: "options.authorization is not a known key: remove it",
      },
    ]);
    expect(await refusedFinalization(finalization, { paymentMethod: "card" })).toEqual([
      {
        path: "options.paymentMethod",
        code: "unknown_key",
        message: "options.paymentMethod is not a known key: remove it",
      },
    ]);
  });

  test("no object", async () => {
    expect(await refusedOrder(order, "card")).toEqual([
      { path: "options", code: "wrong_type", message: "options must be an object" },
    ]);
  });

  test("an object that cannot be read", async () => {
    expect(await refusedOrder(order, new Map())).toEqual([
      {
        path: "options",
        code: "unreadable",
        message: "options must be a plain object, an array or a simple value, so that JSON can carry it",
      },
    ]);
  });

  test("faults of the input and of the options together", async () => {
    expect(await refusedOrder({ ...order, orderNumber: "1" }, { timeoutMs: 0 })).toMatchObject([
      { path: "orderNumber" },
      { path: "options.timeoutMs" },
    ]);
  });
});
