/** What the check never does. */
import { inspect } from "node:util";
import type { CheckServiceOptions } from "merchant-payments/check";
import { FakePaymentService } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { CheckStopped, Gate } from "../../../src/check/gate.js";
import { runCheck } from "../../../src/check/run.js";
import { auths, clientHeaders, everythingPlanted } from "../../secrets/planted.js";
import { checked, inStageOne, optionsFor, remarkable, responding, TestTerminal } from "./checked.js";

describe("nothing is sent", () => {
  const rejected = async (given: object) => {
    const service = new FakePaymentService();
    const { rows, text, exitCode } = await checked(optionsFor(service), given);
    expect(service.requests).toEqual([]);
    expect(new Set(rows.map(({ verdict }) => verdict))).toEqual(new Set(["not_checked"]));
    expect(exitCode).toBe(3);
    return text;
  };

  const NO_HOST = 'host must be "test.payments.example", the host of baseUrl: without a terminal, nobody can type it';
  const NO_PRODUCTION =
    "productionBaseUrl is required: give the base URL of production, with https://; it is never called";

  test.each<[given: object, why: string]>([
    [{ productionBaseUrl: null }, NO_PRODUCTION],
    [{ productionBaseUrl: "payments.example/api" }, NO_PRODUCTION],
    [{ host: "payments.example" }, NO_HOST],
    [{ print: "pdf" }, "print must be true or false, not text"],
    [{ authorisations: [] }, "authorisations is not a known key: did you mean authorizations?"],
    [{ currencyCode: "kr" }, "currencyCode must be a code such as SEK"],
  ])("with %j", async (given, why) => {
    expect(await rejected(given)).toBe(`The check sent nothing: ${why}.\n\n`);
  });

  test.each([
    "https://test.payments.example/api",
    "https://TEST.payments.example:8443/live",
    "http://test.payments.example./",
  ])("if production is %s, which has the host of baseUrl", async (productionBaseUrl) => {
    expect(await rejected({ productionBaseUrl })).toContain("baseUrl has the host of productionBaseUrl");
  });

  test("if no options are given", async () => {
    const terminal = new TestTerminal();
    await runCheck(undefined as unknown as CheckServiceOptions, terminal);
    expect(terminal.text).toContain("The check sent nothing: options: PaymentClient: baseUrl is required");
  });

  test("if another host is typed, also with the option host", async () => {
    const service = new FakePaymentService();
    const terminal = new TestTerminal(["payments.example"]);
    const { exitCode } = await checked(optionsFor(service), {}, terminal);
    expect(terminal.questions).toEqual(["Type the host of the test environment, test.payments.example, to go on: "]);
    expect(terminal.text).toBe("The check sent nothing: the host was not confirmed.\n\n");
    expect([service.requests, exitCode]).toEqual([[], 3]);
  });
});

describe("the gate stops", () => {
  const open = () => {
    const gate = new Gate();
    gate.open("test.payments.example", 3, ["202601150000000001 40.00"]);
    const send = async (path: string, host = "test.payments.example") => {
      const request = { method: "POST", url: `https://${host}${path}`, body: "", signal: gate.signal } as const;
      return gate.through(() => ({}))(request);
    };
    return { gate, send };
  };
  const capture = "/transactions/202601150000000001/finalize/40.00";

  test("a request that is more than the stage may send", async () => {
    const { send, gate } = open();
    for (const path of ["/1", "/2?key=secret", "/3"]) await send(path);
    await expect(send("/4")).rejects.toMatchObject({
      message: "more requests than this stage may send",
      next: "List fewer authorizations at a time, and run the check again.",
    });
    expect(gate.sent.map(({ path }) => path)).toEqual(["/1", "/2", "/3"]);
  });

  test("a request to another host", async () => {
    const { send } = open();
    const rejection = new CheckStopped("a request to payments.example, which was not confirmed");
    await expect(send("/1", "payments.example")).rejects.toThrow(rejection);
  });

  test.each([
    ["a capture for the second time", capture],
    ["a capture of another amount", "/transactions/202601150000000001/finalize/41.00"],
    ["a capture of another authorization", "/api/orders/1/transactions/202601150000000002/finalize/40.00"],
  ])("%s", async (_what, path) => {
    const { send } = open();
    await send(capture);
    await expect(send(path)).rejects.toThrow(new CheckStopped("a capture that no row lists"));
  });

  test("every request after the check was stopped", async () => {
    const { gate, send } = open();
    const why = new CheckStopped("interrupted");
    gate.stop(why);
    await expect(send("/1")).rejects.toBe(why);
  });

  test("every request before a host is confirmed", () => {
    const auth = new Gate().through(() => ({}));
    const request = { method: "POST", url: "https://a.example/", body: "", signal: AbortSignal.timeout(1) } as const;
    expect(() => auth(request)).toThrow(CheckStopped);
  });
});

