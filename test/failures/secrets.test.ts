import { inspect } from "node:util";
import {
  type Auth,
  basicAuth,
  bearerAuth,
  type DetailedOrder,
  PaymentClient,
  type PaymentClientOptions,
  type PaymentEvent,
  responseOf,
} from "merchant-payments";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  created,
  expectNoUnhandledRejections,
  failureOf,
  finalization,
  orderId,
  simpleOrder,
} from "../support/fault-calls.js";
import { answer, answering, closedOrigin, type Fault, startFaultServer } from "../support/fault-server.js";
import { passTime, stopTime } from "../support/time.js";
import { wayOptions } from "../support/way.js";

expectNoUnhandledRejections();

afterEach(() => {
  vi.useRealTimers();
});

const password = "hunter2-password";
const token = "hunter2-token";
const key = "hunter2-header";
const person = {
  firstName: "Gudrun-planted",
  lastName: "Karlsson-planted",
  emailAddress: "gudrun.planted@example.com",
  governmentId: "19121212-planted",
};

const planted = [
  "hunter2",
  Buffer.from(`merchant-1:${password}`).toString("base64"),
  "planted",
  "Gudrun",
  "19121212",
  "gudrun.",
];

const order: DetailedOrder = {
  ...simpleOrder,
  lineItems: [{ name: "planted shoes", totalLineAmount: "125.00" }],
  billTo: { name: { firstName: person.firstName, lastName: person.lastName } },
  customer: { emailAddress: person.emailAddress, governmentId: person.governmentId },
};

/** Everything by which a log, a console or a crash report might show a value. */
function shown(value: unknown): string {
  const texts = [
    inspect(value, { depth: 12, showHidden: true }),
    inspect(value, { depth: 12, showHidden: true, customInspect: false }),
    inspect({ ...(value as object) }, { depth: 12, showHidden: true }),
    JSON.stringify(value),
    JSON.stringify({ ...(value as object) }),
    String(value),
  ];
  if (value instanceof Error) texts.push(value.message, value.stack ?? "", shown(value.cause ?? {}));
  return texts.join("\n");
}

function expectNothingPlanted(...values: unknown[]): void {
  const text = values.map(shown).join("\n");
  expect(planted.filter((secret) => text.includes(secret))).toEqual([]);
}

const auths: [string, Auth][] = [
  ["basicAuth", basicAuth("merchant-1", password)],
  ["bearerAuth", bearerAuth(token)],
  ["bearerAuth with a function", bearerAuth(async () => token)],
  ["an auth of one's own", () => ({ authorization: `Signature ${token}`, "x-signature": token })],
];

/** A client that holds every secret there is, and the events that it tells of. */
function loaded(baseUrl: string, options: Partial<PaymentClientOptions> = {}) {
  const events: PaymentEvent[] = [];
  const payments = new PaymentClient({
    baseUrl,
    auth: basicAuth("merchant-1", password),
    headers: { "x-api-key": key },
    timeoutMs: 5_000,
    maxRetries: 1,
    onEvent: (event) => events.push(event),
    ...wayOptions,
    ...options,
  });
  return { events, payments };
}

test("the secrets would be seen if they were there", () => {
  expect(shown({ auth: { password } })).toContain(password);
  expect(shown(new Error("x", { cause: new Error(token) }))).toContain(token);
  expect(shown(Object.defineProperty({}, "hidden", { value: key }))).toContain(key);
});

describe.each(auths)("%s", (_name, auth) => {
  test("the client shows nothing but its base URL", () => {
    const { payments } = loaded("https://pay.example/api", { auth });

    expectNothingPlanted(payments);
    expect(inspect(payments)).toBe("PaymentClient(https://pay.example/api)");
    expect(String(payments)).toBe("PaymentClient(https://pay.example/api)");
    expect(JSON.stringify(payments)).toBe('{"baseUrl":"https://pay.example/api"}');
    expect({ ...payments }).toEqual({});
  });

  test("a preview shows no header's value", () => {
    const { payments } = loaded("https://pay.example/api", { auth });

    const { body, ...preview } = payments.preview("createOrder", order, { headers: { "x-call": token } });

    expectNothingPlanted(preview);
    expect(preview.headers).toMatchObject({ authorization: "[redacted]", "x-api-key": "[redacted]" });
    expect(body).toContain(person.lastName);
  });

  test("a result and its events", async () => {
    await using server = await startFaultServer((socket, { head, body }) => {
      const echo = { ...JSON.parse(created), received: head + body, errors: [body] };
      socket.write(answer(201, JSON.stringify(echo), { "x-echo": head.replaceAll("\r\n", " ") }));
    });
    const { events, payments } = loaded(server.origin, { auth });

    const result = await payments.createOrder(order, { headers: { "x-call": token } });

    expectNothingPlanted(result, events, payments);
    expect(responseOf(result)?.body).toContain(person.lastName);
    expect(responseOf(result)?.headers["x-echo"]).toContain(key);
  });
});

