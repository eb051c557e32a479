import { type Auth, basicAuth, bearerAuth, PaymentClient } from "merchant-payments";
import { afterEach, describe, expect, test, vi } from "vitest";
import { created, expectNoUnhandledRejections, failureOf, finalization, simpleOrder } from "../support/fault-calls.js";

expectNoUnhandledRejections();

afterEach(() => {
  vi.useRealTimers();
});

const request = {
  method: "POST",
  url: "https://pay.example/api",
  body: "",
  signal: new AbortController().signal,
} as const;

/** A service that takes every order, and what it was sent. */
const accepting = () => vi.fn<typeof fetch>(async () => new Response(created, { status: 201 }));

const headersSent = async (auth: Auth) => {
  const fetch = accepting();
  await new PaymentClient({ baseUrl: "https://pay.example", auth, fetch }).createOrder(simpleOrder);
  const { headers } = new Request(...(fetch.mock.calls[0] ?? [""]));
  return Object.fromEntries(headers);
};

describe("basicAuth", () => {
  test("encodes merchant id and password", async () => {
    expect(await basicAuth("Aladdin", "open sesame")(request)).toEqual({
      authorization: "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
    });
  });

  test("in UTF-8, and with colons in the password", async () => {
    expect(await basicAuth("å", "a:b:✓")(request)).toEqual({ authorization: "Basic w6U6YTpiOuKckw==" });
  });

  test("takes a password of any length", async () => {
    const { authorization } = await basicAuth("m", "x".repeat(10_000))(request);
    expect(authorization).toHaveLength("Basic ".length + 13_336);
  });

  test.each(["", "merchant:1", undefined, null, 17])("refuses the merchant id %j", (merchantId) => {
    expect(() => basicAuth(merchantId as string, "api-password")).toThrow(
      new TypeError("basicAuth: the merchant id must be text without a colon"),
    );
  });

  test.each(["", undefined, null, 17])("refuses the password %j", (password) => {
    expect(() => basicAuth("merchant-1", password as string)).toThrow(
      new TypeError("basicAuth: the password must be text and not empty"),
    );
  });
});

describe("bearerAuth", () => {
  test("with a token", async () => {
    expect(await bearerAuth("token-1")(request)).toEqual({ authorization: "Bearer token-1" });
  });

  test("with a function that fetches one", async () => {
    expect(await bearerAuth(() => "token-1")(request)).toEqual({ authorization: "Bearer token-1" });
    expect(await bearerAuth(async () => "token-2")(request)).toEqual({ authorization: "Bearer token-2" });
  });

  test.each(["", undefined, null, 17])("refuses the token %j", (token) => {
    expect(() => bearerAuth(token as string)).toThrow(
      new TypeError("bearerAuth: the token must be text and not empty"),
    );
  });

  test("refuses an empty token when it is fetched", async () => {
    const payments = new PaymentClient({
      baseUrl: "https://pay.example",
      auth: bearerAuth(async () => ""),
      fetch: accepting(),
      maxRetries: 0,
    });
    expect(await failureOf(payments.finalize(finalization))).toMatchObject({ outcome: "not_sent" });
  });
});

