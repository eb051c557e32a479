import {
  isPaymentError,
  PaymentAbortedError,
  PaymentClient,
  type PaymentClientOptions,
  type PaymentEvent,
  responseOf,
  settle,
} from "merchant-payments";
import { afterEach, describe, expect, test, vi } from "vitest";
import { expectNoUnhandledRejections, failureOf } from "../support/fault-calls.js";
import { answer, answering, closedOrigin, type Fault, startFaultServer } from "../support/fault-server.js";
import { passTime, stopTime } from "../support/time.js";
import { wayOptions } from "../support/way.js";
import { leaks } from "./everything-shown.js";
import {
  auths,
  callHeaders,
  clientHeaders,
  credentials,
  everythingPlanted,
  finalization,
  order,
  personalData,
} from "./planted.js";

expectNoUnhandledRejections();

afterEach(() => {
  vi.useRealTimers();
});

const [[, firstAuth] = []] = auths;

/** A client full of secrets, its options as the caller holds them, and what its listener is told. */
function loaded(baseUrl: string, more: Partial<PaymentClientOptions> = {}) {
  const events: PaymentEvent[] = [];
  const options: PaymentClientOptions = {
    baseUrl,
    auth: firstAuth ?? (() => ({})),
    headers: clientHeaders,
    timeoutMs: 5_000,
    maxRetries: 1,
    onEvent: (event) => events.push(event),
    ...wayOptions,
    ...more,
  };
  return { events, options, payments: new PaymentClient(options) };
}

/** Answers with all that came, in every field that there is room in. */
const echoing =
  (status: object, rest: object): Fault =>
  (socket, { head, body }) => {
    const all = `${head} ${body}`;
    const echo = { status: { errors: [all], exceptionDetails: all, ...status }, ...rest, echo: all, [all]: all };
    socket.write(answer(200, JSON.stringify(echo), { "x-echo": head.replaceAll("\r\n", " ") }));
  };

