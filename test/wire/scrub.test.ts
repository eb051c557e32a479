import { expect, test } from "vitest";
import { LibraryError, scrub } from "../../src/wire/failures.js";

const error = (name: string, message: string, fields: object = {}) =>
  Object.assign(new Error(message), { name, ...fields });

const refused = { code: "ECONNREFUSED", syscall: "connect" };
const reset = { code: "ECONNRESET", syscall: "read" };
const unknownHost = { code: "ENOTFOUND", syscall: "getaddrinfo" };
const busyResolver = { code: "EAI_AGAIN", syscall: "getaddrinfo" };

test("a refused connection keeps its code and its address, below the errors of fetch and ky", () => {
  const cause = error("Error", "s3cret", { ...refused, address: "127.0.0.1", port: 443 });
  const ofFetch = new TypeError("fetch failed", { cause });
  const wrapped = error("NetworkError", "Request failed: POST https://payments.example.com/s3cret", { cause: ofFetch });
  expect(scrub(wrapped)).toEqual({ name: "Error", ...refused, detail: "connect ECONNREFUSED 127.0.0.1:443" });
});

test.each<[what: string, fields: object, detail: string]>([
  ["a misspelt host", { ...unknownHost, hostname: "paymnts.example.com" }, "getaddrinfo ENOTFOUND paymnts.example.com"],
  ["a host in a cluster", { ...busyResolver, hostname: "pay_1.svc." }, "getaddrinfo EAI_AGAIN pay_1.svc."],
  ["a host that is a URL", { ...unknownHost, hostname: "https://s3cret" }, "getaddrinfo ENOTFOUND"],
  ["a host with credentials", { ...unknownHost, hostname: "shop:s3cret@pay" }, "getaddrinfo ENOTFOUND"],
  ["a socket that is a file", { ...refused, address: "/run/s3cret.sock" }, "connect ECONNREFUSED"],
  ["an address of another system call", { ...reset, address: "::1", port: 1 }, "read ECONNRESET"],
])("an error of the system shows its host only if it has that form: %s", (_what, fields, detail) => {
  expect(scrub(error("Error", "s3cret", fields))).toMatchObject({ name: "Error", detail });
});

test.each([
  ["a socket that the other side closed", "SocketError", "UND_ERR_SOCKET"],
  ["a response that is not HTTP", "HTTPParserError", "HPE_INVALID_CONSTANT"],
  ["a token request that was reset", "FetchError", "ECONNRESET"],
])("an error of the HTTP stack keeps its name and code, never its message: %s", (_what, name, code) => {
  expect(scrub(error(name, "POST https://id.example/token?client_secret=s3cret", { code }))).toEqual({ name, code });
});

test("our own words come first, also if another error with a code wraps them", () => {
  const ours = new LibraryError("the proxy made no tunnel");
  expect(scrub(ours)).toEqual({ name: "Error", detail: "the proxy made no tunnel" });
  const wrapped = error("TypeError", "fetch failed", { code: "ERR_PATCHED", cause: ours });
  expect(scrub(wrapped)).toEqual({ name: "Error", detail: "the proxy made no tunnel" });
});

const allAddresses = Object.assign(new AggregateError([], ""), { code: "ECONNREFUSED" });
const opening = { code: "ENOENT", syscall: "open" };
const noDetail = { ...opening, detail: "open ENOENT" };
const noFile = "ENOENT: no such file or directory, open '/run/secrets/s3cret'";

test.each<[string, unknown, object]>([
  ["an app's error", error("VaultError", "no lease for token s3cret"), { name: "VaultError" }],
  ["fetch's error, which quotes headers", new TypeError("s3cret is an invalid header value"), { name: "TypeError" }],
  ["a name that is a sentence", error("token s3cret was refused", "x"), { name: "Error" }],
  ["a code that is a number", error("Error", "s3cret", { code: 401 }), { name: "Error" }],
  ["text", "s3cret", { name: "Error" }],
  ["all addresses of a host", allAddresses, { name: "AggregateError", code: "ECONNREFUSED" }],
  ["a code that is a secret in capitals", error("Error", "x", { code: "S3CRET_TOKEN" }), { name: "Error" }],
  ["a code that begins with E and is no errno", error("Error", "x", { code: "ES3CRET" }), { name: "Error" }],
  ["a code of an app", error("Error", "login failed for s3cret", { code: "EAUTH" }), { name: "Error" }],
  ["a system call that names a file", error("Error", noFile, opening), { name: "Error", ...noDetail }],
])("any other error keeps its name, and a code only if it is a known one: %s", (_what, given, shown) => {
  expect(scrub(given)).toEqual(shown);
});

const nested = (depth: number, innermost: Error): Error =>
  depth === 1 ? innermost : error("TypeError", "s3cret", { cause: nested(depth - 1, innermost) });

test("the fourth error of a chain is looked at, and the fifth is not", () => {
  const innermost = error("Error", "s3cret", { code: "ECONNRESET" });
  expect(scrub(nested(4, innermost))).toEqual({ name: "Error", code: "ECONNRESET" });
  expect(scrub(nested(5, innermost))).toEqual({ name: "TypeError" });
});

test("our own words come with a code only if their cause has a known one", () => {
  const because = (cause: unknown) => new LibraryError("opening the connection threw", { cause });
  const shown = { name: "Error", detail: "opening the connection threw" };
  expect(scrub(because({ code: "ERR_SSL_NO_CIPHER_MATCH" }))).toEqual({ ...shown, code: "ERR_SSL_NO_CIPHER_MATCH" });
  expect(scrub(because({ code: "s3cret" }))).toEqual(shown);
  expect(scrub(because(null))).toEqual(shown);
});

test("an error whose cause leads back to it is scrubbed, and the result is frozen", () => {
  const circle = new Error("x");
  circle.cause = circle;
  expect(scrub(circle)).toEqual({ name: "Error" });
  expect(Object.isFrozen(scrub(circle))).toBe(true);
});