describe("an auth of one's own", () => {
  test("is told what it signs", async () => {
    const auth = vi.fn<Auth>(() => ({ authorization: "Signature x" }));
    const payments = new PaymentClient({ baseUrl: "https://pay.example/api/", auth, fetch: accepting() });

    await payments.createOrder({ ...simpleOrder, lineItems: [], billTo: {} });

    expect(auth.mock.calls).toEqual([
      [
        {
          method: "POST",
          url: "https://pay.example/api/orders/create",
          body: '{"orderNumber":"ORDER-1001","currencyCode":"SEK","totalAmount":125.00,"lineitems":[],"billTo":{}}',
          signal: expect.any(AbortSignal),
        },
      ],
    ]);
  });

  test("gives headers, at once or later", async () => {
    expect(await headersSent(() => ({ authorization: "A", "x-key": "B" }))).toMatchObject({
      authorization: "A",
      "x-key": "B",
    });
    expect(await headersSent(async () => ({ Authorization: "A" }))).toMatchObject({ authorization: "A" });
  });

  test("may give none", async () => {
    expect(await headersSent(() => ({}))).not.toHaveProperty("authorization");
  });

  test("is asked again for each attempt", async () => {
    vi.useFakeTimers();
    const auth = vi.fn<Auth>(() => ({ authorization: "A" }));
    const fetch = vi.fn<typeof globalThis.fetch>().mockRejectedValue(
      new TypeError("fetch failed", {
        cause: Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" }),
      }),
    );
    const call = failureOf(new PaymentClient({ baseUrl: "https://pay.example", auth, fetch }).finalize(finalization));
    await vi.runAllTimersAsync();

    expect(await call).toMatchObject({ outcome: "not_sent" });
    expect(auth).toHaveBeenCalledTimes(3);
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  test("that throws for a while is asked again", async () => {
    vi.useFakeTimers();
    const auth = vi.fn<Auth>(async () => ({ authorization: "A" })).mockRejectedValueOnce(new Error("no token yet"));
    const fetch = accepting();
    const call = new PaymentClient({ baseUrl: "https://pay.example", auth, fetch }).createOrder(simpleOrder);
    await vi.runAllTimersAsync();

    expect(await call).toMatchObject({ orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3" });
    expect(auth).toHaveBeenCalledTimes(2);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

describe("an auth that fails: nothing was sent", () => {
  const throwing: [string, Auth][] = [
    [
      "throws",
      () => {
        throw new Error("s3cret");
      },
    ],
    ["rejects", () => Promise.reject(new Error("s3cret"))],
  ];

  test.each(throwing)("it %s", async (_name, auth) => {
    const fetch = accepting();
    const payments = new PaymentClient({ baseUrl: "https://pay.example", auth, fetch, maxRetries: 0 });

    const error = await failureOf(payments.finalize(finalization));

    expect(error).toMatchObject({
      name: "PaymentConnectionError",
      code: "connection",
      outcome: "not_sent",
      safeToRetry: true,
      message: "finalize: auth failed or gave headers that cannot be sent, nothing was sent (Error)",
      cause: { name: "Error" },
    });
    expect(error.cause).not.toHaveProperty("message");
    expect(fetch).not.toHaveBeenCalled();
  });

  test.each([
    ["throws nothing", () => Promise.reject()],
    ["throws text", () => Promise.reject("s3cret")],
    ["gives nothing", () => undefined],
    ["gives null", () => null],
    ["gives the token itself", () => "s3cret"],
    ["gives a list", () => ["s3cret"]],
    ["gives Headers, whose entries are not its own properties", () => new Headers({ authorization: "s3cret" })],
    ["gives a Map", () => new Map([["authorization", "s3cret"]])],
    ["gives a value that is no text", () => ({ authorization: 17 })],
    ["gives a value with a line break", () => ({ authorization: "Bearer s3cret\r\nx-evil: 1" })],
    ["gives a value beyond Latin-1", () => ({ authorization: "Bearer ✓" })],
    ["gives a name that is none", () => ({ "x key": "s3cret" })],
    ["gives an empty name", () => ({ "": "s3cret" })],
    ["gives a header of the message", () => ({ authorization: "A", "Content-Length": "0" })],
    ["gives a header of the connection", () => ({ authorization: "A", "Transfer-Encoding": "chunked" })],
  ])("it %s", async (_name, auth) => {
    const fetch = accepting();
    const payments = new PaymentClient({
      baseUrl: "https://pay.example",
      auth: auth as unknown as Auth,
      fetch,
      maxRetries: 0,
    });

    const error = await failureOf(payments.finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "not_sent" });
    expect(error.message).toMatch(
      /^finalize: auth failed or gave headers that cannot be sent, nothing was sent \((Type)?Error\)$/,
    );
    expect(fetch).not.toHaveBeenCalled();
  });

  test("it stalls until the deadline", async () => {
    vi.useFakeTimers();
    const fetch = accepting();
    const auth = vi.fn<Auth>(() => new Promise(() => {}));
    const call = failureOf(new PaymentClient({ baseUrl: "https://pay.example", auth, fetch }).finalize(finalization));
    await vi.runAllTimersAsync();

    expect(await call).toMatchObject({
      name: "PaymentTimeoutError",
      outcome: "not_sent",
      safeToRetry: true,
      message: "finalize: no complete answer within 30000 ms, before anything was sent",
    });
    expect(auth.mock.calls[0]?.[0].signal.aborted).toBe(true);
    expect(fetch).not.toHaveBeenCalled();
  });

  test("it stalls until the caller gives up", async () => {
    const controller = new AbortController();
    const fetch = accepting();
    const auth = () => {
      queueMicrotask(() => controller.abort());
      return new Promise<never>(() => {});
    };

    const error = await failureOf(
      new PaymentClient({ baseUrl: "https://pay.example", auth, fetch }).finalize(finalization, {
        signal: controller.signal,
      }),
    );

    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "not_sent" });
    expect(fetch).not.toHaveBeenCalled();
  });

  test("it is late, and fails then: nobody is harmed", async () => {
    vi.useFakeTimers();
    const auth = () =>
      new Promise<never>((_resolve, reject) => {
        setTimeout(() => reject(new Error("too late")), 60_000);
      });
    const call = failureOf(
      new PaymentClient({ baseUrl: "https://pay.example", auth, fetch: accepting() }).finalize(finalization),
    );
    await vi.runAllTimersAsync();

    expect(await call).toMatchObject({ name: "PaymentTimeoutError", outcome: "not_sent" });
  });
});