const success = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS" };
const created = echoing(success, { orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3" });
const finalized = echoing(success, {
  transactionId: "202603040000000002",
  canFinalizeAgain: false,
  amountRemainingForFinalize: "0.00",
  totalAmountFinalized: "125.00",
  totalAmountPendingFinalization: "0.00",
});
const refusal = echoing({ isSuccess: false, errorNumber: -2, statusKey: "VALIDATION_ERROR" }, {});

describe.each(auths)("%s", (_name, auth) => {
  test("is closed: it shows nothing of what it holds", () => {
    expect(leaks(auth, credentials)).toEqual([]);
  });

  test("the client, before and after a call", async () => {
    await using server = await startFaultServer(created);
    const { payments } = loaded(server.origin, { auth });
    expect(leaks(payments, everythingPlanted)).toEqual([]);

    await payments.createOrder(order, { headers: callHeaders });

    expect(leaks(payments, everythingPlanted)).toEqual([]);
    expect(Reflect.ownKeys(payments)).toEqual([]);
  });

  test("a created order, a settled one and their events", async () => {
    await using server = await startFaultServer(created);
    const { payments, events } = loaded(server.origin, { auth });

    const result = await payments.createOrder(order, { headers: callHeaders });
    const settled = await settle(payments.createOrder(order, { headers: callHeaders }));

    expect(events.map(({ type }) => type)).toEqual(["request", "response", "request", "response"]);
    expect(leaks([result, settled, events], everythingPlanted)).toEqual([]);
    expect(credentials.some((secret) => server.requests[0]?.head.includes(secret))).toBe(true); // they were sent
  });

  test("a finalization and its events", async () => {
    await using server = await startFaultServer(finalized);
    const { payments, events } = loaded(server.origin, { auth });

    const result = await payments.finalize(finalization, { headers: callHeaders });

    expect(leaks([result, events], everythingPlanted)).toEqual([]);
  });

  test("a preview, but for its body", () => {
    const { payments } = loaded("https://pay.example", { auth });

    const { body, ...preview } = payments.preview("createOrder", order, { headers: callHeaders });

    expect(leaks(preview, everythingPlanted)).toEqual([]);
    expect(leaks(body, credentials)).toEqual([]);
    expect(personalData.filter((datum) => !body.includes(datum))).toEqual([]);
  });
});

test("the caller's options stay as they were given", () => {
  const { options } = loaded("https://pay.example");

  expect(Object.keys(options).sort()).toEqual(
    ["auth", "baseUrl", "headers", "maxRetries", "onEvent", "timeoutMs", ...Object.keys(wayOptions)].sort(),
  );
  expect(options.headers).toBe(clientHeaders);
  expect(leaks({ ...options, headers: {} }, everythingPlanted)).toEqual([]);
});

describe("an error and its events", () => {
  test.each<[string, Fault]>([
    ["PaymentServiceError", refusal],
    ["PaymentResponseError", echoing({ isSuccess: "maybe" }, {})],
    [
      "PaymentConnectionError",
      (socket, { head, body }) => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n${head}${body}`),
    ],
    ["PaymentTimeoutError", () => void passTime(5_000)],
  ])("%s", async (name, fault) => {
    stopTime();
    await using server = await startFaultServer(fault);
    const { payments, events } = loaded(server.origin);

    const settled = await settle(payments.createOrder(order, { headers: callHeaders }));

    expect(settled).toMatchObject({ ok: false, error: { name } });
    expect(events.at(-1)).toMatchObject({ type: "failure" });
    expect(leaks([settled, events], everythingPlanted)).toEqual([]);
    expect(settled.ok || leaks(settled.error, everythingPlanted)).toEqual([]);
  });

  test("PaymentConnectionError after a retry", async () => {
    const onEvent = (event: PaymentEvent) => {
      told.push(event);
      if (event.type === "retry") void passTime(1_000);
    };
    const told: PaymentEvent[] = [];
    stopTime();
    const { payments } = loaded(await closedOrigin(), { onEvent });

    const error = await failureOf(payments.createOrder(order, { headers: callHeaders }));

    expect(told.map(({ type }) => type)).toEqual(["request", "retry", "request", "failure"]);
    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "not_sent" });
    expect(leaks([error, told], everythingPlanted)).toEqual([]);
    expect(leaks(error.cause, everythingPlanted)).toEqual([]);
  });

  test("PaymentAbortedError", async () => {
    const { payments, events } = loaded("https://pay.example");
    const reason = Object.assign(new Error("pl4nted-reason"), { order });

    const error = await failureOf(payments.createOrder(order, { signal: AbortSignal.abort(reason) }));

    expect(error).toBeInstanceOf(PaymentAbortedError);
    expect(leaks([error, events], everythingPlanted)).toEqual([]);
    expect(error).toHaveProperty("reason", reason); // the caller's own, on purpose
  });

  test("PaymentValidationError and its issues", async () => {
    const { payments, events } = loaded("https://pay.example");
    const wrong = {
      ...order,
      totalAmount: "19121212-4242",
      currencyCode: "Gudrun",
      customer: { emailAddress: "gudrun@plantensson", governmentId: ["19121212-4242"], "+46701740605": 1n },
      billTo: { name: "Gudrun Plantensson", "Planteringsvägen 1": Symbol("Gudrun") },
    };

    const error = await failureOf(payments.createOrder(wrong as never, { headers: { "x-call": "pl4nted\n" } }));

    expect(error.code === "invalid_input" && error.issues.length).toBeGreaterThan(5);
    expect(leaks([error, events], everythingPlanted)).toEqual([]);
    expect(error.code === "invalid_input" && leaks(error.issues, everythingPlanted)).toEqual([]);
  });
});

describe("what may hold them, asked for by name", () => {
  test("responseOf a result and of an error", async () => {
    await using server = await startFaultServer(created);
    await using refusing = await startFaultServer(refusal);

    const result = await loaded(server.origin).payments.createOrder(order);
    const error = await failureOf(loaded(refusing.origin).payments.createOrder(order));

    expect(responseOf(result)?.body).toContain("Plantensson");
    expect(responseOf(error)?.body).toContain("Plantensson");
  });

  test("the service's details of a refusal", async () => {
    const errors = [{ errorCode: "FORMAT", fieldName: "OrderNumber", message: "Gudrun is none" }];
    const status = {
      isSuccess: false,
      errorNumber: -2,
      statusKey: "VALIDATION_ERROR",
      errors,
      exceptionDetails: "Gudrun",
    };
    await using server = await startFaultServer(answering(200, JSON.stringify({ status })));

    const error = await failureOf(loaded(server.origin).payments.createOrder(order));

    expect(leaks(error, everythingPlanted)).toEqual([]);
    expect(isPaymentError(error)).toBe(true);
    expect(error).toHaveProperty("exceptionDetails", "Gudrun");
    expect(error).toHaveProperty(["errors", 0, "serviceMessage"], "Gudrun is none");
  });
});
