/** Nothing that the library shows of clients, results, errors and events holds a secret. */
import { PaymentClient, type PaymentClientOptions, type PaymentEvent, responseOf, toResult } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { errorOf } from "../support/client.js";
import { responding, response, type ServerFault, startFaultServer } from "../support/fault-server.js";
import { passTime, stopTime } from "../support/time.js";
import { wayOptions } from "../support/way.js";
import { leaks } from "./everything-shown.js";
import * as planted from "./planted.js";

const { auths, callHeaders, credentials, everythingPlanted, finalization, order, password, token } = planted;

/** A client full of secrets, its options as the caller holds them, and its events. */
function loaded(baseUrl: string, more: Partial<PaymentClientOptions> = {}) {
  const events: PaymentEvent[] = [];
  const options: PaymentClientOptions = {
    baseUrl,
    auth: planted.firstAuth,
    headers: planted.clientHeaders,
    timeoutMs: 60_000,
    maxRetries: 1,
    onEvent: (event) => events.push(event),
    ...wayOptions,
    ...more,
  };
  return { events, options, payments: new PaymentClient(options) };
}

/** Echoes the whole request in every field that has room for it. */
const echoing =
  (status: object, rest: object = {}, httpStatus = 200): ServerFault =>
  (socket, { head, body }) => {
    const all = `${head} ${body}`;
    const errors = [{ errorCode: all, fieldName: `no name: ${all}`, message: all }, all];
    const echo = { status: { errors, exceptionDetails: { all }, ...status }, ...rest, echo: all, [all]: all };
    socket.write(response(httpStatus, JSON.stringify(echo), { "x-echo": head.replaceAll("\r\n", " ") }));
  };

