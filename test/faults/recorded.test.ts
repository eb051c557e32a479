import { basicAuth, PaymentClient } from "merchant-payments";
import { describe, expect, test, vi } from "vitest";
import { expectNoUnhandledRejections, failureOf, finalization } from "../support/fault-calls.js";

expectNoUnhandledRejections();

/*
 * Errors that take a network to break, as Node's fetch gave them when `npm run lab -- netns` broke one: for machines that
 * cannot. node:http is not judged by its errors, only by whether it had begun to write.
 */

const system = (syscall: string, code: string) =>
  Object.assign(new Error(`${syscall} ${code} 10.9.1.2:443`), { code, syscall, address: "10.9.1.2", port: 443 });
const lookup = (code: string) =>
  Object.assign(new Error(`getaddrinfo ${code} pay.test`), { code, syscall: "getaddrinfo", hostname: "pay.test" });
const addresses = (...errors: (Error & { code: string })[]) =>
  Object.assign(new AggregateError(errors, ""), { code: errors[0]?.code });
const connectTimeout = (cause?: Error) =>
  Object.assign(new Error("Connect Timeout Error", { cause }), {
    name: "ConnectTimeoutError",
    code: "UND_ERR_CONNECT_TIMEOUT",
  });

const clientWhoseFetchFails = (message: string, cause: Error) => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.reject(new TypeError(message, { cause })));
  const auth = basicAuth("merchant-1", "api-password");
  return { fetch, client: new PaymentClient({ baseUrl: "https://pay.test", auth, fetch, maxRetries: 1 }) };
};

describe("before a connection was there: nothing was sent, and it is tried again", () => {
  test.each([
    ["a route that is unreachable", system("connect", "EHOSTUNREACH")],
    ["a route that is prohibited", system("connect", "EACCES")],
    ["a route into a black hole", system("connect", "EINVAL")],
    ["no route", system("connect", "ENETUNREACH")],
    ["a system that gave up", system("connect", "ETIMEDOUT")],
    ["a connection reset before it stood", system("connect", "ECONNRESET")],
    ["a process without file descriptors", system("connect", "EMFILE")],
    ["a machine without ports", system("connect", "EADDRNOTAVAIL")],
    ["two addresses that refuse", addresses(system("connect", "ECONNREFUSED"), system("connect", "ECONNREFUSED"))],
    [
      "one address unreachable, one refusing",
      addresses(system("connect", "EHOSTUNREACH"), system("connect", "ECONNREFUSED")),
    ],
    ["two addresses that are silent", addresses(system("connect", "ETIMEDOUT"), system("connect", "ETIMEDOUT"))],
    ["a name that does not exist", lookup("ENOTFOUND")],
    ["a name server that fails, refuses or is silent", lookup("EAI_AGAIN")],
  ])("%s", async (_name, cause) => {
    const { client, fetch } = clientWhoseFetchFails("fetch failed", cause);

    const error = await failureOf(client.finalize(finalization));

    expect(error).toMatchObject({
      name: "PaymentConnectionError",
      code: "connection",
      outcome: "not_sent",
      safeToRetry: true,
    });
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test.each([
    ["fetch's own time to connect", connectTimeout()],
    ["fetch's own time to connect, with what was tried", connectTimeout(addresses(system("connect", "ETIMEDOUT")))],
  ])("%s: too late to try again within this deadline", async (_name, cause) => {
    const { client, fetch } = clientWhoseFetchFails("fetch failed", cause);

    const error = await failureOf(client.finalize(finalization, { timeoutMs: 5_000 }));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "not_sent", safeToRetry: true });
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

describe("on a connection that stood, with the request processed: unknown, and sent once", () => {
  test.each([
    ["its acknowledgements lost", "fetch failed", system("read", "ETIMEDOUT")],
    ["its route lost", "fetch failed", system("read", "EHOSTUNREACH")],
    ["its link down", "fetch failed", system("read", "ENETUNREACH")],
    ["a router that calls its port unreachable", "fetch failed", system("read", "ECONNREFUSED")],
    ["reset", "fetch failed", system("read", "ECONNRESET")],
    ["reset under the request", "fetch failed", system("write", "ECONNRESET")],
    ["closed under the request", "fetch failed", system("write", "EPIPE")],
    [
      "one address refusing, the other one reset later",
      "fetch failed",
      addresses(system("connect", "ECONNREFUSED"), system("read", "ECONNRESET")),
    ],
    ["broken inside the answer", "terminated", system("read", "ETIMEDOUT")],
    ["broken inside the answer, as if while connecting", "terminated", system("connect", "ECONNREFUSED")],
  ])("%s", async (_name, message, cause) => {
    const { client, fetch } = clientWhoseFetchFails(message, cause);

    const error = await failureOf(client.finalize(finalization));

    expect(error).toMatchObject({
      name: "PaymentConnectionError",
      code: "connection",
      outcome: "unknown",
      safeToRetry: false,
    });
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
