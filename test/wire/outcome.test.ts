import { describe, expect, test } from "vitest";
import { provesNotSent } from "../../src/wire/outcome.js";

/** An error of the system, as Node makes them. */
const systemError = (fields: object) => Object.assign(new Error("as recorded"), fields);

/** What ky rejects with when fetch fails: its own error around fetch's around the system's. */
const failedFetch = (cause: unknown) =>
  Object.assign(new Error("Request failed due to a network error"), {
    name: "NetworkError",
    cause: new TypeError("fetch failed", { cause }),
  });

const refused = systemError({ code: "ECONNREFUSED", syscall: "connect" });

describe("proof that nothing was sent", () => {
  test.each([
    "ECONNREFUSED",
    "ECONNRESET",
    "EHOSTUNREACH",
    "ENETUNREACH",
    "ETIMEDOUT",
    "EADDRNOTAVAIL",
    "EACCES",
    "EINVAL",
    "EMFILE",
  ])("connect %s", (code) => {
    expect(provesNotSent(failedFetch(systemError({ code, syscall: "connect" })))).toBe(true);
  });

  test.each(["ENOTFOUND", "EAI_AGAIN", "ENODATA", "EMFILE"])("getaddrinfo %s", (code) => {
    expect(provesNotSent(failedFetch(systemError({ code, syscall: "getaddrinfo" })))).toBe(true);
  });

  test("a connect timeout", () => {
    const cause = systemError({ name: "ConnectTimeoutError", code: "UND_ERR_CONNECT_TIMEOUT" });
    expect(provesNotSent(failedFetch(cause))).toBe(true);
  });

  test("a connect timeout around the addresses that were tried", () => {
    const cause = systemError({ code: "UND_ERR_CONNECT_TIMEOUT", cause: new AggregateError([refused]) });
    expect(provesNotSent(failedFetch(cause))).toBe(true);
  });

  test.each([
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "HOSTNAME_MISMATCH",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "UNABLE_TO_GET_ISSUER_CERT",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    "CERT_HAS_EXPIRED",
    "CERT_NOT_YET_VALID",
    "CERT_REVOKED",
    "CERT_UNTRUSTED",
    "CERT_REJECTED",
    "CERT_SIGNATURE_FAILURE",
    "CERT_CHAIN_TOO_LONG",
    "INVALID_CA",
    "INVALID_PURPOSE",
    "PATH_LENGTH_EXCEEDED",
  ])("a certificate refused: %s", (code) => {
    expect(provesNotSent(failedFetch(systemError({ code })))).toBe(true);
  });

  test("every address of a host refused", () => {
    const cause = Object.assign(new AggregateError([refused, refused]), { code: "ECONNREFUSED" });
    expect(provesNotSent(failedFetch(cause))).toBe(true);
  });

  test("one address refused, one unreachable", () => {
    const unreachable = systemError({ code: "ENETUNREACH", syscall: "connect" });
    expect(provesNotSent(failedFetch(new AggregateError([refused, unreachable])))).toBe(true);
  });

  test("addresses within the addresses of a host refused", () => {
    const cause = new AggregateError([refused, new AggregateError([refused, refused])]);
    expect(provesNotSent(failedFetch(cause))).toBe(true);
  });

  test("errors of another realm, of which only the names are known", () => {
    const cause = { name: "TypeError", message: "fetch failed", cause: { code: "ECONNREFUSED", syscall: "connect" } };
    expect(provesNotSent({ name: "NetworkError", cause })).toBe(true);
  });
});