describe("an error and its events", () => {
  const echo = `${JSON.stringify(order)} ${password} ${token} ${key}`;
  const refusal = JSON.stringify({
    status: {
      isSuccess: false,
      errorNumber: -2,
      statusKey: "VALIDATION_ERROR",
      statusMessage: "Some fields are wrong.",
      errors: [
        { errorCode: "FORMAT", fieldName: "Customer.EmailAddress", message: `${person.emailAddress} is none` },
        { errorCode: "FORMAT", fieldName: `no name: ${person.governmentId}`, message: echo },
      ],
      exceptionDetails: { request: echo, stack: [echo] },
    },
    echo,
    orderId: echo,
  });
  const success = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", errors: [echo], exceptionDetails: echo };

  const faults: [string, string, string, Fault][] = [
    ["PaymentServiceError", "rejected", "a refusal that echoes", answering(400, refusal, { "x-echo": token })],
    ["PaymentServiceError", "unknown", "a breakdown that echoes", answering(500, refusal)],
    [
      "PaymentServiceError",
      "rejected",
      "a refusal whose key and codes are echoes",
      answering(200, JSON.stringify({ status: { isSuccess: false, statusKey: echo, errors: [{ errorCode: echo }] } })),
    ],
    ["PaymentResponseError", "unknown", "a page that echoes", answering(200, `<html>${echo}</html>`)],
    [
      "PaymentResponseError",
      "rejected",
      "a content type that echoes",
      answering(403, echo, { "content-type": `text/html; boundary=${token}` }),
    ],
    [
      "PaymentResponseError",
      "rejected",
      "a content type that is an echo",
      answering(403, echo, { "content-type": `${person.emailAddress} ${token}` }),
    ],
    ["PaymentResponseError", "unknown", "JSON that echoes", answering(200, JSON.stringify({ echo }))],
    [
      "PaymentResponseError",
      "unknown",
      "a contradiction that echoes",
      answering(200, JSON.stringify({ status: { ...success, statusKey: token, errorNumber: token } })),
    ],
    [
      "PaymentResponseError",
      "succeeded",
      "an order id that is an echo",
      answering(200, JSON.stringify({ status: success, orderId: echo })),
    ],
    ["PaymentResponseError", "unknown", "a redirect that echoes", answering(302, "", { location: `/?${token}` })],
    ["PaymentConnectionError", "unknown", "a reset", (socket) => socket.resetAndDestroy()],
    ["PaymentConnectionError", "unknown", "garbage that echoes", (socket) => socket.end(`${echo}\r\n\r\n`)],
    [
      "PaymentConnectionError",
      "unknown",
      "a header that echoes, and is none",
      (socket) => socket.end(`HTTP/1.1 200 OK\r\n${token} ${key}\r\n\r\n`),
    ],
    [
      "PaymentConnectionError",
      "unknown",
      "an answer that breaks off",
      (socket) => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n${echo}`),
    ],
    ["PaymentTimeoutError", "unknown", "silence", () => void passTime(5_000)],
  ];

  test.each(faults)("%s, %s: %s", async (name, outcome, _fault, fault) => {
    stopTime();
    await using server = await startFaultServer(fault);
    const { events, payments } = loaded(server.origin);

    const error = await failureOf(payments.createOrder(order, { headers: { "x-call": token } }));

    expect(error).toMatchObject({ name, outcome });
    expectNothingPlanted(error, events);
  });

  test("a connection that is refused", async () => {
    const { events, payments } = loaded(await closedOrigin());

    const error = await failureOf(payments.createOrder(order, { headers: { "x-call": token } }));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "not_sent" });
    expectNothingPlanted(error, events);
  });

  test("an abort for a reason of one's own", async () => {
    const { events, payments } = loaded("https://pay.example");
    const signal = AbortSignal.abort(Object.assign(new Error(token), { order, password }));

    const error = await failureOf(payments.createOrder(order, { signal }));

    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "not_sent" });
    expectNothingPlanted(error, events);
  });

  test.each([
    ["an error", Object.assign(new Error(`no lease for ${token}`), { password })],
    [
      "an error with a code of its own",
      Object.assign(new Error(`no lease for ${token}`), { code: "ELEASE", password }),
    ],
    [
      "an error with a code like Node's",
      Object.assign(new TypeError(`Received '${token}'`), { code: "ERR_INVALID_ARG_VALUE" }),
    ],
    ["an error with a cause", new Error("x", { cause: Object.assign(new Error(token), { config: { password } }) })],
    ["an error whose name is the secret", Object.assign(new Error("x"), { name: `lease ${token}` })],
    ["text", `no lease for ${token}`],
    ["an object", { token, password }],
  ])("an auth that throws %s", async (_name, reason) => {
    const auth = () => Promise.reject(reason);
    const { events, payments } = loaded("https://pay.example", { auth, maxRetries: 0 });

    const error = await failureOf(payments.createOrder(order));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "not_sent" });
    expectNothingPlanted(error, events);
  });

  test("an auth that gives what no header can hold, which fetch would quote", async () => {
    const auth = bearerAuth(`${token}\n✓`);
    const { events, payments } = loaded("https://pay.example", { auth, maxRetries: 0 });

    const error = await failureOf(payments.createOrder(order));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "not_sent" });
    expectNothingPlanted(error, events);
  });

  test.each([
    [
      "quotes the request",
      (input: Request) => Object.assign(new Error(input.headers.get("x-api-key") ?? ""), { input }),
    ],
    [
      "quotes the request behind a code",
      (input: Request) => Object.assign(new Error(`${input.headers.get("authorization")}`), { code: "EPROXY", input }),
    ],
    [
      "quotes the request in a cause",
      (input: Request) => new TypeError("fetch failed", { cause: Object.assign(new Error(token), { input }) }),
    ],
  ])("a fetch of one's own that %s", async (_name, errorFor) => {
    const fetch: typeof globalThis.fetch = async (...input) => Promise.reject(errorFor(new Request(...input)));
    const { events, payments } = loaded("https://pay.example", { fetch });

    const error = await failureOf(payments.createOrder(order));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown" });
    expectNothingPlanted(error, events);
  });

  test("an input that is refused, every field of it", async () => {
    const { events, payments } = loaded("https://pay.example");
    const wrong = {
      orderNumber: token.repeat(20),
      totalAmount: `${token},00`,
      currencyCode: token,
      lineItems: [{ id: token.repeat(20), totalLineAmount: token }, { totalLineAmount: password }],
      billTo: { name: { firstName: person.firstName.repeat(20), suffix: person.lastName }, address: person.lastName },
      shipTo: person.firstName,
      customer: { emailAddress: `${person.emailAddress} ${token}`, governmentId: [person.governmentId] },
      salesChannel: token.repeat(20),
      purchaseReference: person.governmentId,
    };

    const error = await failureOf(
      payments.createOrder(wrong as unknown as DetailedOrder, {
        paymentMethod: token as "card",
        headers: { "x-call": `${token}\n` },
        signal: token as unknown as AbortSignal,
      }),
    );

    expect(error).toMatchObject({ name: "PaymentValidationError", outcome: "not_sent" });
    expectNothingPlanted(error, events);
  });

  test("a finalization that is refused: a password in place of an identifier", async () => {
    const { events, payments } = loaded("https://pay.example");

    const error = await failureOf(payments.finalize({ orderId: password, transactionId: token, totalAmount: key }));

    expect(error).toMatchObject({ name: "PaymentValidationError", outcome: "not_sent" });
    expectNothingPlanted(error, events);
  });
});

describe("what is kept, and reached only on purpose", () => {
  test("the service's words about a field, and its exception details", async () => {
    const status = {
      isSuccess: false,
      errorNumber: -2,
      statusKey: "VALIDATION_ERROR",
      errors: [{ errorCode: "FORMAT", fieldName: "OrderNumber", message: "planted message" }],
      exceptionDetails: "planted details",
    };
    const { payments } = loaded("https://pay.example", { fetch: async () => Response.json({ status, orderId }) });

    const error = await failureOf(payments.finalize(finalization));

    expectNothingPlanted(error);
    expect(error).toHaveProperty("exceptionDetails", "planted details");
    expect(error).toHaveProperty(["errors", 0, "serviceMessage"], "planted message");
    expect(responseOf(error)?.body).toContain("planted details");
  });
});

describe("misuse of the constructor", () => {
  test.each([
    ["a base URL with credentials", { baseUrl: `https://merchant-1:${password}@pay.example` }],
    ["a base URL with a key", { baseUrl: `https://pay.example?key=${key}` }],
    ["a base URL that is none", { baseUrl: token }],
    ["a header that cannot be sent", { headers: { "x-api-key": `${key}\n` } }],
    ["credentials as text", { auth: `Bearer ${token}` }],
    ["an app's name that is none", { appInfo: { name: `shop ${token}` } }],
  ])("%s is not repeated", (_name, options) => {
    let thrown: unknown;
    try {
      loaded("https://pay.example", options as Partial<PaymentClientOptions>);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(TypeError);
    expectNothingPlanted(thrown);
  });
});
