import { describe, expect, test } from "vitest";
import { scrub } from "../../src/wire/scrub.js";

const error = (name: string, message: string, fields: object = {}) =>
  Object.assign(new Error(message), { name, ...fields });

test("a refused connection keeps its message, below the errors of fetch and ky", () => {
  const fields = { code: "ECONNREFUSED", syscall: "connect" };
  const refused = error("Error", "connect ECONNREFUSED 127.0.0.1:443", fields);
  const wrapped = error("NetworkError", "Request failed: POST https://payments.example.com/secret", {
    cause: new TypeError("fetch failed", { cause: refused }),
  });
  expect(scrub(wrapped)).toEqual({ name: "Error", ...fields, detail: "connect ECONNREFUSED 127.0.0.1:443" });
});

test.each([
  ["a socket that the other side closed", "SocketError", "UND_ERR_SOCKET", "other side closed"],
  ["an invalid certificate", "Error", "DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate"],
  ["a server without TLS", "Error", "ERR_SSL_WRONG_VERSION_NUMBER", "wrong version number"],
  ["a response that is not HTTP", "HTTPParserError", "HPE_INVALID_CONSTANT", "Expected HTTP/"],
  ["a body that could not be unpacked", "Error", "Z_DATA_ERROR", "incorrect header check"],
])("an error of the HTTP stack keeps its message: %s", (_what, name, code, detail) => {
  expect(scrub(error(name, detail, { code }))).toEqual({ name, code, detail });
});

test("an error keeps at most 200 characters of its message", () => {
  expect(scrub(error("Error", "x".repeat(300), { code: "ECONNRESET", syscall: "read" })).detail).toBe("x".repeat(200));
});

const nodes = "The argument 'path' must be a string without null bytes. Received 's3cret\\x00'";
const refused = { code: "ECONNREFUSED" };
const allAddresses = Object.assign(new AggregateError([], ""), refused);
const invalid = { code: "ERR_INVALID_ARG_VALUE" };
const sentence = { code: "EIO", syscall: "read s3cret" };
const opening = { code: "ENOENT", syscall: "open" };
const noFile = "ENOENT: no such file or directory, open '/run/secrets/s3cret'";

test.each<[string, unknown, object]>([
  ["an app's error", error("VaultError", "no lease for token s3cret"), { name: "VaultError" }],
  ["fetch's error, which quotes headers", new TypeError("s3cret is an invalid header value"), { name: "TypeError" }],
  ["a message that is an object", error("Error", "x", { message: { s3cret: 1 } }), { name: "Error" }],
  ["a name that is a sentence", error("token s3cret was refused", "x"), { name: "Error" }],
  ["a name that is no text", error("Error", "x", { name: { s3cret: 1 } }), { name: "Error" }],
  ["a code that is a sentence", error("Error", "x", { code: "token s3cret" }), { name: "Error" }],
  ["a code that is a number", error("Error", "s3cret", { code: 401 }), { name: "Error" }],
  ["text", "s3cret", { name: "Error" }],
  ["undefined", undefined, { name: "Error" }],
  ["null", null, { name: "Error" }],
  ["a function", () => "s3cret", { name: "Error" }],
  ["all addresses of a host", allAddresses, { name: "AggregateError", ...refused }],
  ["a code of an app", error("Error", "login failed for s3cret", { code: "EAUTH" }), { name: "Error", code: "EAUTH" }],
  ["a code of Node, which quotes an argument", error("TypeError", nodes, invalid), { name: "TypeError", ...invalid }],
  ["a system call that is a sentence", error("Error", "x", sentence), { name: "Error", code: "EIO" }],
  ["a system call that names a file", error("Error", noFile, opening), { name: "Error", ...opening }],
])("any other error keeps its name and code only: %s", (_what, given, shown) => {
  expect(scrub(given)).toEqual(shown);
});

describe("a hostile error is scrubbed", () => {
  test("if it has a getter that throws", () => {
    const hostile = Object.defineProperty(new Error("x"), "code", { get: () => JSON.parse("s3cret") });
    expect(scrub(hostile)).toEqual({ name: "Error" });
  });

  test("if its cause leads back to it", () => {
    const circle = new Error("x");
    circle.cause = circle;
    expect(scrub(circle)).toEqual({ name: "Error" });
  });

  test("and its result is frozen", () => {
    expect(Object.isFrozen(scrub(new Error("x")))).toBe(true);
    expect(Object.isFrozen(scrub(undefined))).toBe(true);
  });
});
