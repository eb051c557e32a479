/** Which errors prove that nothing was sent: those that Node's fetch gave when its network was broken (lab/prove/netns). */
import { describe, expect, test } from "vitest";
import { provesNotSent } from "../../src/wire/outcome.js";
import { failedFetch } from "../support/stub-client.js";

/** What fetch rejects with: its own error around the system's. */
const failedFor = (cause: unknown) => new TypeError("fetch failed", { cause });
const coded = (code: unknown, more: object = {}) => Object.assign(new Error("as recorded"), { code, ...more });
const refused = failedFetch("connect ECONNREFUSED").cause;
const unreachable = failedFetch("connect ENETUNREACH").cause;
const reset = failedFetch("read ECONNRESET").cause;

const whileConnecting =
  "connect ECONNREFUSED|connect ECONNRESET|connect EHOSTUNREACH|connect ENETUNREACH|connect ETIMEDOUT|connect EACCES|" +
  "connect EADDRNOTAVAIL|connect EINVAL|connect EMFILE|getaddrinfo ENOTFOUND|getaddrinfo EAI_AGAIN|getaddrinfo ENODATA|" +
  "getaddrinfo EMFILE";
const certificates =
  "ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN " +
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY CERT_HAS_EXPIRED " +
  "CERT_NOT_YET_VALID CERT_REVOKED CERT_UNTRUSTED CERT_REJECTED CERT_SIGNATURE_FAILURE CERT_CHAIN_TOO_LONG INVALID_CA " +
  "INVALID_PURPOSE PATH_LENGTH_EXCEEDED";

describe("proof", () => {
  test.each(whileConnecting.split("|"))("%s", (words) => {
    expect(provesNotSent(failedFetch(words))).toBe(true);
  });

  test.each(certificates.split(" "))("a certificate refused: %s", (code) => {
    expect(provesNotSent(failedFor(coded(code)))).toBe(true);
  });

  test.each([
    ["a connect timeout", coded("UND_ERR_CONNECT_TIMEOUT")],
    [
      "one around the addresses that were tried",
      coded("UND_ERR_CONNECT_TIMEOUT", { cause: new AggregateError([refused]) }),
    ],
    [
      "every address of a host refused",
      Object.assign(new AggregateError([refused, refused]), { code: "ECONNREFUSED" }),
    ],
    ["one address refused, one unreachable", new AggregateError([refused, unreachable])],
    ["addresses within addresses refused", new AggregateError([refused, new AggregateError([refused, refused])])],
  ])("%s", (_what, cause) => {
    expect(provesNotSent(failedFor(cause))).toBe(true);
  });

  test("an error of another realm, of which only the names are known", () => {
    const cause = { code: "ECONNREFUSED", syscall: "connect" };
    expect(provesNotSent({ name: "TypeError", message: "fetch failed", cause })).toBe(true);
  });
});

const onAConnectionThatStood =
  "read ECONNREFUSED|read ECONNRESET|read EHOSTUNREACH|read ENETUNREACH|read ETIMEDOUT|read EACCES|read ENOTFOUND|" +
  "read UND_ERR_CONNECT_TIMEOUT|read CERT_HAS_EXPIRED|write ECONNREFUSED|write ECONNRESET|write EPIPE|write EHOSTUNREACH|" +
  "shutdown ENOTCONN| ECONNREFUSED";
const alone =
  "ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN EPIPE ETIMEDOUT UND_ERR_SOCKET UND_ERR_INFO " +
  "UND_ERR_ABORTED UND_ERR_INVALID_ARG UND_ERR_NOT_SUPPORTED UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT " +
  "UND_ERR_HEADERS_OVERFLOW UND_ERR_REQ_CONTENT_LENGTH_MISMATCH UND_ERR_RES_CONTENT_LENGTH_MISMATCH " +
  "ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE " +
  "ERR_HTTP2_STREAM_ERROR ERR_HTTP2_SESSION_ERROR ERR_ASSERTION HPE_INVALID_CONSTANT toString";

describe("no proof", () => {
  test.each(onAConnectionThatStood.split("|"))("%j", (words) => {
    expect(provesNotSent(failedFetch(words))).toBe(false);
  });

  test.each(alone.split(" "))("%s alone", (code) => {
    expect(provesNotSent(failedFor(coded(code)))).toBe(false);
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
    ["a call to the system that is null", coded("ECONNREFUSED", { syscall: null })],
    ["a connect timeout of a call to the system that is null", coded("UND_ERR_CONNECT_TIMEOUT", { syscall: null })],
    ["an address refused, another one written to", new AggregateError([refused, reset])],
    ["addresses that nothing is said about", Object.assign(new AggregateError([]), { code: "ECONNREFUSED" })],
    [
      "addresses within addresses, deeper than a run time nests them",
      new AggregateError([new AggregateError([new AggregateError([refused])])]),
    ],
  ])("fetch failed, for %s", (_what, cause) => {
    expect(provesNotSent(failedFor(cause))).toBe(false);
  });

  const likeFetchs = Object.defineProperties(() => undefined, {
    name: { value: "TypeError" },
    message: { value: "fetch failed" },
    cause: { value: refused },
  });

  test.each([
    ["the system's error itself", refused],
    ["fetch's error inside another one", Object.assign(new Error("x"), { cause: failedFor(refused) })],
    ["fetch's error inside another one of its own", failedFor(failedFor(refused))],
    ["a body that broke off", failedFetch("connect ECONNREFUSED", "terminated")],
    ["an error that is no TypeError", new Error("fetch failed", { cause: refused })],
    ["a timeout", new DOMException("The operation was aborted due to timeout", "TimeoutError")],
    ["an abort", new DOMException("This operation was aborted", "AbortError")],
    ["nothing", undefined],
    ["null", null],
    ["text", "ECONNREFUSED"],
    ["a function", () => refused],
    ["a function that has all that such an error has", likeFetchs],
  ])("%s", (_what, error) => {
    expect(provesNotSent(error)).toBe(false);
  });
});

describe("errors that fight back prove nothing", () => {
  const throwing = { get: () => JSON.parse("a getter") };
  const proxy = new Proxy({}, { get: throwing.get, has: throwing.get, ownKeys: throwing.get });
  const circle = new AggregateError([]);
  circle.errors.push(circle);

  test.each([
    ["a name that throws", Object.defineProperty(failedFor(refused), "name", throwing)],
    ["a cause that throws", Object.defineProperty(failedFor(refused), "cause", throwing)],
    ["a syscall that throws", failedFor(Object.defineProperty({ code: "ECONNREFUSED" }, "syscall", throwing))],
    ["a proxy that throws at everything", proxy],
    ["one as a cause", failedFor(proxy)],
    ["an error that contains itself", failedFor(circle)],
  ])("%s", (_what, error) => {
    expect(provesNotSent(error)).toBe(false);
  });
});