describe("no proof", () => {
  test.each([
    ["read", "ECONNREFUSED"],
    ["read", "ECONNRESET"],
    ["read", "EHOSTUNREACH"],
    ["read", "ENETUNREACH"],
    ["read", "ETIMEDOUT"],
    ["read", "EACCES"],
    ["read", "ENOTFOUND"],
    ["read", "UND_ERR_CONNECT_TIMEOUT"],
    ["read", "CERT_HAS_EXPIRED"],
    ["write", "ECONNREFUSED"],
    ["write", "ECONNRESET"],
    ["write", "EPIPE"],
    ["write", "EHOSTUNREACH"],
    ["shutdown", "ENOTCONN"],
    ["", "ECONNREFUSED"],
    [null, "ECONNREFUSED"],
    [null, "UND_ERR_CONNECT_TIMEOUT"],
  ])("syscall %j with %s", (syscall, code) => {
    expect(provesNotSent(failedFetch(systemError({ code, syscall })))).toBe(false);
  });

  test.each([
    "ECONNREFUSED",
    "ECONNRESET",
    "EHOSTUNREACH",
    "ENETUNREACH",
    "ENOTFOUND",
    "EAI_AGAIN",
    "EPIPE",
    "ETIMEDOUT",
    "UND_ERR_SOCKET",
    "UND_ERR_INFO",
    "UND_ERR_ABORTED",
    "UND_ERR_INVALID_ARG",
    "UND_ERR_NOT_SUPPORTED",
    "UND_ERR_HEADERS_TIMEOUT",
    "UND_ERR_BODY_TIMEOUT",
    "UND_ERR_HEADERS_OVERFLOW",
    "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH",
    "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
    "ERR_SSL_WRONG_VERSION_NUMBER",
    "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
    "ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE",
    "ERR_HTTP2_STREAM_ERROR",
    "ERR_HTTP2_SESSION_ERROR",
    "ERR_ASSERTION",
    "HPE_INVALID_CONSTANT",
    "toString",
  ])("%s alone", (code) => {
    expect(provesNotSent(failedFetch(systemError({ code })))).toBe(false);
  });

  test("an address refused, another one written to", () => {
    const reset = systemError({ code: "ECONNRESET", syscall: "read" });
    expect(provesNotSent(failedFetch(new AggregateError([refused, reset])))).toBe(false);
  });

  test("addresses that nothing is said about", () => {
    expect(provesNotSent(failedFetch(Object.assign(new AggregateError([]), { code: "ECONNREFUSED" })))).toBe(false);
  });

  test("addresses within addresses, deeper than a run time nests them", () => {
    const deep = new AggregateError([new AggregateError([new AggregateError([refused])])]);
    expect(provesNotSent(failedFetch(deep))).toBe(false);
  });

  test.each([
    ["no cause", undefined],
    ["null", null],
    ["text", "connect ECONNREFUSED"],
    ["an error without a code", new Error("connect ECONNREFUSED")],
    ["an error with an empty message, as HTTP 407 gives", new Error("")],
    ["a followed redirect", new Error("unexpected redirect")],
    ["a response", new Response()],
    ["a code that is an object", { code: { toString: () => "UND_ERR_CONNECT_TIMEOUT" } }],
  ])("fetch failed, for %s", (_name, cause) => {
    expect(provesNotSent(failedFetch(cause))).toBe(false);
  });

  test.each([
    ["the system's error itself", refused],
    ["fetch's error itself", new TypeError("fetch failed", { cause: refused })],
    ["fetch's error inside another one", Object.assign(new Error("x"), { cause: failedFetch(refused) })],
    [
      "a body that broke off",
      Object.assign(new Error("x"), { name: "NetworkError", cause: new TypeError("terminated", { cause: refused }) }),
    ],
    [
      "an error that is no TypeError",
      Object.assign(new Error("x"), { name: "NetworkError", cause: new Error("fetch failed", { cause: refused }) }),
    ],
    ["a timeout", new DOMException("The operation was aborted due to timeout", "TimeoutError")],
    ["an abort", new DOMException("This operation was aborted", "AbortError")],
    ["nothing", undefined],
    ["null", null],
    ["text", "ECONNREFUSED"],
    ["a function", () => refused],
    [
      "a function that has all that such an error has",
      Object.assign(function NetworkError() {}, { cause: failedFetch(refused).cause }),
    ],
  ])("%s", (_name, error) => {
    expect(provesNotSent(error)).toBe(false);
  });
});

describe("errors that fight back", () => {
  const hostile = (key: string) =>
    Object.defineProperty({ code: "ECONNREFUSED", syscall: "connect" }, key, {
      get() {
        throw new Error("a getter");
      },
    });

  test.each(["name", "cause"])("a %s that throws", (key) => {
    const error = Object.defineProperty(failedFetch(refused), key, {
      get() {
        throw new Error("a getter");
      },
    });
    expect(provesNotSent(error)).toBe(false);
  });

  test("a syscall that throws proves nothing", () => {
    expect(provesNotSent(failedFetch(hostile("syscall")))).toBe(false);
  });

  test("a proxy that throws at everything", () => {
    const trap = () => {
      throw new Error("a trap");
    };
    expect(provesNotSent(failedFetch(new Proxy({}, { get: trap, has: trap, ownKeys: trap })))).toBe(false);
    expect(provesNotSent(new Proxy({}, { get: trap }))).toBe(false);
  });

  test("an error that contains itself", () => {
    const error = new AggregateError([]);
    error.errors.push(error);
    expect(provesNotSent(failedFetch(error))).toBe(false);
  });
});