const success = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS" };
const rejected = { isSuccess: false, errorNumber: -2, statusKey: "VALIDATION_ERROR" };
const created = echoing(success, { orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3" });
const finalized = echoing(success, {
  transactionId: "202603040000000002",
  canFinalizeAgain: false,
  amountRemainingForFinalize: "0.00",
  totalAmountFinalized: "125.00",
  totalAmountPendingFinalization: "0.00",
});

describe.each(auths)("with %s", (_name, auth) => {
  test("auth and client show no secret", () => {
    const { payments } = loaded("https://pay.example/api", { auth });
    expect(leaks([auth, payments], everythingPlanted)).toEqual([]);
    expect(leaks(payments, everythingPlanted)).toEqual([]);
    expect(Reflect.ownKeys(payments)).toEqual([]);
  });

  test("results, their events and the client afterwards show no secret", async () => {
    await using creating = await startFaultServer(created);
    await using finalizing = await startFaultServer(finalized);
    const { payments, events } = loaded(creating.origin, { auth });
    const other = loaded(finalizing.origin, { auth });
    const result = await payments.createOrder(order, { headers: callHeaders });
    const second = await toResult(payments.createOrder(order, { headers: callHeaders }));
    const captured = await other.payments.finalize(finalization, { headers: callHeaders });
    expect(events.map(({ type }) => type)).toEqual(["request", "response", "request", "response"]);
    expect(leaks([result, second, captured, events, other.events, payments], everythingPlanted)).toEqual([]);
    expect(credentials.some((secret) => creating.requests[0]?.head.includes(secret))).toBe(true); // they were sent
    expect(responseOf(result)?.body).toContain("Plantensson"); // and can be read by name
  });

  test("a preview shows no secret, and personal data only in its body", () => {
    const { payments } = loaded("https://pay.example", { auth });
    const { body, ...preview } = payments.preview("createOrder", order, { headers: callHeaders });
    expect(leaks(preview, everythingPlanted)).toEqual([]);
    expect(leaks(body, credentials)).toEqual([]);
    expect(planted.personalData.filter((datum) => !body.includes(datum))).toEqual([]);
  });
});

const echo = `${JSON.stringify(order)} ${password} ${token}`;
const status = (fields: object, httpStatus = 200) => responding(httpStatus, JSON.stringify({ status: fields, echo }));
const incomplete = `HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n${echo}`;

test.each<[name: string, outcome: string, what: string, ServerFault]>([
  ["PaymentServiceError", "rejected", "a rejection that echoes", echoing(rejected)],
  ["PaymentServiceError", "unknown", "a key that is an echo", status({ isSuccess: false, statusKey: echo })],
  ["PaymentResponseError", "unknown", "a page that echoes", responding(200, `<html>${echo}</html>`)],
  ["PaymentResponseError", "succeeded", "an order id that is an echo", echoing(success, { orderId: echo })],
  ["PaymentConnectionError", "unknown", "a reset", (socket) => socket.resetAndDestroy()],
  ["PaymentConnectionError", "unknown", "garbage that echoes", (socket) => socket.end(`${echo}\r\n\r\n`)],
  ["PaymentConnectionError", "unknown", "a response that breaks off", (socket) => socket.end(incomplete)],
  ["PaymentTimeoutError", "unknown", "silence", () => void passTime(60_000)],
])("a %s, %s, and its events show no secret after %s", async (name, outcome, _what, fault) => {
  stopTime();
  await using server = await startFaultServer(fault);
  const { payments, events } = loaded(server.origin);
  const result = await toResult(payments.createOrder(order, { headers: callHeaders }));
  expect(result).toMatchObject({ ok: false, error: { name, outcome } });
  expect(events.at(-1)).toMatchObject({ type: "failure" });
  expect(leaks([result, events], everythingPlanted)).toEqual([]);
  expect(result.ok || leaks(result.error, everythingPlanted)).toEqual([]);
});

/** The error of an order with these options. Neither the error nor its events show a secret. */
async function shownError(options: Partial<PaymentClientOptions>, ofCall = {}) {
  const { payments, events } = loaded("https://pay.example", options);
  const error = await errorOf(payments.createOrder(order, ofCall));
  expect(leaks([error, events], everythingPlanted)).toEqual([]);
  return error;
}

const quoting = (more: object) => Object.assign(new Error(`no lease for ${token}`), more);

describe("an error and its events show no secret after", () => {
  test.each<[what: string, unknown]>([
    ["an error", quoting({ password })],
    ["a token request that was reset", quoting({ code: "ECONNRESET", syscall: "read" })],
    ["an error whose code is the secret", quoting({ code: `${token}` })],
    ["an error whose name is the secret", quoting({ name: `lease ${token}` })],
  ])("an auth that throws %s", async (_what, reason) => {
    const error = await shownError({ auth: () => Promise.reject(reason), maxRetries: 0 });
    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "not_sent" });
  });

  test("an auth that returns an invalid header, which fetch would quote", async () => {
    await shownError({ auth: () => ({ authorization: `Bearer ${token}\n✓` }), maxRetries: 0 });
  });

  test.each<[what: string, (input: Request) => Error]>([
    ["quotes the request", (input) => Object.assign(new Error(input.headers.get("x-api-key") ?? ""), { input })],
    ["quotes it behind a code of the system", (input) => quoting({ code: "ECONNRESET", syscall: "read", input })],
  ])("a fetch that %s", async (_what, errorFor) => {
    const fetch: typeof globalThis.fetch = async (...input) => Promise.reject(errorFor(new Request(...input)));
    expect(await shownError({ fetch })).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown" });
  });

  test("an abort, whose reason can be read by name", async () => {
    const reason = Object.assign(new Error("pl4nted-reason"), { order });
    const error = await shownError({}, { signal: AbortSignal.abort(reason) });
    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "not_sent", reason });
  });

  test("an invalid input, every field of it", async () => {
    const { payments, events } = loaded("https://pay.example");
    const wrong = {
      orderNumber: token.repeat(20),
      totalAmount: `${token},00`,
      currencyCode: "Gudrun",
      lineItems: [{ id: token.repeat(20), totalLineAmount: token }, { totalLineAmount: "19121212-4242" }],
      billTo: { name: { firstName: "Gudrun".repeat(20), suffix: "Plantensson" }, "Planteringsvägen 1": 1n },
      shipTo: "Gudrun",
      customer: { emailAddress: "gudrun@plantensson", governmentId: ["19121212-4242"], "+46701740605": 1n },
      salesChannel: token.repeat(20),
      purchaseReference: "19121212-4242",
    };
    const options = { paymentMethod: token, headers: { "x-call": `${token}\n` }, signal: token };
    const error = await errorOf(payments.createOrder(wrong as never, options as never));
    expect(error.code === "invalid_input" && error.issues.length).toBeGreaterThan(15);
    expect(leaks([error, error.code === "invalid_input" && error.issues, events], everythingPlanted)).toEqual([]);
    const another = await errorOf(payments.finalize({ orderId: password, transactionId: token, totalAmount: token }));
    expect(another).toMatchObject({ name: "PaymentValidationError" });
    expect(leaks([another, events], everythingPlanted)).toEqual([]);
  });
});

test("the service's message about a field, and its details, can only be read by name", async () => {
  const errors = [{ errorCode: "FORMAT", fieldName: "OrderNumber", message: "Gudrun is none" }];
  await using server = await startFaultServer(status({ ...rejected, errors, exceptionDetails: "Gudrun" }));
  const error = await errorOf(loaded(server.origin).payments.createOrder(order));
  expect(leaks(error, everythingPlanted)).toEqual([]);
  expect(error).toMatchObject({ exceptionDetails: "Gudrun", errors: [{ serviceMessage: "Gudrun is none" }] });
  expect(responseOf(error)?.body).toContain("Plantensson");
});
