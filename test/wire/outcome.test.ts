/** Which errors prove that nothing was sent: those of Node's fetch on broken networks (lab/prove/netns). */
import { describe, expect, test } from "vitest";
import { provesNotSent } from "../../src/wire/failures.js";
import { failedFetch } from "../support/client.js";

/** What fetch rejects with: its own error around the system's. */
const failedFor = (cause: unknown) => new TypeError("fetch failed", { cause });
const coded = (code: unknown, more: object = {}) => Object.assign(new Error("as recorded"), { code, ...more });
const refused = failedFetch("connect ECONNREFUSED").cause;
const oneRefused = new AggregateError([refused]);
const everyRefused = new AggregateError([refused, refused]);
const unreachable = failedFetch("connect ENETUNREACH").cause;
const circle = new AggregateError([]);
circle.errors.push(circle);
const reset = failedFetch("read ECONNRESET").cause;

const whileConnecting =
  "connect ECONNREFUSED|connect ECONNRESET|connect EHOSTUNREACH|connect ENETUNREACH|connect ETIMEDOUT|connect EACCES|" +
  "connect EADDRNOTAVAIL|connect EINVAL|connect EMFILE|getaddrinfo ENOTFOUND|getaddrinfo EAI_AGAIN|getaddrinfo ENODATA|" +
  "getaddrinfo EMFILE";
const certificates = "ERR_TLS_CERT_ALTNAME_INVALID DEPTH_ZERO_SELF_SIGNED_CERT CERT_HAS_EXPIRED CERT_REVOKED";

describe("an error proves that nothing was sent if it is", () => {
  test.each(whileConnecting.split("|"))("%s", (words) => {
    expect(provesNotSent(failedFetch(words))).toBe(true);
  });

  test.each([
    ["a connect timeout", coded("UND_ERR_CONNECT_TIMEOUT")],
    ["a connect timeout around errors of addresses", coded("UND_ERR_CONNECT_TIMEOUT", { cause: oneRefused })],
    ["a refused connection at every address", Object.assign(everyRefused, { code: "ECONNREFUSED" })],
    ["a refused connection at one address, and another unreachable", new AggregateError([refused, unreachable])],
    ["refused connections at nested addresses", new AggregateError([refused, everyRefused])],
  ])("%s", (_what, cause) => {
    expect(provesNotSent(failedFor(cause))).toBe(true);
  });

  test("an error of another realm with the right names", () => {
    const cause = { code: "ECONNREFUSED", syscall: "connect" };
    expect(provesNotSent({ name: "TypeError", message: "fetch failed", cause })).toBe(true);
  });
});

const onAConnectionThatStood =
  "read ECONNREFUSED|read ECONNRESET|read EHOSTUNREACH|read ENETUNREACH|read ETIMEDOUT|read EACCES|read ENOTFOUND|" +
  "read UND_ERR_CONNECT_TIMEOUT|read CERT_HAS_EXPIRED|write ECONNREFUSED|write ECONNRESET|write EPIPE|write EHOSTUNREACH|" +
  "shutdown ENOTCONN| ECONNREFUSED";
describe("an error proves nothing if it is", () => {
  test.each(onAConnectionThatStood.split("|"))("%j", (words) => {
    expect(provesNotSent(failedFetch(words))).toBe(false);
  });

  // A server of TLS 1.2 can read the whole request, renegotiate, and then show a certificate that is not accepted.
  test.each(certificates.split(" "))("the rejection of a certificate: %s", (code) => {
    expect(provesNotSent(failedFor(coded(code)))).toBe(false);
  });

  test.each("ECONNREFUSED ETIMEDOUT EPIPE UND_ERR_SOCKET UND_ERR_HEADERS_TIMEOUT".split(" "))("%s alone", (code) => {
    expect(provesNotSent(failedFor(coded(code)))).toBe(false);
  });

  test.each<[what: string, cause: unknown]>([
    ["no cause", undefined],
    ["null", null],
    ["text", "connect ECONNREFUSED"],
    ["an error without a code", new Error("connect ECONNREFUSED")],
    ["an error with an empty message, as HTTP 407 gives", new Error("")],
    ["a followed redirect", new Error("unexpected redirect")],
    ["a refused address and another one written to", new AggregateError([refused, reset])],
    ["addresses without errors", Object.assign(new AggregateError([]), { code: "ECONNREFUSED" })],
    ["an error that contains itself", circle],
    ["addresses nested deeper than a runtime nests them", new AggregateError([new AggregateError([oneRefused])])],
  ])("an error of fetch caused by %s", (_what, cause) => {
    expect(provesNotSent(failedFor(cause))).toBe(false);
  });

  test.each([
    ["the system's error itself", refused],
    ["a body that broke off", failedFetch("connect ECONNREFUSED", "terminated")],
    ["an error that is no TypeError", new Error("fetch failed", { cause: refused })],
    ["a timeout", new DOMException("The operation was aborted due to timeout", "TimeoutError")],
    ["an abort", new DOMException("This operation was aborted", "AbortError")],
    ["nothing", undefined],
    ["null", null],
    ["text", "ECONNREFUSED"],
  ])("%s", (_what, error) => {
    expect(provesNotSent(error)).toBe(false);
  });
});