describe("the check ends", () => {
  /** A service that blocks after some requests. */
  const blocking = async (httpStatus: number, after: number) => {
    const service = new FakePaymentService();
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await service.fetch(input, init);
      return service.requests.length > after ? new Response("<h1>No</h1>", { status: httpStatus }) : response;
    };
    return { service, ...(await checked(optionsFor(service, { fetch }))) };
  };

  test.each([
    [401, "Check the credentials, and run the check again."],
    [403, "Ask whether a firewall rejects this request, or an allow-list this computer. Then run the check again."],
    [429, "Wait, because the service limits the rate of requests, and run the check again."],
  ])("at the first HTTP %d that no row expects, and says what to do", async (status, next) => {
    const { service, rows, text, exitCode } = await blocking(status, 3);
    const why = `it cannot explain HTTP ${status}, no status object`;
    const before = "not checked: the check stopped before";
    expect(remarkable(rows)).toEqual({
      slash_in_order_number: `not checked: the check stopped in this row: ${why}. ${next}`,
      order_number_twice: before,
      short_order_number: before,
      unknown_path: before,
      unknown_transaction: before,
      wrong_password: before,
      intermediary: before,
    });
    expect([service.requests.length, exitCode]).toEqual([4, 3]);
    const run = /CHECK-(\w+)-4/.exec(text)?.[1];
    expect(text).toMatch(/\n- all other rows … not checked: the check stopped before\n\nRows: 10 /);
    expect(text.slice(text.indexOf("## The check is"))).toBe(`\
## The check is not complete: do not go live yet

The check stopped: ${why}.

Other requests: 3. Tried last:

- POST /api/orders/create/CHECK-${run}-4%2F1/1.00/SEK (HTTP ${status})

${next}

`);
  });

  test("at the first request, if the credentials are wrong, whatever key says so", async () => {
    for (const wrongPasswordKey of ["HTTP_401", "LOGIN_FAILED"]) {
      const service = new FakePaymentService({ password: "changed", quirks: { keys: { HTTP_401: wrongPasswordKey } } });
      const { exitCode } = await checked(optionsFor(service, { auth: () => ({ authorization: "Basic eDp5" }) }));
      expect([service.requests.length, exitCode]).toEqual([1, 3]);
    }
  });

  test("at the first HTTP 429 with a key that the client does not know, as that of a rate limit", async () => {
    const service = new FakePaymentService();
    const limited = () =>
      Response.json({ status: { isSuccess: false, errorNumber: 9, statusKey: "TOO_MANY" } }, { status: 429 });
    const fetch = responding(service, /finalize/, limited);
    const { resultOf, text, exitCode } = await checked(optionsFor(service, { fetch }));
    const why =
      "not checked: the check stopped in this row: it cannot explain HTTP 429, TOO_MANY. Wait, because the service limits the rate of requests, and run the check again.";
    expect([resultOf("unknown_transaction"), exitCode]).toEqual([why, 3]);
    expect(text).not.toContain("statusKeys");
  });

  test.each([401, 403, 429])("not where the service gives every failure HTTP %d and a key", async (failureStatus) => {
    const service = new FakePaymentService({ quirks: { failureStatus } });
    const { rows, exitCode } = await checked(optionsFor(service));
    expect([inStageOne(rows), exitCode]).toEqual([{}, 0]);
  });

  test("where such a status comes with a key about the merchant, also of a request to be rejected", async () => {
    const keys = { VALIDATION_ERROR: "MERCHANT_ACCT_READ_ONLY" };
    const service = new FakePaymentService({ quirks: { failureStatus: 403, keys } });
    const { resultOf, exitCode } = await checked(optionsFor(service));
    expect(resultOf("short_order_number")).toBe(
      "not checked: the check stopped in this row: it cannot explain HTTP 403, MERCHANT_ACCT_READ_ONLY. Ask whether a firewall rejects this request, or an allow-list this computer. Then run the check again.",
    );
    expect(exitCode).toBe(3);
  });
});

test("it prints no credentials and no personal data", async () => {
  for (const [, auth] of auths) {
    const service = new FakePaymentService();
    const echo = { statusMessage: everythingPlanted.join(" "), errors: [{ fieldName: everythingPlanted.join("") }] };
    const status = { isSuccess: false, errorNumber: 1, statusKey: everythingPlanted.join(" "), ...echo };
    const fetch = async () => Response.json({ status, exceptionDetails: everythingPlanted });
    const options = optionsFor(service, { auth, fetch, headers: clientHeaders });
    const { rows, text } = await checked({ ...options, baseUrl: `${options.baseUrl}?key=${everythingPlanted[0]}` });
    const printed = text + inspect(rows, { depth: 10 }) + JSON.stringify(rows);
    expect(everythingPlanted.filter((secret) => printed.includes(secret))).toEqual([]);
  }
});
